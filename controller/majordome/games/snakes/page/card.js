// What masks and snakes brings to a player's phone: my own door, and the circle.

import { h } from "/static/js/dom.js";
import { heading } from "/static/js/room.js";
import { lang, t } from "/static/js/words.js";
import { circle } from "./circle.js";

export function now(card, room) {
  const mine = room.doors.find((door) => door.name === card.name);
  return h(
    "section",
    { class: "stack going-on", key: "now" },
    h("p", { class: "eyebrow" }, heading(room).filter(Boolean).join(" · ")),
    mine && room.phase === "play" && !room.finished && myDoor(mine.open),
    circle(room),
    room.said[lang()] && h("p", { class: "serif said" }, t("ui", "quote", room.said[lang()])),
  );
}

/** As the player holds it: open side out, or closed. */
const myDoor = (open) =>
  h(
    "p",
    { class: "my-door", key: "door" },
    h(
      "svg",
      { viewBox: "-1 -1 9.4 12.8", class: open ? "door open" : "door", "aria-hidden": "true" },
      h("rect", { class: "doorway", width: 7.4, height: 10.8, rx: 0.8 }),
      h("g", { class: "leaf" }, h("rect", { width: 7.4, height: 10.8, rx: 0.8 }), h("circle", { cx: 6, cy: 5.7, r: 0.6 })),
    ),
    t("card", open ? "my_door_open" : "my_door_closed"),
  );
