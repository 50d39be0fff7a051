// The box itself: volume, language, sound, ballots on phones, the other hosts, and how to join.

import { get, post } from "./api.js";
import { h } from "./dom.js";
import { ask, button, host, openSheet, redraw, refusal, sure, title } from "./host-ui.js";
import { live } from "./live.js";
import { qr } from "./qr.js";
import { LANGS, chooseLang, lang, t } from "./words.js";

const join = { asked: false, data: null, wifi: null };
const SOON = 1_500; // ms
const wishes = {}; // what was set here and the box has not told yet: nothing jumps back under the finger

async function set(change) {
  Object.assign(wishes, change);
  redraw();
  const answer = await ask(post, "/api/box", change);
  setTimeout(() => forget(change), answer.ok ? SOON : 0);
}

function forget(change) {
  for (const name of Object.keys(change)) if (wishes[name] === change[name]) delete wishes[name];
  redraw();
}

/** As it is wished, until the box says that it is so. */
function wished(name, is) {
  if (wishes[name] === is) delete wishes[name];
  return wishes[name] ?? is;
}

export function drawBox() {
  if (!join.asked) askHowToJoin();
  return h(
    "main",
    { class: "hall wide", key: "box" },
    h("h1", {}, t("page", "box_title")),
    refusal(),
    host().volume !== null && volume(),
    choice("lang_page", LANGS, lang(), (code) => chooseLang(code)),
    choice("lang_box", LANGS, wished("lang", live.state.lang), (code) => set({ lang: code })),
    host().voices.length > 1 && choice("voice", voices(), wished("voice", host().voice), (voice) => set({ voice })),
    choice("sound", sounds(), wished("sound_by", host().sound_by), (by) => set({ sound_by: by })),
    ballots(),
    hosts(),
    wifi(),
    joining(),
    leave(),
  );
}

const voices = () => Object.fromEntries(host().voices.map((voice) => [voice, t("page", `voice_${voice}`)]));
const sounds = () => Object.fromEntries(["box", "page", "none"].map((by) => [by, t("page", `sound_${by}`)]));

function volume() {
  return h(
    "section",
    { class: "stack", key: "volume" },
    h("label", { for: "volume" }, h("h2", {}, t("page", "volume"))),
    h(
      "div",
      { class: "row" },
      h("input", {
        id: "volume",
        class: "grow",
        type: "range",
        min: 10,
        max: 100,
        step: 5,
        value: String(wished("volume", host().volume)),
        onchange: (event) => set({ volume: Number(event.target.value) }),
      }),
      h("span", { class: "number" }, `${wished("volume", host().volume)} %`),
    ),
  );
}

/** One of several, as a row of buttons. */
export function choice(key, names, chosen, choose, words = t("page", key)) {
  return h(
    "section",
    { class: "stack", key, role: "group", "aria-labelledby": `choice-${key}` },
    h("h2", { id: `choice-${key}` }, words),
    h(
      "div",
      { class: "segments" },
      Object.entries(names).map(([code, name]) =>
        button(name, () => choose(code), { key: code, "aria-pressed": String(chosen === code) }),
      ),
    ),
  );
}

function ballots() {
  return h(
    "section",
    { class: "stack", key: "ballots" },
    h("h2", {}, t("page", "ballots_title")),
    h(
      "label",
      { class: "row" },
      h("input", {
        type: "checkbox",
        checked: wished("ballots", host().ballots_on),
        onchange: (event) => set({ ballots: event.target.checked }),
      }),
      h("span", {}, t("page", "ballots_on")),
    ),
  );
}

function hosts() {
  const answer = (id, let_in) => ask(post, "/api/hosts", { id, let_in });
  return h(
    "section",
    { class: "stack", key: "hosts" },
    h("h2", {}, t("page", "hosts")),
    h(
      "ul",
      { class: "list" },
      host().hosts.map((one) =>
        h(
          "li",
          { class: "row", key: one.id },
          h(
            "span",
            { class: "grow" },
            one.name,
            (one.me || one.waiting) && h("span", { class: "muted" }, ` · ${t("page", one.me ? "you" : "waits")}`),
          ),
          one.waiting && button(t("page", "let_in"), () => answer(one.id, true), { class: "outline" }),
          !one.me && button(t("page", one.waiting ? "refuse" : "send_away"), () => answer(one.id, false)),
        ),
      ),
    ),
  );
}

async function askHowToJoin() {
  join.asked = true;
  const answer = await get("/api/join");
  join.asked = answer.ok;
  join.data = answer.data;
  const wifi = await get("/api/wifi");
  join.wifi = wifi.ok ? wifi.data : null;
  redraw();
}

/** The box's own Wi-Fi, for the guests' phones. */
function wifi() {
  if (!join.wifi) return null;
  const { name, password, qr: rows } = join.wifi;
  return h(
    "section",
    { class: "stack", key: "wifi" },
    h("h2", {}, t("page", "wifi_title", name)),
    h("p", {}, t("page", "wifi_help")),
    qr(rows, t("page", "wifi_label")),
    h("p", { class: "address" }, password),
  );
}

function joining() {
  if (!join.data?.url) return null;
  const { url, name_url, qr: rows } = join.data;
  const screen = new URL("/screen", name_url ?? url).href;
  const { joined } = host();
  return h(
    "section",
    { class: "stack", key: "joining" },
    h("h2", {}, t("page", "join_title")),
    h("p", {}, t("page", "join_help")),
    rows && qr(rows, t("page", "join_label")),
    h("p", { class: "address" }, name_url ?? url),
    h("h2", {}, t("page", "screen_title")),
    h("p", {}, t("page", "screen_help")),
    h("p", { class: "address" }, screen),
    joined && h("p", { class: "muted" }, t("page", "joined", joined.host, joined.card, joined.screen)),
  );
}

function leave() {
  const askFirst = () =>
    openSheet(() => [title(t("page", "leave")), h("p", {}, t("page", "leave_ask")), sure(t("page", "leave_yes"), go)]);
  const go = async () => {
    const answer = await ask(post, "/api/leave");
    if (answer.ok) location.reload();
  };
  return h("section", { class: "stack", key: "leave" }, button(t("page", "leave"), askFirst));
}
