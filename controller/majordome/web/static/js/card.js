// A guest's card: its back, until a finger holds it. The role is asked for then, and forgotten when the finger lifts.

import { get, post } from "./api.js";
import { closeBallot, drawBallot } from "./card-ballot.js";
import { h, patch } from "./dom.js";
import { holdToSee } from "./hold.js";
import { join, live, subscribe } from "./live.js";
import { isDark, watchNight } from "./night.js";
import { LANGS, chooseLang, followLang, lang, loadWords, onWords, t } from "./words.js";

const ASK_AGAIN = 2_000;
const page = document.getElementById("page");
let failed = null; // why the code that was scanned does not open a card
let looking = 0;

function draw() {
  const card = live.state?.card;
  patch(
    page,
    live.link === "lost" && h("p", { class: "lost", role: "status", key: "lost" }, t("card", "lost")),
    h("main", { class: "hand" }, card && !failed ? [mine(card)] : nobody(), languages()),
  );
}

function nobody() {
  const words = failed ? t("card", failed) : live.link === "gone" ? t("card", "ask_host") : t("card", "joining");
  return h(
    "section",
    { class: "stack", role: "status", key: "nobody" },
    h("h1", {}, t("ui", "title")),
    h("div", { class: "rule", "aria-hidden": "true" }, h("i")),
    h("p", {}, words),
  );
}

function mine(card) {
  const ballot = card.ballot && card.alive && !live.state.room.finished;
  return [
    h(
      "header",
      { key: "name" },
      h("h1", {}, card.name),
      h("p", { class: card.alive && !card.in_jail ? "muted" : "wrong", role: "status" }, how(card)),
    ),
    ballot ? drawBallot(card.ballot, draw) : closeBallot(),
    h(
      "button",
      {
        class: ballot ? "back small" : "back",
        key: "card",
        "aria-describedby": "how",
        ...(card.has_role ? peek.props : {}),
        disabled: !card.has_role,
      },
      h("span", { class: "crest", "aria-hidden": "true", key: "crest" }),
      h("span", { class: "hint", id: "how", key: "hint" }, t("card", card.has_role ? "hold" : "no_role")),
      h("span", { id: "face", class: "face", role: "status", own: true, hidden: true, key: "face" }),
    ),
  ];
}

function how(card) {
  const { finished, winner } = live.state.room;
  if (finished) return winner ? t("ui", "outcome", t("winner", winner)) : "";
  return t("card", !card.alive ? "dead" : card.in_jail ? "in_jail" : "alive");
}

// What only a held finger sees. It lives in these elements alone, and they are emptied when the finger lifts.

const peek = holdToSee({
  async show() {
    const mine = ++looking;
    const { ok, data } = await get("/api/card");
    const face = document.getElementById("face");
    if (mine !== looking || !face) return;
    const words = ok && data.role ? [t("role", data.role), t("card", data.role)] : ["", t("card", "lost")];
    face.replaceChildren(h("strong", { class: "serif" }, words[0]), h("span", {}, words[1]));
    face.hidden = false;
  },
  hide() {
    looking += 1;
    const face = document.getElementById("face");
    face?.replaceChildren();
    if (face) face.hidden = true;
  },
});

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

/** A code that was scanned: ask for the card it stands for, and leave no trace of it in the address. */
async function claim() {
  const token = location.hash.slice(1);
  if (token) history.replaceState(null, "", location.pathname);
  for (let again = Boolean(token); again;) {
    const answer = await post("/api/card/claim", { token });
    again = answer.lost || answer.status === 429;
    if (again) await new Promise((done) => setTimeout(done, (answer.retryAfter ?? 0) * 1000 || ASK_AGAIN));
    else failed = answer.ok ? null : answer.error.why === "card_taken" ? "taken" : "ask_host";
  }
  // A phone that holds a card already keeps it, even if somebody scans a code that is used up.
  if (failed) {
    const me = await get("/api/me");
    if (me.ok && me.data.kind === "card") failed = null;
  }
  draw();
  if (!failed) join("card");
}

addEventListener("hashchange", claim);
onWords(draw);
watchNight({ fallen: () => peek.close() });
subscribe(({ state }) => {
  followLang(state?.lang);
  if (isDark()) peek.close();
  draw();
});
const claimed = claim();
await loadWords();
await claimed;
