// Who lives, who sits, who is dead; what their cards say; and what the host may correct.

import { given } from "/static/js/asks.js";
import { h } from "/static/js/dom.js";
import { button, closeSheet, host, openSheet, redraw, refusal, room, sure, tell, title } from "/static/js/host-ui.js";
import { count, joined, t } from "/static/js/words.js";
import { check, hands } from "./counting.js";

const SAID = { kill: "killed", revive: "revived", free: "freed", jail: "imprisoned" };

export function people({ guests }) {
  const jail = guests.filter((guest) => guest.in_jail).map((guest) => guest.name);
  const living = guests.filter((guest) => guest.alive).length;
  const dead = guests.length - living;
  return [
    count("page", "living", living),
    dead && count("page", "dead", dead),
    jail.length && t("page", "jailed", joined(jail)),
  ]
    .filter(Boolean)
    .join(" · ");
}

export function cards({ guests, charmed, may_kill, night_killer }) {
  const more = (name) =>
    [
      charmed.includes(name) && t("page", "is_charmed"),
      may_kill.includes(name) && t("page", "may_kill"),
      night_killer === name && t("page", "killed_last"),
    ].filter(Boolean);
  return h(
    "dl",
    {},
    guests.map(({ name, role }) =>
      h(
        "div",
        { class: role === "murderer" ? "murderer" : role === "guest" ? "plain-guest" : null },
        h("dt", {}, name),
        h("dd", {}, [role ? t("role", role) : "?", ...more(name)].join(", ")),
      ),
    ),
  );
}

/** What the host may say of this guest, and how it stands with them. */
export function corrections(name) {
  const guest = room().guests.find((one) => one.name === name);
  const acts = [
    guest.alive && "kill",
    !guest.alive && "revive",
    guest.in_jail && "free",
    guest.alive && !guest.in_jail && room().game === "weekend" && "jail",
  ].filter(Boolean);
  return {
    words: t("page", guest.in_jail ? "in_jail" : guest.alive ? "alive" : "is_dead", name),
    acts: acts.map((act) => ({ label: t("page", act), ask: t("page", `${act}_ask`, name), said: { is: SAID[act], name } })),
  };
}

/** Beside what the host of any game may correct. */
export const evening = () => host().can_correct && button(t("page", "correct"), openCount, { key: "correct" });

function openCount() {
  const poll = room().vote;
  const { among, hands: each } = host().recount;
  let votes = new Map(poll?.tally ?? []);
  const change = (next) => {
    votes = next;
    redraw();
  };
  const send = async () => {
    const answer = await tell({ is: "vote_corrected", votes: given(votes) });
    if (answer?.ok) closeSheet();
  };
  openSheet(() => [
    title(t("page", "correct")),
    poll?.again && h("p", { class: "muted" }, t("page", "tied", joined(among))),
    hands(votes, change, among, each),
    refusal(),
    sure(t("page", "correct_send"), send, { kind: "brass", ready: !check(votes, each).wrong }),
  ]);
}
