// The guest list of a new evening.

import { h } from "./dom.js";
import { button, message } from "./host-ui.js";
import { count, t } from "./words.js";

const LONGEST_NAME = 40;
let nextKey = 0;

export const seat = (name, age = null) => ({ key: ++nextKey, name, age: age === null ? "" : String(age), role: null });

/** The list, to type, paste and correct. `about`: the game that it is for. */
export function guestList(form, change, about) {
  const [fewest, most] = about.players;
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
    h("ol", { class: "seats" }, form.guests.map((guest, place) => guestRow(form, change, about, guest, place))),
    h(
      "form",
      { class: "row", key: "add", onsubmit: (event) => addOne(form, change, event) },
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
            button(t("page", "paste_add"), () => addMany(form, change), { class: "outline grow" }),
          ),
        ),
  );
}

function guestRow(form, change, about, guest, place) {
  const wrong = (field) => form.where === `guests[${place}].${field}` || (field === "name" && twice(form, guest));
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
    about.ages &&
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

export const tidy = (name) => name.replace(/\s+/g, " ").trim().slice(0, LONGEST_NAME);
const alike = (name) => tidy(name).toLocaleLowerCase();
const twice = (form, guest) => form.guests.some((other) => other !== guest && alike(other.name) === alike(guest.name));

function addOne(form, change, event) {
  event.preventDefault();
  const name = tidy(form.adding);
  if (!name) return;
  if (form.guests.some((guest) => alike(guest.name) === alike(name)))
    return message({ key: "name_twice", args: [name] });
  message(null);
  change({ guests: [...form.guests, seat(name)], adding: "" });
}

/** One name per line; an age may stand behind it: "Zoé, 34". Those already on the list are left out. */
function addMany(form, change) {
  const guests = [...form.guests];
  for (const line of form.pasting.split(/\r?\n/)) {
    const [, text, age] = /^(.*?)[\s,;:(]*(\d{1,3})?\)?\s*$/.exec(line);
    const name = tidy(text);
    if (name && !guests.some((guest) => alike(guest.name) === alike(name)))
      guests.push(seat(name, age ? Number(age) : null));
  }
  change({ guests, pasting: null });
}

/** What is wrong with the list, in words; "" if nothing is. */
export function listProblem(form, about) {
  const [fewest, most] = about.players;
  const n = form.guests.length;
  if (n && (n < fewest || n > most)) return count("page", "how_many_wrong", n, fewest, most);
  if (form.guests.some((guest) => !tidy(guest.name))) return t("page", "name_empty");
  const double = form.guests.find((guest) => twice(form, guest));
  if (double) return t("page", "name_twice", tidy(double.name));
  const odd = form.guests.find((guest) => guest.age.trim() && !/^\d{1,3}$/.test(guest.age.trim()));
  if (odd) return t("page", "age_wrong", tidy(odd.name));
  return "";
}
