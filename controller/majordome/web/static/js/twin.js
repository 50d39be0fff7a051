// The digital twin: the whole box on a page, for whoever has no pins. It shows what the props were told, and nothing else.

import { post } from "./api.js";
import { h, patch } from "./dom.js";
import { followGame, game, own, ready } from "./game.js";
import { join, live, onSignal, subscribe } from "./live.js";
import { Opal } from "./opal.js";
import { qr } from "./qr.js";
import { ring } from "./ring.js";
import { addresses, doing, heading, once, standing, title } from "./room.js";
import { face } from "./sand.js";
import { Sound } from "./sound.js";
import { bigButton, HOLD, LONG_HOLD } from "./twin-button.js";
import { Scene } from "./twin-scene.js";
import { chooseLang, follow, lang, LANGS, loadWords, onWords, t, told } from "./words.js";

const $ = (id) => document.getElementById(id);
const CHAIRS = ["left", "right"];
const NAMED = new Set(["choose_some", "counts"]); // asks for names: the button has none to say

const scene = new Scene($("scene"), $("bell"), $("shout"));
const sand = new Opal($("glass"), (left) => ($("clock").textContent = face(left)));
const sound = new Sound(render);
let dark = false;
let held = ""; // the gesture that the hand on the button has come to: "", "hold" or "back"
let trouble = ""; // what did not work a moment ago

// The room and the box.

function render() {
  const { state, link } = live;
  if (!lang()) return;
  for (const part of document.querySelectorAll("[data-t]")) part.textContent = t(...part.dataset.t.split("."));
  for (const part of document.querySelectorAll("[data-label]")) part.setAttribute("aria-label", t(...part.dataset.label.split(".")));
  const word = { lost: "lost", gone: "gone", off: "farewell" }[link];
  $("link").textContent = word ? t("twin", word) : trouble;
  $("link").hidden = !$("link").textContent;
  $("unlock").hidden = !sound.locked && !sound.deaf;
  $("unlock").textContent = t("twin", sound.deaf ? "no_ogg" : "unlock");
  if (!state?.box || !ready(state)) return;
  const { room, box } = state;
  $("when").textContent = heading(room).filter(Boolean).join(" · ");
  $("title").textContent = title(room);
  $("caption").textContent = box.caption ? t("ui", "quote", box.caption) : "";
  $("big").dataset.light = link === "off" ? "off" : box.button;
  showHints();
  for (const chair of CHAIRS) {
    const taken = box.chairs[chair], how = !room.chairs ? "unwatched" : taken ? "taken" : "free";
    $(chair).setAttribute("aria-pressed", taken);
    $(chair).classList.toggle("unwatched", !room.chairs);
    $(chair).lastElementChild.textContent = t("twin", `${chair}_${how}`);
  }
  $("company").textContent = room.seats.length ? own("company", room) ?? t("twin", "guests", room.seats.length) : t("ui", "no_guests");
  patch($("guests"), room.seats.map((seat) => guest(seat, room)));
  patch($("ring"), own("table", room) ?? ring(room.ring, t("screen", "ring")));
  $("ring").hidden = !$("ring").firstChild;
  patch($("buzzers"), box.buzzers.map(buzzer));
  $("slams").hidden = !box.buzzers.length;
  patch($("qr"), qr(box.qr, t("twin", "qr")));
  patch($("how"), invitation(box));
  const by = box.sound_by === "box" && !box.can_sound ? "none" : box.sound_by; // a speaker that is not there is not heard
  choices($("sound"), box.can_sound ? ["box", "page", "none"] : ["page", "none"], (from) => t("twin", from === "none" && !box.can_sound ? "sound_no_speaker" : `sound_${from}`), by);
  choices($("lang"), Object.keys(LANGS), (code) => LANGS[code], lang());
}

/** What each gesture will do now. */
function hints({ room, box }) {
  const told = [], does = (gesture) => box.gestures.includes(gesture) && doing(box.beat, gesture, room.asks);
  const add = (gesture, words) => words && told.push([gesture, words]);
  if (room.paused || room.finished) {
    add("press", room.finished ? (box.stays ? t("ui", "press_again") : t("beat", "finished.press")) : t("ui", "press_goes_on"));
  } else {
    add("press", does("press") || (room.asks.some(({ kind }) => NAMED.has(kind)) ? t("twin", "name_wanted") : t("ui", "press_waits")));
    add("double", does("double"));
    add("hold", does("hold") || t("ui", "hold_pauses"));
  }
  if (box.takes_back) add("back", t("twin", "takes_back", t("beat", `${box.takes_back}.title`)));
  return told;
}

function showHints() {
  const told = live.link === "off" ? [] : hints(live.state);
  patch($("does"), told.map(([gesture, words]) =>
    h("div", { key: gesture, class: gesture === held && "done" }, h("dt", {}, t("twin", gesture)), h("dd", {}, words)),
  ));
  $("night").textContent = $("link").textContent || told.map(([gesture, words]) => `${t("twin", gesture)}: ${words}`).join("\n");
}

function guest(seat, { scores }) {
  const [name] = seat, [now, word] = standing(seat), points = new Map(scores).get(name);
  return h("li", { key: name, class: now }, h("span", {}, name), points !== undefined && h("b", { class: "number" }, points), word && h("span", { class: "unseen" }, `, ${word}`));
}

/** A player's own buzzer: what it means, the box knows. */
function buzzer(player) {
  const slam = () => ask("/api/twin/buzz", { player });
  return h("button", {
    key: player,
    onpointerdown: (event) => event.button === 0 && slam(),
    onclick: (event) => event.detail === 0 && slam(),
  }, player);
}

function invitation(box) {
  const { code } = box;
  const shown = code && h("strong", { class: "code number" }, code.replace(/^.../, "$&\u00a0"));
  return [t("twin", code ? "scan" : "scan_only"), shown, h("span", { class: "muted" }, t("twin", "or_open", addresses(box).join(` ${t("screen", "or")} `)))];
}

function choices(select, values, word, chosen) {
  patch(select, values.map((value) => h("option", { key: value, value }, word(value))));
  select.value = chosen;
}

/** While eyes are closed nothing shines. Not by night.js: the button must stay under the hand that holds it. */
function night(is) {
  if (is === dark) return;
  dark = is;
  document.documentElement.classList.toggle("dark", dark);
  sand.night(dark);
  if (dark) scene.quiet();
}

// What arrives.

subscribe(({ state, link }) => {
  if (state?.box) {
    const { room, box } = state;
    night(room.dark);
    scene.lamp(box.lamp);
    scene.sky(own("sky", room) ?? "dusk");
    sand.show(room.sand);
    if (!room.sand?.running) sound.stopTicking();
    sound.give(box.sound_by === "page");
    follow(state);
    followGame("twin", state, render);
  }
  if (link !== "live") sound.hush();
  if (link === "off") night(false); // nobody tells this page any more when the night is over
  render();
});

const tools = {
  shout(words) {
    scene.shout(words);
    tell(words);
  },
  alarm(chair) {
    once($(chair), "alarm", 1400);
    tell(told({ is: "alarm", chair }));
  },
};

onSignal(({ signal, pattern, colour, fact, dark: still, ...more }) => {
  if (signal === "sound") {
    sound.play(more);
  } else if (signal === "lamp") {
    scene.lamp(colour);
  } else if (signal === "flash") {
    if (!still) night(false);
    scene.flash(colour);
  } else if (signal === "buzz") {
    if (!dark && !still) scene.buzz(pattern);
  } else if (signal === "top") {
    tell(t("ui", "top", t("call", more.call)));
  } else if (signal === "fact") {
    if (game.page.fact) own("fact", fact, tools);
    else tell(told(fact));
  } else if (signal === "empty") {
    sand.empty();
    tell(t("ui", "sand_is_out"));
  }
});

/** To whoever listens to the page instead of looking at it. */
function tell(words) {
  $("told").textContent = words;
}

// What hands do.

bigButton($("big"), $("held"), {
  may: () => live.link === "live",
  held(seconds) {
    const come = seconds >= LONG_HOLD ? "back" : seconds >= HOLD ? "hold" : "";
    if (come === held) return;
    held = come;
    if (live.state?.box) showHints();
  },
  unheard,
});

function unheard() {
  trouble = t("twin", "unheard");
  render();
  clearTimeout(unheard.over);
  unheard.over = setTimeout(() => ((trouble = ""), render()), 4000);
}

async function ask(path, body) {
  if (!(await post(path, body)).ok) unheard();
  else render();
}

for (const chair of CHAIRS) {
  $(chair).onclick = () => ask("/api/twin/chair", { chair, taken: $(chair).getAttribute("aria-pressed") !== "true" });
}
$("sound").onchange = ({ target }) => ask("/api/box", { sound_by: target.value });
$("lang").onchange = ({ target }) => {
  chooseLang(target.value);
  ask("/api/box", { lang: target.value });
};
for (const gesture of ["pointerdown", "pointerup", "keydown"]) addEventListener(gesture, () => sound.on && sound.unlock());
// A box that was started anew does not know this page, nor tells it when the night is over: black until it is touched.
for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, () => live.link === "gone" && night(false));

onWords(render);
const token = location.hash.slice(1);
if (token) {
  history.replaceState(null, "", location.pathname);
  await post("/api/twin/claim", { token });
}
join("twin");
loadWords(live.state?.lang);
