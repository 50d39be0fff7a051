// Before the first press, three steps: the guests, their cards, and the button. Each says how far it is.

import { h } from "./dom.js";
import { game } from "./game.js";
import { door } from "./host-door.js";
import { openSetup } from "./host-setup.js";
import { host, room, show } from "./host-ui.js";
import { count, t } from "./words.js";

const seated = () => room().seats.map(([name]) => name);

/** The list that is being written, where it is another than the evening's. */
const draft = () => {
  const { draft: written } = host();
  return written && written.guests.join("\n") !== seated().join("\n") ? written : null;
};

const names = () => draft()?.guests ?? seated();
const held = () => names().filter((name) => ["held", "seen"].includes(host().cards[name])).length;
const dealt = () => !draft() && host().knows_roles;

/** A list is being written: the next step is not the first press, but to finish it. */
export const unfinished = () => !room().begun && !room().finished && (draft()?.guests.length ?? 0) > 0;

/** What the gold button does meanwhile. */
export const nextStep = () => ({ label: count("page", "next_cards", names().length), go: () => openSetup("cards") });

/** Said above the gold button, before the first press: how many of the cards were handed out. */
export function handedOut() {
  if (room().begun || room().finished || !dealt() || !game.about.secrets) return null;
  const n = names().length;
  return h("p", { class: held() < n ? "handed wrong" : "handed", key: "handed" }, count("page", "cards_held", held(), n));
}

export function lobby() {
  const n = names().length;
  const phones = names().filter((name) => host().cards[name] === "held").length;
  const guests = n ? count("page", "list_ready", n) : t("page", "list_none");
  const cards = !n || draft() ? t("page", "cards_later") : dealt() ? count("page", "cards_held", held(), n) : t("page", game.about.has_roles ? "cards_on_paper" : "cards_none");
  return h(
    "section",
    { class: "stack", key: "lobby" },
    door(),
    h(
      "ol",
      { class: "steps" },
      step(1, "tab_guests", [guests, phones > 0 && count("page", "phones_here", phones)], n > 0 && !draft(), () => openSetup("guests"), n ? "list_change" : "list_make"),
      step(2, "cards_title", [cards], n > 0 && !draft() && (!dealt() || held() === n), () => (n && !draft() ? show({ tab: "cards" }) : openSetup("cards")), "cards_open"),
      h("li", { class: "step", key: 3 }, h("b", { class: "number", "aria-hidden": "true" }, 3), h("span", { class: "grow" }, h("span", { class: "serif" }, t("page", "step_begin")), h("small", { class: "muted" }, t("page", "step_begin_help")))),
    ),
  );
}

const step = (number, title, words, done, go, label) =>
  h(
    "li",
    { key: number },
    h(
      "button",
      { class: done ? "step done" : "step", onclick: go, "aria-description": t("page", label) },
      h("b", { class: "number", "aria-hidden": "true" }, done ? "✓" : number),
      h("span", { class: "grow" }, h("span", { class: "serif" }, t("page", title)), h("small", { class: "muted" }, words.filter(Boolean).join(" "))),
      h("span", { class: "more", "aria-hidden": "true" }, "›"),
    ),
  );
