// Before the evening: the game, its settings, the guests, and who deals the cards. All limits are the game's own.

import { get, surely } from "./api.js";
import { h } from "./dom.js";
import { choice } from "./host-box.js";
import { button, closeSheet, host, message, openSheet, redraw, refusal, show, sure, title, ui } from "./host-ui.js";
import { odds } from "./host-odds.js";
import { count, lang, t, wordsOf } from "./words.js";

const LONGEST_NAME = 40;
const LONG = 300; // seconds: such a time is shown in minutes, and changed by half a minute
let form = null;
let loading = false;
let nextKey = 0;
let brought = { of: null, t }; // the chosen game's words, and what its folder brings to this form

const seat = (name, age = null, role = null) => ({ key: ++nextKey, name, age: age === null ? "" : String(age), role });
const about = () => form.games.find((one) => one.id === form.game);

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
  const of = `${form.game} ${lang()}`;
  if (brought.of === of) return;
  const module = `/games/${form.game}/setup.js`;
  const [words, more] = await Promise.all([
    wordsOf(form.game),
    about().pages.includes(module) ? import(module).catch((trouble) => console.error(trouble)) : null,
  ]);
  brought = { of, t: words ?? t, deal: more?.deal, problem: more?.problem, shows: more?.shows };
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
            .settings.filter(({ name }) => brought.shows?.(name, form) ?? true)
            .map(setting),
          guestList(),
          form.guests.length > 0 && ways().length > 1 && cards(),
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
  const words = brought.t("setting", name) || name.replaceAll("_", " ");
  const value = form.settings[name];
  if (kind === "choice") {
    const choices = one.choices.map((word) => [word, brought.t("setting", `${name}_${word}`) || word]);
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
      (brought.deal?.(form, change, brought.t, about().form) ?? (form.roles === "by_hand" && typed())),
    odds(form, change, brought.t),
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
          h("option", { value: role, key: role, selected: (guest.role ?? about().roles[0]) === role }, brought.t("role", role) || role),
        ),
      ),
    );
  return h("ul", { class: "list", key: "by-hand" }, form.guests.map(one));
}

// The guest list.

function guestList() {
  const [fewest, most] = about().players;
  const n = form.guests.length;
  const off = n > 0 && (n < fewest || n > most);
  return h(
    "section",
    { class: "stack", key: "guests" },
    h("h2", {}, t("page", "tab_guests")),
    h(
      "p",
      { class: off ? "wrong" : "muted", role: "status" },
      n ? count("page", "how_many", n, fewest, most) : t("page", "how_many_none"),
    ),
    h("ol", { class: "seats" }, form.guests.map(guestRow)),
    h(
      "form",
      { class: "row", key: "add", onsubmit: addOne },
      h("input", {
        class: "grow",
        "aria-label": t("page", "new_guest"),
        placeholder: t("page", "new_guest"),
        maxlength: LONGEST_NAME,
        autocomplete: "off",
        value: form.adding,
        oninput: (event) => (form.adding = event.target.value),
      }),
      h("button", { class: "outline" }, t("page", "add")),
    ),
    form.pasting === null
      ? button(t("page", "paste"), () => change({ pasting: "" }), { class: "plain", key: "paste" })
      : h(
          "div",
          { class: "stack", key: "pasting" },
          h("label", { for: "pasted" }, t("page", "paste_help")),
          h("textarea", { id: "pasted", value: form.pasting, oninput: (event) => (form.pasting = event.target.value) }),
          h(
            "div",
            { class: "row" },
            button(t("page", "cancel"), () => change({ pasting: null }), { class: "grow" }),
            button(t("page", "paste_add"), addMany, { class: "outline grow" }),
          ),
        ),
  );
}

function guestRow(guest, place) {
  const wrong = (field) => form.where === `guests[${place}].${field}` || (field === "name" && twice(guest));
  const set = (field) => (event) => {
    guest[field] = event.target.value;
    change({});
  };
  return h(
    "li",
    { key: guest.key },
    h("input", {
      class: "grow",
      "aria-label": t("page", "guest_name", place + 1),
      "aria-invalid": wrong("name") && "true",
      maxlength: LONGEST_NAME,
      autocomplete: "off",
      value: guest.name,
      oninput: set("name"),
    }),
    about().ages &&
      h("input", {
        class: "age number",
        "aria-label": t("page", "guest_age", guest.name),
        "aria-invalid": wrong("age") && "true",
        placeholder: t("page", "age"),
        inputmode: "numeric",
        maxlength: 3,
        autocomplete: "off",
        value: guest.age,
        oninput: set("age"),
      }),
    button("×", () => change({ guests: form.guests.filter((one) => one !== guest) }), {
      class: "plain remove",
      "aria-label": t("page", "remove", guest.name),
    }),
  );
}

const tidy = (name) => name.replace(/\s+/g, " ").trim().slice(0, LONGEST_NAME);
const alike = (name) => tidy(name).toLocaleLowerCase();
const twice = (guest) => form.guests.some((other) => other !== guest && alike(other.name) === alike(guest.name));

function addOne(event) {
  event.preventDefault();
  const name = tidy(form.adding);
  if (!name) return;
  if (form.guests.some((guest) => alike(guest.name) === alike(name)))
    return message({ key: "name_twice", args: [name] });
  message(null);
  change({ guests: [...form.guests, seat(name)], adding: "" });
}

/** One name per line; an age may stand behind it: "Zoé, 34". Those already on the list are left out. */
function addMany() {
  const guests = [...form.guests];
  for (const line of form.pasting.split(/\r?\n/)) {
    const [, text, age] = /^(.*?)[\s,;:(]*(\d{1,3})?\)?\s*$/.exec(line);
    const name = tidy(text);
    if (name && !guests.some((guest) => alike(guest.name) === alike(name)))
      guests.push(seat(name, age ? Number(age) : null));
  }
  change({ guests, pasting: null });
}

/** What stands in the way of beginning, in words; "" if nothing does. */
function problem() {
  const [fewest, most] = about().players;
  const n = form.guests.length;
  if (n && (n < fewest || n > most)) return count("page", "how_many_wrong", n, fewest, most);
  if (form.guests.some((guest) => !tidy(guest.name))) return t("page", "name_empty");
  const double = form.guests.find(twice);
  if (double) return t("page", "name_twice", tidy(double.name));
  const odd = form.guests.find((guest) => guest.age.trim() && !/^\d{1,3}$/.test(guest.age.trim()));
  if (odd) return t("page", "age_wrong", tidy(odd.name));
  return (n && brought.problem?.(form, brought.t, about().form)) || "";
}

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
