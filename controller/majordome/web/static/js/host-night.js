// The host's pad in the dark. The page is black; only while a finger rests on the pad do dim words appear above it.
// Slide to a name and lift to choose, or tap with another finger; slide back to the pad and lift to choose nothing.
// With keys: hold the space bar, move with the arrows, let go to choose; Escape lets go without choosing.

import { get } from "./api.js";
import { h, patch } from "./dom.js";
import { host, messageText, room, tell, ui } from "./host-ui.js";
import { t } from "./words.js";

const UNFOLDED = 15_000; // a screen reader can only activate: it opens the pad for so long
const PRESS_KEYS = new Set([" ", "Enter"]);

const night = {
  moment: null,
  open: false,
  over: null,
  byKey: false,
  weak: false,
  which: null,
  may: null,
  chose: 0,
  timer: null,
};

/** Everyone wakes: nothing of the night stays. */
export function forgetNight() {
  clearTimeout(night.timer);
  Object.assign(night, { open: false, over: null, byKey: false, weak: false, which: null, may: null });
}

/** Night falls: the pad has the keys. */
export function startNight() {
  drawNight();
  document.querySelector(".night-pad")?.focus({ preventScroll: true });
}

export function drawNight() {
  const cover = document.querySelector(".night");
  if (night.moment !== host()?.moment) Object.assign(night, { moment: host()?.moment, which: null, weak: false });
  patch(cover, night.open && host() && unfolded(), host() && pad());
}

function redraw() {
  const cover = document.querySelector(".night");
  if (cover && !cover.hidden) drawNight();
}

/** What can be chosen: {id, label, said, name?} */
function options() {
  const { beat, gestures, takes, listed, knows_roles, takes_back } = host();
  const back = takes_back && {
    id: "back",
    label: t("page", "take_back", t("beat", `${takes_back}.title`)),
    said: { is: "take_back" },
  };
  if (host().paused) return [{ id: "go", label: t("page", "go_on"), said: { is: "go_on" } }, back].filter(Boolean);
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
  ].filter(Boolean);
}

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

function unfolded() {
  const all = options();
  const title = night.which ? t("page", "which_came", night.which) : t("beat", `${host().beat}.title`);
  const button = (option) =>
    h(
      "button",
      {
        key: option.id,
        "data-option": option.id,
        "data-over": night.over === option.id,
        tabindex: night.byKey ? -1 : 0,
        onpointerup: () => choose(option.id),
        onclick: () => choose(option.id),
      },
      option.label,
    );
  return h(
    "section",
    { class: "night-words", key: "words", "aria-label": t("page", "night_pad") },
    h("p", { class: "night-title" }, messageText() || title),
    h("div", { class: "night-acts" }, all.filter((option) => !option.name).map(button)),
    h("div", { class: "night-names" }, all.filter((option) => option.name).map(button)),
  );
}

function pad() {
  return h("button", {
    class: "night-pad",
    key: "pad",
    "aria-label": t("page", "night_pad"),
    "aria-expanded": String(night.open),
    "data-refused": Boolean(ui.message?.error),
    onpointerdown(event) {
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      open();
    },
    onpointermove(event) {
      if (!night.open) return;
      const over =
        document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-option]")?.dataset.option ?? null;
      if (over !== night.over) {
        night.over = over;
        redraw();
      }
    },
    onpointerup: lift,
    onpointercancel: close,
    oncontextmenu: (event) => event.preventDefault(),
    onblur: () => night.byKey && close(),
    onkeydown(event) {
      if (PRESS_KEYS.has(event.key)) {
        event.preventDefault();
        if (!event.repeat) open(true);
      } else if (night.open && event.key.startsWith("Arrow")) {
        event.preventDefault();
        move(event.key === "ArrowDown" || event.key === "ArrowRight" ? 1 : -1);
      } else if (event.key === "Escape") close();
    },
    onkeyup: (event) => PRESS_KEYS.has(event.key) && night.byKey && lift(),
    onclick(event) {
      // Neither finger nor key: somebody's screen reader.
      if (event.detail > 0 || Date.now() - night.chose < 700) return;
      if (night.open) return close();
      open();
      night.timer = setTimeout(close, UNFOLDED);
    },
  });
}

function open(byKey = false) {
  Object.assign(night, { open: true, over: null, byKey });
  redraw();
  if (night.which && host().knows_roles) {
    get("/api/secrets").then((answer) => {
      if (!night.open || !answer.ok) return;
      night.may = answer.data.may_kill;
      redraw();
    });
  }
}

function close() {
  clearTimeout(night.timer);
  Object.assign(night, { open: false, over: null, byKey: false, may: null, chose: Date.now() });
  redraw();
}

function move(step) {
  const ids = options().map((option) => option.id);
  const at = ids.indexOf(night.over);
  night.over = ids[at < 0 ? (step > 0 ? 0 : ids.length - 1) : (at + step + ids.length) % ids.length];
  redraw();
}

function lift() {
  const over = night.over;
  if (over) choose(over);
  else close();
}

async function choose(id) {
  const option = night.open && options().find((one) => one.id === id);
  if (!option) return;
  const moment = host().moment;
  close();
  option.then?.();
  if (!option.said) return redraw();
  const answer = await tell(option.said, { moment });
  night.which = answer?.error?.why === "which_murderer" ? option.said.victim : null;
  if (answer?.ok) night.weak = false;
  redraw();
}

document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && close());
addEventListener("blur", close);
