// What the murder party brings to the big screen: the castle, the vote read out with suspense, the scream, a candle that
// goes out, prisoners on their chairs, and at the end the cards, turned one by one.

import { h } from "/static/js/dom.js";
import { live } from "/static/js/live.js";
import { count, t } from "/static/js/words.js";
import { backdrop as castle } from "./castle.js";
import { candle } from "./candle.js";
import { Unmasking } from "./unmasking.js";
import { Vote } from "./vote.js";

export { heading, title } from "./heading.js";

const SCREAMED = 900, MOURNED = 5200; // milliseconds
const vote = new Vote();
const cards = new Unmasking();
let held = null; // the room as it was when the reading began: the names must not tell what the bars still hide
let screamed = -Infinity;

/** While a tally is read out, all but the vote is as it was. */
export const seen = (room) => (vote.reading ? { ...held, vote: room.vote } : room);

const voting = (room) => room.vote && !room.sand && (room.vote.tally || room.vote.seats > 0);

/** A tally that is gone is read out no more. */
export function arrived(room, { render, vision }) {
  tell(room, render);
  vote.changed = cards.changed = render;
  if (!room.vote?.tally || !room.begun) vote.hush();
  if (!room.begun || room.finished) vision(0);
  cards.follow(room.finished ? room.cards : null, room.finished);
}

export const backdrop = (room) => castle(room);
export const whole = (room) => Boolean(stage(room)) || (room.finished && cards.shown);

export function sub(room) {
  if (!voting(room)) return "";
  const { ballots, again, candidates, seats, tally } = room.vote;
  if (ballots && (room.ballots_on || ballots.in)) return t("screen", "ballots", ballots.in, ballots.of);
  if (tally || !seats) return "";
  if (again) return t("screen", "again", ...candidates);
  return room.game === "table" ? t("screen", "sacrifice") : count("screen", "seats", seats);
}

/** Bars that grow with the count: in two columns where there are many. */
export function stage(room) {
  if (!voting(room)) return null;
  if (room.ballots_on && !room.vote.tally && !room.counted.length) return letters(room.vote.ballots);
  const rows = vote.rows(room.vote, room.counted);
  const names = room.vote.tally && !vote.reading ? fallen(room).names : [];
  const columns = rows.length > 8 ? 2 : 1, each = Math.ceil(rows.length / columns) || 1;
  return h(
    "ol",
    { id: "bars", class: vote.reading ? "reading" : "", style: { "--bar": `${Math.min(4.2, 30 / each)}rem`, "--columns": columns, "--rows": each } },
    rows.map(({ name, hands, part, hidden }) =>
      h(
        "li",
        { key: name, class: hidden ? "hidden" : names.includes(name) && "most", "aria-hidden": hidden && "true" },
        h("span", { class: "name" }, h("span", {}, name)),
        h("i", { style: { "--part": part } }),
        h("b", {}, hands || (room.vote.tally ? hands : "")),
      ),
    ),
  );
}

/** A letter for each ballot; those that are in are sealed. */
const letters = (ballots) =>
  h("ol", { id: "letters", "aria-hidden": "true" }, Array.from({ length: ballots?.of ?? 0 }, (_, n) => h("li", { class: n < ballots.in && "in" })));

/** After the end: the cards, as far as they are turned. */
export const finale = () => cards.draw();

/** The evening, told sentence by sentence below the cards: not before the last of them is turned. */
const SENTENCE = 7_000;
let telling = null;

function tell(room, render) {
  clearInterval(telling);
  telling = room.finished && room.tale.length > 1 ? setInterval(render, SENTENCE) : null;
}

function told(tale) {
  const [key, names] = tale[Math.floor(Date.now() / SENTENCE) % tale.length];
  return t("screen", key, ...names);
}

export function foot(room) {
  if (room.finished) return room.tale.length && cards.told ? told(room.tale) : "";
  if (!voting(room) || room.finished || !room.vote.tally || vote.reading) return "";
  const { how, names } = fallen(room);
  return names.length ? t("screen", how, ...names) : "";
}

/** What the tally has decided: a tie, the jail, or a sacrifice. */
function fallen({ vote: { again, candidates, chosen }, jail, game, beat }) {
  if (again || beat === "youngest") return { how: "tie", names: candidates };
  return { how: game === "table" ? "sacrificed" : "chosen", names: chosen.length ? chosen : jail };
}

/** Who sits there, or shall: a name on each chair, where names are known. None where nobody is in jail. */
export function chairs({ chairs: felt, jail, vote: called, beat, sand }) {
  const going = beat === "jailing" ? called?.chosen ?? [] : [], names = jail.length ? jail : going;
  const unnamed = felt && !names.length && (Object.values(felt).some(Boolean) || beat === "jailing");
  if ((!names.length && !unnamed) || sand || called?.tally) return null;
  return Object.fromEntries(
    ["left", "right"].map((chair, n) => {
      const sits = felt?.[chair] || Boolean(jail[n] && !felt);
      return [chair, { taken: sits, word: names[n] ?? t("ui", sits ? "taken" : "free") }];
    }),
  );
}

export function fact({ is, votes, chair, name }, { shout, alarm, vision }) {
  if (is === "scream") {
    screamed = performance.now();
    shout(t("fact", "scream"));
  }
  if (is === "death" && name) {
    const after = Math.max(0, screamed + SCREAMED - performance.now());
    setTimeout(() => live.state && !live.state.room.dark && vision(MOURNED, candle(name)), after);
  }
  if (is === "alarm") alarm(chair);
  if (is === "tally" && live.state) {
    held = live.state.room;
    vote.readOut(votes);
  }
}
