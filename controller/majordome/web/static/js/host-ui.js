// What the host's page itself remembers (which tab, which sheet, the last refusal), and how it speaks to the box.

import { say } from "./api.js";
import { pointed } from "./asks.js";
import { h } from "./dom.js";
import { live } from "./live.js";
import { isDark } from "./night.js";
import { notice, t, why } from "./words.js";

const SHOWN = 9_000; // ms
const ABOUT_TIME = new Set(["too_late", "no_answer"]); // said of a press that came to nothing: stays when the box is back
const FRESH = 1_500; // ms: a refusal stays at least so long, even if the evening goes on meanwhile

export const ui = {
  kind: null, // what the box takes this phone for: "nobody" | "waiting" | "host"
  tab: "now",
  sheet: null, // what the sheet shows: () => nodes
  message: null, // {error} | {notice} | {key}
  busy: false, // something was said and is not answered yet
  trying: false, // ... and had to be said again
};

let draw = () => {};
let due = false;
let fading = null;
let shownAt = 0;
let underWay = null; // what is being said

export const drawWith = (fn) => (draw = fn);

/** Show what has changed, once, when everything that changes now has changed. */
export function redraw() {
  if (due) return;
  due = true;
  queueMicrotask(() => {
    due = false;
    draw();
  });
}

/** The box's side of the state: {room, host}; what is asked, by its kind. */
export const room = () => live.state?.room;
export const host = () => live.state?.host;
export const asks = (kind) => host()?.asks.find((ask) => ask.kind === kind) ?? null;

/** Change what the page remembers. */
export function show(change) {
  Object.assign(ui, change);
  redraw();
}

/** A sentence near the thumb; it goes by itself. */
export function message(what) {
  clearTimeout(fading);
  if (what) fading = setTimeout(() => show({ message: null }), SHOWN);
  shownAt = Date.now();
  show({ message: what });
}

/** Another moment has come: what the rules refused before matters no more. */
export function forgetMessage() {
  const { error } = ui.message ?? {};
  if (error && !ABOUT_TIME.has(error.why) && Date.now() - shownAt > FRESH) ui.message = null;
}

/** The sentence in words. */
export function messageText() {
  if (ui.trying) return t("page", "trying");
  const { error, notice: told, key, args = [] } = ui.message ?? {};
  return error ? why(error) : told ? notice(told) : key ? t("page", key, ...args) : "";
}

/**
 * Say it to the box; what it refuses is shown near the thumb. One after the other, and each for the moment of its tap:
 * a second tap while the first is under way is not lost, and cannot mean another moment than the one that was seen.
 */
export async function tell(said, { moment = host()?.moment } = {}) {
  while (ui.busy) await underWay;
  message(null);
  show({ busy: true });
  const saying = say(said, { moment, trying: () => show({ trying: true }) });
  underWay = saying;
  const answer = await saying;
  show({ busy: false, trying: false });
  if (!answer.ok) message({ error: answer.error });
  else if (answer.data?.safe === false) message({ key: "not_safe" });
  return answer;
}

/** Ask something else of the box in the same way: what(…) is one of api.js. */
export async function ask(what, ...args) {
  const answer = await what(...args);
  message(answer.ok ? null : { error: answer.error });
  return answer;
}

/** A button with words. */
export const button = (words, onclick, props = {}) => h("button", { type: "button", onclick, ...props }, words);

/** Buttons with names; one or several are chosen, and the one button may point at one. */
export function names(list, chosen, choose, label, at = null) {
  return h(
    "div",
    { class: "names", role: "group", "aria-label": label },
    list.map((name, place) =>
      button(name, () => choose(name), { key: name, "aria-pressed": String(chosen.includes(name)), ...pointed({ at }, place) }),
    ),
  );
}

/** A sheet's title. */
export const title = (words, props = {}) => h("h2", { id: "sheet-title", ...props }, words);

/** Where a refusal is read. In the dark it may tell of a card: then only the held finger reads it. */
export const refusal = () =>
  h(
    "p",
    { class: ui.message?.error ? "refusal" : "refusal note", role: "alert", key: "refusal" },
    isDark() ? "" : messageText(),
  );

/** "Cancel" and what the sheet is for; `ready` false: not yet. */
export const sure = (words, act, { kind = "blood", ready = true } = {}) =>
  h(
    "div",
    { class: "row", key: "sure" },
    button(t("page", "cancel"), closeSheet, { class: "grow" }),
    button(words, () => ready && act(), { class: `grow ${kind}`, "aria-disabled": !ready && "true" }),
  );

export const openSheet = (sheet) => show({ sheet });
export const closeSheet = () => show({ sheet: null });

/** 2:05 */
export function clock(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
