// Handing out the cards, guest by guest: each phone scans its own code, once.

import { post } from "./api.js";
import { h } from "./dom.js";
import { ask, button, closeSheet, host, openSheet, redraw, refusal, room, show, sure, title } from "./host-ui.js";
import { qr } from "./qr.js";
import { count, t } from "./words.js";

export function drawCards() {
  const { guests } = room();
  const cards = host().cards;
  const held = guests.filter((guest) => cards[guest.name] === "held").length;
  const next = guests.find((guest) => cards[guest.name] !== "held");
  return h(
    "main",
    { class: "hall wide", key: "cards" },
    h(
      "header",
      {},
      h("h1", {}, t("page", "cards_title")),
      guests.length > 0 && h("p", { class: "muted" }, count("page", "cards_held", held, guests.length)),
    ),
    guests.length === 0 &&
      h(
        "section",
        { class: "panel stack" },
        h("p", {}, t("page", "cards_no_list")),
        button(t("page", "list_make"), () => show({ tab: "setup" }), { class: "outline" }),
      ),
    guests.length > 0 && h("p", { key: "help" }, t("page", host().knows_roles ? "cards_help" : "cards_help_no_roles")),
    next &&
      button(t("page", held ? "cards_next" : "cards_begin", next.name), () => offer(next.name), {
        class: "brass press",
        key: "next",
      }),
    h(
      "ul",
      { class: "list", key: "list" },
      guests.map(({ name }) =>
        h(
          "li",
          { key: name },
          h(
            "button",
            { class: "line", onclick: () => (cards[name] === "held" ? again(name) : offer(name)) },
            h("span", { class: "grow" }, name),
            h("span", { class: `badge ${cards[name] ?? "none"}` }, t("page", `card_${cards[name] ?? "none"}`)),
          ),
        ),
      ),
    ),
  );
}

/** A card that is held is taken away from the old phone only if the host means it. */
function again(name) {
  openSheet(() => [
    title(t("page", "card_again_title", name)),
    h("p", {}, t("page", "card_again", name)),
    sure(t("page", "card_anew"), () => offer(name), { kind: "brass" }),
  ]);
}

async function offer(name) {
  let rows = null;
  let fresh = host().cards[name] !== "held"; // a card held before counts as held only once it was offered anew
  openSheet(() => {
    const state = host().cards[name];
    if (state === "offered") fresh = true;
    return fresh && rows && state === "held" ? has(name) : scan(name, rows);
  });
  const answer = await ask(post, "/api/invitations", { guest: name });
  rows = answer.ok ? answer.data.qr : null;
  redraw();
}

function scan(name, rows) {
  return [
    title(t("page", "scan", name), { class: "big" }),
    rows ? qr(rows, t("page", "scan_label", name)) : refusal(),
    h("p", { class: "muted" }, t("page", "scan_help")),
    button(t("page", "close"), closeSheet, { key: "close" }),
  ];
}

function has(name) {
  const next = room().guests.find((guest) => guest.name !== name && host().cards[guest.name] !== "held");
  return [
    title(t("page", "card_taken", name), { class: "big" }),
    h("div", { class: "card-taken", "aria-hidden": "true" }),
    next
      ? button(t("page", "cards_next", next.name), () => offer(next.name), { class: "brass press", key: "next" })
      : h("p", { class: "muted", key: "all" }, t("page", "cards_done")),
    button(t("page", "close"), closeSheet, { key: "close" }),
  ];
}
