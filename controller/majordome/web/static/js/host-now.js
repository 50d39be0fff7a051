// What is happening, what a press will do, and the press itself.

import { post } from "./api.js";
import { drawAsks } from "./asks.js";
import { h } from "./dom.js";
import { game, gameTitle, own } from "./game.js";
import { account } from "./host-account.js";
import { ballots } from "./host-ballots.js";
import { ask, button, clock, forgetMessage, host, redraw, refusal, room, show, tell, ui } from "./host-ui.js";
import { holdToDo } from "./hold.js";
import { sandLeft } from "./live.js";
import { ring } from "./ring.js";
import { heading, scores, won } from "./room.js";
import { count, t } from "./words.js";

const SETTLING = 350; // ms: who presses so soon after a change meant what was there before
const HOLD = 1_000;

const seen = { moment: null, since: 0 };
let aimed = null; // the moment at which the finger came down
let armed = false;

export function drawNow() {
  const { finished, seats } = room();
  settle();
  return h(
    "div",
    { class: "now", key: "now" },
    h(
      "main",
      { class: "scene" },
      letIn(),
      h("p", { class: "eyebrow" }, when()),
      h("h1", {}, t("beat", `${host().beat}.title`)),
      h("div", { class: "rule", "aria-hidden": "true" }, h("i")),
      room().paused && h("p", { class: "paused", key: "paused" }, t("page", "paused")),
      finished && outcome(),
      room().sand && sand(),
      !room().begun && !finished && invite(),
      !finished && !room().paused && pad(),
      ring(room().ring, t("screen", "ring")),
      scores(room().scores),
      room().chairs && !finished && chairs(),
      seats.length > 0 && !finished && h("p", { class: "muted", key: "people" }, people()),
    ),
    dock(),
  );
}

/** For those who listen. */
export function howItIs() {
  const press = room().paused ? t("page", "go_on") : (padPress() ?? gesture("press"))?.label;
  return [when(), t("beat", `${host().beat}.title`), press && t("page", "press_means", press)]
    .filter(Boolean)
    .join(". ");
}

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

/** What the button alone would say is an answer that is drawn above: no second button for it. */
function drawnAbove(said) {
  if (game.page.pad) return false;
  if (said.is === "pointed") return true;
  return host().asks.some(
    (ask) =>
      (ask.kind === "number" && ask.means.is === said.is) ||
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

/** Before the first press: is there a guest list, and is everyone on it? */
function invite() {
  const { seats } = room();
  return h(
    "section",
    { class: "panel stack", key: "invite" },
    h("p", {}, seats.length ? count("page", "list_ready", seats.length) : t("page", "list_none")),
    button(t("page", seats.length ? "list_change" : "list_make"), () => show({ tab: "setup" }), { class: "outline" }),
  );
}

function outcome() {
  return h(
    "section",
    { class: "stack", key: "outcome" },
    room().winner && h("p", { class: "serif verdict" }, won(room())),
    account(),
    button(t("page", "new_evening"), () => show({ tab: "setup" }), { class: "outline" }),
  );
}

// The hourglass.

function sand() {
  const { total } = room().sand;
  const left = sandLeft();
  const add = (seconds) => tell({ is: "time_added", seconds });
  return h(
    "section",
    { class: "sand", key: "sand", "aria-label": t("ui", "hourglass") },
    h("p", { class: "time number", id: "sand-left", role: "timer" }, clock(left)),
    h("div", { class: "bar" }, h("i", { id: "sand-bar", style: { width: `${(100 * left) / Math.max(total, 1)}%` } })),
    host().sand_can_change &&
      h(
        "div",
        { class: "row" },
        button(t("page", "less_time"), () => add(-30), { class: "grow" }),
        button(t("page", "more_time"), () => add(30), { class: "grow" }),
      ),
  );
}

/** Let the sand fall between two states. */
export function startSand() {
  setInterval(() => {
    const left = sandLeft();
    const time = document.getElementById("sand-left");
    if (left === null || !time) return;
    if (time.textContent !== clock(left)) time.textContent = clock(left);
    document.getElementById("sand-bar").style.width = `${(100 * left) / Math.max(room().sand.total, 1)}%`;
  }, 200);
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
  return { label: t("beat", `${host().beat}.${name}`) || t("page", `do_${name}`), said: { is: name } };
}

function send(choice, event) {
  if (choice.ready === false || !ready()) return;
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

function dock() {
  const pad = room().paused ? { label: t("page", "go_on"), said: { is: "go_on" } } : padPress();
  const main = pad ?? gesture("press");
  const others = room().paused ? [] : [pad && !pad.alone && gesture("press"), gesture("double")].filter(Boolean);
  const yes = room().paused || pad?.alone ? null : gesture("hold");
  return h(
    "section",
    { class: "dock", key: "dock", "aria-label": t("page", "dock") },
    refusal(),
    others.map((other) =>
      h(
        "button",
        {
          class: "outline other",
          key: `other ${other.said.is}`,
          onpointerdown: aim,
          onclick: (event) => send(other, event),
        },
        other.label,
      ),
    ),
    yes &&
      h(
        "button",
        { class: "outline other hold", key: "hold", ...holdGesture },
        h("span", { class: "ring", "aria-hidden": "true" }),
        h("span", {}, yes.label, h("small", {}, t("page", armed ? "once_more" : "hold_down"))),
      ),
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
    !main &&
      !room().finished &&
      h("p", { class: "muted quiet", key: "quiet" }, t("page", host().asks.length ? "choose_above" : "just_wait")),
    tools(),
  );
}

function tools() {
  const { takes_back, puts_back } = host();
  const { paused, finished } = room();
  const named = (key, beat) => t("page", key, t("beat", `${beat}.title`));
  const tool = (key, words) => button(words, () => tell({ is: key }), { class: "plain", key });
  return h(
    "div",
    { class: "tools", key: "tools" },
    takes_back && tool("take_back", named("take_back", takes_back)),
    puts_back && tool("put_back", named("put_back", puts_back)),
    !paused && !finished && room().begun && tool("pause", t("page", "pause")),
  );
}
