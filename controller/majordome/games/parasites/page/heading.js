// The round, and whether it is the last.

import { t, told } from "/static/js/words.js";

/** `["Round 3", "the last round"]` */
export const heading = ({ heading: part, last, phase }) => [part ? told(part, "heading") : "", last && phase === "round" ? t("screen", "last") : ""];
