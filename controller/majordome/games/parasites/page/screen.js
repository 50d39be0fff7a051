// What the hunt brings to the big screen: the table, every shot as it is fired, and what was left at the end.

import { h } from "/static/js/dom.js";
import { pips, roundTable, words } from "/static/js/round-table.js";
import { lang, t } from "/static/js/words.js";
import { heading } from "./heading.js";
import { table } from "./table.js";

export { heading };

const SEEN = ["outcome", "round", "dinner", "turn"]; // the table shows it

/** What the butler has just said. */
export const sub = ({ said }) => said[lang()] || undefined;

export const stage = (room) => table(room);

export function fact(told, { shout, tell }) {
  if (told.is === "shot") shout(t("screen", told.real ? "was_real" : "was_parasite"), told.by);
  if (told.is === "last_round") shout(t("screen", "last"), " ");
  if (!SEEN.includes(told.is)) tell(told);
}

/** A feast, or a house that belongs to somebody else. */
export function finale(room) {
  const { winner, failures, failures_to_lose } = room;
  if (!["team", "reals", "parasites"].includes(winner)) return null;
  const lost = winner === "parasites";
  return roundTable([], {
    label: t("screen", `won_${winner}`),
    key: "finale",
    class: "round-table hunt",
    form: { width: 130, height: 112 },
    middle: [
      lost ? creature() : feast(room.seats.length),
      h("g", { class: "failures finale", key: "failures" }, pips(failures, failures_to_lose, { y: 44, gap: 9, r: 3 })),
      words(t("screen", "failures"), { y: 52, size: 4.4, width: 90, class: "soft finale" }),
    ],
  });
}

/** A candle for everyone. */
const feast = (candles) =>
  h(
    "g",
    { class: "feast", key: "feast" },
    h("path", { class: "cloth", d: "M-56 22q56 -12 112 0l-4 10q-52 -10 -104 0z" }),
    Array.from({ length: candles }, (_, n) => {
      const x = (n - (candles - 1) / 2) * 22;
      return h("g", { key: n, transform: `translate(${x} 15)` }, h("rect", { class: "wax", x: -2.4, y: -26, width: 4.8, height: 28, rx: 1 }), h("path", { class: "flame", d: "M0 -42q7 9 0 15q-7 -6 0 -15z" }));
    }),
  );

/** Somebody whom everybody remembers fondly. */
const creature = () =>
  h(
    "g",
    { class: "creature", key: "creature" },
    h("path", { class: "body", d: "M-30 32q-8 -58 30 -62q38 4 30 62q-6 -8 -12 0q-6 -8 -12 0q-6 -8 -12 0q-6 -8 -12 0q-6 -8 -12 0z" }),
    [-11, 11].map((x) => h("g", { key: x }, h("circle", { class: "white", cx: x, cy: -6, r: 7 }), h("circle", { class: "pupil", cx: x, cy: -5, r: 3 }))),
    h("path", { class: "smile", d: "M-14 10q14 13 28 0" }),
  );
