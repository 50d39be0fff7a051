// The guest list of a new evening: the field for one more name stays at the top, so that no thumb or button covers it.

import { h } from "./dom.js";
import { alike, change, filling, listed, save, seat } from "./host-form.js";
import { pasted, tidy } from "./host-paste.js";
import { button, host, message } from "./host-ui.js";
import { count, t } from "./words.js";

const LONGEST_NAME = 40;

/** The list, to type, paste and correct. `about`: the game that it is for. */
export function guestList(about) {
  const { form } = filling;
  const [fewest, most] = about.players;
  const n = form.guests.length;
  const off = n > 0 && (n < fewest || n > most);
  const last = form.guests.at(-1)?.name;
  const words = n ? count("page", "how_many", n, fewest, most) : t("page", "how_many_none");
  return h(
    "section",
    { class: "stack", key: "guests" },
    h(
      "form",
      { class: "row adding", key: "add", onsubmit: addOne },
      h("input", {
        id: "adding",
        class: "grow",
        "aria-label": t("page", "new_guest"),
        placeholder: t("page", "new_guest"),
        maxlength: LONGEST_NAME,
        autocomplete: "off",
        autocapitalize: "words",
        enterkeyhint: "next",
        value: form.adding,
        oninput(event) {
          form.adding = event.target.value;
          save();
        },
        onpaste: several,
      }),
      h("button", { class: "outline" }, t("page", "add")),
    ),
    h("p", { class: off ? "wrong" : "muted", role: "status" }, [words, last && n > 2 && t("page", "last_added", last)].filter(Boolean).join(" ")),
    form.pasting === null
      ? button(t("page", "paste"), () => change({ pasting: "" }), { class: "plain fold", key: "paste" })
      : pasting(),
    h("ol", { class: "seats" }, form.guests.map((guest, place) => guestRow(about, guest, place))),
  );
}

function pasting() {
  const { form } = filling;
  const typed = (event) => {
    form.pasting = event.target.value;
    save();
  };
  return h(
    "div",
    { class: "stack", key: "pasting" },
    h("label", { for: "pasted" }, t("page", "paste_help")),
    h("textarea", { id: "pasted", value: form.pasting, oninput: typed }),
    h(
      "div",
      { class: "row" },
      button(t("page", "cancel"), () => change({ pasting: null }), { class: "grow" }),
      button(t("page", "paste_add"), () => add(pasted(form.pasting), { pasting: null }), { class: "outline grow" }),
    ),
  );
}

function guestRow(about, guest, place) {
  const { form } = filling;
  const wrong = (field) => form.where === `guests[${place}].${field}` || (field === "name" && twice(guest));
  const set = (field) => (event) => {
    guest[field] = event.target.value;
    change();
  };
  const phone = host().cards[tidy(guest.name)] === "held";
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
    phone && h("span", { class: "here", role: "img", "aria-label": t("page", "phone_here") }),
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

const twice = (guest) => filling.form.guests.some((other) => other !== guest && alike(other.name) === alike(guest.name));

/** A name, or several at once: whoever types "Ana, Bob" means two. */
function addOne(event) {
  event.preventDefault();
  const { form } = filling;
  const names = pasted(form.adding);
  if (names.length === 1 && listed(form, names[0].name)) return message({ key: "name_twice", args: [names[0].name] });
  add(names, { adding: "" });
}

/** A list that is pasted into the field for one name is a list. */
function several(event) {
  const text = event.clipboardData?.getData("text") ?? "";
  const names = pasted(text);
  if (names.length < 2) return;
  event.preventDefault();
  add(names, {});
}

/** Those already on the list are left out. */
function add(names, more) {
  const guests = [...filling.form.guests];
  for (const { name, age } of names) {
    if (!guests.some((guest) => alike(guest.name) === alike(name))) guests.push(seat(name, age));
  }
  message(null);
  change({ guests, ...more });
}

/** What is wrong with the list, in words; "" if nothing is. */
export function listProblem(form, about) {
  const [fewest, most] = about.players;
  const n = form.guests.length;
  if (n && (n < fewest || n > most)) return count("page", "how_many_wrong", n, fewest, most);
  if (form.guests.some((guest) => !tidy(guest.name))) return t("page", "name_empty");
  const double = form.guests.find(twice);
  if (double) return t("page", "name_twice", tidy(double.name));
  const odd = form.guests.find((guest) => guest.age.trim() && !/^\d{1,3}$/.test(guest.age.trim()));
  if (odd) return t("page", "age_wrong", tidy(odd.name));
  return "";
}
