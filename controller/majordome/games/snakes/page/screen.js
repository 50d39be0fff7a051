// What masks and snakes brings to the big screen: the circle, the doors, the offer; and daybreak, or a night for ever.

import { h } from "/static/js/dom.js";
import { roundTable, words } from "/static/js/round-table.js";
import { lang, t, told } from "/static/js/words.js";
import { circle } from "./circle.js";

const RAYS = 16;
const COILS = "M-26 30C-40 12 -18 4 -2 12S34 20 30 2S2 -8 -6 -16S-2 -38 12 -36S28 -22 20 -18";
const TONGUE = "M20 -18l5 3m0 0l4 -1m-4 1l2 4";

export const stage = (room) => circle(room);

/** The card between two players; else what the butler has just said. */
export function sub({ offer, said }) {
  if (offer && !offer.taken) return told({ is: "offer", number: offer.number, from_: offer.from, to: offer.to });
  return said[lang()] || undefined;
}

const SEEN = ["outcome", "round", "offer", "door", "taken"]; // the table shows it

export function fact(so, { tell }) {
  if (!SEEN.includes(so.is)) tell(so);
}

/** The end. */
export function finale(room) {
  if (!["day", "snakes"].includes(room.winner)) return null;
  const day = room.winner === "day";
  const holders = room.holders.length ? t("screen", "held", ...room.holders) : "";
  const caption = t("screen", `won_${room.winner}`);
  return roundTable([], {
    label: [caption, holders].filter(Boolean).join(". "),
    key: "finale",
    form: { width: 130, height: 112 },
    middle: [day ? sun() : serpent(), words(caption, { y: 44, size: 9, width: 124, class: "gold finale" }), words(holders, { y: 53, size: 4.6, width: 124, class: "soft finale" })],
  });
}

const sun = () =>
  h(
    "g",
    { class: "daybreak", key: "sun" },
    h("g", { class: "rays" }, Array.from({ length: RAYS }, (_, n) => h("polygon", { points: "-2.6,-22 2.6,-22 0,-44", transform: `rotate(${(360 * n) / RAYS})` }))),
    h("circle", { class: "disc", r: 19 }),
  );

const serpent = () =>
  h(
    "g",
    { class: "endless", key: "snake" },
    h("path", { class: "crescent", d: "M-30 -44a15 15 0 1 0 12 21a12.5 12.5 0 1 1 -12 -21z" }),
    h("path", { class: "coils", d: COILS, pathLength: 100 }),
    h("path", { class: "scales", d: COILS, pathLength: 100 }),
    h("path", { class: "tongue", d: TONGUE }),
    h("circle", { class: "eye", cx: 20, cy: -22, r: 1.1 }),
  );
