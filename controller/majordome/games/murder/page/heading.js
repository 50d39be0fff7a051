// The day and the round.

import { t } from "/static/js/words.js";

/** `["Saturday night", "round 3 of 5"]` */
export function heading({ round, rounds, day, time }) {
  if (!round) return ["", ""];
  const when = day && time ? t("screen", "when", t("day", day), t("time", time)) : "";
  const number = rounds ? t("screen", "round_of", round, rounds) : t("screen", "round_number", round);
  return [when.charAt(0).toUpperCase() + when.slice(1), number];
}
