// The host's pad in the dark. The page is black; only while a finger rests on the pad do dim words appear above it.
// Slide to a name and lift to choose, or tap with another finger; slide back to the pad and lift to choose nothing.
// With keys: hold the space bar, move with the arrows, let go to choose; Escape lets go without choosing.

import { label, says } from "./asks.js";
import { h, patch } from "./dom.js";
import { own } from "./game.js";
import { done, tick } from "./haptics.js";
import { host, messageText, tell, ui } from "./host-ui.js";
import { undoWords } from "./host-undo.js";
import { shortened } from "./short.js";
import { t } from "./words.js";

const UNFOLDED = 15_000; // a screen reader can only activate: it opens the pad for so long
const PRESS_KEYS = new Set([" ", "Enter"]);

const night = { open: false, over: null, byKey: false, chose: 0, timer: null };

/** Everyone wakes: nothing of the night stays. */
export function forgetNight() {
  clearTimeout(night.timer);
  Object.assign(night, { open: false, over: null, byKey: false });
  own("nightOver");
}

/** Night falls: the pad has the keys. */
export function startNight() {
  drawNight();
  document.querySelector(".night-pad")?.focus({ preventScroll: true });
}

export function drawNight() {
  const cover = document.querySelector(".night");
  patch(cover, night.open && host() && unfolded(), host() && pad());
}

/** Show what has changed, if it is still night. */
export function redrawNight() {
  const cover = document.querySelector(".night");
  if (cover && !cover.hidden) drawNight();
}

/** What can be chosen: {id, label, said, name: of a player, then(): done here}. A game may know better. */
function options() {
  const back = undoWords() && {
    id: "back",
    label: undoWords(),
    said: { is: "take_back" },
  };
  if (host().paused) return [{ id: "go", label: t("page", "go_on"), said: { is: "go_on" } }, back].filter(Boolean);
  return (own("nightOptions", back) ?? [back, ...gestures(), ...answers()]).filter(Boolean);
}

const gestures = () =>
  host()
    .gestures.filter((gesture) => t("beat", `${host().beat}.${gesture}`))
    .map((gesture) => ({ id: gesture, label: t("beat", `${host().beat}.${gesture}`), said: { is: gesture } }));

/** One tap must do: what takes more waits until eyes are open, or is the game's own to offer. */
const answers = () =>
  host().asks.flatMap((ask, at) => {
    const id = (place) => `a ${at} ${place}`;
    if (ask.kind === "choose")
      return ask.options.map((option, place) => ({ id: id(place), name: option.name, label: label(option), said: option.says }));
    if (ask.kind === "yes_no")
      return ["yes", "no"].map((word) => ({ id: id(word), label: t("page", word), said: ask[word] }));
    if (ask.kind === "choose_some" && ask.least <= 1)
      return ask.among.map((name) => ({ id: id(name), name, label: name, said: says(ask, [name]) }));
    return [];
  });

function unfolded() {
  const all = options();
  const written = shortened(all.filter((option) => option.name).map((option) => option.label));
  const title = own("nightTitle") ?? t("beat", `${host().beat}.title`);
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
        "aria-label": option.name && option.label,
      },
      written.get(option.label) ?? option.label,
    );
  return h(
    "section",
    { class: "night-words", key: "words", "aria-label": t("page", "night_pad") },
    h("p", { class: "night-title" }, messageText() || title),
    h("div", { class: "night-acts" }, all.filter((option) => !option.name).map(button)),
    h("div", { class: written.size > 12 ? "night-names many" : "night-names" }, all.filter((option) => option.name).map(button)),
  );
}

function pad() {
  return h("button", {
    class: "night-pad",
    key: "pad",
    "aria-label": t("page", "night_pad"),
    "aria-expanded": String(night.open),
    "data-refused": Boolean(ui.message?.error),
    ontouchstart: (event) => event.preventDefault(), // iPhones would select text, or look closer
    onpointerdown(event) {
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      tick();
      open();
    },
    onpointermove(event) {
      if (!night.open) return;
      const over =
        document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-option]")?.dataset.option ?? null;
      if (over !== night.over) {
        night.over = over;
        tick();
        redrawNight();
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
  redrawNight();
  own("nightOpened");
}

function close() {
  clearTimeout(night.timer);
  Object.assign(night, { open: false, over: null, byKey: false, chose: Date.now() });
  own("nightClosed");
  redrawNight();
}

function move(step) {
  const ids = options().map((option) => option.id);
  const at = ids.indexOf(night.over);
  night.over = ids[at < 0 ? (step > 0 ? 0 : ids.length - 1) : (at + step + ids.length) % ids.length];
  redrawNight();
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
  done();
  close();
  option.then?.();
  if (option.said) own("nightTold", option, await tell(option.said, { moment }));
  redrawNight();
}

document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && close());
addEventListener("blur", close);
