// A game's settings, drawn from what its manifest says of each, and explained where its words do.

import { h } from "./dom.js";
import { choice } from "./host-box.js";
import { change } from "./host-form.js";
import { button } from "./host-ui.js";
import { t } from "./words.js";

const LONG = 300; // seconds: such a time is shown in minutes, and changed by half a minute

/** `brought`: the words of that game, and which settings it shows. */
export const settings = (form, about, brought) =>
  about.settings.filter(({ name }) => brought.shows?.(name, form) ?? true).map((one) => setting(form, one, brought.t));

function setting(form, one, words) {
  const { name, kind } = one;
  const title = words("setting", name) || name.replaceAll("_", " ");
  const value = form.settings[name];
  const set = (next) => change({ settings: { ...form.settings, [name]: next } });
  if (kind === "choice") {
    const choices = one.choices.map((word) => [word, words("setting", `${name}_${word}`) || word]);
    const help = words("setting", `${name}_${value}_help`);
    return [choice(name, Object.fromEntries(choices), value, set, title), help && h("p", { class: "muted", key: `${name}-help` }, help)];
  }
  if (kind === "whole") return stepper(one, value, title, set);
  return h(
    "label",
    { class: "row", key: name },
    h("input", { type: "checkbox", checked: value, onchange: (event) => set(event.target.checked) }),
    h("span", {}, title),
  );
}

function stepper({ name, least, most, unit }, value, words, set) {
  const long = unit === "seconds" && most > LONG;
  const step = long ? 30 : unit === "seconds" ? 5 : 1;
  const by = (way) => {
    const next = value + way * step;
    set(Math.min(most, Math.max(least, next - (next % step))));
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

const minutes = (seconds) => t("page", "minutes", Math.floor(seconds / 60), String(seconds % 60).padStart(2, "0"));
