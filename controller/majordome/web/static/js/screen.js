// The big screen: what everyone in the room may see, from across the room. It knows no secret, so it can tell none.

import { get } from "./api.js";
import { h, patch } from "./dom.js";
import { join, live, onSignal, subscribe } from "./live.js";
import { isDark, watchNight } from "./night.js";
import { qr } from "./qr.js";
import { address, heading, nightFalls, once, standing, title } from "./room.js";
import { face, Sand } from "./sand.js";
import { Vote } from "./screen-vote.js";
import { chooseLang, count, followLang, lang, LANGS, loadWords, onWords, t } from "./words.js";

const $ = (id) => document.getElementById(id);
const SHOUTED = 1600, SCREAMED = 900; // milliseconds

const sand = new Sand($("glass"), (left) => ($("left-time").textContent = face(left)));
const vote = new Vote(render);
let invitation = null;
let held = null; // the room as it was when the reading began: the names must not tell what the bars still hide

function render() {
  const { state, link } = live;
  if (!lang()) return;
  $("link").hidden = link !== "lost";
  $("link").textContent = t("screen", "lost");
  $("lang").setAttribute("aria-label", t("screen", "lang"));
  patch($("lang"), Object.entries(LANGS).map(([code, name]) => h("option", { key: code, value: code }, name)));
  $("lang").value = lang();
  if (!state || state.room.dark) return;
  const room = vote.reading ? { ...held, vote: state.room.vote } : state.room;
  const lobby = room.beat === "welcome", over = room.finished, timing = Boolean(room.sand) && !over;
  const voting = Boolean(room.vote) && !timing && !over, alone = !room.guests.length && !lobby;
  for (const [name, is] of Object.entries({ lobby, over, timing, voting, alone })) document.body.classList.toggle(name, is);
  Object.assign(document.body.dataset, { mood: room.mood, winner: room.winner ?? "" });
  const [when, round] = heading(room);
  $("day").textContent = when || (lobby ? "" : t("ui", "title"));
  $("round").textContent = round;
  $("title").textContent = lobby ? t("ui", "title") : title(room);
  $("sub").textContent = lobby ? t("screen", "welcome") : voting ? voteWords(room) : "";
  names(room.guests, lobby ? 3 : room.guests.length > 7 ? 2 : 1);
  bars(voting ? room : null);
  document.querySelectorAll(".name").forEach(fit);
  chairs(over || lobby ? null : room.chairs);
  if (!invitation) return;
  patch($("qr"), qr(invitation.qr, t("screen", "qr")));
  patch($("scan"), t("screen", "scan"), h("b", {}, address(invitation)));
}

// Who lives, and who sits.

function names(guests, columns) {
  const list = $("names"), rows = Math.ceil(guests.length / columns) || 1;
  list.setAttribute("aria-label", t("screen", "names"));
  for (const [name, value] of Object.entries({ columns, rows, size: `${Math.min(3.6, 21.5 / rows)}rem` })) list.style.setProperty(`--${name}`, value);
  patch(list, guests.map((guest) => {
    const [now, word] = standing(guest);
    return h("li", { key: guest.name, class: now }, written(guest.name), word && h("span", { class: "unseen" }, word));
  }));
}

const written = (name) => h("span", { class: "name" }, h("span", {}, name));

/** A long name is written smaller, down to a half; then it is cut. */
function fit(box) {
  box.style.setProperty("--fit", 1);
  if (box.scrollWidth > box.clientWidth) box.style.setProperty("--fit", Math.max(0.5, (0.98 * box.clientWidth) / box.scrollWidth));
}

function chairs(taken) {
  $("chairs").hidden = !taken;
  for (const [chair, is] of Object.entries(taken ?? {})) {
    $(chair).classList.toggle("free", !is);
    $(chair).lastElementChild.textContent = `${t("ui", chair)} · ${t("ui", is ? "taken" : "free")}`;
  }
}

// The vote.

function voteWords({ vote: { ballots, again, candidates, seats, tally }, game }) {
  if (ballots) return t("screen", "ballots", ballots.in, ballots.of);
  if (tally || !seats) return "";
  if (again) return t("screen", "again", ...candidates);
  return game === "table" ? t("screen", "sacrifice") : count("screen", "seats", seats);
}

function bars(room) {
  const rows = room ? vote.rows(room.vote) : [], size = Math.min(2.4, 17.4 / (rows.length || 1));
  const { how, names } = room?.vote.tally && !vote.reading ? fallen(room) : { names: [] };
  $("bars").style.setProperty("--bar", `${size}rem`);
  patch($("bars"), rows.map(({ name, hands, part, hidden }) =>
    h("li", { key: name, class: hidden ? "hidden" : names.includes(name) && "most", "aria-hidden": hidden && "true" },
      written(name), h("i", { style: { "--part": part } }), h("b", {}, hands)),
  ));
  $("foot").textContent = names.length ? t("screen", how, ...names) : "";
}

/** What the tally has decided: a tie, the jail, or a sacrifice. */
function fallen({ vote: { again, candidates, chosen }, guests, game, beat }) {
  if (again || beat === "youngest") return { how: "tie", names: candidates };
  const jailed = guests.filter((guest) => guest.in_jail).map((guest) => guest.name);
  return { how: game === "table" ? "sacrificed" : "chosen", names: chosen ?? jailed };
}

// What passes.

/** One word over everything, for a moment. */
function shout(word, more = "") {
  $("shout").classList.toggle("scream", !more);
  patch($("shout"), word, h("small", {}, more));
  once($("shout"), "on", more ? SHOUTED : SCREAMED);
}

onSignal(({ signal, call, votes, chair }) => {
  const room = live.state?.room;
  if (signal === "top") {
    if (!isDark() && !nightFalls(call, room)) shout("TOP", t("ui", `top_${call}`));
  } else if (signal === "scream") {
    shout(t("ui", "scream"));
  } else if (signal === "tally" && room) {
    held = room;
    vote.readOut(votes);
  } else if (signal === "alarm") {
    once($(chair), "alarm", 1500);
  } else if (signal === "empty") {
    sand.empty();
  }
});

watchNight();
subscribe(({ state }) => {
  if (state) {
    followLang(state.lang);
    sand.night(state.room.dark);
    sand.show(state.room.sand);
    if (!state.room.vote?.tally) vote.hush();
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
