// When the game is over: tonight's chances round by round, who has won how often, awards, and a thought for next time.

import { get } from "./api.js";
import { h } from "./dom.js";
import { host, redraw } from "./host-ui.js";
import { lang, t } from "./words.js";

const kept = { of: null, told: null };

export function ledger() {
  const of = `${host().moment} ${lang()}`;
  if (kept.of !== of) {
    Object.assign(kept, { of, told: null });
    get(`/api/ledger?lang=${lang()}`).then((answer) => {
      if (kept.of !== of || !answer.ok) return;
      kept.told = answer.data;
      redraw();
    });
  }
  const told = kept.told;
  if (!told || !(told.standings.length || told.odds)) return null;
  return h(
    "section",
    { class: "panel stack ledger", key: "ledger" },
    told.odds && odds(told.odds),
    told.standings.length > 0 && h("h2", {}, t("page", "ledger")),
    told.standings.length > 0 &&
      h("dl", {}, told.standings.map(({ name, evenings, won, score }) =>
        h("div", { key: name }, h("dt", {}, name), h("dd", {}, [t("page", "ledger_won", won, evenings), score && t("page", "ledger_points", score)].filter(Boolean).join(", "))),
      )),
    list(told.awards),
    told.hints.length > 0 && h("h3", {}, t("page", "ledger_hints")),
    list(told.hints),
  );
}

const list = (lines) => lines.length > 0 && h("ul", {}, lines.map((line) => h("li", { key: line }, line)));

/** A bar a round: how often this side would have won from there, as people usually play. */
function odds({ side, rounds }) {
  return [
    h("h2", {}, t("page", "odds_tonight")),
    h("p", { class: "muted" }, t("page", "odds_tonight_of", side)),
    h("ol", { class: "chances" }, rounds.map(([heading, chance], place) => {
      const percent = `${Math.round(chance * 100)} %`;
      return h("li", { key: place }, h("span", {}, heading), h("i", { style: { width: `${(chance * 100).toFixed(0)}%` }, "aria-hidden": "true" }), h("b", { class: "number" }, percent));
    })),
  ];
}
