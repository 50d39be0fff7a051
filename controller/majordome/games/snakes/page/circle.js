// The circle of night and day, with a door for each player: the same drawing on the big screen, the twin and a phone.

import { h } from "/static/js/dom.js";
import { at, moved, pips, roundTable, seatAt, shape, words } from "/static/js/round-table.js";
import { t } from "/static/js/words.js";

const RADIUS = 25, WIDTH = 9, HEIGHT = 12.5;
const MOON = "M1.9 -4.6a2.6 2.6 0 1 0 1 4.2a2.1 2.1 0 1 1 -1 -4.2z";
const RAYS = Array.from({ length: 8 }, (_, n) => ({ from: at((n * Math.PI) / 4, 2.4), to: at((n * Math.PI) / 4, 3.4) }));

/** The whole table. */
export function circle(room, form = shape()) {
  const { seats, cards, offer } = room;
  if (!seats.length) return null;
  const doors = new Map(room.doors.map((door) => [door.name, door.open]));
  const label = [
    t("screen", "table"),
    ...cards.map(({ number, side }) => `${number} ${t("side", side)}`),
    ...room.doors.map(({ name, open }) => `${name}: ${t("mark", open ? "none" : "door_closed")}`),
  ].join(", ");
  return roundTable(seats, {
    label,
    form,
    classes: (name) => [pointed(room) === name && "pointed", offer?.to === name && "visited", room.active === name && "active"].filter(Boolean).join(" "),
    name: { x: 4.2, y: 0, width: 22 },
    plaque: (name) => [door(doors.get(name)), room.active === name && fan(offer && !offer.taken ? 2 : 3)],
    middle: [
      h("circle", { class: "felt", key: "felt", r: RADIUS + 8 }),
      offer && path(seats, offer, form),
      cards.map((card, place) => turning(card, place, cards.length, pointed(room) === String(card.number))),
      running(cards),
      heart(room),
    ],
  });
}

/** From the card that was touched a light runs once round the circle: drawn anew for each, so that it begins again. */
function running(cards) {
  const place = cards.findIndex(({ last }) => last);
  if (place < 0) return null;
  const { number, side } = cards[place];
  const style = { "--from": `${((360 * place) / cards.length - 90).toFixed(1)}deg` };
  return h("circle", { class: `runs ${side}`, key: `runs ${number} ${side}`, r: RADIUS + 7.9, pathLength: 100, style });
}

/** What the button points at: a door, or a number. */
function pointed({ asks }) {
  const ask = asks.find((one) => one.kind === "choose" && one.at !== null);
  return ask?.options[ask.at]?.name;
}

/** A card of the circle, with both its faces: it turns over when its side changes. */
function turning({ number, side, last }, place, of, at_it) {
  const { x, y } = at((2 * Math.PI * place) / of, RADIUS);
  const face = (kind, sign) =>
    h(
      "g",
      { class: `half ${kind}`, key: kind },
      h("rect", { x: -WIDTH / 2, y: -HEIGHT / 2, width: WIDTH, height: HEIGHT, rx: 1.3 }),
      sign,
      words(number, { y: 2.6, size: 6, width: WIDTH }),
    );
  return h(
    "g",
    { key: `card ${number}`, class: ["night-day", side, last && "last", at_it && "pointed"].filter(Boolean).join(" "), "data-number": number, transform: moved(x, y) },
    h("rect", { class: "place", x: -WIDTH / 2, y: -HEIGHT / 2, width: WIDTH, height: HEIGHT, rx: 1.3 }),
    face("night", h("path", { class: "crescent", d: MOON, transform: "translate(-0.4 -1.9) scale(0.72)" })),
    face("day", h("g", { class: "sun", transform: "translate(0 -2.9) scale(0.82)" }, h("circle", { r: 1.7 }), RAYS.map(({ from, to }) => h("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y })))),
  );
}

/** A door in its frame: its leaf swings. */
const door = (open) =>
  h(
    "g",
    { class: open ? "door open" : "door", key: "door", transform: "translate(-14.2 -5.4)" },
    h("rect", { class: "doorway", width: 7.4, height: 10.8, rx: 0.8 }),
    h("g", { class: "leaf" }, h("rect", { width: 7.4, height: 10.8, rx: 0.8 }), h("circle", { cx: 6, cy: 5.7, r: 0.6 })),
  );

/** The hand of the player whose turn it is. */
const fan = (cards) =>
  h(
    "g",
    { class: "fan", key: "fan", transform: "translate(4.2 -6.8)" },
    Array.from({ length: cards }, (_, n) =>
      h("rect", { class: "facedown", key: n, x: -1.5, y: -4.4, width: 3, height: 4.6, rx: 0.5, transform: `rotate(${(n - (cards - 1) / 2) * 24})` }),
    ),
  );

/** From whom, to whom. */
function path(seats, { from, to }, form) {
  const seat = (name) => seatAt(seats.findIndex(([one]) => one === name), seats.length, form, 0.82);
  const [here, there] = [seat(from), seat(to)];
  return [
    h("line", { class: "way", key: "from", x1: here.x, y1: here.y, x2: 0, y2: 0 }),
    h("line", { class: "way", key: "to", x1: 0, y1: 0, x2: there.x, y2: there.y }),
  ];
}

/** In the middle: the card that is offered, or whose turn it is. */
function heart(room) {
  const { offer, active, phase } = room;
  if (phase !== "play") return null;
  if (!offer) return h("g", { class: "heart", key: "turn" }, h("circle", { class: "plate", r: 15.5 }), words(active, { y: -2.5, size: 5.5, width: 26, class: "gold" }), words(t("mark", "three_cards"), { y: 4, size: 3.6, width: 26, class: "soft" }));
  return h(
    "g",
    { class: offer.taken ? "heart taken" : "heart", key: "offer" },
    h("circle", { class: "plate", r: 16.5 }),
    words(offer.from, { y: -12, size: 4.2, width: 18, class: "gold from" }),
    h(
      "g",
      { class: "offered", key: `offered ${offer.number}` },
      h("rect", { class: "facedown", x: -4, y: -8.6, width: 8, height: 11, rx: 1.1 }),
      words(offer.number, { y: -3, size: 6.4, width: 8, class: "gold" }),
    ),
    !offer.taken && pips(offer.number, offer.of, { y: 5.4, gap: 4, r: 1.2 }),
    h("polygon", { class: "down", points: "-1.8,7.4 1.8,7.4 0,9" }),
    words(offer.to, { y: 11.6, size: 4.2, width: 19, class: "gold to" }),
  );
}
