// What the host can tell the box at this beat: who died, who was kissed, how many hands, who is the youngest.

import { ballots } from "./host-ballots.js";
import { countingPad, counted } from "./host-counting.js";
import { button, host, redraw, room, tell } from "./host-ui.js";
import { h } from "./dom.js";
import { count, joined, t } from "./words.js";

const told = { moment: null, victim: null, killer: null, who: false, kiss: false, chosen: [] };
const takes = (event) => host().takes.includes(event);

/** The pad of this beat, or null. */
export function drawPad() {
  if (told.moment !== host().moment) {
    Object.assign(told, { moment: host().moment, victim: null, killer: null, who: false, kiss: false, chosen: [] });
  }
  if (room().finished || room().paused) return null;
  const { listed, knows_roles } = host();
  return [
    vote(),
    listed && (takes("winked") || takes("named")) && victimPad(),
    listed && knows_roles && takes("kissed") && kissPad(),
    takes("ballot_cast") && listed && (host().ballots_on || host().heard.length > 0) && ballots(),
    takes("hands_counted") && listed && countingPad(),
    takes("youngest_named") && youngestPad(),
  ];
}

/** What the pad makes of the press: {label, said, ready, alone: it says all that a plain press would}; or null. */
export function padPress() {
  if (room().finished) return null;
  if (told.moment === host().moment && told.victim && (takes("winked") || takes("named"))) {
    const is = takes("named") ? "named" : "winked";
    const said = { is, victim: told.victim, ...(told.killer && { killer: told.killer }) };
    return { label: t("page", `${is}_press`, told.victim), said, alone: is === "winked", then: whoKilled };
  }
  // Where a name or a count is asked for, going on without one is the smaller button: a thumb may slip.
  if (takes("named") && host().listed) return { label: t("page", "name_first"), ready: false, said: {} };
  if (takes("hands_counted")) return counted();
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

/** Buttons with names; one or several are chosen. */
export function names(list, chosen, choose, label) {
  return h(
    "div",
    { class: "names", role: "group", "aria-label": label },
    list.map((name) => button(name, () => choose(name), { key: name, "aria-pressed": String(chosen.includes(name)) })),
  );
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
  const { beat, hands } = host();
  if (beat === "youngest") {
    return h("p", { key: "why" }, t("page", "tied_twice", ...host().among));
  }
  const voting = beat === "circle" || beat.startsWith("counting");
  const seats = hands || poll.seats;
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
  return Math.min(host().hands, host().among.length);
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
    names(host().among, told.chosen, choose, t("beat", "youngest.title")),
  );
}
