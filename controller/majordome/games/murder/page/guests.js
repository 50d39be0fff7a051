// Who lives, who sits, who is dead; what their cards say; and what the host may correct.

import { h } from "/static/js/dom.js";
import { button, closeSheet, host, openSheet, redraw, refusal, room, sure, tell, title } from "/static/js/host-ui.js";
import { given } from "/static/js/tallies.js";
import { count, joined, t, told } from "/static/js/words.js";
import { check, hands } from "./counting.js";

const SAID = { kill: "killed", revive: "revived", free: "freed", jail: "imprisoned", leave: "guest_left" };
const wordFor = (act, name) => (act === "victim" ? { is: "named", victim: name } : { is: SAID[act], name });
const marked = (mark) => new Set(room().seats.filter(([, marks]) => marks.includes(mark)).map(([name]) => name));

export function people({ guests, seats }) {
  const jail = guests.filter((guest) => guest.in_jail).map((guest) => guest.name);
  const living = guests.filter((guest) => guest.alive).length;
  const dead = seats.filter(([, marks]) => marks.includes("dead")).length;
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

/** A step in the night is called by who was found dead: nobody reads there who came to whom. */
export const step = ({ is, beat }) =>
  is === "tapped" && host().beat !== beat && room().mourned.length ? told({ is: "died", name: room().mourned.at(-1) }, "undo") : "";

/** What the host may say of this guest, and how it stands with them. */
export function corrections(name) {
  const guest = room().guests.find((one) => one.name === name);
  const gone = marked("gone").has(name);
  const acts = [
    host().can_name && guest.alive && !guest.in_jail && "victim",
    guest.alive && "kill",
    guest.alive && "leave",
    !guest.alive && "revive",
    guest.in_jail && "free",
    guest.alive && !guest.in_jail && room().game === "weekend" && "jail",
  ].filter(Boolean);
  return {
    words: t("page", guest.in_jail ? "in_jail" : guest.alive ? "alive" : gone ? "has_gone" : "is_dead", name),
    more: !gone && button(t("page", "take_over"), () => openName("take_over", (by) => ({ is: "card_taken", name, by }), name), { key: "take_over" }),
    acts: acts.map((act) => ({ label: t("page", act), ask: t("page", `${act}_ask`, name), said: wordFor(act, name) })),
  };
}

/** Beside what the host of any game may correct. */
export const evening = () => [
  room().seats.length > 0 &&
    !room().finished &&
    button(t("page", "arrive"), () => openName("arrive", (name) => ({ is: "guest_came", name })), { key: "arrive" }),
  host().can_correct && button(t("page", "correct"), openCount, { key: "correct" }),
];

/** Somebody whom the list does not know yet. */
function openName(act, said, ...names) {
  let typed = "";
  const send = async () => {
    const answer = await tell(said(typed.trim()));
    if (answer?.ok) closeSheet();
  };
  const change = (event) => {
    typed = event.target.value;
    redraw();
  };
  openSheet(() => [
    title(t("page", `${act}_ask`, ...names)),
    h("input", { id: "newcomer", value: typed, maxlength: 60, autocomplete: "off", "aria-label": t("page", "new_guest"), oninput: change }),
    refusal(),
    sure(t("page", act), send, { ready: typed.trim().length > 0 }),
  ]);
}

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
