// The game that is played: its colours, and what its folder brings to this page.

import { get } from "./api.js";
import { h } from "./dom.js";
import { lang } from "./words.js";

const AGAIN = 2_000; // ms

/** `page`: what the game's own module for this page exports; empty where it brings none. */
export const game = { id: null, about: null, page: {}, failed: false };

let loading = null;

/** From each state: another game brings other colours and another module. `changed()` when they are here. */
export async function followGame(kind, state, changed) {
  const id = state?.room.game;
  if (!id || id === game.id || id === loading) return;
  loading = id;
  const answer = await get("/api/game");
  if (loading !== id) return;
  if (!answer.ok || answer.data.id !== id) {
    loading = null;
    setTimeout(() => followGame(kind, state, changed), AGAIN);
    return;
  }
  const page = await brought(`/games/${id}/`, kind, answer.data.pages);
  if (loading !== id) return;
  Object.assign(game, { id, about: answer.data, page });
  loading = null;
  changed();
}

/** The game's module, and its style sheet. One that fails is left out: the page has its own way for everything. */
async function brought(folder, kind, pages) {
  game.failed = false;
  document.getElementById("of-game")?.remove();
  const style = `${folder}${kind}.css`;
  if (pages.includes(style)) document.head.append(h("link", { id: "of-game", rel: "stylesheet", href: style }));
  if (!pages.includes(`${folder}${kind}.js`)) return {};
  try {
    return await import(`${folder}${kind}.js`);
  } catch (trouble) {
    console.error(trouble);
    game.failed = true; // said by the page, with a way to try again
    return {};
  }
}

/** The game's own way of something, or undefined: own("title", room). */
export function own(name, ...args) {
  try {
    return game.page[name]?.(...args);
  } catch (trouble) {
    console.error(trouble);
    return undefined;
  }
}

/** Whether all of it is here, for what is played now. */
export const ready = (state) => Boolean(lang()) && state?.room.game === game.id;

/** What the game is called. */
export const gameTitle = () => game.about?.title[lang()] ?? game.about?.title.en ?? game.id ?? "";

/** A mood of the game as a colour: as much light as the lamp gives; the eye, and so the page, sees its root. */
export const colour = (mood) => seen(game.about?.moods[mood] ?? [0.9, 0.8, 0.6]);
export const seen = (light) => `rgb(${light.map((part) => Math.round(255 * part ** (1 / 2.2))).join()})`;
