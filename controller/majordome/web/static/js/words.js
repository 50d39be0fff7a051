// The page's words, in French or English, as the box tells them.

import { get } from "./api.js";

const KEPT = "majordome.lang";
export const LANGS = { fr: "Français", en: "English" };

let words = null;
let wanted = null;
let latest = null; // what the box told last
const watchers = new Set();

/** The language of the words that are shown; null before there are any. */
export const lang = () => words?.lang ?? null;

/** Be told when the words have changed. */
export const onWords = (fn) => watchers.add(fn);

/** Words in the language chosen on this phone, else in the box's, else in the phone's own. Tries until it has them. */
export async function loadWords(box = null) {
  const own = navigator.language?.startsWith("fr") ? "fr" : "en";
  await fetchWords(chosen() ?? box ?? own);
}

/** What each state tells: the box's language, followed unless this phone has chosen, and the game that is played. */
export function follow(state) {
  latest = state ?? latest;
  if (!state || !words || wanted) return;
  const language = chosen() ?? state.lang;
  if (language !== words.lang || state.room.game !== words.game) fetchWords(language, state.room.game);
}

/** This phone's own choice; null: as the box speaks. */
export function chooseLang(choice, box = null) {
  try {
    if (choice) localStorage.setItem(KEPT, choice);
    else localStorage.removeItem(KEPT);
  } catch {
    // A phone that keeps nothing still changes the language of this page.
  }
  return fetchWords(choice ?? box ?? words?.lang ?? "en");
}

/** What this phone has chosen, or null. */
function chosen() {
  try {
    const kept = localStorage.getItem(KEPT);
    return kept in LANGS ? kept : null;
  } catch {
    return null;
  }
}

async function fetchWords(language, game = words?.game) {
  if (words?.lang === language && words.game === game) return;
  wanted = language;
  for (let wait = 500; wanted === language; wait = Math.min(2 * wait, 5_000)) {
    const answer = await get(`/api/words?lang=${language}`);
    if (wanted !== language) return;
    if (answer.ok) {
      words = answer.data;
      wanted = null;
      document.documentElement.lang = words.lang;
      for (const fn of watchers) fn();
      return caughtUp();
    }
    await new Promise((done) => setTimeout(done, wait));
  }
}

/** The box may have said another language, or another game, while these words were on their way. */
function caughtUp() {
  if (!latest || wanted) return;
  if ((chosen() ?? latest.lang) !== words.lang) follow(latest);
  else if (latest.room.game !== words.game) setTimeout(() => follow(latest), 500);
}

/** Texts of another game than the one that is played: how to read them, as t does; null where there are none. */
export async function wordsOf(game) {
  const { lang: language } = words;
  const answer = game === words.game ? { ok: true, data: words } : await get(`/api/words?lang=${language}&game=${game}`);
  return answer.ok ? (table, key, ...args) => text(answer.data, table, key, args) : null;
}

/** A text: t("page", "hands", 17, 34). {0} {1} are filled, {names} is all of them joined. "" where there is none. */
export function t(table, key, ...args) {
  return text(words, table, key, args);
}

function text(all, table, key, args) {
  const found = String(key).split(".").reduce((inner, part) => inner?.[part], all?.[table]);
  return typeof found === "string" ? fill(found, args) : "";
}

/**
 * A fact in the game's own words: {is: "tally", votes: [...]}. {name} is a field of it, {day:day} the word for it in the
 * table [day], {role:(role)} the same in brackets where it is known. "" where the game has no words for it, or nobody is
 * named.
 */
export function told(fact, table = "fact") {
  const found = words?.[table]?.[fact?.is];
  if (typeof found !== "string") return "";
  let nobody = false;
  const word = (hole, name, kind) => {
    const value = fact[name];
    if (kind?.startsWith("(")) return value == null ? "" : ` (${word(hole, name, kind.slice(1, -1))})`;
    if (Array.isArray(value) && !value.length) nobody = true;
    if (value === null || value === undefined) return kind ? "?" : t("ui", "somebody");
    if (Array.isArray(value)) return listed(value);
    if (kind === "de") return elided(value);
    if (kind === "+") return value < 0 ? `−${-value}` : `+${value}`;
    return (kind && t(kind, typeof value === "boolean" ? (value ? "True" : "False") : value)) || String(value);
  };
  const filled = found.replace(/\{(\w+)(?::([\w+()]+))?\}/g, word);
  return nobody ? "" : filled;
}

/** French: "de Bob", "d’Hector". */
const elided = (name) => (/^[aeiouyhàâäéèêëîïôöùûüœæ]/i.test(name) ? `d’${name}` : `de ${name}`);

const listed = (value) =>
  Array.isArray(value[0])
    ? [...value].sort((one, other) => other[1] - one[1]).map(([name, n]) => `${name} ${n}`).join(", ")
    : joined(value);

/** A text that differs for one and many: key_one and key; the number is {0}. */
export function count(table, key, n, ...args) {
  const one = n === 1 || (n === 0 && lang() === "fr");
  return (one && t(table, `${key}_one`, n, ...args)) || t(table, key, n, ...args);
}

/** Why something cannot be, in words. */
export function why(error) {
  if (!error) return "";
  const names = (error.names ?? []).map(String);
  return t("refusal", error.why, ...names) || t("page", `why_${error.why}`, ...names) || t("page", "why_unknown");
}

/** A notice of the box; a beat in it is called by its title. */
export function notice({ what, names = [] }) {
  return t("notice", what, ...names.map((name) => t("beat", `${name}.title`) || t("part", name) || name));
}

/** "A, B and C" */
export function joined(names) {
  const and = lang() === "fr" ? " et " : " and ";
  return names.length < 2 ? names.join("") : names.slice(0, -1).join(", ") + and + names.at(-1);
}

function fill(text, args) {
  return text.replace(/\{(\w+)\}/g, (hole, name) => (name === "names" ? joined(args) : (args[name] ?? hole)));
}
