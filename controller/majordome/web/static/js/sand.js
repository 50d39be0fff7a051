// The hourglass of the twin and the big screen. What has left the upper bulb lies in the lower one, by volume. It shines
// like the LEDs of props/hourglass.py, and draws nothing while nothing moves.

const LAST_HALF_MINUTE = 30, LAST_SECONDS = 10;
const PULSE = 1, BLINK = 0.25, BREATH = 4, FLASHING = 1.5, FLASH = 0.25; // seconds
const TURN = 1.1; // seconds to turn it over
const REST = 0.3; // how bright sand is that does not run

// The glass from its neck (0) to its end (1): half as wide as this, and so much in it between the neck and each step.
const STEPS = 160, FILLED = 0.74;
const wide = (t) => (t < 0.66 ? 0.265 - 0.235 * Math.cos((Math.PI * t) / 0.66) : 0.5 * Math.sqrt(1 - 4.3 * (t - 0.66) ** 2));
const VOLUME = [0];
for (let n = 0; n < STEPS; n++) VOLUME.push(VOLUME[n] + wide((n + 0.5) / STEPS) ** 2);
const WHOLE = VOLUME[STEPS];

/** How far from the neck there is so much. */
function reach(volume) {
  const n = VOLUME.findIndex((below) => below >= volume);
  if (n < 1) return n ? 1 : 0;
  return (n - (VOLUME[n] - volume) / (VOLUME[n] - VOLUME[n - 1])) / STEPS;
}

function outline(inset) {
  const path = new Path2D(), edge = (side) => (n) => path.lineTo(side * (wide(Math.abs(n) / STEPS) - inset), n / STEPS);
  const steps = VOLUME.map((_, n) => 2 * n - STEPS);
  steps.forEach(edge(1));
  steps.reverse().forEach(edge(-1));
  return path;
}
const GLASS = outline(0), INSIDE = outline(0.022);

// Noise, but the same in every frame.
const noise = (n, k) => Math.abs(Math.sin(n * k) * 43758.5453) % 1;
const GRAINS = Array.from({ length: 240 }, (_, n) => [noise(n, 12.9898) * 2 - 1, noise(n, 78.233), noise(n, 39.425)]);
const BRIGHT = GRAINS.filter(([, , tone]) => tone > 0.5), DULL = GRAINS.filter(([, , tone]) => tone <= 0.5);

/** How the sand lies, with this part of it above. */
function heap(part) {
  const fallen = 1 - part, pile = Math.min(0.16, fallen / 2), base = reach(WHOLE * (1 - FILLED * fallen));
  return { fallen, pile, base, top: -reach(WHOLE * FILLED * part), peak: base - pile };
}

const shade = (warm, light, k) => `rgb(${warm.map((c) => Math.round(c * (0.3 + 0.7 * light) * k)).join()})`;

const now = () => performance.now() / 1000;

/** `2:05` */
export const face = (left) => (left === null ? "" : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`);

export class Sand {
  /** `onSecond(left)` is told each second of an hourglass, and null when there is none. */
  constructor(canvas, onSecond = () => {}) {
    const kept = document.createElement("canvas");
    Object.assign(this, { canvas, onSecond, pen: canvas.getContext("2d"), sand: null, dark: false });
    Object.assign(this, { kept, ink: kept.getContext("2d") }); // all but the falling stream: it changes seldom
    this.turned = this.flashed = -Infinity;
    this.calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    new ResizeObserver(() => this.draw()).observe(canvas);
  }

  /** The hourglass of the room: {left, total, running} as of now, or null. */
  show(sand) {
    const before = this.sand, at = now();
    if (sand?.running && before?.total !== sand.total && sand.left > sand.total - 2) this.turned = at;
    this.sand = sand && { ...sand, at };
    this.draw();
  }

  /** The last grain has fallen. */
  empty() {
    this.flashed = now();
    this.draw();
  }

  /** Nothing may shine. */
  night(dark) {
    this.dark = dark;
    this.draw();
  }

  left(at = now()) {
    const { sand } = this;
    return sand ? Math.max(0, sand.left - (sand.running ? at - sand.at : 0)) : 0;
  }

  // One frame, and when the next one is due.

  draw() {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    const at = now(), left = this.left(at), second = this.sand ? Math.ceil(left) : null;
    if (second !== this.told) this.onSecond((this.told = second));
    const runs = Boolean(this.sand?.running && left);
    this.paint(at, left, runs);
    if ((runs || at < this.flashed + FLASHING || at < this.turned + TURN) && !this.calm && !this.dark) {
      this.frame = requestAnimationFrame(() => this.draw());
    } else if (runs || (this.sand && !this.calm && !this.dark)) {
      this.timer = setTimeout(() => this.draw(), runs ? 250 : 50); // breathing needs no sixty frames
    }
  }

  light(at, left, runs) {
    if (this.calm) return runs ? 1 : REST;
    if (at < this.flashed + FLASHING) return Math.floor((at - this.flashed) / FLASH) % 2 ? 0.1 : 1;
    if (!this.sand) return REST;
    if (!runs) return 0.6 + 0.4 * Math.cos((2 * Math.PI * (at - this.sand.at)) / BREATH);
    if (left <= LAST_SECONDS) return Math.ceil(left / BLINK) % 2 ? 0.15 : 1;
    return left <= LAST_HALF_MINUTE ? 0.65 + 0.35 * Math.cos((2 * Math.PI * left) / PULSE) : 1;
  }

  paint(at, left, runs) {
    const { canvas, pen, kept, ink } = this, ratio = Math.min(2, devicePixelRatio || 1);
    const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((length) => Math.round(length * ratio));
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, width, height);
    if (this.dark || !width || !height) return;
    const size = Math.min(height / 2.5, width / 1.62), light = this.light(at, left, runs).toFixed(2);
    const turn = this.calm ? 1 : Math.min(1, (at - this.turned) / TURN);
    const part = (this.sand?.total > 0 ? Math.min(1, left / this.sand.total) : 0).toFixed(3);
    const warm = runs && left <= LAST_HALF_MINUTE ? [236, 132, 62] : [236, 184, 96];
    const looks = [width, height, light, turn, part, warm].join();
    if (looks !== this.looks) {
      if (kept.width !== width || kept.height !== height) Object.assign(kept, { width, height });
      ink.setTransform(1, 0, 0, 1, 0, 0);
      ink.clearRect(0, 0, width, height);
      ink.setTransform(size, 0, 0, size, width / 2, height / 2);
      this.still(width / size, turn, Number(part), Number(light), warm);
      this.looks = looks;
    }
    pen.drawImage(kept, 0, 0);
    if (!runs || turn < 1) return;
    pen.setTransform(size, 0, 0, size, width / 2, height / 2);
    pen.fillStyle = shade(warm, light, 1.05);
    this.stream(pen, heap(Number(part)).peak, at);
  }

  still(wide, turn, part, light, warm) {
    const { ink: pen } = this;
    this.glow(light);
    if (turn < 1) {
      const angle = (Math.PI * (Math.cos(Math.PI * turn) + 1)) / -2;
      const across = 1.4 * Math.abs(Math.cos(angle)) + 2.36 * Math.abs(Math.sin(angle)); // it lies on its side halfway
      const fits = Math.min(1, wide / across);
      pen.rotate(angle);
      pen.scale(fits, fits);
    }
    this.stand();
    this.fill(part, light, warm);
    this.glass();
  }

  across(stops) {
    const colours = this.ink.createLinearGradient(-0.55, 0, 0.55, 0);
    for (const [stop, colour] of stops) colours.addColorStop(stop, colour);
    return colours;
  }

  glow(light) {
    const { ink: pen } = this, halo = pen.createRadialGradient(0, 0, 0.05, 0, 0, 1.2);
    halo.addColorStop(0, `rgba(255,190,90,${0.32 * light})`);
    halo.addColorStop(1, "rgba(255,150,50,0)");
    pen.save();
    pen.scale(0.67, 1);
    pen.fillStyle = halo;
    pen.fillRect(-1.2, -1.2, 2.4, 2.4);
    pen.restore();
  }

  /** Brass discs and pillars. */
  stand() {
    const { ink: pen } = this;
    pen.fillStyle = this.across([[0, "#6b4c1c"], [0.2, "#c89a48"], [0.34, "#f3d48a"], [0.55, "#a97c33"], [0.8, "#d6ab57"], [1, "#4d3512"]]);
    for (const x of [-0.585, 0.535]) pen.fillRect(x, -1.05, 0.05, 2.1);
    pen.beginPath();
    for (const y of [-1.1, 1]) pen.roundRect(-0.68, y, 1.36, 0.1, 0.03);
    for (const y of [-1.16, 1.1]) pen.roundRect(-0.6, y, 1.2, 0.06, 0.03);
    pen.fill();
  }

  fill(part, light, warm) {
    const { ink: pen } = this, { fallen, top, base, pile } = heap(part);
    const dip = Math.min(0.14, -top / 2, fallen * 2), tone = (k) => shade(warm, light, k);
    pen.save();
    pen.clip(INSIDE);
    pen.beginPath();
    this.surface(top - dip / 3, top + dip, 0, 0.08); // a funnel sinks in the middle
    if (fallen) this.surface(base + pile * 0.7, base - pile, 1, 0.14); // a heap rises
    pen.fillStyle = this.across([[0, tone(0.55)], [0.4, tone(1)], [1, tone(0.5)]]);
    pen.fill();
    pen.clip();
    for (const [grains, colour] of [[BRIGHT, `rgba(255,236,190,${0.35 * light})`], [DULL, "rgba(60,30,0,.3)"]]) {
      pen.fillStyle = colour;
      for (const [x, y] of grains) pen.fillRect(x / 2, y > 0.5 ? 2 * y - 1 : fallen * 0.7 - 2 * y, 0.012, 0.012);
    }
    pen.restore();
  }

  surface(rim, middle, floor, slope) {
    const { ink: pen } = this;
    pen.moveTo(-1, rim);
    pen.quadraticCurveTo(-slope, (rim + rim + middle) / 3, 0, middle);
    pen.quadraticCurveTo(slope, (rim + rim + middle) / 3, 1, rim);
    pen.lineTo(1, floor);
    pen.lineTo(-1, floor);
    pen.closePath();
  }

  stream(pen, peak, at) {
    pen.fillRect(-0.006, -0.03, 0.012, peak + 0.03);
    if (this.calm) return;
    for (const [n, [x, y, tone]] of GRAINS.slice(0, 70).entries()) {
      const way = (y + at * (0.9 + tone * 0.4)) % 1;
      if (n < 46) pen.fillRect(x * (0.012 + 0.012 * way) - 0.006, way * way * peak, 0.013, 0.02 + 0.03 * way);
      else pen.fillRect(x * 0.22 * way, peak - 0.5 * tone * way * (1 - way) + 0.1 * way * way, 0.011, 0.011); // some jump
    }
  }

  glass() {
    const { ink: pen } = this, clear = "rgba(210,225,255,.03)";
    pen.fillStyle = this.across([[0, "rgba(210,225,255,.2)"], [0.3, clear], [0.8, clear], [1, "rgba(210,225,255,.16)"]]);
    pen.fill(GLASS);
    pen.lineWidth = 0.018;
    pen.strokeStyle = "rgba(225,235,255,.42)";
    pen.stroke(GLASS);
    pen.lineCap = "round";
    pen.lineWidth = 0.035;
    pen.strokeStyle = "rgba(255,255,255,.33)";
    for (const side of [-1, 1]) {
      pen.beginPath();
      for (let t = 0.5; t <= 0.84; t += 0.04) pen.lineTo(0.1 - wide(t), side * t);
      pen.stroke();
    }
  }
}
