// The day and the round, and what is happening.

import { t } from "/static/js/words.js";

/** `["Saturday night", "round 3 of 5"]` */
export function heading({ round, rounds, day, time }) {
  if (!round) return ["", ""];
  const when = day && time ? t("screen", "when", t("day", day), t("time", time)) : "";
  const number = rounds ? t("screen", "round_of", round, rounds) : t("screen", "round_number", round);
  return [when.charAt(0).toUpperCase() + when.slice(1), number];
}

/** Where guests vote on their phones nobody counts hands. */
export const title = (room) => (room.ballots_on ? t("beat", "counting_ballots.title") : "");
