// What the host may say in the dark: who was tapped, how weak the heart is, and which murderer came to the vampire.

import { get } from "/static/js/api.js";
import { label } from "/static/js/asks.js";
import { redrawNight } from "/static/js/host-night.js";
import { host, room } from "/static/js/host-ui.js";
import { question } from "/static/js/room.js";
import { t } from "/static/js/words.js";

// `may`: who can have come, as the cards say; null while nobody looks, or until the box has answered.
const night = { moment: null, weak: false, may: null, open: false };

export function nightOver() {
  Object.assign(night, { weak: false, may: null, open: false });
}

/** What can be chosen on the pad. `back`: the step that can be taken back. */
export function nightOptions(back) {
  if (night.moment !== host().moment) Object.assign(night, { moment: host().moment, weak: false });
  const { beat, gestures, takes, listed, knows_roles } = host();
  if (asksWho()) return [back, ...killers()];
  const tapped = takes.includes("tapped");
  const weak = !knows_roles && tapped;
  return [
    back,
    takes.includes("nobody_died") && { id: "nobody", label: t("page", "nobody"), said: { is: "nobody_died" } },
    tapped && {
      id: "tapped",
      label: t("page", listed ? "tapped_no_name" : "tapped"),
      said: { is: "tapped", ...(listed && weak && night.weak && { weak_heart: true }) },
    },
    weak && !listed && { id: "weak", label: t("page", "tapped_weak"), said: { is: "tapped", weak_heart: true } },
    weak &&
      listed && {
        id: "weak",
        label: t("page", night.weak ? "weak_on" : "weak_off"),
        then: () => (night.weak = !night.weak),
      },
    !tapped && gestures.includes("press") && { id: "press", label: t("beat", `${beat}.press`), said: { is: "press" } },
    ...(tapped && listed ? free().map((name) => ({ id: `n ${name}`, name, label: name, said: victim(name) })) : []),
  ];
}

export const nightTitle = () => {
  if (asksWho()) return question(asksWho());
  return host().listed && host().takes.includes("tapped") ? t("page", "who_tapped") : undefined;
};

/** A vampire was tapped: which murderer came decides who dies. */
const asksWho = () => host().asks.find((ask) => ask.question === "who_came");

const free = () =>
  room()
    .guests.filter((guest) => guest.alive && !guest.in_jail)
    .map((guest) => guest.name);
const victim = (name) => ({
  is: "tapped",
  victim: name,
  ...(night.weak && !host().knows_roles && { weak_heart: true }),
});

function killers() {
  return asksWho()
    .options.filter(({ name }) => !name || night.may?.includes(name))
    .map((option) => ({ id: `k ${option.name}`, name: option.name, label: label(option), said: option.says }));
}

/** A finger rests on the pad: only then may it show who can have come. */
export async function nightOpened() {
  night.open = true;
  if (!asksWho()) return;
  const answer = await get("/api/secrets");
  if (!night.open || !asksWho()) return;
  const may = answer.data?.may_kill;
  night.may = may?.length ? may : asksWho().options.map(({ name }) => name);
  redrawNight();
}

export function nightClosed() {
  Object.assign(night, { open: false, may: null });
}

export function nightTold(_option, answer) {
  if (answer?.ok) night.weak = false;
}
