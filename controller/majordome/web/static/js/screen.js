// The big screen: what everyone in the room may see, from across the room. It knows no secret, so it can tell none.

import { get } from "./api.js";
import { label } from "./asks.js";
import { h, patch } from "./dom.js";
import { colour, followGame, game, gameTitle, own, ready } from "./game.js";
import { join, live, onSignal, subscribe } from "./live.js";
import { isDark, watchNight } from "./night.js";
import { qr } from "./qr.js";
import { ring } from "./ring.js";
import { addresses, asked, heading, once, question, standing, title } from "./room.js";
import { face, Sand } from "./sand.js";
import { ledgerLine } from "./screen-ledger.js";
import { chooseLang, count, follow, lang, LANGS, loadWords, onWords, t, told } from "./words.js";

const $ = (id) => document.getElementById(id);
const SHORT = 5; // letters that fill the screen
const LONG = 150; // letters of a sentence that would take three lines
const SHOUTED = 1600, CRIED = 900, NEWS = 7000; // milliseconds

const sand = new Sand($("glass"), (left) => ($("left-time").textContent = face(left)));
let invitation = null;
let news = ""; // what is so since a moment ago
let fading = null;

function render() {
  const { state, link } = live;
  if (!lang()) return;
  document.body.classList.toggle("off", link === "off");
  $("link").hidden = link !== "lost";
  $("link").textContent = t("screen", "lost");
  $("lang").setAttribute("aria-label", t("screen", "lang"));
  patch($("lang"), Object.entries(LANGS).map(([code, name]) => h("option", { key: code, value: code }, name)));
  $("lang").value = lang();
  if (link === "off") return farewell();
  if (!ready(state) || state.room.dark) return;
  const room = own("seen", state.room) ?? state.room;
  const over = room.finished, lobby = !room.begun && !over, timing = Boolean(room.sand) && !over;
  const mine = lobby ? null : own(over ? "finale" : "stage", room);
  const shown = { lobby, over, timing, busy: Boolean(mine), ringed: Boolean(room.ring?.arcs.length), alone: !room.seats.length && !lobby, whole: !lobby && Boolean(own("whole", room)) };
  for (const [name, is] of Object.entries(shown)) document.body.classList.toggle(name, is);
  Object.assign(document.body.dataset, { mood: room.mood, winner: room.winner ?? "" });
  document.body.style.setProperty("--light", colour(room.mood));
  const [part, more] = heading(room);
  $("day").textContent = part || (lobby ? "" : gameTitle());
  $("round").textContent = more;
  $("title").textContent = lobby ? t("ui", "title") : title(room);
  $("sub").textContent = sub(room, lobby);
  patch($("backdrop"), own("backdrop", room));
  patch($("asked"), over || lobby || mine ? null : [ring(room.ring, t("screen", "ring")), room.asks.map(options)]);
  patch($("own"), mine);
  names(room, lobby ? (room.seats.length > 15 ? 5 : room.seats.length > 8 ? 4 : 3) : room.seats.length > 7 ? 2 : 1);
  $("foot").textContent = own("foot", room) || news || ledgerLine(state, render);
  const said = room.said[lang()] ?? "";
  $("said").classList.toggle("long", said.length > LONG);
  $("said").textContent = said && said !== $("sub").textContent ? t("ui", "quote", said) : "";
  chairs(over || lobby ? null : game.page.chairs ? own("chairs", room) : seatsOf(room));
  document.querySelectorAll(".name").forEach(fit);
  if (!invitation) return;
  const led = state.room.led; // a host is here: from now on the code is the guests'
  patch($("qr"), qr(led ? invitation.guest_qr : invitation.qr, t("screen", led ? "qr_guests" : "qr")));
  patch($("scan"), t("screen", led ? "scan_guests" : "scan"), addresses(invitation, led ? "card" : "").map((one, n) => h("b", { key: one }, n ? h("small", {}, t("screen", "or")) : "", one)));
}

/** The box is switched off, as it should be. */
function farewell() {
  for (const name of ["lobby", "over", "timing", "busy", "ringed", "alone", "whole"]) document.body.classList.toggle(name, name === "alone");
  document.body.dataset.winner = "";
  document.body.style.setProperty("--light", "#000");
  for (const id of ["day", "round", "foot"]) $(id).textContent = "";
  $("said").textContent = "";
  for (const id of ["asked", "own", "vision"]) patch($(id));
  chairs(null);
  $("title").textContent = t("screen", "farewell");
  $("sub").textContent = t("screen", "retired");
}

/** Below the title: what is asked, and of whom; else the butler's own words. */
function sub(room, lobby) {
  if (lobby) return t("screen", "welcome") || gameTitle();
  const mine = room.finished ? "" : own("sub", room);
  if (mine !== undefined) return mine;
  const ask = room.asks.find(question);
  const words = ask ? [question(ask), asked(room.asks)] : [room.said[lang()]];
  return words.filter((one) => one && one !== title(room)).join(" ");
}

/** What can be answered, where the room may know: the one that the button points at stands out. */
function options(ask) {
  const names = ask.among ?? (ask.kind === "race" ? ask.players : []); // of whom the button points at one
  if (names[ask.at]) return h("p", { class: "dialled", key: "pointed" }, names[ask.at]);
  if (ask.kind === "number" && ask.at !== null) return h("p", { class: "dialled number", key: "dialled" }, ask.at);
  if (ask.kind === "ballots") return h("p", { class: "dialled", key: "in" }, count("screen", "ballots", ask.in, ask.players.length));
  if (!ask.options?.length || ask.options.length > 12) return null;
  return h(
    "ul",
    { class: "options", key: ask.question },
    ask.options.map((option, place) => h("li", { key: place, class: ask.at === place && "at" }, label(option))),
  );
}

// Who plays, and how it stands with them.

function names({ seats, scores, asks }, columns) {
  const list = $("names"), rows = Math.ceil(seats.length / columns) || 1;
  const points = new Map(scores), turn = new Set(asks.flatMap((ask) => ask.players));
  const all = turn.size === seats.length;
  list.setAttribute("aria-label", t("screen", "names"));
  for (const [name, value] of Object.entries({ columns, rows, size: `${Math.min(3.6, 18.5 / rows)}rem` })) list.style.setProperty(`--${name}`, value);
  patch(list, seats.map((seat) => {
    const [name] = seat, [now, word] = standing(seat);
    const classes = [now, turn.has(name) && !all && "turn"].filter(Boolean).join(" ");
    return h("li", { key: name, class: classes }, written(name), points.has(name) && h("b", { class: "number" }, points.get(name)), word && h("span", { class: "mark" }, word));
  }));
}

export const written = (name) => h("span", { class: "name" }, h("span", {}, name));

/** A long name is written smaller, down to a half; then it is cut. */
function fit(box) {
  box.style.setProperty("--fit", 1);
  if (box.scrollWidth > box.clientWidth) box.style.setProperty("--fit", Math.max(0.5, (0.98 * box.clientWidth) / box.scrollWidth));
}

/** `{left: {taken, word}, right: …}`, or null where no chair matters now. */
function chairs(shown) {
  $("chairs").hidden = !shown;
  for (const [chair, { taken, word }] of Object.entries(shown ?? {})) {
    $(chair).classList.toggle("free", !taken);
    patch($(chair).lastElementChild, written(word));
  }
}

const seatsOf = ({ chairs: taken }) =>
  taken && Object.fromEntries(Object.entries(taken).map(([chair, is]) => [chair, { taken: is, word: `${t("ui", chair)} · ${t("ui", is ? "taken" : "free")}` }]));

// What passes.

/** One word over everything, for a moment; without more words, it is cried. */
function shout(word, more = "") {
  $("shout").classList.toggle("cry", !more);
  $("shout").classList.toggle("long", word.length > SHORT);
  patch($("shout"), word, h("small", {}, more));
  once($("shout"), "on", more ? SHOUTED : CRIED);
}

/** Something that fills the whole screen for a while; a new one takes its place. Nothing: it is over. */
function vision(milliseconds, ...shown) {
  clearTimeout(vision.over);
  $("vision").replaceChildren(...shown);
  if (shown.length) vision.over = setTimeout(() => $("vision").replaceChildren(), milliseconds);
}

const tools = { shout, render, written, vision, tell: announce, alarm: (chair) => once($(chair), "alarm", 1500) };

/** Something is so from now on: told below, for a while. */
function tell(fact) {
  if (game.page.fact) return own("fact", fact, tools);
  if (fact.is === "outcome" || told(fact, "heading")) return; // written large already
  announce(fact);
}

function announce(fact) {
  clearTimeout(fading);
  news = told(fact);
  fading = setTimeout(() => ((news = ""), render()), NEWS);
  render();
}

onSignal(({ signal, call, fact, dark }) => {
  if (signal === "top") {
    if (!dark && !isDark()) shout("TOP", t("call", call) || " ");
  } else if (signal === "fact") {
    tell(fact);
  } else if (signal === "empty") {
    sand.empty();
  }
});

watchNight();
subscribe(({ state }) => {
  if (state) {
    follow(state);
    followGame("screen", state, render);
    sand.night(state.room.dark);
    sand.show(state.room.sand);
    if (state.room.dark) vision(0);
    own("arrived", state.room, tools);
  }
  render();
});
$("lang").onchange = ({ target }) => chooseLang(target.value);
onWords(render);
addEventListener("resize", render);

/** Where the host's phone finds the box. */
async function invite() {
  const answer = await get("/api/join");
  if (answer.ok) invitation = answer.data;
  else setTimeout(invite, 3000);
  render();
}

join("screen");
loadWords(live.state?.lang);
invite();
