// What the hunt brings to a player's phone: the table, and what the action cards do, for whoever forgot.

import { h } from "/static/js/dom.js";
import { heading as part } from "./heading.js";
import { lang, t } from "/static/js/words.js";
import { table } from "./table.js";

export { heading } from "./heading.js";

const HELP = ["peek", "look", "shoot", "mix_all", "look_and_mix", "shoot_two", "must_shoot", "lay_open", "shoot_free", "copy", "peace", "make_shoot", "nothing_to_do"];

export function now(card, room) {
  return h(
    "section",
    { class: "stack going-on", key: "now" },
    h("p", { class: "eyebrow" }, part(room).filter(Boolean).join(" · ")),
    table(room),
    room.said[lang()] && h("p", { class: "serif said" }, t("ui", "quote", room.said[lang()])),
    room.phase === "round" && h("details", { class: "help", key: "help" }, h("summary", {}, t("card", "help")), h("ul", {}, HELP.map((key) => h("li", { key }, t("help", key))))),
  );
}
