// Who lives, who sits, who is dead; the cards while a finger holds; and every correction the host may make.

import { get } from "./api.js";
import { h } from "./dom.js";
import { check, given, hands } from "./host-counting.js";
import { button, closeSheet, host, openSheet, redraw, refusal, room, show, sure, tell, title } from "./host-ui.js";
import { people } from "./host-now.js";
import { holdToSee } from "./hold.js";
import { joined, t } from "./words.js";

export function drawGuests() {
  const { guests } = room();
  const living = guests.filter((guest) => guest.alive && !guest.in_jail);
  return h(
    "main",
    { class: "hall wide", key: "guests" },
    h("header", {}, h("h1", {}, t("page", "tab_guests")), guests.length > 0 && h("p", { class: "muted" }, people())),
    guests.length === 0 && h("p", {}, t("page", "list_none")),
    group("living_title", living),
    group(
      "jail_title",
      guests.filter((guest) => guest.in_jail),
    ),
    group(
      "dead_title",
      guests.filter((guest) => !guest.alive),
    ),
    host().knows_roles && secretPad(),
    evening(),
  );
}

function group(heading, guests) {
  if (!guests.length) return null;
  return h(
    "section",
    { class: "stack", key: heading },
    h("h2", {}, t("page", heading)),
    h(
      "ul",
      { class: "list" },
      guests.map((guest) =>
        h(
          "li",
          { key: guest.name },
          h(
            "button",
            { class: "line", disabled: room().finished, onclick: () => openGuest(guest.name) },
            h("span", { class: "grow" }, guest.name),
            host().ages[guest.name] != null &&
              h("span", { class: "muted number" }, t("page", "years", host().ages[guest.name])),
            h("span", { class: "more", "aria-hidden": "true" }, "···"),
          ),
        ),
      ),
    ),
  );
}

// The cards, while a finger holds.

let looking = 0;

const peek = holdToSee({
  async show() {
    const mine = ++looking;
    const answer = await get("/api/secrets");
    const place = document.getElementById("secrets");
    if (mine !== looking || !place) return;
    place.hidden = false;
    place.replaceChildren(answer.ok ? cards(answer.data) : h("p", { class: "wrong" }, t("page", "why_no_answer")));
  },
  hide: forget,
});

function forget() {
  looking += 1;
  const place = document.getElementById("secrets");
  if (!place) return;
  place.replaceChildren();
  place.hidden = true;
}

/** Whatever is shown is gone. */
export const forgetSecrets = () => peek.close();

function secretPad() {
  return h(
    "section",
    { class: "secret-pad", key: "secret" },
    h("div", { id: "secrets", class: "secrets", hidden: true, own: true }),
    h(
      "button",
      { class: "outline hold peek", ...peek.props },
      h("span", { class: "eye", "aria-hidden": "true" }),
      t("page", "hold_to_see"),
    ),
  );
}

function cards({ guests, charmed, may_kill, night_killer }) {
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

// Corrections by name, each with a second look.

function openGuest(name) {
  const guest = room().guests.find((one) => one.name === name);
  const acts = [
    guest.alive && "kill",
    !guest.alive && "revive",
    guest.in_jail && "free",
    guest.alive && !guest.in_jail && room().game === "weekend" && "jail",
  ].filter(Boolean);
  openSheet(() => [
    title(name),
    h("p", { class: "muted" }, t("page", guest.in_jail ? "in_jail" : guest.alive ? "alive" : "is_dead", name)),
    acts.map((act) => {
      const words = t("page", act);
      return button(words, () => confirm(t("page", `${act}_ask`, name), words, { is: SAID[act], name }), { key: act });
    }),
    button(t("page", "close"), closeSheet, { class: "plain", key: "close" }),
  ]);
}

const SAID = { kill: "killed", revive: "revived", free: "freed", jail: "imprisoned" };

function confirm(question, yes, said) {
  const act = async () => {
    const answer = await tell(said);
    if (answer?.ok) closeSheet();
  };
  openSheet(() => [title(question), h("p", { class: "muted" }, t("page", "can_be_undone")), refusal(), sure(yes, act)]);
}

// Corrections of the evening.

function evening() {
  const { finished, guests } = room();
  const skip = () =>
    confirm(t("page", "skip_ask", t("beat", `${host().beat}.title`)), t("page", "skip_yes"), { is: "phase_skipped" });
  return h(
    "section",
    { class: "stack", key: "evening" },
    h("h2", {}, t("page", "evening_title")),
    host().can_correct && button(t("page", "correct"), openCount, { key: "correct" }),
    !finished && button(t("page", "skip"), skip, { key: "skip" }),
    !finished && button(t("page", "end"), openEnd, { key: "end" }),
    button(t("page", guests.length ? "list_change" : "list_make"), () => show({ tab: "setup" }), { key: "setup" }),
  );
}

function openEnd() {
  openSheet(() => [
    title(t("page", "end_who")),
    ["guests", "murderers", "nobody"].map((winner) => {
      const end = () =>
        confirm(t("page", "end_ask", t("winner", winner)), t("page", "end"), { is: "game_ended", winner });
      return button(t("page", `end_${winner}`), end, { key: winner });
    }),
    button(t("page", "cancel"), closeSheet, { class: "plain", key: "close" }),
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
