// The room as the twin and the big screen both show it.

import { t } from "./words.js";

/** `["Saturday night", "round 3 of 5"]` */
export function heading({ round, rounds, day, time, finished }) {
  const when = day && time && !finished ? t("ui", "when", t("day", day), t("time", time)) : "";
  const number = rounds ? t("ui", "round_of", round, rounds) : t("ui", "round_number", round);
  return [when, round && !finished ? number : ""];
}

/** What is happening, in large letters. */
export function title({ beat, winner, paused }) {
  if (winner) return t("screen", `won_${winner}`);
  return paused ? t("ui", "paused") : t("beat", `${beat}.title`);
}

/** Where a browser finds the box, as people write it. */
export const address = ({ name_url: name, url }) => (name ?? url).replace(/^http:\/\/|\/$/g, "");

/** How it stands with a guest, as a class and in words. */
export function standing({ alive, in_jail: jailed }) {
  if (!alive) return ["dead", t("screen", "dead")];
  return jailed ? ["jail", t("ui", "in_jail")] : ["", ""];
}

/** The room goes dark with this very TOP: not even the word may shine. */
export const nightFalls = (call, room) => call === "stop" && room?.time === "night";

/** A class that begins anew, and goes by itself. */
export function once(element, name, milliseconds) {
  clearTimeout(element.goes);
  element.classList.remove(name);
  void element.getBoundingClientRect(); // or the same animation would not begin again
  element.classList.add(name);
  element.goes = setTimeout(() => element.classList.remove(name), milliseconds);
}
