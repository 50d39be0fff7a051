// Ballots: who has voted and who has not (never for whom), and a ballot told to the host aloud.

import { says } from "./asks.js";
import { h } from "./dom.js";
import { button, closeSheet, names, openSheet, redraw, refusal, sure, tell, title } from "./host-ui.js";
import { count, t } from "./words.js";

/** The ballots of this question. */
export function ballots(ask) {
  const heard = new Set(ask.heard);
  const missing = ask.players.filter((name) => !heard.has(name));
  return h(
    "section",
    { class: "stack", key: "ballots" },
    h("p", { class: "sum", role: "status" }, count("page", "ballots_in", heard.size, ask.players.length)),
    missing.length > 0 && h("h2", {}, t("page", "ballots_missing")),
    missing.length > 0 &&
      h(
        "div",
        { class: "names" },
        missing.map((name) =>
          button(name, () => openBallot(ask, name), { key: name, "aria-label": t("page", "ballot_for", name) }),
        ),
      ),
    missing.length > 0 && h("p", { class: "muted" }, t("page", "ballot_help")),
  );
}

function openBallot(ask, voter) {
  let against = [];
  const choose = (name) => {
    if (against.includes(name)) against = against.filter((other) => other !== name);
    else against = [...against, name].slice(-ask.hands);
    redraw();
  };
  const cast = async () => {
    const answer = await tell(says(ask, voter, against));
    if (answer?.ok) closeSheet();
  };
  openSheet(() => [
    title(t("page", "ballot_of", voter)),
    h("p", { class: "muted" }, count("page", "points_at", ask.hands)),
    names(ask.among, against, choose, t("page", "ballot_of", voter)),
    refusal(),
    sure(t("page", "ballot_cast"), cast, { kind: "brass", ready: against.length === ask.hands }),
  ]);
}
