// Ballots: who has voted and who has not (never for whom), and a ballot told to the host aloud.

import { h } from "./dom.js";
import { closeSheet, host, messageText, openSheet, redraw, room, tell } from "./host-ui.js";
import { names } from "./host-pads.js";
import { count, t } from "./words.js";

export function ballots() {
  const living = room().guests.filter((guest) => guest.alive).map((guest) => guest.name);
  const heard = new Set(host().heard);
  const missing = living.filter((name) => !heard.has(name));
  return h(
    "section",
    { class: "stack", key: "ballots" },
    h("p", { class: "sum", role: "status" }, count("page", "ballots_in", heard.size, living.length)),
    missing.length > 0 && h("h2", {}, t("page", "ballots_missing")),
    missing.length > 0 &&
      h(
        "div",
        { class: "names" },
        missing.map((name) =>
          h("button", { key: name, "aria-label": t("page", "ballot_for", name), onclick: () => openBallot(name) }, name),
        ),
      ),
    missing.length > 0 && h("p", { class: "muted" }, t("page", "ballot_help")),
  );
}

function openBallot(voter) {
  let against = [];
  const choose = (name) => {
    if (against.includes(name)) against = against.filter((other) => other !== name);
    else against = [...against, name].slice(-host().hands);
    redraw();
  };
  const cast = async () => {
    if (against.length !== host().hands) return;
    const answer = await tell({ is: "ballot_cast", voter, against });
    if (answer?.ok) closeSheet();
  };
  openSheet(() => [
    h("h2", { id: "sheet-title" }, t("page", "ballot_of", voter)),
    h("p", { class: "muted" }, count("page", "points_at", host().hands)),
    names(host().among, against, choose, t("page", "ballot_of", voter)),
    h("p", { class: "refusal", role: "alert" }, messageText()),
    h(
      "div",
      { class: "row" },
      h("button", { class: "grow", onclick: closeSheet }, t("page", "cancel")),
      h(
        "button",
        { class: "brass grow", "aria-disabled": against.length !== host().hands && "true", onclick: cast },
        t("page", "ballot_cast"),
      ),
    ),
  ]);
}
