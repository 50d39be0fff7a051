// What the host can tell the box at this beat: who died, who was kissed, how many hands, who is the youngest.

import { h } from "/static/js/dom.js";
import { ballots } from "/static/js/host-ballots.js";
import { asks, button, host, names, redraw, room, tell } from "/static/js/host-ui.js";
import { count, joined, t } from "/static/js/words.js";
import { counted, countingPad } from "./counting.js";

const told = { moment: null, victim: null, killer: null, who: false, kiss: false, chosen: [] };
const takes = (event) => host().takes.includes(event);

/** The pad of this beat. */
export function pad() {
  if (told.moment !== host().moment) {
    Object.assign(told, { moment: host().moment, victim: null, killer: null, who: false, kiss: false, chosen: [] });
  }
  const { listed, knows_roles } = host();
  return [
    vote(),
    listed && (takes("winked") || takes("named")) && victimPad(),
    listed && knows_roles && takes("kissed") && kissPad(),
    asks("ballots") && (host().ballots_on || asks("ballots").heard.length > 0) && ballots(asks("ballots")),
    asks("counts") && countingPad(),
    takes("youngest_named") && youngestPad(),
  ];
}

/** What the pad makes of the press: {label, said, ready, alone: it says all that a plain press would}; or null. */
export function press() {
  if (room().finished) return null;
  if (told.moment === host().moment && told.victim && (takes("winked") || takes("named"))) {
    const is = takes("named") ? "named" : "winked";
    const said = { is, victim: told.victim, ...(told.killer && { killer: told.killer }) };
    return { label: t("page", `${is}_press`, told.victim), said, alone: is === "winked", then: whoKilled };
  }
  // Where a name or a count is asked for, going on without one is the smaller button: a thumb may slip.
  if (takes("named") && host().listed) return { label: t("page", "name_first"), ready: false, said: {} };
  if (asks("counts")) return counted();
  if (takes("youngest_named")) {
    const wanted = youngestWanted();
    const ready = told.chosen.length === wanted;
    const label = ready ? t("page", "youngest_press", ...told.chosen) : count("page", "youngest_choose", wanted);
    return { label, ready, said: { is: "youngest_named", names: [...told.chosen] } };
  }
  return null;
}

/** The rules want to know which murderer came. */
function whoKilled(answer) {
  if (answer?.error?.why !== "which_murderer") return;
  told.who = true;
  redraw();
}

const free = () =>
  room()
    .guests.filter((guest) => guest.alive && !guest.in_jail)
    .map((guest) => guest.name);

function pick(field, name) {
  told[field] = told[field] === name ? null : name;
  if (field === "victim" && told.killer === told.victim) told.killer = null;
  redraw();
}

function victimPad() {
  const question = t("page", takes("named") ? "who_died" : "who_winked");
  return h(
    "section",
    { class: "stack", key: "victim" },
    h("h2", {}, question),
    names(free(), [told.victim], (name) => pick("victim", name), question),
    told.victim && !told.who && button(t("page", "say_killer"), unfold, { class: "plain", key: "unfold" }),
    told.victim && told.who && killerPad(),
  );
}

function unfold() {
  told.who = true;
  redraw();
}

function killerPad() {
  const question = t("page", "who_killed");
  const may = free().filter((name) => name !== told.victim);
  return h(
    "div",
    { class: "stack", key: "killer" },
    h("h2", {}, question),
    names(may, [told.killer], (name) => pick("killer", name), question),
  );
}

function kissPad() {
  const toggle = () => {
    told.kiss = !told.kiss;
    redraw();
  };
  return h(
    "section",
    { class: "stack", key: "kiss" },
    button(t("page", "kiss"), toggle, { class: "plain fold", "aria-expanded": String(told.kiss) }),
    told.kiss && names(living(), [], kiss, t("page", "kiss")),
  );
}

const living = () =>
  room()
    .guests.filter((guest) => guest.alive)
    .map((guest) => guest.name);

async function kiss(name) {
  const answer = await tell({ is: "kissed", name });
  if (answer?.ok) told.kiss = false;
  redraw();
}

// Why this vote: step by step.

function vote() {
  const poll = room().vote;
  if (!poll) return null;
  const { beat } = host();
  if (beat === "youngest") {
    return h("p", { key: "why" }, t("page", "tied_twice", ...asks("choose_some").among));
  }
  const voting = beat === "circle" || beat.startsWith("counting");
  const { seats } = poll;
  return h(
    "section",
    { class: "stack", key: "vote" },
    poll.chosen?.length > 0 && h("p", { class: "serif" }, t("page", "chosen", joined(poll.chosen))),
    voting && poll.again && h("p", { class: "wrong" }, t("page", "tied", joined(poll.candidates))),
    voting && h("p", {}, count("page", poll.again ? "revote" : "vote", seats)),
    poll.tally && (beat === "circle" || !voting) && tally(poll.tally),
  );
}

/** The count as it was read out. */
function tally(votes) {
  const most = Math.max(1, ...votes.map(([, n]) => n));
  return h(
    "dl",
    { class: "tally", "aria-label": t("page", "tally") },
    [...votes]
      .sort((a, b) => b[1] - a[1])
      .map(([name, n]) =>
        h("div", { key: name, style: { "--share": n / most } }, h("dt", {}, name), h("dd", { class: "number" }, n)),
      ),
  );
}

function youngestWanted() {
  const { most, among } = asks("choose_some");
  return Math.min(most, among.length);
}

function youngestPad() {
  const wanted = youngestWanted();
  const choose = (name) => {
    if (told.chosen.includes(name)) told.chosen = told.chosen.filter((other) => other !== name);
    else told.chosen = [...told.chosen, name].slice(-wanted);
    redraw();
  };
  return h(
    "section",
    { class: "stack", key: "youngest" },
    names(asks("choose_some").among, told.chosen, choose, t("beat", "youngest.title")),
  );
}
