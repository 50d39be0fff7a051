// The big screen, when the game is over: line by line, who of tonight's company has won how often, and the awards.

import { get } from "./api.js";
import { lang, t } from "./words.js";

const EACH = 7000; // milliseconds
const LEADERS = 4;
let of = "";
let lines = [];
let at = 0;
let turning = 0;

/** The line of this moment; "" where there is none. `redraw`: when there is another. */
export function ledgerLine(state, redraw) {
  const now = state.room.finished ? `${state.run} ${lang()}` : "";
  if (now !== of) {
    of = now;
    lines = [];
    clearInterval(turning);
    if (now) ask(now, redraw);
  }
  return lines[at % lines.length] ?? "";
}

async function ask(now, redraw) {
  const answer = await get(`/api/ledger?lang=${lang()}`);
  if (now !== of || !answer.ok) return;
  const { standings, awards } = answer.data;
  const leaders = standings.slice(0, LEADERS).map(({ name, evenings, won }) => `${name.replaceAll(" ", "\u00a0")}\u00a0${won}/${evenings}`);
  lines = [...(leaders.length ? [`${t("page", "ledger")} · ${leaders.join(" · ")}`] : []), ...awards];
  at = 0;
  if (lines.length > 1) turning = setInterval(() => (at++, redraw()), EACH);
  redraw();
}
