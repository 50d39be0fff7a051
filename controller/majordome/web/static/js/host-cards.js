// Handing out the cards, guest by guest: each phone scans its own code, once.

import { post } from "./api.js";
import { h } from "./dom.js";
import { game } from "./game.js";
import { ask, button, closeSheet, host, openSheet, redraw, refusal, room, show, sure, title } from "./host-ui.js";
import { qr } from "./qr.js";
import { count, t } from "./words.js";

export function drawCards() {
  const names = room().seats.map(([name]) => name);
  const cards = host().cards;
  const held = names.filter((name) => cards[name] === "held").length;
  const next = names.find((name) => cards[name] !== "held");
  return h(
    "main",
    { class: "hall wide", key: "cards" },
    h(
      "header",
      {},
      h("h1", {}, t("page", "cards_title")),
      names.length > 0 && h("p", { class: "muted" }, count("page", "cards_held", held, names.length)),
    ),
    names.length === 0 &&
      h(
        "section",
        { class: "panel stack" },
        h("p", {}, t("page", "cards_no_list")),
        button(t("page", "list_make"), () => show({ tab: "setup" }), { class: "outline" }),
      ),
    names.length > 0 && h("p", { key: "help" }, t("page", host().knows_roles ? "cards_help" : game.about.secrets ? "cards_help_no_roles" : "cards_help_phones")),
    next &&
      button(t("page", held ? "cards_next" : "cards_begin", next), () => offer(next), {
        class: "brass press",
        key: "next",
      }),
    h(
      "ul",
      { class: "list", key: "list" },
      names.map((name) =>
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
  const next = room().seats.map(([other]) => other).find((other) => other !== name && host().cards[other] !== "held");
  return [
    title(t("page", "card_taken", name), { class: "big" }),
    h("div", { class: "card-taken", "aria-hidden": "true" }),
    next
      ? button(t("page", "cards_next", next), () => offer(next), { class: "brass press", key: "next" })
      : h("p", { class: "muted", key: "all" }, t("page", "cards_done")),
    button(t("page", "close"), closeSheet, { key: "close" }),
  ];
}
