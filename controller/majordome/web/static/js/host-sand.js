// The hourglass on the host's page: what is left, and more or less of it.

import { h } from "./dom.js";
import { button, clock, host, room, tell } from "./host-ui.js";
import { sandLeft } from "./live.js";
import { t } from "./words.js";

export function sand() {
  const { total } = room().sand;
  const left = sandLeft();
  const add = (seconds) => tell({ is: "time_added", seconds });
  return h(
    "section",
    { class: "sand", key: "sand", "aria-label": t("ui", "hourglass") },
    h("p", { class: "time number", id: "sand-left", role: "timer" }, clock(left)),
    h("div", { class: "bar" }, h("i", { id: "sand-bar", style: { width: `${(100 * left) / Math.max(total, 1)}%` } })),
    host().sand_can_change &&
      h(
        "div",
        { class: "row" },
        button(t("page", "less_time"), () => add(-30), { class: "grow" }),
        button(t("page", "more_time"), () => add(30), { class: "grow" }),
      ),
  );
}

/** Let the sand fall between two states. */
export function startSand() {
  setInterval(() => {
    const left = sandLeft();
    const time = document.getElementById("sand-left");
    if (left === null || !time) return;
    if (time.textContent !== clock(left)) time.textContent = clock(left);
    document.getElementById("sand-bar").style.width = `${(100 * left) / Math.max(room().sand.total, 1)}%`;
  }, 200);
}
