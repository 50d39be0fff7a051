// A round table with its players around it, for every game that sits down: on the big screen, the twin and a phone.
// One drawing that grows and shrinks as a whole, so what does not overlap on one screen overlaps on none.

import { h } from "./dom.js";

const WIDE = { width: 150, height: 112, rx: 57, ry: 48 }, TALL = { width: 126, height: 148, rx: 45, ry: 66 };
export const PLAQUE = { width: 33, height: 14 };
const LETTER = 0.53, SMALLEST = 0.6; // of a letter's size: its width, and how much smaller a long name is written
const TURN = 2 * Math.PI;

/** The table lies as the screen does. */
export const shape = () => (innerWidth >= innerHeight ? WIDE : TALL);
export const wide = () => WIDE;

/** Where the seat of that number is, clockwise from the top; `part`: how far from the middle to the plaque. */
export function seatAt(place, of, { rx, ry } = shape(), part = 1) {
  return at((TURN * place) / of, rx * part, ry * part);
}

export const at = (angle, rx, ry = rx) => ({ x: rx * Math.sin(angle), y: -ry * Math.cos(angle) });

/**
 * The whole table. how: {label, plaque(name, marks): what stands below a name, middle: what lies on the table,
 * classes(name, marks), name: {x, width} of the written name, form: wide or as the screen is}.
 */
export function roundTable(seats, { label, plaque, middle, classes = () => "", name: spot, form = shape(), ...more }) {
  const { width, height } = form;
  return h(
    "svg",
    { class: "round-table", key: "table", viewBox: `${-width / 2} ${-height / 2} ${width} ${height}`, role: "img", "aria-label": label, ...more },
    h("g", { class: "on-table", key: "middle" }, middle),
    seats.map(([name, marks], place) => {
      const { x, y } = seatAt(place, seats.length, form);
      return h(
        "g",
        { key: `seat ${name}`, class: ["plaque", ...marks, classes(name, marks)].filter(Boolean).join(" "), "data-name": name, transform: moved(x, y) },
        h("rect", { class: "board", x: -PLAQUE.width / 2, y: -PLAQUE.height / 2, width: PLAQUE.width, height: PLAQUE.height, rx: 2 }),
        words(name, { y: -2.6, size: 5, width: PLAQUE.width - 4, class: "called", ...spot }),
        plaque?.(name, marks),
      );
    }),
  );
}

export const moved = (x, y, more = "") => `translate(${x.toFixed(2)} ${y.toFixed(2)}) ${more}`.trim();

/** Words that fit: smaller where they are long, and cut where even that is too long. */
export function words(text, { x = 0, y = 0, size = 5, width = 30, key, ...more }) {
  const letters = [...String(text)];
  const fitting = Math.max(SMALLEST * size, Math.min(size, width / (LETTER * letters.length || 1)));
  const most = Math.floor(width / (LETTER * fitting) + 0.01);
  const shown = letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : letters.join("");
  return h("text", { x, y, key, "dominant-baseline": "central", style: { "font-size": `${fitting.toFixed(2)}px` }, ...more }, shown);
}

/** So many lamps in a row, the first of them lit. */
export function pips(lit, of, { x = 0, y = 0, gap = 4.4, r = 1.5 } = {}) {
  return Array.from({ length: of }, (_, n) =>
    h("circle", { key: `pip ${n}`, class: n < lit ? "pip lit" : "pip", cx: x + (n - (of - 1) / 2) * gap, cy: y, r }),
  );
}

/** An arrow along the table from one seat to another, clockwise or not. */
export function arrow(from, to, of, clockwise, form = shape(), part = 0.62) {
  const step = clockwise ? 1 : -1;
  const seats = (((to - from) * step) % of + of) % of || of;
  const begin = (TURN * from) / of, turn = (step * TURN * seats) / of;
  const leave = Math.min(0.3, Math.abs(turn) / 5) * step;
  const points = Array.from({ length: 17 }, (_, n) => at(begin + leave + ((turn - 2 * leave) * n) / 16, form.rx * part, form.ry * part));
  const [before, tip] = points.slice(-2);
  const angle = (Math.atan2(tip.y - before.y, tip.x - before.x) * 180) / Math.PI;
  return h(
    "g",
    { class: "arrow" },
    h("path", { d: `M${points.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L")}` }),
    h("polygon", { points: "-3.4,-2.6 2.6,0 -3.4,2.6", transform: moved(tip.x, tip.y, `rotate(${angle.toFixed(1)})`) }),
  );
}
