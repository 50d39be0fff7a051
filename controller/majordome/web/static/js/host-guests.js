// Who plays and how it stands with them; what is hidden while a finger holds; and every correction the host may make.

import { get } from "./api.js";
import { h } from "./dom.js";
import { game, own } from "./game.js";
import { people } from "./host-now.js";
import { openSetup } from "./host-setup.js";
import { button, closeSheet, host, openSheet, refusal, room, sure, tell, title } from "./host-ui.js";
import { holdToSee } from "./hold.js";
import { standing } from "./room.js";
import { joined, t } from "./words.js";

export function drawGuests() {
  const { seats } = room();
  return h(
    "main",
    { class: "hall wide", key: "guests" },
    h("header", {}, h("h1", {}, t("page", "tab_guests")), seats.length > 0 && h("p", { class: "muted" }, people())),
    seats.length === 0 && h("p", {}, t("page", "list_none")),
    groups().map(([heading, some]) => some.length > 0 && group(heading, some)),
    (host().knows_roles || (game.about.secrets && !game.about.has_roles)) && !game.about.host_plays && secretPad(),
    evening(),
  );
}

/** Those who are alike stand together: by the marks that everyone sees. */
function groups() {
  const by = new Map();
  for (const seat of room().seats) {
    const [, words] = standing(seat);
    by.set(words, [...(by.get(words) ?? []), seat[0]]);
  }
  const marked = [...by].filter(([words]) => words);
  return [[t("mark", "none"), by.get("") ?? []], ...marked];
}

function group(heading, names) {
  return h(
    "section",
    { class: "stack", key: heading },
    h("h2", {}, heading),
    h(
      "ul",
      { class: "list" },
      names.map((name) => h("li", { key: name }, guest(name))),
    ),
  );
}

function guest(name) {
  const score = new Map(room().scores).get(name);
  const age = host().ages[name];
  const told = [
    h("span", { class: "grow" }, name),
    score != null && h("span", { class: "number" }, score),
    age != null && h("span", { class: "muted number" }, t("page", "years", age)),
  ];
  if (!game.page.corrections) return h("div", { class: "line" }, told);
  return h(
    "button",
    { class: "line", disabled: room().finished, onclick: () => openGuest(name) },
    told,
    h("span", { class: "more", "aria-hidden": "true" }, "···"),
  );
}

// The cards, while a finger holds.

let looking = 0;

const peek = holdToSee({
  async show() {
    const mine = ++looking;
    const answer = await get("/api/secrets");
    const place = document.getElementById("secrets");
    if (mine !== looking || !place) return;
    place.hidden = false;
    place.replaceChildren(answer.ok ? (own("cards", answer.data) ?? cards(answer.data)) : h("p", { class: "wrong" }, t("page", "why_no_answer")));
  },
  hide: forget,
});

function forget() {
  looking += 1;
  const place = document.getElementById("secrets");
  if (!place) return;
  place.replaceChildren();
  place.hidden = true;
}

/** Whatever is shown is gone. */
export const forgetSecrets = () => peek.close();

function secretPad() {
  return h(
    "section",
    { class: "secret-pad", key: "secret" },
    h("div", { id: "secrets", class: "secrets", hidden: true, own: true }),
    h(
      "button",
      { class: "outline hold peek", ...peek.props },
      h("span", { class: "eye", "aria-hidden": "true" }),
      t("page", "hold_to_see"),
    ),
  );
}

function cards({ guests = [], ...rest }) {
  const words = (value) => (Array.isArray(value) ? joined(value.map(words)) : t("label", value) || String(value ?? "-"));
  return h(
    "dl",
    {},
    guests.map(({ name, role }) => h("div", {}, h("dt", {}, name), h("dd", {}, role ? t("role", role) || role : "?"))),
    Object.entries(rest).map(([key, value]) => h("div", {}, h("dt", {}, t("own", key) || key), h("dd", {}, words(value)))),
  );
}

// Corrections by name, each with a second look: the game says which.

function openGuest(name) {
  const { words, acts, more } = own("corrections", name);
  openSheet(() => [
    title(name),
    h("p", { class: "muted" }, words),
    acts.map(({ label, ask, said }) => button(label, () => confirm(ask, label, said), { key: label })),
    more,
    button(t("page", "close"), closeSheet, { class: "plain", key: "close" }),
  ]);
}

/** A second look before it is said. */
export function confirm(question, yes, said) {
  const act = async () => {
    const answer = await tell(said);
    if (answer?.ok) closeSheet();
  };
  openSheet(() => [title(question), h("p", { class: "muted" }, t("page", "can_be_undone")), refusal(), sure(yes, act)]);
}

// Corrections of the evening.

function evening() {
  const { finished, seats } = room();
  const skip = () =>
    confirm(t("page", "skip_ask", t("beat", `${host().beat}.title`)), t("page", "skip_yes"), { is: "phase_skipped" });
  return h(
    "section",
    { class: "stack", key: "evening" },
    h("h2", {}, t("page", "evening_title")),
    own("evening"),
    !finished && host().skips && button(t("page", "skip"), skip, { key: "skip" }),
    !finished && button(t("page", "end"), openEnd, { key: "end" }),
    button(t("page", seats.length ? "list_change" : "list_make"), () => openSetup("guests"), { key: "setup" }),
  );
}

function openEnd() {
  openSheet(() => [
    title(t("page", "end_who")),
    host().winners.map((winner) => {
      const words = t("winner", winner) || winner;
      const end = () => confirm(t("page", "end_ask", words), t("page", "end"), { is: "game_ended", winner });
      return button(t("page", `end_${winner}`) || words, end, { key: winner, class: "first" });
    }),
    button(t("page", "cancel"), closeSheet, { class: "plain", key: "close" }),
  ]);
}
