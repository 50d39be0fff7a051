// It is over: who was who. The cards lie face down, then turn one by one: the guests quickly, the murderers last.

import { h } from "/static/js/dom.js";
import { game } from "/static/js/game.js";
import { t } from "/static/js/words.js";

const APPLAUSE = 8, GUEST = 0.35, SPECIAL = 1.2, MURDERER = 2.6; // seconds

const order = ([, role]) => (role === "murderer" ? 2 : role === "guest" ? 0 : 1);
const pause = ([, role]) => 1000 * [GUEST, SPECIAL, MURDERER][order([, role])];

export class Unmasking {
  cards = []; // as the guests sit: where a card lies must not tell what it is
  order = []; // their places, as they are turned
  turned = 0;
  shown = false; // laid out; before that, who has won is applauded
  changed = () => {};

  /** What each state tells: the cards, once all may see them. Whoever comes later finds them turned. */
  follow(cards, finished) {
    if (!finished) this.watched = true;
    if (!cards || this.cards.length) return void (cards || this.cover());
    this.cards = cards;
    this.order = [...cards.keys()].sort((one, other) => order(cards[one]) - order(cards[other]));
    if (!this.watched) [this.shown, this.turned] = [true, cards.length];
    else this.timer = setTimeout(() => this.lay(), 1000 * APPLAUSE);
  }

  /** Taken back, or another evening. */
  cover() {
    clearTimeout(this.timer);
    Object.assign(this, { cards: [], turned: 0, shown: false });
  }

  lay() {
    this.shown = true;
    this.changed();
    this.timer = setTimeout(() => this.turn(), 1500);
  }

  turn() {
    this.turned += 1;
    this.changed();
    if (this.turned < this.cards.length) this.timer = setTimeout(() => this.turn(), pause(this.cards[this.order[this.turned]]));
  }

  /** No card hides anything any more, or none was known to the box. */
  get told() {
    return this.turned === this.cards.length;
  }

  draw() {
    if (!this.shown) return null;
    const up = new Set(this.order.slice(0, this.turned));
    const columns = this.cards.length > 14 ? 7 : Math.ceil(this.cards.length / 2);
    return h(
      "ul",
      { class: "unmasked", style: { "--columns": columns, "--rows": Math.ceil(this.cards.length / columns) } },
      this.cards.map(([name, role], place) => card(name, role, up.has(place))),
    );
  }
}

const card = (name, role, turned) =>
  h(
    "li",
    { key: name, class: turned ? `turned ${role}` : "" },
    h(
      "div",
      {},
      h("span", { class: "back" }),
      turned && h("span", { class: "face" }, h("img", { src: `/games/${game.id}/pictures/${role}.svg`, alt: "" }), h("b", {}, t("role", role))),
    ),
    h("p", { class: "name" }, h("span", {}, name)),
  );
