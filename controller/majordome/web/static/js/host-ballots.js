// Ballots: who has voted and who has not (never for whom), and a ballot told to the host aloud.

import { h } from "./dom.js";
import { button, closeSheet, host, openSheet, redraw, refusal, room, sure, tell, title } from "./host-ui.js";
import { names } from "./host-pads.js";
import { count, t } from "./words.js";

export function ballots() {
  const living = room()
    .guests.filter((guest) => guest.alive)
    .map((guest) => guest.name);
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
          button(name, () => openBallot(name), { key: name, "aria-label": t("page", "ballot_for", name) }),
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
    const answer = await tell({ is: "ballot_cast", voter, against });
    if (answer?.ok) closeSheet();
  };
  openSheet(() => [
    title(t("page", "ballot_of", voter)),
    h("p", { class: "muted" }, count("page", "points_at", host().hands)),
    names(host().among, against, choose, t("page", "ballot_of", voter)),
    refusal(),
    sure(t("page", "ballot_cast"), cast, { kind: "brass", ready: against.length === host().hands }),
  ]);
}
