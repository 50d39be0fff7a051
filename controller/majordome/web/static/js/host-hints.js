// What the ledger says a host might make up for tonight: for the host alone, while the evening is put together.

import { post } from "./api.js";
import { h } from "./dom.js";
import { redraw } from "./host-ui.js";
import { lang, t } from "./words.js";

const WAIT = 250; // milliseconds: a host who pastes a list asks once
let asked = null; // for whom the box was asked last
let told = []; // what it said
let timer = 0;

/** `form`: as it is filled in. */
export function hints(form) {
  const names = form.guests.map(({ name }) => name.trim()).filter(Boolean);
  const key = JSON.stringify([lang(), ...names]);
  if (key !== asked) {
    asked = key;
    told = [];
    clearTimeout(timer);
    timer = setTimeout(() => ask(key, names), WAIT);
  }
  if (!told.length) return null;
  return h(
    "section",
    { class: "stack", key: "hints" },
    h("h2", {}, t("page", "hints_tonight")),
    h("ul", {}, told.map((line) => h("li", { class: "muted", key: line }, line))),
  );
}

async function ask(key, names) {
  const answer = await post(`/api/hints?lang=${lang()}`, { names });
  if (key !== asked || !answer.ok) return;
  told = answer.data.hints;
  redraw();
}
