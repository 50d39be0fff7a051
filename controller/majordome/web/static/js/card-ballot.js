// A secret ballot: as many different names as there are hands, to be changed until the host closes the vote.

import { surely } from "./api.js";
import { h } from "./dom.js";
import { count, t, why } from "./words.js";

const ballot = { of: null, chosen: [], busy: false, error: null, changing: false };

/** The vote is over: what was chosen here is forgotten. */
export function closeBallot() {
  Object.assign(ballot, { of: null, chosen: [], busy: false, error: null, changing: false });
  return null;
}

export function drawBallot({ moment, hands, among, cast }, redraw) {
  const of = [hands, ...among].join("\n");
  if (ballot.of !== of) {
    closeBallot();
    ballot.of = of;
  }
  ballot.chosen = ballot.chosen.filter((name) => among.includes(name));
  const done = cast && !ballot.changing;
  const choose = (name) => {
    const { chosen } = ballot;
    ballot.chosen = chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name].slice(-hands);
    ballot.error = null;
    redraw();
  };
  const change = () => {
    Object.assign(ballot, { changing: true, chosen: cast.filter((name) => among.includes(name)) });
    redraw();
  };
  const send = async () => {
    if (ballot.busy || ballot.chosen.length !== hands) return;
    Object.assign(ballot, { busy: true, error: null });
    redraw();
    const answer = await surely("/api/ballot", { moment, against: ballot.chosen });
    Object.assign(ballot, { busy: false, error: answer.error, ...(answer.ok && { changing: false, chosen: [] }) });
    redraw();
  };
  return h(
    "section",
    { class: "panel stack ballot", key: "ballot" },
    h("h2", {}, t("card", "vote")),
    done ? given(change) : choosing({ hands, among, choose, send }),
  );
}

function given(change) {
  return [
    h("p", { role: "status", key: "cast" }, t("card", "cast")),
    h("button", { class: "outline", key: "change", onclick: change }, t("card", "change")),
  ];
}

function choosing({ hands, among, choose, send }) {
  return [
    h("p", { key: "help" }, count("card", "choose", hands)),
    h(
      "div",
      { class: "names", key: "names", role: "group", "aria-label": t("card", "vote") },
      among.map((name) =>
        h(
          "button",
          { key: name, "aria-pressed": String(ballot.chosen.includes(name)), onclick: () => choose(name) },
          name,
        ),
      ),
    ),
    h("p", { class: "refusal", role: "alert", key: "refusal" }, ballot.error ? why(ballot.error) : ""),
    h(
      "button",
      {
        class: "brass press",
        key: "send",
        "aria-disabled": (ballot.busy || ballot.chosen.length !== hands) && "true",
        onclick: send,
      },
      ballot.busy ? t("card", "sending") : t("card", "send"),
    ),
  ];
}
