// The table of the hunt: who has laid a card, whose card it is, the failure lights, the centre, a declaration, and dinner.

import { h } from "/static/js/dom.js";
import { moved, pips, roundTable, seatAt, shape, words } from "/static/js/round-table.js";
import { t } from "/static/js/words.js";

const FELT = 27, A_ROW = 6;

/** The whole table. */
export function table(room, form = shape()) {
  const { seats, players, declaration, phase } = room;
  if (!seats.length) return null;
  const place = (name) => seats.findIndex(([one]) => one === name);
  const seat = new Map(players.map((player) => [player.name, player]));
  const order = dining(room);
  const label = [
    t("screen", "table"),
    `${t("screen", "failures")} ${room.failures} / ${room.failures_to_lose}`,
    `${t("screen", "centre")} ${room.centre}`,
    `${t("screen", "left")} ${room.left}`,
    ...seats.map(([name, marks]) => [name, ...marks.map((mark) => t("mark", mark))].join(" ")),
  ].join(", ");
  return roundTable(seats, {
    label,
    form,
    class: `round-table hunt ${phase}`,
    classes: (name) => [declaration && (said(declaration, name) ?? "silent"), room.aim?.at === name && "aimed"].filter(Boolean).join(" "),
    plaque: (name) => [
      seat.get(name).first && h("polygon", { class: "token", key: "token", points: "0,-3 .9,-.9 3,-.9 1.4,.6 2,2.8 0,1.5 -2,2.8 -1.4,.6 -3,-.9 -.9,-.9", transform: moved(-14.6, -6.6) }),
      declaration ? vote(said(declaration, name)) : phase === "dinner" ? order.has(name) && words(order.get(name), { y: 3.6, size: 4.4, width: 8, class: "gold" }) : phase === "round" && laid(seat.get(name), room),
      room.mode === "advanced" && seat.get(name).card && h("rect", { class: "friend", key: "friend", x: 12.6, y: -9.4, width: 4, height: 5.6, rx: 0.6 }),
    ],
    middle: [
      room.aim && shot(room.aim, (name) => seatAt(place(name), seats.length, form, 0.82)),
      h("circle", { class: "felt", key: "felt", r: FELT }),
      room.turn && !declaration && pointer(seatAt(place(room.turn), seats.length, form)),
      declaration ? opinion(declaration) : phase === "dinner" ? plate() : centre(room),
    ],
  });
}

/** At dinner: who shoots first, second, third; whoever was shot shoots no more. */
function dining({ players, first, phase }) {
  if (phase !== "dinner") return new Map();
  const begin = players.findIndex((player) => player.name === first);
  const lap = [...players.slice(begin), ...players.slice(0, begin)].filter((player) => !player.shot);
  return new Map(lap.map((player, n) => [player.name, n + 1]));
}

const said = ({ yes, no }, name) => (yes.includes(name) ? "yes" : no.includes(name) ? "no" : null);

const vote = (answer) =>
  h("path", { class: `vote ${answer ?? ""}`, key: "vote", d: answer === "yes" ? "M-3 3.4l2.2 2.2 4.4-4.4" : answer === "no" ? "M-2.4 1l4.8 4.8M2.4 1l-4.8 4.8" : "M-2 3.4h.1M0 3.4h.1M2 3.4h.1" });

/** An empty place, a card face down before the player, and after TOP face up. */
function laid(player, { turn }) {
  const lies = turn ? "faceup" : player.laid ? "facedown" : "empty";
  return h("rect", { class: `${lies} lies`, key: lies, x: -3.6, y: 0.6, width: 7.2, height: 5, rx: 0.7 });
}

/** From the middle to whose card it is. */
function pointer({ x, y }) {
  const angle = (Math.atan2(y, x) * 180) / Math.PI;
  return h("polygon", { class: "pointer", key: "pointer", points: `${FELT - 0.4},-3.4 ${FELT + 4.4},0 ${FELT - 0.4},3.4`, transform: `rotate(${angle.toFixed(1)})` });
}

function shot({ by, at }, where) {
  const from = where(by), to = at ? where(at) : { x: 0, y: 0 };
  return h("line", { class: "aim", key: "aim", x1: from.x, y1: from.y, x2: to.x, y2: to.y });
}

/** The characters in the middle, the failure lights above them, and below how many may still come. */
function centre({ failures, failures_to_lose, centre: here, left, last, aim }) {
  const columns = Math.min(A_ROW, Math.max(3, Math.ceil(here / 4)));
  const rows = Math.ceil(here / columns) || 1;
  return h(
    "g",
    { class: aim && !aim.at ? "heart under-fire" : "heart", key: "centre" },
    h("g", { class: `failures f${failures}`, key: "failures" }, pips(failures, failures_to_lose, { y: -19.5, gap: 6.6, r: 2.4 })),
    h("g", { key: "cards" }, Array.from({ length: here }, (_, n) => {
      const row = Math.floor(n / columns), inRow = Math.min(columns, here - row * columns);
      const x = ((n % columns) - (inRow - 1) / 2) * 5.4, y = (row - (rows - 1) / 2) * 6.8 - 1.2;
      return h("g", { key: n, transform: moved(x, y) }, h("rect", { class: "character", x: -2.2, y: -2.9, width: 4.4, height: 5.8, rx: 0.7 }), h("circle", { class: "head", cy: -0.8, r: 1 }));
    })),
    words(last ? t("screen", "last") : `${t("screen", "left")} ${left}`, { y: 18.6, size: 3.8, width: 34, class: last ? "gold" : "soft" }),
  );
}

/** Somebody says that it is over: who agrees. */
const opinion = ({ by, agree, needed, of }) =>
  h(
    "g",
    { class: agree >= needed ? "heart opinion enough" : "heart opinion", key: "opinion" },
    words(by, { y: -13, size: 6, width: 40, class: "gold" }),
    words(t("label", "declare"), { y: -4.5, size: 4.6, width: 48 }),
    pips(agree, of, { y: 5, gap: 7, r: 2.6 }),
    words(t("screen", "agree", agree, needed), { y: 14, size: 4, width: 40, class: "soft" }),
  );

/** Dinner is served. */
const plate = () =>
  h(
    "g",
    { class: "heart dish", key: "dish" },
    h("circle", { class: "china", r: 15 }),
    h("circle", { class: "rim", r: 10 }),
    h("path", { class: "silver", d: "M-20.5 -9v6q0 2 1.2 2.4v10.6M-18 -9v6M-23 -9v6M20 -9q-3 4 0 9v9" }),
  );
