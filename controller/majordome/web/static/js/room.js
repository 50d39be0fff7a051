// The room as every page shows it.

import { h } from "./dom.js";
import { gameTitle, own } from "./game.js";
import { live } from "./live.js";
import { joined, t, told } from "./words.js";

/** The part of the game that is played, and something smaller beside it: `["Saturday night", "round 3 of 5"]`. */
export function heading(room) {
  if (room.finished) return ["", ""];
  return own("heading", room) ?? [(room.heading && (told(room.heading, "heading") || told(room.heading))) || "", ""];
}

/** What is happening, in large letters. */
export function title(room) {
  if (room.finished) return won(room);
  return room.paused ? t("ui", "paused") : own("title", room) || t("beat", `${room.beat}.title`) || gameTitle();
}

/** Who has won, in words. */
export function won({ winner, winners }) {
  if (!winner) return t("beat", "finished.title");
  if (winners.length) return t("screen", winners.length > 1 ? "won_by_many" : "won_by", joined(winners));
  return t("screen", `won_${winner}`) || t("screen", "won_by", t("winner", winner) || winner);
}

/** What a gesture does at this beat, in words: others where the same is asked once more, after a tie. */
export const doing = (beat, gesture, asks) =>
  (asks.some((ask) => ask.again) && t("beat", `${beat}.${gesture}_again`)) || t("beat", `${beat}.${gesture}`);

/** What is asked, in words; who is asked, but for one, "" where it is the host alone. */
export const question = (ask) => t("ask", ask.question);
export function asked(asks, but = null) {
  const all = live.state?.room.seats.map(([name]) => name) ?? [];
  const players = all.filter((name) => name !== but && asks.some((ask) => ask.players.includes(name)));
  if (!players.length) return "";
  return players.length === all.length ? t("page", "asked_all") : t("page", "asked", joined(players));
}

/** Where a browser finds the box, as people write it: by name where it has one, and by number, which always works. */
export const addresses = ({ name_url: name, url }, page = "") =>
  [name, url].filter(Boolean).map((one) => `${one}${page}`.replace(/^http:\/\/|\/$/g, ""));

/** How it stands with a player, as classes and in words. */
export const standing = ([, marks]) => [marks.join(" "), marks.map((mark) => t("mark", mark) || mark).join(", ")];

/** How everybody stands, most first. */
export function scores(points) {
  if (!points.length) return null;
  return h(
    "dl",
    { class: "scores", key: "scores", "aria-label": t("screen", "scores") },
    [...points]
      .sort((one, other) => other[1] - one[1])
      .map(([name, n]) => h("div", { key: name }, h("dt", {}, name), h("dd", { class: "number" }, n))),
  );
}

/** A class that begins anew, and goes by itself. */
export function once(element, name, milliseconds) {
  clearTimeout(element.goes);
  element.classList.remove(name);
  void element.getBoundingClientRect(); // or the same animation would not begin again
  element.classList.add(name);
  element.goes = setTimeout(() => element.classList.remove(name), milliseconds);
}
