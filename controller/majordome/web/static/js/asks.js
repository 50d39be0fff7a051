// What a beat asks, drawn once for each kind of question, whatever the game: on the host's tray and on players' phones.

import { h } from "./dom.js";
import { asked, question } from "./room.js";
import { given, tallies } from "./tallies.js";
import { count, joined, t } from "./words.js";

let kept = new Map(); // what is being chosen or counted, until the question is gone

/**
 * The questions. how: {send(said, event), redraw(), ready, beat, player: whose phone it is (null: the host's tray),
 * slam(): this phone is a buzzer, ballots(ask): how the host sees ballots}.
 */
export function drawAsks(asks, how) {
  const before = kept;
  kept = new Map();
  return asks.map((ask) => {
    const key = [ask.kind, ask.question, ask.hands, ...(ask.among ?? []), ...(ask.options ?? []).map(label)].join("\n");
    const own = before.get(key) ?? {};
    kept.set(key, own);
    return KINDS[ask.kind]?.(ask, how, own) ?? null;
  });
}

/** What an answer is called: a name, a number, or words of the game. */
export const label = ({ name, label: key }) => name || t("label", key) || key;

/** An event that the answer fills: says(ask, names) -> {is: "chosen", names}. */
export const says = ({ means }, ...values) => ({
  is: means.is,
  ...Object.fromEntries(values.map((value, place) => [means.fields[place], value])),
});

const act = (words, how, props, go) =>
  h("button", { type: "button", "aria-disabled": !how.ready && "true", onclick: (event) => how.ready && go(event), ...props }, words);

function section(ask, how, ...children) {
  const who = how.player ? "" : asked([ask]);
  const words = question(ask) === t("beat", `${how.beat}.title`) && !how.player ? "" : question(ask); // it is the title already
  return h(
    "section",
    { class: `ask stack ${ask.kind}`, key: [ask.kind, ask.question, ask.label, ...ask.players].join(" ") },
    words && h("h2", {}, words),
    who && h("p", { class: "muted asked" }, who),
    children,
  );
}

const group = (ask, children) =>
  h("div", { class: "names", key: "names", role: "group", "aria-label": question(ask) || t("page", "choose_above") }, children);

/** Nothing is asked: whoever is ready goes on. */
function goOn(ask, how) {
  const words = t("label", ask.label) || t("beat", `${how.beat}.press`) || t("page", "go_on");
  return section(ask, how, act(words, how, { class: "brass press", key: "go" }, (event) => how.send(ask.means, event)));
}

function yesNo(ask, how) {
  const one = (word, said) =>
    act(t("label", `${ask.question}_${word}`) || t("page", word), how, { key: word }, (event) => how.send(said, event));
  return section(ask, how, group(ask, [one("yes", ask.yes), one("no", ask.no)]));
}

/** The answer that the button points at. */
export const pointed = (ask, place) => ({ "data-at": ask.at === place, "aria-current": ask.at === place && "true" });

function choose(ask, how) {
  const one = (option, place) =>
    act(label(option), how, { key: place, ...pointed(ask, place) }, (event) => how.send(option.says, event));
  return section(ask, how, group(ask, ask.options.map(one)));
}

/** Several names, in an order or not: those that the button has taken are chosen already. */
function chooseSome(ask, how, own) {
  const chosen = (own.chosen ?? ask.picked).filter((name) => ask.among.includes(name));
  const most = Math.min(ask.most, ask.among.length);
  const toggle = (name) => {
    own.chosen = chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name].slice(-most);
    how.redraw();
  };
  const one = (name, at) => {
    const place = chosen.indexOf(name) + 1;
    const order = ask.ordered && place > 0 && h("b", { class: "number" }, place);
    const props = { type: "button", key: name, "aria-pressed": String(place > 0), ...pointed(ask, at) };
    return h("button", { ...props, onclick: () => toggle(name) }, order, name);
  };
  const wanted = ask.least === most ? count("page", "choose_exactly", most) : t("page", "choose_between", ask.least, most);
  const enough = chosen.length >= ask.least;
  return section(
    ask,
    how,
    h("p", { class: "muted", key: "wanted" }, wanted),
    group(ask, ask.among.map(one)),
    done(!enough ? wanted : chosen.length ? t("page", "choose_send", joined(chosen)) : t("page", "choose_none"), { ...how, ready: how.ready && enough }, (event) =>
      how.send(says(ask, chosen), event),
    ),
  );
}

const done = (words, how, go) => act(words, how, { class: "brass press", key: "send" }, go);

/** A number: one more, one less, or typed. */
function number(ask, how, own) {
  const n = Math.min(ask.most, Math.max(ask.least, own.n ?? ask.at ?? ask.least));
  const set = (value) => {
    own.n = Number.isFinite(value) ? Math.min(ask.most, Math.max(ask.least, Math.round(value))) : ask.least;
    how.redraw();
  };
  const words = question(ask) || t("page", "number");
  return section(
    ask,
    how,
    h(
      "div",
      { class: "row dial", key: "dial", role: "group", "aria-label": words },
      h("button", { type: "button", onclick: () => set(n - 1), "aria-label": t("page", "less", words), "aria-disabled": n <= ask.least && "true" }, "−"),
      h("input", { class: "grow number", inputmode: "numeric", "aria-label": words, value: String(n), onchange: (event) => set(Number(event.target.value)) }),
      h("button", { type: "button", onclick: () => set(n + 1), "aria-label": t("page", "more", words), "aria-disabled": n >= ask.most && "true" }, "+"),
    ),
    done(t("page", "number_send", n), how, (event) => how.send(says(ask, n), event)),
  );
}

function counts(ask, how, own) {
  const votes = own.votes ?? new Map(ask.counted); // as far as the button has counted
  const sum = [...votes.values()].reduce((all, n) => all + n, 0);
  const wrong = sum > ask.most || [...votes.values()].some((n) => n > ask.most_each);
  const change = (next) => {
    own.votes = next;
    how.redraw();
  };
  return section(
    ask,
    how,
    tallies(
      ask.among,
      votes,
      change,
      h("p", { class: wrong ? "sum wrong" : "sum", role: "status", key: "sum" }, t("page", "counted", sum, ask.most)),
      ask.most_each,
    ),
    done(t("page", "counts_send", sum), { ...how, ready: how.ready && sum > 0 && !wrong }, (event) => how.send(says(ask, given(votes)), event)),
  );
}

/** A secret ballot: as many different names as there are hands, to be changed until it is closed. */
function ballot(ask, how, own) {
  const { hands, among, cast } = ask;
  const chosen = (own.chosen ?? []).filter((name) => among.includes(name));
  const choose = (name) => {
    own.chosen = chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name].slice(-hands);
    how.redraw();
  };
  const change = () => {
    Object.assign(own, { changing: true, chosen: cast });
    how.redraw();
  };
  const send = async (event) => {
    const answer = await how.send(says(ask, how.player, chosen), event);
    if (answer?.ok) Object.assign(own, { changing: false, chosen: [] });
    how.redraw();
  };
  const given = [
    h("p", { role: "status", key: "cast" }, t("card", "cast")),
    h("button", { class: "outline", key: "change", onclick: change }, t("card", "change")),
  ];
  const choosing = () => [
    h("p", { key: "help" }, count("card", "choose", hands)),
    h(
      "div",
      { class: "names", key: "names", role: "group", "aria-label": t("card", "vote") },
      among.map((name) => h("button", { key: name, "aria-pressed": String(chosen.includes(name)), onclick: () => choose(name) }, name)),
    ),
    done(t("card", how.busy ? "sending" : "send"), { ...how, ready: how.ready && chosen.length === hands }, send),
  ];
  return h(
    "section",
    { class: "panel stack ballot", key: "ballot" },
    h("h2", {}, t("card", "vote")),
    question(ask) && h("p", { class: "serif", key: "question" }, question(ask)),
    cast && !own.changing ? given : choosing(),
  );
}

const ballots = (ask, how, own) => (how.player ? ballot(ask, how, own) : section(ask, how, how.ballots(ask)));

/** The first to slam. A phone is a buzzer: what counts is when the finger comes down. */
function race(ask, how) {
  if (how.player) {
    const slam = h(
      "button",
      {
        type: "button",
        class: "slam",
        key: "slam",
        onpointerdown: (event) => event.button === 0 && how.slam(),
        onclick: (event) => event.detail === 0 && how.slam(),
        oncontextmenu: (event) => event.preventDefault(),
      },
      t("card", "slam"),
    );
    return section(ask, how, slam);
  }
  const one = (player, place) =>
    act(player, how, { key: player, ...pointed(ask, place) }, (event) => how.send({ is: "slammed", player }, event));
  return section(ask, how, group(ask, ask.players.map(one)));
}

const KINDS = { go_on: goOn, yes_no: yesNo, choose, choose_some: chooseSome, number, counts, ballots, race };
