// The hourglass of the box as it is built: sixty lights in rows behind a window of opal plastic (hw/enclosure/box.scad).

import { Sand } from "./sand.js";

const WINDOW = [62, 130], NECK = 24; // millimetres
const ROWS = [8, 7, 6, 5, 4]; // lights of a bulb, from the end of the glass to its neck
const PITCH = 1000 / 144, ROW = 12.2;
const FALL = 0.6; // seconds that a grain takes from bulb to bulb

// Where each light is, from the top of the glass to its bottom, about its middle.
const BULB = ROWS.flatMap((count, row) =>
  Array.from({ length: count }, (_, n) => [(n - (count - 1) / 2) * PITCH, -(WINDOW[1] / 2 - 2.5 - ROW / 2 - row * ROW)]),
);
const LIGHTS = [...BULB, ...BULB.map(([x, y]) => [x, -y]).reverse()];

function outline() {
  const [w, h, n] = [WINDOW[0] / 2, WINDOW[1] / 2, NECK / 2], shoulder = h * 0.86, path = new Path2D();
  const corners = [[-w, -h], [w, -h], [w, -shoulder], [n, -3], [n, 3], [w, shoulder], [w, h], [-w, h], [-w, shoulder], [-n, 3], [-n, -3], [-w, -shoulder]];
  path.moveTo(0, -h);
  corners.forEach((corner, at) => at && path.arcTo(...corner, ...corners[(at + 1) % corners.length], 3.5));
  path.arcTo(...corners[0], 0, -h, 3.5);
  path.closePath();
  return path;
}
const GLASS = outline();

export class Opal extends Sand {
  paint(at, left, runs) {
    const { pen, canvas } = this, ratio = Math.min(2, devicePixelRatio || 1);
    const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((length) => Math.round(length * ratio));
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, width, height);
    if (this.dark || !width) return;
    const size = Math.min(height / WINDOW[1], width / WINDOW[0]);
    pen.setTransform(size, 0, 0, size, width / 2, height / 2);
    pen.save();
    pen.clip(GLASS);
    pen.fillStyle = this.sand ? "#8d8069" : "#d8cdb4"; // opal plastic: by its own light the room's is seen less
    pen.fillRect(-40, -70, 80, 140);
    pen.globalCompositeOperation = "lighter";
    const shine = this.light(at, left, runs), glow = this.glowOf(runs && left <= 30 ? "255,96,30" : "255,176,72");
    this.levels(at, left, runs).forEach((level, n) => {
      pen.globalAlpha = level * shine;
      if (level > 0) pen.drawImage(glow, LIGHTS[n][0] - 11, LIGHTS[n][1] - 11, 22, 22);
    });
    pen.restore();
    pen.lineWidth = 1.2;
    pen.strokeStyle = "#0008";
    pen.stroke(GLASS);
  }

  /** How bright each light is: what has left the upper bulb lies in the lower one, and one grain falls. */
  levels(at, left, runs) {
    const half = BULB.length, total = this.sand?.total;
    const grains = total > 0 ? half * Math.min(1, left / total) : 0, fallen = total > 0 ? half - grains : 0;
    const full = (n) => Math.max(0, Math.min(1, n));
    const levels = LIGHTS.map((_, n) => (n < half ? full(grains - (half - 1 - n)) : full(fallen - (2 * half - 1 - n))));
    if (runs && !this.calm) {
      const free = half - Math.ceil(fallen), way = (at % FALL) / FALL;
      if (free > 0) levels[half + Math.min(free - 1, Math.floor(way * free))] = 0.8;
    }
    return levels;
  }

  glowOf(colour) {
    if (this.glow?.colour === colour) return this.glow;
    const glow = Object.assign(document.createElement("canvas"), { width: 64, height: 64, colour });
    const pen = glow.getContext("2d"), light = pen.createRadialGradient(32, 32, 2, 32, 32, 32);
    light.addColorStop(0, `rgba(${colour},.85)`);
    light.addColorStop(0.35, `rgba(${colour},.42)`);
    light.addColorStop(1, `rgba(${colour},0)`);
    pen.fillStyle = light;
    pen.fillRect(0, 0, 64, 64);
    return (this.glow = glow);
  }
}
