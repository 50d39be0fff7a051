// Handing out the cards: one code for all, and for one guest a code of their own, or a look at this very phone.

import { get, post } from "./api.js";
import { h } from "./dom.js";
import { game } from "./game.js";
import { door } from "./host-door.js";
import { openSetup } from "./host-setup.js";
import { holdToSee } from "./hold.js";
import { ask, button, closeSheet, host, openSheet, redraw, refusal, room, sure, title } from "./host-ui.js";
import { qr } from "./qr.js";
import { count, t } from "./words.js";

const code = { asked: false, rows: null };

async function askForCode() {
  code.asked = true;
  const answer = await get("/api/join");
  code.asked = answer.ok;
  code.rows = answer.data?.guest_qr ?? null;
  redraw();
}

/** Every guest scans this one, here or on the television. */
const forAll = () =>
  h(
    "section",
    { class: "stack", key: "for-all" },
    h("p", {}, t("page", "join_all_help")),
    code.rows && qr(code.rows, t("page", "join_all_label")),
    door(),
  );

export function drawCards() {
  if (!code.asked) askForCode();
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
        button(t("page", "list_make"), () => openSetup("guests"), { class: "outline" }),
      ),
    names.length > 0 && h("p", { key: "help" }, t("page", host().knows_roles ? "cards_help" : game.about.secrets ? "cards_help_no_roles" : "cards_help_phones")),
    refusal(),
    names.length > 0 && next && forAll(),
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
    host().knows_roles && lookHere(name),
    button(t("page", "close"), closeSheet, { key: "close" }),
  ];
}

/** A guest without a phone looks at this one: the card shows only while a finger holds. */
function lookHere(name) {
  looker = name;
  return h(
    "div",
    { class: "look", key: "look" },
    h("div", { id: "looked", class: "looked", role: "status", hidden: true, own: true }),
    h("button", { class: "outline hold peek", ...look.props }, h("span", { class: "eye", "aria-hidden": "true" }), t("page", "look_here", name)),
  );
}

let looker = null;
let looking = 0;
const look = holdToSee({
  async show() {
    const mine = ++looking;
    const { ok, data } = await post("/api/card/shown", { guest: looker });
    const place = document.getElementById("looked");
    if (mine !== looking || !place) return;
    const role = ok && data.role;
    place.replaceChildren(h("strong", { class: "serif" }, role ? t("role", role) || role : t("card", "lost")), h("span", {}, role ? t("card", role) : ""));
    place.hidden = false;
  },
  hide() {
    looking += 1;
    const place = document.getElementById("looked");
    place?.replaceChildren();
    if (place) place.hidden = true;
  },
});

/** Whatever is shown is gone. */
export const forgetLook = () => look.close();

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
