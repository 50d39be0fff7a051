// What the host may say in the dark: who was tapped, how weak the heart is, and which murderer came to the vampire.

import { get } from "/static/js/api.js";
import { redrawNight } from "/static/js/host-night.js";
import { host, room } from "/static/js/host-ui.js";
import { t } from "/static/js/words.js";

const night = { moment: null, weak: false, which: null, may: null, open: false };

export function nightOver() {
  Object.assign(night, { weak: false, which: null, may: null, open: false });
}

/** What can be chosen on the pad. `back`: the step that can be taken back. */
export function nightOptions(back) {
  if (night.moment !== host().moment) Object.assign(night, { moment: host().moment, which: null, weak: false });
  const { beat, gestures, takes, listed, knows_roles } = host();
  if (night.which) return [...killers(), { id: "not", label: t("page", "cancel"), then: () => (night.which = null) }];
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

export const nightTitle = () => (night.which ? t("page", "which_came", night.which) : undefined);

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
  const may = night.may?.length ? night.may : free().filter((name) => name !== night.which);
  return may.map((name) => ({ id: `k ${name}`, name, label: name, said: { ...victim(night.which), killer: name } }));
}

/** A finger rests on the pad: only then may it show who can have come. */
export async function nightOpened() {
  night.open = true;
  if (!night.which || !host().knows_roles) return;
  const answer = await get("/api/secrets");
  if (!night.open || !answer.ok) return;
  night.may = answer.data.may_kill;
  redrawNight();
}

export function nightClosed() {
  Object.assign(night, { open: false, may: null });
}

/** What came of it: the rules may want to know which murderer came. */
export function nightTold({ said }, answer) {
  night.which = answer?.error?.why === "which_murderer" ? said.victim : null;
  if (answer?.ok) night.weak = false;
}
