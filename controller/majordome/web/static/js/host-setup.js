// Before the evening: the game, its settings, the guests, and who deals the cards. All limits are the game's own.

import { get, surely } from "./api.js";
import { h } from "./dom.js";
import { choice } from "./host-box.js";
import { guestList, listProblem, seat, tidy } from "./host-list.js";
import { button, closeSheet, host, message, openSheet, redraw, refusal, show, sure, title, ui } from "./host-ui.js";
import { odds } from "./host-odds.js";
import { lang, t, wordsOf } from "./words.js";

const LONG = 300; // seconds: such a time is shown in minutes, and changed by half a minute
let form = null;
let loading = false;
let loaded = { game: null }; // the chosen game's words, and what its folder brings to this form

const about = () => form.games.find((one) => one.id === form.game);
const brought = () => (loaded.game === form.game ? loaded : { t });

async function load() {
  loading = true;
  const answer = await get("/api/evening");
  if (!answer.ok) {
    loading = false;
    return message({ error: answer.error });
  }
  const { guests, roles, ...evening } = answer.data;
  form = {
    ...evening,
    played: evening.game,
    known: roles === "known",
    roles: roles === "known" ? "kept" : "none",
    guests: guests.map(({ name, age }) => seat(name, age)),
    special: {},
    adding: "",
    pasting: null,
    where: null,
  };
  await bring();
  loading = false;
  redraw();
}

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
  const usual = Object.fromEntries(form.games.find((one) => one.id === id).settings.map((one) => [one.name, one.default]));
  const kept = Object.entries(form.settings).filter(([name]) => name in usual); // a family of games shares its settings
  change({ game: id, settings: { ...usual, ...Object.fromEntries(kept) }, special: {} });
  await bring();
  redraw();
}

/** Leave: nothing that was typed stays. */
function leave() {
  form = null;
  show({ tab: "now", message: null });
}

function change(what) {
  Object.assign(form, { where: null }, what);
  redraw();
}

const set = (name, value) => change({ settings: { ...form.settings, [name]: value } });

export function drawSetup() {
  if (!form && !loading) load();
  return h(
    "div",
    { class: "now setup", key: "setup" },
    h(
      "main",
      { class: "scene" },
      h("header", {}, h("h1", {}, t("page", "setup_title")), h("p", { class: "muted" }, t("page", "setup_help"))),
      form &&
        !loading && [
          choice("game", titles(), form.game, chooseGame),
          about()
            .settings.filter(({ name }) => brought().shows?.(name, form) ?? true)
            .map(setting),
          guestList(form, change, about()),
          form.guests.length > 0 && ways().length > 1 && cards(),
          form.guests.length > 0 && odds(form, change, brought().t),
        ],
    ),
    h(
      "section",
      { class: "dock", key: "dock", "aria-label": t("page", "dock") },
      refusal(),
      form &&
        !loading &&
        button(problem() || t("page", "start"), () => start(false), {
          class: "brass press",
          key: "start",
          "aria-disabled": (ui.busy || problem()) && "true",
        }),
      h("div", { class: "tools" }, button(t("page", "back_to_evening"), leave, { class: "plain" })),
    ),
  );
}

const titles = () => Object.fromEntries(form.games.map(({ id, title }) => [id, title[lang()] ?? title.en ?? id]));

// The game's settings.

function setting(one) {
  const { name, kind } = one;
  const words = brought().t("setting", name) || name.replaceAll("_", " ");
  const value = form.settings[name];
  if (kind === "choice") {
    const choices = one.choices.map((word) => [word, brought().t("setting", `${name}_${word}`) || word]);
    return choice(name, Object.fromEntries(choices), value, (word) => set(name, word), words);
  }
  if (kind === "whole") return stepper(one, value, words);
  return h(
    "label",
    { class: "row", key: name },
    h("input", { type: "checkbox", checked: value, onchange: (event) => set(name, event.target.checked) }),
    h("span", {}, words),
  );
}

function stepper({ name, least, most, unit }, value, words) {
  const long = unit === "seconds" && most > LONG;
  const step = long ? 30 : unit === "seconds" ? 5 : 1;
  const by = (way) => {
    const next = value + way * step;
    set(name, Math.min(most, Math.max(least, next - (next % step))));
  };
  const told = long ? minutes(value) : unit === "seconds" ? t("page", "seconds", value) : value;
  return h(
    "section",
    { class: "row stepper", key: name, role: "group", "aria-label": words },
    h("h2", { class: "grow first" }, words),
    button("−", () => by(-1), { "aria-label": t("page", "less", words), "aria-disabled": value <= least && "true" }),
    h("output", { class: "number" }, told),
    button("+", () => by(1), { "aria-label": t("page", "more", words), "aria-disabled": value >= most && "true" }),
  );
}

function minutes(seconds) {
  return t("page", "minutes", Math.floor(seconds / 60), String(seconds % 60).padStart(2, "0"));
}

// Who has which card: nobody but the guests, typed by the host, dealt by the box, or as it was.

function ways() {
  if (!about().secrets || !about().roles.length) return ["none"];
  return ["none", "deal", "by_hand", ...(form.known && form.game === form.played ? ["kept"] : [])];
}

function cards() {
  const names = Object.fromEntries(ways().map((way) => [way, t("page", `roles_${way}`)]));
  return [
    choice("roles", names, form.roles, (roles) => change({ roles })),
    h("p", { class: "muted", key: "roles-help" }, t("page", `roles_${form.roles}_help`)),
    (form.roles === "deal" || form.roles === "by_hand") &&
      (brought().deal?.(form, change, brought().t, about().form) ?? (form.roles === "by_hand" && typed())),
  ];
}

function typed() {
  const one = (guest) =>
    h(
      "li",
      { class: "row", key: guest.key },
      h("label", { class: "grow", for: `role-${guest.key}` }, guest.name),
      h(
        "select",
        { id: `role-${guest.key}`, class: "role", onchange: (event) => ((guest.role = event.target.value), change({})) },
        about().roles.map((role) =>
          h("option", { value: role, key: role, selected: (guest.role ?? about().roles[0]) === role }, brought().t("role", role) || role),
        ),
      ),
    );
  return h("ul", { class: "list", key: "by-hand" }, form.guests.map(one));
}

/** What stands in the way of beginning, in words; "" if nothing does. */
const problem = () =>
  listProblem(form, about()) || (form.guests.length && brought().problem?.(form, brought().t, about().form)) || "";

async function start(abandon) {
  if (ui.busy || problem()) return;
  const listed = form.guests.length > 0;
  const roles = listed && ways().includes(form.roles) ? form.roles : "none";
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
    leave();
  } else if (answer.error.why === "evening_under_way" && !abandon) {
    openSheet(underWay);
  } else {
    closeSheet();
    change({ where: answer.error.where ?? null });
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
