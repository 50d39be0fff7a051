// What is happening, what a press will do, and the press itself.

import { post } from "./api.js";
import { drawAsks } from "./asks.js";
import { h } from "./dom.js";
import { game, gameTitle, own } from "./game.js";
import { account } from "./host-account.js";
import { ledger } from "./host-ledger.js";
import { ballots } from "./host-ballots.js";
import { door } from "./host-door.js";
import { lesson } from "./host-lesson.js";
import { handedOut, lobby, nextStep, unfinished } from "./host-lobby.js";
import { sand } from "./host-sand.js";
import { openSetup } from "./host-setup.js";
import { ask, button, forgetMessage, host, redraw, refusal, room, tell, ui } from "./host-ui.js";
import { redoWords, undoWords } from "./host-undo.js";
import { holdToDo } from "./hold.js";
import { ring } from "./ring.js";
import { doing, heading, scores, won } from "./room.js";
import { count, lang, t } from "./words.js";

const SETTLING = 350; // ms: who presses so soon after a change meant what was there before
const HOLD = 1_000;

const seen = { moment: null, since: 0 };
let aimed = null; // the moment at which the finger came down
let armed = false;

export function drawNow() {
  const { finished, seats } = room();
  settle();
  const by = thumb();
  return h(
    "div",
    { class: "now", key: "now" },
    h(
      "main",
      { class: counting() ? "scene counting" : "scene" },
      letIn(),
      room().begun && door(),
      h("p", { class: "eyebrow" }, when()),
      h("h1", {}, happening()),
      h("div", { class: "rule", "aria-hidden": "true" }, h("i")),
      own("news", room()),
      spoken(),
      room().paused && h("p", { class: "paused", key: "paused" }, t("page", "paused")),
      finished && outcome(),
      room().sand && sand(),
      !room().begun && !finished && lobby(),
      !finished && !room().paused && pad(),
      !finished && own("lesson", room()) && lesson(),
      by.above.length > 0 && h("div", { class: "more-choices", key: "more" }, by.above),
      ring(room().ring, t("screen", "ring")),
      scores(room().scores),
      room().chairs && room().begun && !finished && chairs(),
      seats.length > 0 && room().begun && !finished && h("p", { class: "muted", key: "people" }, people()),
    ),
    dock(by),
  );
}

/** For those who listen. */
export function howItIs() {
  const press = room().paused ? t("page", "go_on") : (padPress() ?? gesture("press"))?.label;
  return [when(), happening(), press && t("page", "press_means", press)]
    .filter(Boolean)
    .reduce((all, words) => all + (/[.?!…]$/.test(all) ? " " : ". ") + words); // “Who died?” is a sentence already
}

const happening = () => own("title", room()) || t("beat", `${host().beat}.title`);
const when = () => heading(room()).filter(Boolean).join(" · ") || gameTitle();

/** Who plays, in a few words. */
export const people = () => own("people", room()) ?? count("page", "players", room().seats.length);

// What is asked. A game that brings pads of its own says what a press makes of them.

function pad() {
  if (game.page.pad) return own("pad");
  const asks = host().asks.filter((ask) => ask.kind !== "go_on" || !pressed(ask.means));
  return drawAsks(asks, {
    player: null,
    ready: ready(),
    beat: host().beat,
    redraw,
    ballots,
    send: (said) => (ready() ? tell(said) : null),
  });
}

const padPress = () => own("press") ?? null;
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const pressed = (event) => Object.values(host().says).some((said) => same(said, event));

const FILLED = ["number", "choose_some", "counts", "ballots"]; // the page fills the answer, as the button does step by step

/** What the button alone would say is an answer that is drawn above: no second button for it. */
function drawnAbove(said) {
  if (said.is === "pointed" || said.is === "picked") return true;
  if (host().asks.some((ask) => FILLED.includes(ask.kind) && ask.means.is === said.is)) return true;
  if (game.page.pad) return false;
  return host().asks.some(
    (ask) =>
      (ask.kind === "race" && said.is === "slammed") ||
      [ask.yes, ask.no, ...(ask.options ?? []).map((option) => option.says)].some((answer) => same(answer, said)),
  );
}

function letIn() {
  const waiting = host().hosts.find((other) => other.waiting);
  if (!waiting) return null;
  const answer = (let_in) => ask(post, "/api/hosts", { id: waiting.id, let_in });
  return h(
    "section",
    { class: "panel stack", key: "let-in" },
    h("p", {}, t("page", "wants_in", waiting.name)),
    h(
      "div",
      { class: "row" },
      button(t("page", "let_in"), () => answer(true), { class: "outline grow" }),
      button(t("page", "refuse"), () => answer(false), { class: "grow" }),
    ),
  );
}

/** Every hand is counted: the names need all the room there is. */
const counting = () => !room().paused && host().asks.some((ask) => ask.kind === "counts");

/** What the butler has just said: where the box is silent, the host reads it aloud. */
function spoken() {
  const said = room().begun && !room().finished && room().said[lang()];
  return said ? h("p", { class: "serif said", key: "said" }, t("ui", "quote", said)) : null;
}

function outcome() {
  return h(
    "section",
    { class: "stack", key: "outcome" },
    room().winner && h("p", { class: "serif verdict" }, won(room())),
    ledger(),
    account(),
    button(t("page", "new_evening"), () => openSetup("guests"), { class: "outline" }),
  );
}

// The chairs: the box feels them; a hand may put right what a cable gets wrong.

function chairs() {
  return h(
    "section",
    { class: "chairs", key: "chairs", "aria-label": t("ui", "chairs") },
    h("p", { class: "muted" }, t("ui", "chairs")),
    h(
      "div",
      { class: "row" },
      Object.entries(room().chairs).map(([chair, taken]) =>
        h(
          "button",
          {
            key: chair,
            class: "grow chair",
            "aria-pressed": String(taken),
            onclick: () => tell({ is: taken ? "chair_left" : "chair_taken", chair }),
          },
          h("span", { class: "muted first" }, t("ui", chair)),
          h("b", {}, t("ui", taken ? "taken" : "free")),
        ),
      ),
    ),
  );
}

// Near the thumb.

function settle() {
  if (seen.moment === host().moment) return;
  seen.moment = host().moment;
  seen.since = performance.now();
  armed = false;
  forgetMessage();
  setTimeout(redraw, SETTLING + 10);
}

const ready = () => !ui.busy && performance.now() - seen.since >= SETTLING;

function gesture(name) {
  if (!host().gestures.includes(name) || room().finished || drawnAbove(host().says[name])) return null;
  return { label: doing(host().beat, name, host().asks) || t("page", `do_${name}`), said: { is: name } };
}

function send(choice, event) {
  if (choice.ready === false || !ready()) return;
  if (choice.go) return choice.go();
  const moment = event.detail > 0 && aimed ? aimed : host().moment;
  aimed = null;
  tell(choice.said, { moment }).then(choice.then);
}

const aim = () => (aimed = host().moment);

const holdGesture = holdToDo({
  ms: HOLD,
  done: () => ready() && tell({ is: "hold" }, { moment: host().moment }),
  armed(now) {
    armed = now;
    redraw();
  },
});

/** What the thumb may say: the gold button, and smaller ones. One of those stands beside it; several stand above. */
function thumb() {
  const { paused } = room();
  const pad = paused ? { label: t("page", "go_on"), said: { is: "go_on" } } : padPress();
  const next = unfinished() ? nextStep() : null; // a list that is being written comes before the first press
  const main = pad ?? next ?? gesture("press");
  const others = paused ? [] : [(pad ?? next) && !pad?.alone && gesture("press"), gesture("double")].filter(Boolean);
  const yes = paused || pad?.alone ? null : gesture("hold");
  const smaller = [...others.map(otherButton), yes && holdButton(yes)].filter(Boolean);
  return { main, beside: smaller.length === 1 ? smaller : [], above: smaller.length > 1 ? smaller : [] };
}

const otherButton = (other) =>
  h(
    "button",
    { class: "outline other", key: `other ${other.said.is}`, onpointerdown: aim, onclick: (event) => send(other, event) },
    other.label,
  );

const holdButton = (yes) =>
  h(
    "button",
    { class: "outline other hold", key: "hold", ...holdGesture },
    h("span", { class: "ring", "aria-hidden": "true" }),
    h("span", {}, yes.label, h("small", {}, t("page", armed ? "once_more" : "hold_down"))),
  );

function dock({ main, beside }) {
  return h(
    "section",
    { class: "dock", key: "dock", "aria-label": t("page", "dock") },
    refusal(),
    handedOut(),
    h(
      "div",
      { class: beside.length ? "choices several" : "choices", key: "choices" },
      beside,
      main &&
        h(
          "button",
          {
            class: "brass press",
            key: "press",
            "aria-disabled": (main.ready === false || !ready()) && "true",
            onpointerdown: aim,
            onclick: (event) => send(main, event),
          },
          main.label,
        ),
    ),
    !main &&
      !room().finished &&
      h("p", { class: "muted quiet", key: "quiet" }, t("page", host().asks.length ? "choose_above" : "just_wait")),
    tools(),
  );
}

function tools() {
  const { paused, finished } = room();
  const tool = (key, words) => button(words, () => tell({ is: key }), { class: "plain", "data-tool": key, key });
  return h(
    "div",
    { class: "tools", key: "tools" },
    undoWords() && tool("take_back", undoWords()),
    redoWords() && tool("put_back", redoWords()),
    !paused && !finished && room().begun && tool("repeat", t("page", "repeat")),
    !paused && !finished && room().begun && tool("pause", t("page", "pause")),
  );
}
