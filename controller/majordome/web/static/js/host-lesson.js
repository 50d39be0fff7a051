// Before the first night: how the pad in the dark is used, to be tried once with everybody's eyes still open.

import { h } from "./dom.js";
import { done, tick } from "./haptics.js";
import { redraw } from "./host-ui.js";
import { t } from "./words.js";

const tried = { open: false, over: false, well: false };

/** Hold, slide to the word, lift. */
export function lesson() {
  return h(
    "section",
    { class: "panel stack lesson", key: "lesson" },
    h("h2", {}, t("page", "lesson_title")),
    h("p", {}, t("page", "lesson")),
    h(
      "div",
      { class: "lesson-pad", key: "try" },
      h("p", { class: "lesson-word", id: "lesson-word", "data-over": tried.over, role: "status", key: "word" }, tried.open ? t("page", "lesson_here") : tried.well ? t("page", "lesson_well") : ""),
      h(
        "button",
        {
          class: "hold",
          key: "pad",
          ontouchstart: (event) => event.preventDefault(),
          onpointerdown(event) {
            event.preventDefault();
            event.currentTarget.setPointerCapture(event.pointerId);
            set({ open: true, over: false });
            tick();
          },
          onpointermove: (event) => tried.open && over(event),
          onpointerup: () => lift(tried.over),
          onpointercancel: () => lift(false),
          oncontextmenu: (event) => event.preventDefault(),
          onclick: (event) => event.detail === 0 && lift(true), // a screen reader, or a key
        },
        t("page", "lesson_hold"),
      ),
    ),
  );
}

function over({ clientX, clientY }) {
  const { left, right, top, bottom } = document.getElementById("lesson-word").getBoundingClientRect();
  const now = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  if (now === tried.over) return;
  tick();
  set({ over: now });
}

function lift(well) {
  if (well) done();
  set({ open: false, over: false, well: tried.well || well });
}

function set(change) {
  Object.assign(tried, change);
  redraw();
}
