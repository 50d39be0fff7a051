// Before the evening, in two of its three steps: the game and the guests, then the cards. All limits are the game's own.

import { surely } from "./api.js";
import { h } from "./dom.js";
import { choice } from "./host-box.js";
import { door } from "./host-door.js";
import { change, filling, flush, follow, forgetForm, load } from "./host-form.js";
import { guestList, listProblem } from "./host-list.js";
import { hints } from "./host-hints.js";
import { odds } from "./host-odds.js";
import { tidy } from "./host-paste.js";
import { settings } from "./host-settings.js";
import { button, closeSheet, host, message, openSheet, redraw, refusal, show, sure, title, ui } from "./host-ui.js";
import { count, lang, t, wordsOf } from "./words.js";

let loaded = { game: null }; // the chosen game's words, and what its folder brings to this form

const about = () => filling.form.games.find((one) => one.id === filling.form.game);
const brought = () => (loaded.game === filling.form.game ? loaded : { t });

/** The words of the chosen game, and its own part of the form. */
async function bring() {
  const { id: game, pages } = about();
  if (loaded.game === game && loaded.lang === lang()) return;
  const module = `/games/${game}/setup.js`;
  const [words, more] = await Promise.all([
    wordsOf(game),
    pages.includes(module) ? import(module).catch((trouble) => console.error(trouble)) : null,
  ]);
  loaded = { game, lang: lang(), t: words ?? t, deal: more?.deal, problem: more?.problem, shows: more?.shows };
}

async function chooseGame(id) {
  const { form } = filling;
  const usual = Object.fromEntries(form.games.find((one) => one.id === id).settings.map((one) => [one.name, one.default]));
  const kept = Object.entries(form.settings).filter(([name]) => name in usual); // a family of games shares its settings
  change({ game: id, settings: { ...usual, ...Object.fromEntries(kept) }, special: {} });
  await bring();
  redraw();
}

/** Leave: what was typed stays, here and on the box. */
function leave() {
  flush();
  filling.form = null;
  show({ tab: "now", message: null });
}

/** Open the form at one of its steps. */
export function openSetup(step = "guests") {
  filling.step = step;
  show({ tab: "setup", message: null });
  scrollTo(0, 0);
}

export function drawSetup() {
  if (!filling.form && !filling.loading) load(bring);
  follow();
  const form = filling.loading ? null : filling.form;
  const cards = form && filling.step === "cards";
  return h(
    "div",
    { class: "now setup", key: "setup" },
    h(
      "main",
      { class: "scene" },
      h(
        "header",
        { key: cards ? "head-cards" : "head-guests" },
        h("p", { class: "eyebrow" }, t("page", "step_of", cards ? 2 : 1)),
        h("h1", {}, t("page", cards ? "cards_title" : "tab_guests")),
      ),
      form && (cards ? drawCards(form) : drawGuests(form)),
    ),
    h("section", { class: "dock", key: "dock", "aria-label": t("page", "dock") }, refusal(), form && press(form, cards), tools(form, cards)),
  );
}

const drawGuests = (form) => [
  door(),
  games(form),
  guestList(about()),
];

const drawCards = (form) => [
  form.guests.length > 0 && ways().length > 1 && cardsOf(form),
  settings(form, about(), brought()),
  form.guests.length > 0 && odds(form, change, brought().t),
  form.guests.length > 0 && hints(form),
];

/** The game, folded to one line: it is chosen once, and names are typed many times. */
function games(form) {
  const open = filling.games;
  const fold = () => {
    filling.games = !open;
    redraw();
  };
  const chosen = async (id) => {
    filling.games = false;
    await chooseGame(id);
  };
  return h(
    "section",
    { class: "stack", key: "games" },
    button(`${t("page", "game")} · ${titles()[form.game]}`, fold, { class: "plain fold", key: "fold", "aria-expanded": String(Boolean(open)) }),
    open && choice("game", titles(), form.game, chosen),
  );
}

function press(form, cards) {
  const trouble = cards ? problem() : listProblem(form, about());
  const n = form.guests.length;
  const words = cards ? t("page", `start_${way(form)}`, n) : n ? count("page", "next_cards", n) : t("page", "next_button");
  const go = () => (cards ? start(false) : step("cards"));
  return button(trouble || words, () => !trouble && go(), {
    class: "brass press",
    key: cards ? "start" : "next",
    "aria-disabled": (ui.busy || trouble) && "true",
  });
}

const tools = (form, cards) =>
  h(
    "div",
    { class: "tools", key: "tools" },
    cards && button(t("page", "back_to_guests"), () => step("guests"), { class: "plain", key: "guests" }),
    button(t("page", "back_to_evening"), leave, { class: "plain", key: "leave" }),
  );

function step(name) {
  filling.step = name;
  message(null);
  redraw();
  scrollTo(0, 0);
}

const titles = () => Object.fromEntries(filling.form.games.map(({ id, title }) => [id, title[lang()] ?? title.en ?? id]));

// Who has which card: nobody but the guests, typed by the host, dealt by the box, or as it was dealt a moment ago.

function ways() {
  const { form } = filling;
  const { secrets, roles, host_plays } = about();
  if (!secrets || !roles.length) return ["none"];
  const kept = form.known && form.fresh && form.game === form.played;
  return ["none", "deal", !host_plays && "by_hand", kept && "kept"].filter(Boolean);
}

const way = (form) => (form.guests.length && ways().includes(form.roles) ? form.roles : "none");

function cardsOf(form) {
  const names = Object.fromEntries(ways().map((one) => [one, t("page", `roles_${one}`)]));
  const chosen = way(form);
  return [
    choice("roles", names, chosen, (roles) => change({ roles }), t("page", "roles")),
    h("p", { class: "muted", key: "roles-help" }, t("page", `roles_${chosen}_help`)),
    (chosen === "deal" || chosen === "by_hand") &&
      (brought().deal?.(form, change, brought().t, about().form) ?? (chosen === "by_hand" && typed(form))),
  ];
}

function typed(form) {
  const one = (guest) =>
    h(
      "li",
      { class: "row", key: guest.key },
      h("label", { class: "grow", for: `role-${guest.key}` }, guest.name),
      h(
        "select",
        { id: `role-${guest.key}`, class: "role", onchange: (event) => ((guest.role = event.target.value), change()) },
        about().roles.map((role) =>
          h("option", { value: role, key: role, selected: (guest.role ?? about().roles[0]) === role }, brought().t("role", role) || role),
        ),
      ),
    );
  return h("ul", { class: "list", key: "by-hand" }, form.guests.map(one));
}

/** What stands in the way of beginning, in words; "" if nothing does. */
const problem = () => {
  const { form } = filling;
  return listProblem(form, about()) || (form.guests.length && brought().problem?.({ ...form, roles: way(form) }, brought().t, about().form)) || "";
};

async function start(abandon) {
  if (ui.busy || problem()) return;
  const { form } = filling;
  const roles = way(form);
  const evening = {
    moment: host().moment,
    game: form.game,
    settings: form.settings,
    guests: form.guests.map(({ name, age, role }) => ({
      name: tidy(name),
      age: age.trim() ? Number(age) : null,
      role: roles === "by_hand" ? (role ?? about().roles[0]) : null,
    })),
    roles,
    special: roles === "deal" ? form.special : {},
    abandon,
  };
  message(null);
  show({ busy: true });
  const answer = await surely("/api/evening", evening, () => show({ trying: true }));
  show({ busy: false, trying: false });
  if (answer.ok) {
    closeSheet();
    forgetForm();
    leave();
  } else if (answer.error.why === "evening_under_way" && !abandon) {
    openSheet(underWay);
  } else {
    closeSheet();
    if (answer.error.where?.startsWith("guests")) filling.step = "guests";
    Object.assign(form, { where: answer.error.where ?? null });
    message({ error: answer.error });
  }
}

function underWay() {
  return [
    title(t("page", "abandon_title")),
    h("p", {}, t("page", "abandon")),
    sure(t("page", "abandon_yes"), () => start(true)),
  ];
}
