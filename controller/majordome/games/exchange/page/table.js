// The table of the exchange: points, the direction of play, who gives to whom, who acts and who waits in line.

import { h } from "/static/js/dom.js";
import { arrow, moved, pips, roundTable, seatAt, shape, words } from "/static/js/round-table.js";
import { t } from "/static/js/words.js";

const PLATE = 19;

/** The whole table. `verdict`: what a murder has just come to. */
export function table(room, form = shape(), verdict = null) {
  const { seats, points, goal, queue, direction } = room;
  if (!seats.length) return null;
  const place = (name) => seats.findIndex(([one]) => one === name);
  const label = [t("screen", "table"), ...seats.map(([name]) => `${name} ${points[name]}`)].join(", ");
  return roundTable(seats, {
    label,
    form,
    class: `round-table exchange ${direction ?? ""}`,
    classes: (name) => (room.leaders.includes(name) ? "leads" : ""),
    plaque: (name) => [
      pips(points[name], goal, { y: 3.4, gap: 5, r: 1.9 }),
      points[name] > goal && words(`+${points[name] - goal}`, { x: 14.4, y: 3.4, size: 3.4, width: 5, class: "gold" }),
      queue.includes(name) && waits(queue.indexOf(name) + 1),
    ],
    middle: [
      direction && seats.map((_, n) => h("g", { class: "round-about", key: `way ${n}` }, arrow(n, next(n, seats, direction), seats.length, direction === "clockwise", form, 0.68))),
      room.giver && !room.action && h("g", { class: "passing", key: "passing" }, arrow(place(room.giver), place(room.taker), seats.length, direction === "clockwise", form, 0.68)),
      room.action?.target && aim(seatAt(place(room.action.by), seats.length, form, 0.68), seatAt(place(room.action.target), seats.length, form, 0.68), room.action.deed),
      h("circle", { class: "felt", key: "felt", r: PLATE }),
      heart(room, verdict),
    ],
  });
}

const next = (n, seats, direction) => (n + (direction === "clockwise" ? 1 : seats.length - 1)) % seats.length;

/** A place in line. */
const waits = (number) =>
  h("g", { class: "in-line", key: "line", transform: moved(14.5, -7) }, h("circle", { r: 3.4 }), words(number, { size: 4.4, width: 6 }));

const aim = (from, to, deed) => h("line", { class: `aim ${deed}`, key: "aim", x1: from.x, y1: from.y, x2: to.x, y2: to.y });

/** In the middle of the table: what is going on. */
function heart(room, verdict) {
  if (verdict) return totals(verdict, verdict.success ? "dies" : "survives", t("success", verdict.success ? "True" : "False"));
  const { action, slams_count, giver, taker, beat } = room;
  if (action) return action.crime !== null ? totals({ ...action, victim: action.target }, beat === "drum_roll" ? "rolling" : "") : deed(action);
  if (slams_count && giver) {
    return h("g", { class: "heart open", key: "open" }, h("circle", { class: "button", r: 14 }), words(t("card", "slam"), { size: 7, width: 25 }));
  }
  if (!giver) return null;
  return h(
    "g",
    { class: "heart", key: `exchange ${giver} ${taker}` },
    words(giver, { y: -11.5, size: 5, width: 24, class: "gold" }),
    [-8, 0, 8].map((x, n) =>
      h("g", { key: n, transform: moved(x, -1) }, h("rect", { class: n ? "facedown laid" : "faceup laid", x: -3.1, y: -4.6, width: 6.2, height: 9.2, rx: 0.9 })),
    ),
    h("polygon", { class: "down", points: "-2,5.6 2,5.6 0,7.4" }),
    words(taker, { y: 11.5, size: 5, width: 24, class: "gold" }),
  );
}

/** Who has the floor, and what for. */
const deed = ({ by, deed: what, target }) =>
  h(
    "g",
    { class: `heart floor ${what ?? ""}`, key: "floor" },
    words(by, { y: what ? -8 : -2, size: 6, width: 32, class: "gold" }),
    what ? words(t("label", what), { y: 0, size: 4.6, width: 34 }) : words(t("mark", "acting"), { y: 5, size: 4, width: 28, class: "soft" }),
    target && words(target, { y: 8, size: 6, width: 32, class: "gold" }),
  );

/** Crime against survival, as they lie on the table. */
const totals = ({ by, victim, crime, survival }, how, verdict) =>
  h(
    "g",
    { class: `heart totals ${how}`, key: "totals" },
    words(t("screen", "crime"), { x: -9, y: -9.5, size: 3.4, width: 16, class: "soft" }),
    words(t("screen", "survival"), { x: 9, y: -9.5, size: 3.4, width: 16, class: "soft" }),
    h("g", { class: "count crime" }, words(crime, { x: -9, y: -1.5, size: 8.6, width: 16 })),
    h("g", { class: "count survival" }, words(survival ?? "?", { x: 9, y: -1.5, size: 8.6, width: 16 })),
    h("line", { class: "between", x1: 0, y1: -10, x2: 0, y2: 6 }),
    words(by, { x: -9, y: 7.2, size: 3.4, width: 15, class: "gold" }),
    words(victim, { x: 9, y: 7.2, size: 3.4, width: 15, class: "gold" }),
    verdict && words(verdict, { y: 12.4, size: 4, width: 27, class: "verdict" }),
  );
