// The cards of a new evening: which special ones the box deals, or who drew which.

import { h } from "/static/js/dom.js";
import { button } from "/static/js/host-ui.js";

/** `form`: as the host has filled it in; `t`: this game's words; `about`: what the game tells of its decks. */
export function deal(form, change, t, about) {
  return form.roles === "deal" ? dealt(form, change, t, about) : byHand(form, change, t, about);
}

/** The time to choose is of the game around a table, where nobody sits in jail. */
export const shows = (name, { game }) => name !== (game === "table" ? "chairs" : "choosing");

/** What the deck or the number of guests does not allow, in words; "" if all is well. */
export function problem(form, t, { decks, murderers }) {
  const wanted = form.roles === "deal" ? form.special : form.roles === "by_hand" ? typed(form) : {};
  const deck = decks[form.settings.edition];
  for (const [role, n] of Object.entries(wanted)) {
    if (role !== "murderer" && role !== "guest" && n > (deck[role] ?? 0))
      return t("page", "deck_has", t("role", role), deck[role] ?? 0, n);
  }
  if (form.roles === "deal" && specials(form) + murderers > form.guests.length) {
    return t("page", "too_many_cards", specials(form) + murderers, form.guests.length);
  }
  if (form.roles === "by_hand" && (wanted.murderer ?? 0) !== murderers) {
    return t("page", "murderers_wanted", murderers, wanted.murderer ?? 0);
  }
  return "";
}

const specials = (form) => Object.values(form.special).reduce((all, n) => all + n, 0);

function typed(form) {
  const cards = {};
  for (const { role } of form.guests) cards[role ?? "guest"] = (cards[role ?? "guest"] ?? 0) + 1;
  return cards;
}

function dealt(form, change, t, about) {
  const deck = about.decks[form.settings.edition];
  const roles = [...new Set([...Object.keys(deck), ...Object.keys(form.special).filter((role) => form.special[role])])];
  const plain = form.guests.length - about.murderers - specials(form);
  const by = (role, step) => {
    const n = Math.min(deck[role] ?? 0, Math.max(0, (form.special[role] ?? 0) + step));
    change({ special: { ...form.special, [role]: n } });
  };
  return h(
    "section",
    { class: "stack", key: "deal" },
    h(
      "ul",
      { class: "list" },
      roles.map((role) => {
        const n = form.special[role] ?? 0;
        const name = t("role", role);
        return h(
          "li",
          { class: "row stepper", key: role },
          h(
            "span",
            { class: "grow" },
            h("span", { class: "first" }, name),
            h("span", { class: "muted" }, ` · ${t("page", "in_deck", deck[role] ?? 0)}`),
          ),
          button("−", () => by(role, -1), { "aria-label": t("page", "less", name), "aria-disabled": !n && "true" }),
          h("output", { class: "number" }, n),
          button("+", () => by(role, 1), {
            "aria-label": t("page", "more", name),
            "aria-disabled": n >= (deck[role] ?? 0) && "true",
          }),
        );
      }),
    ),
    h(
      "p",
      { class: plain < 0 ? "wrong" : "sum", role: "status" },
      problem(form, t, about) || t("page", "deal_sum", form.guests.length, about.murderers, specials(form), plain),
    ),
  );
}

function byHand(form, change, t, about) {
  const roles = ["guest", "murderer", ...Object.keys(about.decks[form.settings.edition])];
  const wrong = problem(form, t, about);
  return h(
    "section",
    { class: "stack", key: "by-hand" },
    h("p", { class: wrong ? "wrong" : "sum", role: "status" }, wrong || t("page", "by_hand_well")),
    h(
      "ul",
      { class: "list" },
      form.guests.map((guest) =>
        h(
          "li",
          { class: "row", key: guest.key },
          h("label", { class: "grow", for: `role-${guest.key}` }, guest.name),
          h(
            "select",
            {
              id: `role-${guest.key}`,
              class: "role",
              onchange(event) {
                guest.role = event.target.value;
                change({});
              },
            },
            roles.map((role) =>
              h("option", { value: role, key: role, selected: (guest.role ?? "guest") === role }, t("role", role)),
            ),
          ),
        ),
      ),
    ),
  );
}
