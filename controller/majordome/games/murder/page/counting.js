// The counting pad: hands against each guest, checked against the living before they are sent.

import { put } from "/static/js/api.js";
import { h } from "/static/js/dom.js";
import { asks, button, host, redraw, room } from "/static/js/host-ui.js";
import { live } from "/static/js/live.js";
import { given, tallies } from "/static/js/tallies.js";
import { count, t } from "/static/js/words.js";

const TOLD_EVERY = 400; // ms: the big screen sees the pad grow
const MINE = 3_000; // ms after a touch in which the other host's phone does not change this pad

const pad = { among: "", votes: new Map(), touched: 0, seen: null, folded: null };
let sending = null;

/** The pad is the box's as long as nobody touches it here: two hosts may count together. */
function follow() {
  const among = [room().round, room().vote?.again, ...asks("counts").among].join("\n");
  const fresh = pad.among !== among;
  if (fresh) Object.assign(pad, { among, votes: new Map(), touched: 0, seen: null, folded: null });
  if (pad.seen !== live.state && Date.now() - pad.touched > MINE) pad.votes = new Map(host().pad);
  pad.seen = live.state;
}

/** How the hands stand: sum, the most there can be, and what is wrong, in words. */
export function check(votes, hands = asks("ballots").hands) {
  const living = room().guests.filter((guest) => guest.alive).length;
  const most = living * hands;
  const sum = [...votes.values()].reduce((all, n) => all + n, 0);
  const over = [...votes].find(([, n]) => n > living);
  const wrong =
    sum > most
      ? t("page", "hands_over", living, most, sum)
      : over
        ? t("refusal", "impossible_count", over[0], String(over[1]), String(living))
        : "";
  return { living, most, sum, wrong };
}

/** The press as the pad makes it; null where the ballots are closed with a press. */
export function counted() {
  follow();
  const { heard } = asks("ballots");
  if (isFolded()) return heard.length ? null : { label: t("page", "ballots_wait"), ready: false, said: {} };
  const { sum, most, wrong } = check(pad.votes);
  const alone = heard.length > 0; // who counts hands instead does not close the ballots
  if (!sum) return { label: t("page", "count_first"), ready: false, said: {}, alone };
  return {
    alone,
    label: wrong ? t("page", "hands_too_many", sum, most) : sum === most ? count("page", "hands_all", sum) : t("page", "hands_press", sum, most),
    ready: !wrong,
    said: { is: "hands_counted", votes: given(pad.votes) },
  };
}

const isFolded = () => pad.folded ?? (host().ballots_on || asks("ballots").heard.length > 0);

export function countingPad() {
  follow();
  const folded = isFolded();
  const fold = () => {
    pad.folded = !folded;
    redraw();
  };
  const change = (votes) => {
    pad.votes = votes;
    pad.touched = Date.now();
    tellScreen();
    redraw();
  };
  return h(
    "section",
    { class: "stack", key: "counting" },
    (folded || pad.folded === false) &&
      button(t("page", "count_hands"), fold, { class: "plain fold", "aria-expanded": String(!folded) }),
    !folded && hands(pad.votes, change),
  );
}

/** A tap for each hand or a slide for all, and the sum in words. */
export function hands(votes, change, among = asks("counts").among, each = asks("ballots").hands) {
  const { living, most, sum, wrong } = check(votes, each);
  const words = h("p", { class: wrong ? "sum wrong" : "sum", role: "status", key: "sum" }, wrong || t("page", sum ? "hands_sum" : "hands_how", living, most, sum));
  return tallies(among, votes, change, words, living);
}

function tellScreen() {
  if (sending) return;
  sending = setTimeout(() => {
    sending = null;
    put("/api/pad", { votes: given(pad.votes) });
  }, TOLD_EVERY);
}
