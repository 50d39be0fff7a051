// What the exchange brings to the big screen: the table, the verdict as long as it is talked of, and the ceremony.

import { h } from "/static/js/dom.js";
import { pips, roundTable, words } from "/static/js/round-table.js";
import { lang, t } from "/static/js/words.js";
import { table } from "./table.js";

const TALKED_OF = 9_000; // ms: the verdict stays on the table
const LAUREL = "M-12 20C-34 14 -38 -14 -22 -30M12 20C34 14 38 -14 22 -30";
const LEAVES = [-28, -18, -8, 2, 12];

const SEEN = ["outcome", "score", "exchange", "actions", "hand", "waiting"]; // the table shows it

let verdict = null;
let fades = null;

/** What the butler has just said; over the drums, nothing. */
export const sub = ({ said, beat }) => (beat === "drum_roll" ? "" : said[lang()] || undefined);

export const stage = (room) => table(room, undefined, verdict);

/** The next exchange, or a step back, and it is no news any more. */
export function arrived(room) {
  if (room.giver || room.action) verdict = null;
}

export function fact(told, { shout, render, tell }) {
  if (told.is === "slam") shout(told.name, t("screen", "slams"));
  if (told.is === "murder") {
    verdict = told;
    clearTimeout(fades);
    fades = setTimeout(() => ((verdict = null), render()), TALKED_OF);
    shout(t("success", told.success ? "True" : "False"), `${told.crime} : ${told.survival}`);
  }
  if (told.is === "police") shout(t("right", told.right ? "True" : "False"), told.accused);
  if (!SEEN.includes(told.is)) tell(told);
}

/** All lights on the winner. */
export function finale({ winners, points, seats, goal }) {
  const [winner] = winners;
  if (!winner) return null;
  const rest = seats.map(([name]) => name).filter((name) => name !== winner).sort((one, other) => points[other] - points[one]);
  return roundTable([], {
    label: [t("screen", "won_by", winner), ...[winner, ...rest].map((name) => `${name} ${points[name]}`)].join(", "),
    key: "finale",
    class: "round-table exchange ceremony",
    form: { width: 130, height: 112 },
    middle: [
      h("path", { class: "laurel", key: "laurel", d: LAUREL, transform: "translate(0 -20)" }),
      LEAVES.map((y, n) => [-1, 1].map((side) => h("g", { key: `${n} ${side}`, transform: `translate(${side * (31 - Math.abs(y + 8) * 0.35)} ${y - 20}) rotate(${side * 28})` }, h("polygon", { class: "leaf", points: "-2.4,0 0,-6 2.4,0 0,3" })))),
      h("g", { class: "star", key: "star" }, words(winner, { y: -26, size: 9, width: 50, class: "gold" }), pips(points[winner], Math.max(goal, points[winner]), { y: -13, gap: 8, r: 3 })),
      rest.map((name, n) => [
        words(name, { key: `name ${name}`, x: -20, y: 18 + n * 10, size: 6, width: 50, class: "soft finale" }),
        h("g", { class: "finale", key: `points ${name}`, transform: `translate(28 ${18 + n * 10})` }, pips(points[name], Math.max(goal, points[name]), { gap: 6, r: 2.2 })),
      ]),
    ],
  });
}
