// What the exchange brings to a player's phone: my points, my place in line, and the table.

import { h } from "/static/js/dom.js";
import { pips } from "/static/js/round-table.js";
import { heading } from "/static/js/room.js";
import { lang, t } from "/static/js/words.js";
import { table } from "./table.js";

export function now(card, room) {
  const points = room.points[card.name], place = room.queue.indexOf(card.name) + 1;
  return h(
    "section",
    { class: "stack going-on", key: "now" },
    h("p", { class: "eyebrow" }, heading(room).filter(Boolean).join(" · ")),
    points !== undefined && myPoints(points, room.goal),
    place > 0 && h("p", { class: "serif", key: "line" }, t("card", "place", place)),
    table(room),
    room.said[lang()] && h("p", { class: "serif said" }, t("ui", "quote", room.said[lang()])),
  );
}

const myPoints = (points, goal) =>
  h(
    "p",
    { class: "my-points", key: "points" },
    h("svg", { class: "round-table", viewBox: "-14 -3 28 6", "aria-hidden": "true" }, pips(points, goal, { gap: 5.6, r: 2.2 })),
    t("card", "points", points, goal),
  );
