// Joining: the code that only the box shows, and the first host's leave for the second.

import { post } from "./api.js";
import { h } from "./dom.js";
import { ask, redraw, refusal, show, ui } from "./host-ui.js";
import { LANGS, chooseLang, lang, t } from "./words.js";

const DIGITS = 6;
const form = { code: "", name: "", busy: false };
// Who scanned the box's own code brings its token, for one phone and once; it does not stay in the address.
let token = location.hash.slice(1);
if (token) history.replaceState(null, "", location.pathname + location.search);

async function pair(event) {
  event.preventDefault();
  if (form.busy) return;
  if (!token && form.code.length < DIGITS) {
    show({ message: { key: "code_short" } });
    document.getElementById("code").focus();
    return;
  }
  if (!form.name.trim()) {
    show({ message: { key: "name_missing" } });
    document.getElementById("name").focus();
    return;
  }
  form.busy = true;
  redraw();
  const answer = await ask(post, "/api/pair", { code: token || form.code, name: form.name.trim() });
  form.busy = false;
  if (answer.ok) {
    form.code = "";
    dispatchEvent(new Event("paired"));
  } else {
    if (answer.error.why === "wrong_code") form.code = token = "";
    redraw();
  }
}

export function drawPairing() {
  return h(
    "main",
    { class: "hall", key: "pairing" },
    h(
      "header",
      { class: "crest" },
      h("h1", {}, t("ui", "title")),
      h("div", { class: "rule", "aria-hidden": "true" }, h("i")),
    ),
    ui.kind === "waiting"
      ? waiting()
      : ui.kind === "nobody"
        ? entry()
        : h("p", { class: "muted" }, t("page", "joining")),
    languages(),
  );
}

function waiting() {
  return h(
    "section",
    { class: "stack", role: "status", key: "waiting" },
    h("h2", {}, t("page", "waiting_title")),
    h("p", {}, t("page", "waiting")),
  );
}

function entry() {
  return h(
    "form",
    { class: "stack", key: "entry", onsubmit: pair, novalidate: true },
    !token && h("p", {}, t("page", "pair_help")),
    !token && h("label", { for: "code" }, t("page", "code")),
    !token && h("input", {
      id: "code",
      class: "code number",
      inputmode: "numeric",
      autocomplete: "one-time-code",
      maxlength: DIGITS + 4,
      value: form.code,
      oninput(event) {
        form.code = event.target.value.replace(/\D/g, "").slice(0, DIGITS);
        if (event.target.value !== form.code) event.target.value = form.code;
      },
    }),
    h("label", { for: "name" }, t("page", "own_name")),
    h("input", {
      id: "name",
      autocomplete: "given-name",
      maxlength: 40,
      value: form.name,
      oninput: (event) => (form.name = event.target.value),
    }),
    refusal(),
    h("button", { class: "brass press", type: "submit", "aria-disabled": form.busy && "true" }, t("page", "pair")),
    !token && h("button", { class: "plain", type: "button", onclick: aloud }, t("page", "code_aloud")),
  );
}

/** A box without a screen says its code, as long as nobody leads. */
async function aloud() {
  const answer = await ask(post, "/api/pair/aloud");
  if (answer.ok) show({ message: { key: "code_listen" } });
}

function languages() {
  return h(
    "div",
    { class: "row languages", key: "languages" },
    Object.entries(LANGS).map(([code, name]) =>
      h(
        "button",
        { class: "plain", lang: code, "aria-pressed": String(lang() === code), onclick: () => chooseLang(code) },
        name,
      ),
    ),
  );
}
