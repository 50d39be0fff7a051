// What the murder party brings to the big screen: the vote, read out with suspense, and the scream.

import { h } from "/static/js/dom.js";
import { live } from "/static/js/live.js";
import { count, t } from "/static/js/words.js";
import { Vote } from "./vote.js";

export { heading } from "./heading.js";

const vote = new Vote();
let held = null; // the room as it was when the reading began: the names must not tell what the bars still hide

/** While a tally is read out, all but the vote is as it was. */
export const seen = (room) => (vote.reading ? { ...held, vote: room.vote } : room);

const voting = (room) => room.vote && !room.sand;

/** A tally that is gone is read out no more. */
export function arrived(room, { render }) {
  vote.changed = render;
  if (!room.vote?.tally) vote.hush();
}

export function sub(room) {
  if (!voting(room)) return "";
  const { ballots, again, candidates, seats, tally } = room.vote;
  if (ballots && (room.ballots_on || ballots.in)) return t("screen", "ballots", ballots.in, ballots.of);
  if (tally || !seats) return "";
  if (again) return t("screen", "again", ...candidates);
  return room.game === "table" ? t("screen", "sacrifice") : count("screen", "seats", seats);
}

/** Bars that grow with the count. */
export function stage(room) {
  if (!voting(room)) return null;
  const rows = vote.rows(room.vote, room.counted);
  const names = room.vote.tally && !vote.reading ? fallen(room).names : [];
  return h(
    "ol",
    { id: "bars", style: { "--bar": `${Math.min(2.4, 17.4 / (rows.length || 1))}rem` } },
    rows.map(({ name, hands, part, hidden }) =>
      h(
        "li",
        { key: name, class: hidden ? "hidden" : names.includes(name) && "most", "aria-hidden": hidden && "true" },
        h("span", { class: "name" }, h("span", {}, name)),
        h("i", { style: { "--part": part } }),
        h("b", {}, hands),
      ),
    ),
  );
}

export function foot(room) {
  if (!voting(room) || room.finished || !room.vote.tally || vote.reading) return "";
  const { how, names } = fallen(room);
  return names.length ? t("screen", how, ...names) : "";
}

/** What the tally has decided: a tie, the jail, or a sacrifice. */
function fallen({ vote: { again, candidates, chosen }, guests, game, beat }) {
  if (again || beat === "youngest") return { how: "tie", names: candidates };
  const jailed = guests.filter((guest) => guest.in_jail).map((guest) => guest.name);
  return { how: game === "table" ? "sacrificed" : "chosen", names: chosen.length ? chosen : jailed };
}

export function fact({ is, votes, chair }, { shout, alarm }) {
  if (is === "scream") shout(t("fact", "scream"));
  if (is === "alarm") alarm(chair);
  if (is === "tally" && live.state) {
    held = live.state.room;
    vote.readOut(votes);
  }
}
