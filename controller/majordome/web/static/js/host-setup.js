// Before the evening: the game, the guests, and who deals the cards.

import { get, surely } from "./api.js";
import { h } from "./dom.js";
import { choice } from "./host-box.js";
import { cardsProblem, drawDeal } from "./host-deal.js";
import { button, closeSheet, host, message, openSheet, redraw, refusal, show, sure, title, ui } from "./host-ui.js";
import { count, t } from "./words.js";

const MINUTES = { least: 30, most: 1200, step: 30 };
const CHOOSING = { least: 5, most: 120, step: 5 };
const LONGEST_NAME = 40;
let form = null;
let loading = false;
let nextKey = 0;

const seat = (name, age = null, role = null) => ({ key: ++nextKey, name, age: age === null ? "" : String(age), role });

async function load() {
  loading = true;
  const answer = await get("/api/evening");
  loading = false;
  if (!answer.ok) return message({ error: answer.error });
  const { guests, roles, ...evening } = answer.data;
  form = {
    ...evening,
    known: roles === "known",
    roles: roles === "known" ? "kept" : "none",
    guests: guests.map(({ name, age }) => seat(name, age)),
    special: {},
    adding: "",
    pasting: null,
    where: null,
  };
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

export function drawSetup() {
  if (!form && !loading) load();
  return h(
    "div",
    { class: "now setup", key: "setup" },
    h(
      "main",
      { class: "scene" },
      h("header", {}, h("h1", {}, t("page", "setup_title")), h("p", { class: "muted" }, t("page", "setup_help"))),
      form && [
        choice("game", pick("game", ["weekend", "table"]), form.game, (game) => change({ game })),
        choice("edition", { A: "A", B: "B" }, form.edition, (edition) => change({ edition })),
        stepper("discussion", form.discussion, MINUTES, minutes),
        form.game === "table" &&
          stepper("choosing", form.choosing, CHOOSING, (seconds) => t("page", "seconds", seconds)),
        form.game === "weekend" &&
          h(
            "label",
            { class: "row", key: "chairs" },
            h("input", {
              type: "checkbox",
              checked: form.chairs,
              onchange: (event) => change({ chairs: event.target.checked }),
            }),
            h("span", {}, t("page", "chairs_fitted")),
          ),
        guestList(),
        form.guests.length > 0 && drawDeal(form, change),
      ],
    ),
    h(
      "section",
      { class: "dock", key: "dock", "aria-label": t("page", "dock") },
      refusal(),
      form &&
        button(problem() || t("page", "start"), () => start(false), {
          class: "brass press",
          key: "start",
          "aria-disabled": (ui.busy || problem()) && "true",
        }),
      h("div", { class: "tools" }, button(t("page", "back_to_evening"), leave, { class: "plain" })),
    ),
  );
}

const pick = (table, names) => Object.fromEntries(names.map((name) => [name, t("page", `${table}_${name}`)]));

function minutes(seconds) {
  return t("page", "minutes", Math.floor(seconds / 60), String(seconds % 60).padStart(2, "0"));
}

function stepper(field, value, { least, most, step }, words) {
  const by = (way) => change({ [field]: Math.min(most, Math.max(least, value + way * step)) });
  return h(
    "section",
    { class: "row stepper", key: field, role: "group", "aria-label": t("page", field) },
    h("h2", { class: "grow" }, t("page", field)),
    button("−", () => by(-1), { "aria-label": t("page", "less", t("page", field)) }),
    h("output", { class: "number" }, words(value)),
    button("+", () => by(1), { "aria-label": t("page", "more", t("page", field)) }),
  );
}

// The guest list.

function guestList() {
  const [fewest, most] = form.players[form.game];
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
  const [fewest, most] = form.players[form.game];
  const n = form.guests.length;
  if (n && (n < fewest || n > most)) return count("page", "how_many_wrong", n, fewest, most);
  if (form.guests.some((guest) => !tidy(guest.name))) return t("page", "name_empty");
  const double = form.guests.find(twice);
  if (double) return t("page", "name_twice", tidy(double.name));
  const odd = form.guests.find((guest) => guest.age.trim() && !/^\d{1,3}$/.test(guest.age.trim()));
  if (odd) return t("page", "age_wrong", tidy(odd.name));
  return n ? cardsProblem(form) : "";
}

async function start(abandon) {
  if (ui.busy || problem()) return;
  const listed = form.guests.length > 0;
  const roles = listed ? form.roles : "none";
  const evening = {
    moment: host().moment,
    game: form.game,
    edition: form.edition,
    discussion: form.discussion,
    choosing: form.choosing,
    chairs: form.chairs,
    guests: form.guests.map(({ name, age, role }) => ({
      name: tidy(name),
      age: age.trim() ? Number(age) : null,
      role: roles === "by_hand" ? (role ?? "guest") : null,
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
