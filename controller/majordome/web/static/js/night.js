// While eyes are closed every page is black and says nothing: closed eyes must learn nothing from a phone.

import { h } from "./dom.js";
import { live, refresh, subscribe } from "./live.js";

const INK = "#120c17";
const UNHEARD = 2_500; // ms
let cover = null;
let dark = false;

/** It is night now. */
export const isDark = () => dark;

/**
 * A page that was away may show what was so before it went: it stays black until the box has told how it is now,
 * or cannot be heard.
 */
function veil() {
  const black = h("div", { class: "veil", hidden: true });
  document.body.append(black);
  let since = 0;
  let lifts = null;
  const lift = () => {
    clearTimeout(lifts);
    black.hidden = true;
  };
  const away = () => {
    if (!live.state) return;
    clearTimeout(lifts);
    black.hidden = false;
    since = performance.now();
  };
  const back = () => {
    if (black.hidden) return;
    since = performance.now();
    refresh();
    lifts = setTimeout(lift, UNHEARD);
  };
  document.addEventListener("visibilitychange", () => (document.visibilityState === "hidden" ? away() : back()));
  addEventListener("pagehide", away);
  addEventListener("pageshow", ({ persisted }) => persisted && back());
  subscribe(({ arrived }) => document.visibilityState !== "hidden" && arrived > since && lift());
}

/**
 * Cover this page whenever the room is dark. `fallen(cover)` may put into the cover what its owner must see even so,
 * `risen()` is told when it is over. Everything below is inert and unspoken meanwhile.
 */
export function watchNight({ fallen = () => {}, risen = () => {} } = {}) {
  cover = h("div", { class: "night", hidden: true });
  document.body.append(cover);
  veil();
  subscribe(({ state, link }) => {
    const now = Boolean(state?.room?.dark) && link !== "off"; // a box that is off tells nobody when the night is over
    if (now === dark) return;
    dark = now;
    cover.hidden = !dark;
    document.documentElement.classList.toggle("dark", dark);
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", dark ? "#000000" : INK);
    for (const part of document.body.children) if (part !== cover && part.nodeName !== "SCRIPT") part.inert = dark;
    if (dark) fallen(cover);
    else {
      cover.replaceChildren();
      risen();
    }
  });
}
