// The ring of light: an arc a seat or a number, clockwise from the top.

import { h } from "./dom.js";
import { colour } from "./game.js";

const TURN = 2 * Math.PI;
const RADIUS = 44, GAP = 0.06, MOST_GAP = 0.2; // the gap between two arcs: radians, and a part of an arc at most

/** The ring as it is now; null where the game has none, or it is dark. `words`: what it is, for those who listen. */
export function ring(shown, words) {
  const arcs = shown?.arcs ?? [];
  if (!arcs.length) return null;
  const part = TURN / arcs.length;
  const gap = arcs.length > 1 ? Math.min(GAP, part * MOST_GAP) : 0;
  const label = [words, arcs.map((arc) => arc.label).filter(Boolean).join(", ")].filter(Boolean).join(": ");
  return h(
    "svg",
    { class: "seat-ring", key: "ring", viewBox: "-60 -60 120 120", role: "img", "aria-label": label },
    arcs.map((arc, place) => {
      const from = place * part + gap / 2, to = (place + 1) * part - gap / 2;
      const [x, y] = at((from + to) / 2, RADIUS);
      return h(
        "g",
        { key: place, class: arc.bright ? "bright" : null },
        h("path", { d: path(from, to), style: { stroke: colour(arc.mood) } }),
        arc.label && h("text", { x, y, "dominant-baseline": "central" }, short(arc.label, arcs.length)),
      );
    }),
    running(shown.runs, part),
  );
}

/** Once, a light runs all round from an arc: drawn anew for each arc and colour, so that it begins again. */
function running(runs, part) {
  if (!runs) return null;
  const [place, mood] = runs;
  const style = { stroke: colour(mood), "--from": `${(((place + 0.5) * part * 360) / TURN - 90).toFixed(1)}deg` };
  return h("circle", { class: "runs", key: `runs ${place} ${mood}`, r: RADIUS, pathLength: 100, style });
}

/** As much of a label as its arc has room for. */
const short = (label, arcs) => (label.length > (arcs > 8 ? 3 : 6) ? label.slice(0, arcs > 8 ? 2 : 5) : label);

const at = (angle, radius) => [(radius * Math.sin(angle)).toFixed(2), (-radius * Math.cos(angle)).toFixed(2)];

function path(from, to) {
  if (to - from > TURN - 0.01) to = TURN - 0.01; // one arc all around
  const long = to - from > Math.PI ? 1 : 0;
  return `M${at(from, RADIUS)} A${RADIUS} ${RADIUS} 0 ${long} 1 ${at(to, RADIUS)}`;
}
