// While eyes are closed every page is black and says nothing: closed eyes must learn nothing from a phone.

import { h } from "./dom.js";
import { subscribe } from "./live.js";

const INK = "#120c17";
let cover = null;
let dark = false;

/** It is night now. */
export const isDark = () => dark;

/**
 * Cover this page whenever the room is dark. `fallen(cover)` may put into the cover what its owner must see even so,
 * `risen()` is told when it is over. Everything below is inert and unspoken meanwhile.
 */
export function watchNight({ fallen = () => {}, risen = () => {} } = {}) {
  cover = h("div", { class: "night", hidden: true });
  document.body.append(cover);
  subscribe(({ state }) => {
    const now = Boolean(state?.room?.dark);
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
