// What the box says: one socket, the whole state after every change, and it comes back by itself.

const QUIET = 12_000; // no word for so long, and the connection is lost
const SLEPT = 6_000; // the box gives a sign of life every 5 s: after more, a page that wakes up asks anew
const FIRST_WAIT = 500;
const LONGEST_WAIT = 5_000;
const GOOD_NIGHT = 4410; // the box was switched off, as it should be
const NOT_WELCOME = 4401; // the cookie is gone or was never there

/**
 * The latest that is known. link: "joining" | "live" | "lost" | "off" (the box said good night) | "gone" (the box does
 * not know this page).
 */
export const live = { state: null, link: "joining", arrived: 0 };

const watchers = new Set();
const listeners = new Set();
let as = null;
let socket = null;
let heard = 0;
let wait = FIRST_WAIT;
let retry = null;

/** Be told, now and after every change: fn(live). Returns how to stop. */
export function subscribe(fn) {
  watchers.add(fn);
  fn(live);
  return () => watchers.delete(fn);
}

/** Hear what passes: fn(signal), as in {signal: "top", call: "stop"}. */
export function onSignal(fn) {
  listeners.add(fn);
  return () => listeners.delete(fn);
}

/** Join as "host", "card", "screen" or "twin". Again after pairing: the old connection is left. */
export function join(role) {
  as = role;
  wait = FIRST_WAIT;
  dial();
}

/** Seconds left in the hourglass at this moment, or null. */
export function sandLeft() {
  const sand = live.state?.room?.sand;
  if (!sand) return null;
  return Math.max(0, sand.left - (sand.running ? (performance.now() - live.arrived) / 1000 : 0));
}

/** The box answers elsewhere: do not wait to call it again. */
export function hurry() {
  if ((live.link === "lost" || live.link === "off") && !socket) dial();
}

/** Hear at once how it is now. */
export function refresh() {
  if (as && live.link !== "gone") dial();
}

function tell(change) {
  Object.assign(live, change);
  for (const fn of watchers) fn(live);
}

function dial() {
  clearTimeout(retry);
  socket?.close();
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const mine = new WebSocket(`${scheme}//${location.host}/api/live?as=${as}`);
  socket = mine;
  heard = Date.now();
  mine.onmessage = (message) => mine === socket && hear(JSON.parse(message.data));
  mine.onclose = (closed) => mine === socket && lose(closed.code);
}

function hear(said) {
  heard = Date.now();
  wait = FIRST_WAIT;
  if (said.is === "state") {
    tell({ state: said, link: "live", arrived: performance.now() });
  } else if (said.is === "signal") {
    for (const fn of listeners) fn(said);
  } else if (live.state && live.link !== "live") {
    tell({ link: "live" });
  }
}

function lose(code) {
  socket = null;
  clearTimeout(retry);
  if (code === NOT_WELCOME) {
    tell({ state: null, link: "gone" });
    return;
  }
  if (code === GOOD_NIGHT) tell({ link: "off" });
  else if (!["joining", "off"].includes(live.link)) tell({ link: "lost" });
  retry = setTimeout(dial, wait);
  wait = Math.min(wait * 2, LONGEST_WAIT);
}

function again(quiet) {
  if (!as || live.link === "gone" || document.visibilityState === "hidden") return;
  if (!socket || Date.now() - heard > quiet) {
    if (live.link === "live") tell({ link: "lost" });
    wait = FIRST_WAIT;
    dial();
  }
}

setInterval(() => socket && again(QUIET), 1_000);
document.addEventListener("visibilitychange", () => again(SLEPT));
addEventListener("pageshow", () => again(SLEPT));
addEventListener("online", () => again(0));
