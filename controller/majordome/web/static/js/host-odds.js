// What the lab has seen of such an evening: a line under the cards, and the cards for even chances.

import { post } from "./api.js";
import { h } from "./dom.js";
import { button, redraw } from "./host-ui.js";
import { t } from "./words.js";

const WAIT = 250; // milliseconds: a host who taps + three times asks once
let asked = null; // for what the box was asked last
let told = null; // what it said
let timer = 0;

/** `form`: as it is filled in; `words`: those of the chosen game; `roles`: who deals. */
export function odds(form, change, words) {
  const dealt = form.roles === "deal";
  const special = dealt ? form.special : {};
  const question = { game: form.game, players: form.guests.length, settings: form.settings, special };
  const key = JSON.stringify(question);
  if (key !== asked) {
    asked = key;
    clearTimeout(timer);
    timer = setTimeout(() => ask(key, question), WAIT);
  }
  if (!told || told.game !== form.game || !form.guests.length) return null;
  const { side, chance, minutes, even, even_chance: evened } = told;
  const percent = (part) => Math.round(part * 100);
  const line =
    chance === null ? t("page", "odds_minutes", minutes) : t("page", "odds", words("winner", side), percent(chance), minutes);
  const nearer = dealt && even && Math.abs(evened - 0.5) + 0.02 < Math.abs(chance - 0.5);
  const cards = nearer && Object.entries(even).map(([card, n]) => (n > 1 ? `${n} × ${words("role", card)}` : words("role", card)));
  return h(
    "section",
    { class: "stack", key: "odds" },
    h("p", { class: "muted", role: "status" }, line),
    nearer &&
      button(t("page", "odds_even", cards.join(", ") || t("page", "odds_no_cards"), percent(evened)), () => change({ special: { ...even } }), {
        class: "plain",
      }),
  );
}

async function ask(key, question) {
  const answer = await post("/api/odds", question);
  if (key !== asked) return; // the host has changed it meanwhile
  told = answer.ok && answer.data ? { ...answer.data, game: question.game } : null;
  redraw();
}
