// The castle behind everything: worth looking at while people walk and talk. Nothing in it knows more than the room.

import { h } from "/static/js/dom.js";
import { game } from "/static/js/game.js";

const BAT = "M0 6Q6-2 14 4q2-4 4 0 2-4 4 0Q30-2 36 6q-7-2-11 3-3-3-7 4-4-7-7-4Q7 4 0 6z";

export function backdrop({ mood, time, finished, begun }) {
  const sky = finished || mood === "monday" ? "at-dawn" : begun && time === "day" ? "by-day" : "by-night";
  return h(
    "div",
    { key: "castle", class: `castle ${sky}` },
    h("i", { class: "stars" }),
    h("i", { class: "moon" }),
    h("img", { src: `/games/${game.id}/pictures/castle.svg`, alt: "" }),
    h("i", { class: "mist" }),
    [0, 1, 2].map((n) => h("svg", { key: `bat${n}`, class: "bat", viewBox: "0 -2 36 18" }, h("path", { d: BAT }))),
  );
}
