// What the host's page itself remembers (which tab, which sheet, the last refusal), and how it speaks to the box.

import { say } from "./api.js";
import { live } from "./live.js";
import { notice, t, why } from "./words.js";

const SHOWN = 9_000;

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

/** The box's side of the state: {room, host}. */
export const room = () => live.state?.room;
export const host = () => live.state?.host;

/** Change what the page remembers. */
export function show(change) {
  Object.assign(ui, change);
  redraw();
}

/** A sentence near the thumb; it goes by itself. */
export function message(what) {
  clearTimeout(fading);
  if (what) fading = setTimeout(() => show({ message: null }), SHOWN);
  show({ message: what });
}

/** The sentence in words. */
export function messageText() {
  if (ui.trying) return t("page", "trying");
  const { error, notice: told, key, args = [] } = ui.message ?? {};
  return error ? why(error) : told ? notice(told) : key ? t("page", key, ...args) : "";
}

/** Say it to the box; what it refuses is shown near the thumb. Returns the answer, or null while another is under way. */
export async function tell(said, options = {}) {
  if (ui.busy) return null;
  message(null);
  show({ busy: true });
  const answer = await say(said, { ...options, trying: () => show({ trying: true }) });
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

export const openSheet = (sheet) => show({ sheet });
export const closeSheet = () => show({ sheet: null });

/** 2:05 */
export function clock(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
