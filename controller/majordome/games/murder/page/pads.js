// What the host can tell the box at this beat: who died, who was kissed, how many hands, who is the youngest.

import { h } from "/static/js/dom.js";
import { ballots } from "/static/js/host-ballots.js";
import { asks, button, host, names, redraw, room, tell } from "/static/js/host-ui.js";
import { count, joined, t, told } from "/static/js/words.js";
import { counted, countingPad } from "./counting.js";

const chosen = { moment: null, victim: null, killer: null, who: false, kiss: false, names: null };
const takes = (event) => host().takes.includes(event);

/** The pad of this beat. */
export function pad() {
  if (chosen.moment !== host().moment) {
    Object.assign(chosen, { moment: host().moment, victim: null, killer: null, who: false, kiss: false, names: null });
  }
  const { listed, knows_roles } = host();
  const counting = asks("counts") && countingPad();
  return [
    counting ? null : vote(),
    listed && (takes("winked") || takes("named")) && victimPad(),
    listed && knows_roles && takes("kissed") && kissPad(),
    asks("ballots") && (host().ballots_on || asks("ballots").heard.length > 0) && ballots(asks("ballots")),
    counting,
    counting && vote(),
    takes("youngest_named") && youngestPad(),
  ];
}

/** Who was found dead in this round, until the vote: the host names them where the box is silent. */
export const news = ({ mourned, beat }) =>
  mourned.length && ["mourning", "discussion", "last_guest"].includes(beat)
    ? h("p", { class: "serif mourned", key: "mourned" }, mourned.map((name) => told({ is: "death", name })).join(" · "))
    : null;

/** The night pad is taught before the first TOP of a night; around a table nobody needs it. */
export const lesson = ({ beat, round, time, guests }) => beat === "walking" && time === "night" && round === 1 && guests.length > 0;

/** What the pad makes of the press: {label, said, ready, alone: it says all that a plain press would}; or null. */
export function press() {
  if (room().finished) return null;
  if (chosen.moment === host().moment && chosen.victim && (takes("winked") || takes("named"))) {
    const is = takes("named") ? "named" : "winked";
    const said = { is, victim: chosen.victim, ...(chosen.killer && { killer: chosen.killer }) };
    return { label: t("page", `${is}_press`, chosen.victim), said, alone: is === "winked" };
  }
  // Where a name or a count is asked for, going on without one is the smaller button: a thumb may slip.
  if (takes("named") && host().listed) return { label: t("page", "name_first"), ready: false, said: {} };
  if (asks("counts")) return counted();
  if (takes("youngest_named")) {
    const wanted = youngestWanted();
    const said = { is: "youngest_named", names: youngest() };
    if (!wanted) return { label: t("page", "go_on"), said }; // of the tied nobody is left
    if (said.names.length < wanted) return { label: count("page", "youngest_choose", wanted), ready: false, said };
    return { label: t("page", "youngest_press", ...said.names), said };
  }
  return null;
}

const free = () =>
  room()
    .guests.filter((guest) => guest.alive && !guest.in_jail)
    .map((guest) => guest.name);

function pick(field, name) {
  chosen[field] = chosen[field] === name ? null : name;
  if (field === "victim" && chosen.killer === chosen.victim) chosen.killer = null;
  redraw();
}

function victimPad() {
  const question = t("page", takes("named") ? "who_died" : "who_winked");
  return h(
    "section",
    { class: "stack", key: "victim" },
    question !== t("beat", `${host().beat}.title`) && h("h2", {}, question), // it is the title already
    names(free(), [chosen.victim], (name) => pick("victim", name), question),
    chosen.victim && !chosen.who && button(t("page", "say_killer"), unfold, { class: "plain", key: "unfold" }),
    chosen.victim && chosen.who && killerPad(),
  );
}

function unfold() {
  chosen.who = true;
  redraw();
}

function killerPad() {
  const question = t("page", "who_killed");
  const may = free().filter((name) => name !== chosen.victim);
  return h(
    "div",
    { class: "stack", key: "killer" },
    h("h2", {}, question),
    names(may, [chosen.killer], (name) => pick("killer", name), question),
  );
}

function kissPad() {
  const toggle = () => {
    chosen.kiss = !chosen.kiss;
    redraw();
  };
  return h(
    "section",
    { class: "stack", key: "kiss" },
    button(t("page", "kiss"), toggle, { class: "plain fold", "aria-expanded": String(chosen.kiss) }),
    chosen.kiss && names(living(), [], kiss, t("page", "kiss")),
  );
}

const living = () =>
  room()
    .guests.filter((guest) => guest.alive)
    .map((guest) => guest.name);

async function kiss(name) {
  const answer = await tell({ is: "kissed", name });
  if (answer?.ok) chosen.kiss = false;
  redraw();
}

// Why this vote: step by step.

function vote() {
  const poll = room().vote;
  if (!poll) return null;
  const { beat } = host();
  if (beat === "youngest") {
    const { among } = asks("choose_some");
    return among.length ? h("p", { key: "why" }, t("page", "tied_twice", ...among)) : null;
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

/** Those who were touched here; else those whom the button has taken. */
function youngest() {
  const { among, picked } = asks("choose_some");
  return (chosen.names ?? picked).filter((name) => among.includes(name)).slice(0, youngestWanted());
}

function youngestPad() {
  const { among, at } = asks("choose_some");
  const choose = (name) => {
    const named = youngest();
    chosen.names = named.includes(name) ? named.filter((other) => other !== name) : [...named, name].slice(-youngestWanted());
    redraw();
  };
  return h("section", { class: "stack", key: "youngest" }, names(among, youngest(), choose, t("ask", "youngest"), at));
}
