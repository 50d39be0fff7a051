// The host's page: the butler's tray. Draws everything from the state, and leads from pairing to the last account.

import { get } from "./api.js";
import { h, patch } from "./dom.js";
import { followGame, game, ready } from "./game.js";
import { keepAwake } from "./host-awake.js";
import { drawBox } from "./host-box.js";
import { drawCards, forgetLook } from "./host-cards.js";
import { somebodyWaits } from "./host-door.js";
import { drawGuests, forgetSecrets } from "./host-guests.js";
import { drawNight, forgetNight, startNight } from "./host-night.js";
import { drawNow, howItIs } from "./host-now.js";
import { drawPairing } from "./host-pairing.js";
import { startSand } from "./host-sand.js";
import { drawSetup } from "./host-setup.js";
import { button, closeSheet, drawWith, host, message, redraw, room, show, ui } from "./host-ui.js";
import { join, live, onSignal, subscribe } from "./live.js";
import { isDark, watchNight } from "./night.js";
import { follow, loadWords, onWords, t } from "./words.js";

const TABS = { now: drawNow, guests: drawGuests, cards: drawCards, box: drawBox };
const ASK_AGAIN = 2_000; // ms
const SEEN_ANYWAY = new Set(["paused", "went_on", "host_waits", "host_paired"]); // the page shows it
let shownTab = null;
const page = document.getElementById("page");
const sheet = document.getElementById("sheet");
const told = document.getElementById("told");

function draw() {
  if (live.link === "off" && ui.kind === "host" && !isDark()) {
    patch(page, goodNight());
  } else if (ui.kind !== "host") {
    patch(page, drawPairing());
  } else if (!live.state?.host || !ready(live.state)) {
    patch(page, lost(), h("main", { class: "hall" }, h("p", { class: "muted" }, t("page", "joining"))));
  } else if (ui.tab === "setup") {
    patch(page, lost(), drawSetup());
  } else {
    patch(page, lost(), TABS[ui.tab](), tabs());
  }
  drawSheet();
  keepFocus();
  if (isDark() && ready(live.state)) drawNight();
  else if (!isDark()) tellAloud();
}

function lost() {
  const parts = game.failed && h("p", { class: "lost", role: "alert", key: "parts" }, t("page", "part_missing"), " ", button(t("page", "try_again"), () => location.reload(), { class: "outline" }));
  return [live.link === "lost" && h("p", { class: "lost", role: "status", key: "lost" }, t("page", "lost")), parts];
}

/** The box is off, and has said so. */
const goodNight = () =>
  h("main", { class: "hall farewell", key: "off" }, h("h1", {}, t("page", "off_title")), h("div", { class: "rule", "aria-hidden": "true" }, h("i")), h("p", { role: "status" }, t("page", "off")));

function tabs() {
  return h(
    "nav",
    { class: "tabs", key: "tabs", "aria-label": t("page", "tabs") },
    Object.keys(TABS).map((tab) =>
      h(
        "button",
        { key: tab, "aria-current": ui.tab === tab && "page", onclick: () => go(tab) },
        t("page", `tab_${tab}`),
        ((tab === "box" && host().hosts.some((other) => other.waiting)) || (tab === "now" && ui.tab !== "now" && somebodyWaits())) && h("span", { class: "dot", role: "img", "aria-label": t("page", "somebody_waits") }),
      ),
    ),
  );
}

function go(tab) {
  if (tab !== "now") guard();
  show({ tab, message: null });
  scrollTo(0, 0);
}

function drawSheet() {
  patch(sheet, ui.sheet ? ui.sheet() : null);
  if (ui.sheet && !sheet.open) {
    sheet.showModal();
    document.activeElement?.blur?.(); // a finger opened it: no ring on its first button
    guard();
  }
  if (!ui.sheet && sheet.open) sheet.close();
}

/** A phone's own "back" closes what is open, and does not leave the page. */
let guarded = false;
function guard() {
  if (guarded) return;
  guarded = true;
  history.pushState(null, "");
}

addEventListener("popstate", () => {
  guarded = false;
  if (ui.sheet) closeSheet();
  else if (ui.tab !== "now") go("now");
});

/** Another page of the tray: who goes by keys goes on at its title, if what they pressed is gone. */
function keepFocus() {
  if (shownTab === ui.tab) return;
  shownTab = ui.tab;
  const heading = page.querySelector("h1");
  if (document.activeElement !== document.body || !heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** For those who listen: what is happening, whenever that changes. */
function tellAloud() {
  const words = ui.kind === "host" && live.state?.host && ready(live.state) ? howItIs() : "";
  if (told.textContent !== words) told.textContent = words;
}

/** Who are we? Until the box answers, and while a host must let us in. */
async function introduce() {
  const answer = await get("/api/me");
  const kind = answer.ok
    ? answer.data.kind === "host" || answer.data.kind === "waiting"
      ? answer.data.kind
      : "nobody"
    : null;
  if (kind && kind !== ui.kind) show({ kind, tab: "now" });
  if (kind === "host") join("host");
  if (kind === null || kind === "waiting") setTimeout(introduce, ASK_AGAIN);
}

sheet.addEventListener("close", closeSheet);
sheet.addEventListener("click", (event) => event.target === sheet && closeSheet());
addEventListener("paired", introduce);
drawWith(draw);
onWords(redraw);
onSignal((signal) => {
  if (signal.signal === "refused") message({ error: signal });
  if (signal.signal === "notice" && !SEEN_ANYWAY.has(signal.what)) message({ notice: signal });
});
watchNight({
  fallen() {
    closeSheet();
    forgetSecrets();
    forgetLook();
    told.textContent = "";
    startNight();
  },
  risen() {
    forgetNight();
    message(null); // what was refused in the dark may tell what is hidden
  },
});
subscribe(({ state, link }) => {
  follow(state);
  followGame("host", state, redraw);
  if (link === "gone" && ui.kind === "host") {
    show({ kind: "nobody", sheet: null });
    introduce();
  }
  document.title =
    state?.host && !room().dark ? `${t("beat", `${host().beat}.title`)} · ${t("ui", "title")}` : "Majordome";
  keepAwake(Boolean(state?.host && state.room.begun && !state.room.finished));
  redraw();
});
startSand();
loadWords().then(() => {
  document.documentElement.toggleAttribute("data-ready", true);
  introduce();
});
