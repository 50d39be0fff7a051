// A player's phone: what is asked of me, what goes on, and my card - its back, until a finger holds it.
// What is on the card is asked for then, and forgotten when the finger lifts.

import { get, post, surely } from "./api.js";
import { drawAsks } from "./asks.js";
import { h, patch } from "./dom.js";
import { followGame, game, own, ready } from "./game.js";
import { holdToSee } from "./hold.js";
import { drawJoining, startJoining } from "./card-join.js";
import { join, live, subscribe } from "./live.js";
import { isDark, watchNight } from "./night.js";
import { asked, heading, scores, title, won } from "./room.js";
import { LANGS, chooseLang, follow, joined, lang, loadWords, onWords, t, told, why } from "./words.js";

const ASK_AGAIN = 2_000;
const page = document.getElementById("page");
const saying = { busy: false, error: null, moment: null };
let failed = null; // why the code that was scanned does not open a card
let atTheDoor = false; // nobody's phone yet
let asking = null; // a question before this phone becomes another's: {name, yes()}
let looking = 0;

function draw() {
  const card = ready(live.state) ? live.state.card : null;
  patch(
    page,
    live.link === "lost" && h("p", { class: "lost", role: "status", key: "lost" }, t("card", "lost")),
    game.failed && h("p", { class: "lost", role: "alert", key: "parts" }, t("card", "part_missing"), " ", h("button", { class: "outline", onclick: () => location.reload() }, t("card", "try_again"))),
    h("main", { class: "hand" }, asking ? question(asking) : live.link === "off" ? goodNight() : card && !atTheDoor ? [mine(card)] : nobody(), languages()),
  );
}

function nobody() {
  return h(
    "section",
    { class: "stack", key: "nobody" },
    h("h1", {}, t("ui", "title")),
    h("div", { class: "rule", "aria-hidden": "true" }, h("i")),
    failed && h("p", { role: "status", key: "failed" }, t("card", failed)),
    atTheDoor ? drawJoining() : !failed && h("p", { role: "status", key: "joining" }, t("card", "joining")),
  );
}

const goodNight = () => h("section", { class: "stack", role: "status", key: "off" }, h("h1", {}, t("ui", "title")), h("p", {}, t("card", "off")));

/** Before this phone becomes another guest's, or nobody's. */
function question({ name, words, yes, yesWords }) {
  const stay = () => ((asking = null), draw());
  return h(
    "section",
    { class: "stack", key: "question", role: "alertdialog", "aria-labelledby": "holds" },
    h("h1", { id: "holds" }, t("card", "holds_title", name)),
    h("p", {}, words ?? t("card", "holds", name)),
    h("button", { class: "brass press", key: "stay", onclick: stay }, t("card", "holds_keep", name)),
    h("button", { class: "outline", key: "yes", onclick: yes }, yesWords ?? t("card", "holds_take")),
  );
}

function mine(card) {
  const { room } = live.state;
  if (saying.moment !== card.moment) Object.assign(saying, { moment: card.moment, error: null });
  const asks = card.asks.length > 0 && !room.finished;
  return [
    h(
      "header",
      { key: "name" },
      h("h1", {}, card.name),
      h("p", { class: card.marks.join(" ") || "muted", role: "status" }, how(card)),
    ),
    asks && questions(card),
    now(card, room),
    game.about.secrets && back(card, asks),
    !asks && !room.begun && !room.finished && notMe(card),
  ];
}

/** Somebody took a neighbour's name by mistake. */
const notMe = ({ name }) =>
  h(
    "button",
    { class: "plain", key: "not-me", onclick: () => ((asking = { name, words: t("card", "not_me_ask", name), yes: giveBack, yesWords: t("card", "not_me_yes") }), draw()) },
    t("card", "not_me", name),
  );

/** How it stands with me. */
function how({ marks }) {
  const { room } = live.state;
  if (room.finished && room.winners.length) return won(room);
  if (room.finished) return told({ is: "outcome", winner: room.winner, names: room.winners }) || won(room);
  return (marks.length ? marks : ["none"]).map((mark) => t("card", mark) || t("mark", mark) || mark).join(" ");
}

// What is asked of me.

function questions(card) {
  return h(
    "div",
    { class: "stack asks", key: "asks" },
    drawAsks(card.asks, {
      player: card.name,
      ready: !saying.busy,
      busy: saying.busy,
      beat: live.state.room.beat,
      redraw: draw,
      send: (said) => say("/api/answer", { moment: card.moment, said }),
      slam: () => say("/api/buzz", { moment: card.moment }),
    }),
    h("p", { class: "refusal", role: "alert", key: "refusal" }, saying.error ? why(saying.error) : ""),
  );
}

async function say(path, body) {
  if (saying.busy) return null;
  Object.assign(saying, { busy: true, error: null });
  draw();
  const answer = await surely(path, body);
  Object.assign(saying, { busy: false, error: answer.error });
  draw();
  return answer;
}

// What goes on, whoever is asked.

function now(card, room) {
  const mine = own("now", card, room);
  if (mine !== undefined) return mine;
  const others = asked(room.asks, card.name);
  return h(
    "section",
    { class: "stack going-on", key: "now" },
    h("p", { class: "eyebrow" }, heading(room).filter(Boolean).join(" · ")),
    !room.finished && h("h2", {}, title(room)),
    room.said[lang()] && h("p", { class: "serif said" }, t("ui", "quote", room.said[lang()])),
    others && h("p", { class: "muted" }, others),
    card.open && listing(card.open),
    scores(room.scores),
  );
}

/** What a game tells a player in its own words: [own] names each of it. */
function listing(fields) {
  const words = (value) => (Array.isArray(value) ? joined(value.map(words)) : t("label", value) || String(value));
  return h(
    "dl",
    { class: "own" },
    Object.entries(fields)
      .filter(([, value]) => value !== null && value !== "" && !(Array.isArray(value) && !value.length))
      .map(([key, value]) => h("div", { key }, h("dt", {}, t("own", key) || key), h("dd", {}, words(value)))),
  );
}

function back(card, small) {
  return h(
    "button",
    {
      class: small ? "back small" : "back",
      key: "card",
      "aria-describedby": "how",
      ...(card.has_card ? peek.props : {}),
      disabled: !card.has_card,
    },
    h("span", { class: "crest", "aria-hidden": "true", key: "crest" }),
    h("span", { class: "hint", id: "how", key: "hint" }, t("card", card.has_card ? "hold" : live.state.room.begun || live.state.room.finished ? "no_role" : "in_lobby")),
    h("span", { id: "face", class: "face", role: "status", own: true, hidden: true, key: "face" }),
  );
}

// What only a held finger sees. It lives in these elements alone, and they are emptied when the finger lifts.

const peek = holdToSee({
  async show() {
    const mine = ++looking;
    const { ok, data } = await get("/api/card");
    const face = document.getElementById("face");
    if (mine !== looking || !face) return;
    const { name, open, role, ...rest } = data ?? {};
    const words = !ok ? ["", t("card", "lost")] : role ? [t("role", role) || role, t("card", role)] : ["", ""];
    face.replaceChildren(...[own("picture", data ?? {})].filter(Boolean), h("strong", { class: "serif" }, words[0]), h("span", {}, words[1]), listing(rest));
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

/** Somebody scanned a code, or opened the page. A phone that holds a card asks before it becomes another. */
async function enter() {
  const token = location.hash.slice(1);
  if (token) history.replaceState(null, "", location.pathname); // no trace of it in the address
  const { data } = await untilAnswered("/api/me?as=card");
  const mine = data.kind === "card" ? data.name : null;
  if (token && mine) {
    asking = { name: mine, yes: () => claim(token) };
    draw();
    join("card");
    return;
  }
  if (token) return claim(token);
  if (mine) return join("card");
  knock();
}

/** Ask for the card that a code stands for. */
async function claim(token) {
  asking = null;
  for (let again = true; again;) {
    const answer = await post("/api/card/claim", { token });
    again = answer.lost || answer.status === 429;
    if (again) await new Promise((done) => setTimeout(done, (answer.retryAfter ?? 0) * 1000 || ASK_AGAIN));
    else failed = answer.ok ? null : "taken";
  }
  // A phone that holds a card already keeps it, even if somebody scans a code that is used up.
  if (failed && (await untilAnswered("/api/me?as=card")).data.kind === "card") failed = null;
  if (failed) knock();
  else join("card");
  draw();
}

async function untilAnswered(path) {
  for (;;) {
    const answer = await get(path);
    if (answer.ok) return answer;
    await new Promise((done) => setTimeout(done, ASK_AGAIN));
  }
}

/** This phone is nobody's: it may ask to be somebody's. */
function knock() {
  atTheDoor = true;
  startJoining(draw, () => {
    atTheDoor = false;
    failed = null;
    join("card");
    draw();
  });
  draw();
}

async function giveBack() {
  const answer = await post("/api/card/leave");
  if (!answer.ok) return;
  asking = null;
  knock();
}

addEventListener("hashchange", enter);
onWords(draw);
watchNight({ fallen: () => peek.close() });
subscribe(({ state, link }) => {
  follow(state);
  followGame("card", state, draw);
  if (isDark()) peek.close();
  if (link === "gone" && !atTheDoor) knock(); // the card was given to another phone, or its guest has left the list
  draw();
});
loadWords().then(() => {
  document.documentElement.toggleAttribute("data-ready", true);
  draw();
});
enter();
