// Hands counted against each name: a tap for each, or one slide to the right for all of them.

import { h } from "./dom.js";
import { tick } from "./haptics.js";
import { shortened } from "./short.js";
import { t } from "./words.js";

const SLIDES = 14; // px: less is the tremble of a tap
const ITS_CLICK = 150; // ms after a slide: the click of the finger that lifted
const WIDEST = 22, NARROWEST = 8, EDGE = 14; // px for each hand; and what a finger cannot reach

let lessNext = false; // the next tap takes a hand away
let slide = null; // {name, x, from, step, moved}: the finger that is on a name
let slidAt = 0;

export const given = (votes) => [...votes].filter(([, n]) => n > 0);

/**
 * All names in view; `sum`: how far it is, in words. One too many: "−", then the name, or a slide to the left.
 * `most`: hands that one name can have.
 */
export function tallies(among, votes, change, sum, most) {
  const written = shortened(among);
  const less = lessNext && given(votes).length > 0;
  const is = (name, n) => {
    lessNext = false;
    tick();
    change(new Map(votes).set(name, Math.max(0, n)));
  };
  const take = () => {
    lessNext = !less;
    change(votes);
  };
  const one = (name) => {
    const n = votes.get(name) ?? 0, slid = slide?.name === name && slide.moved;
    return h(
      "li",
      { key: name, class: [n > most ? "wrong" : n && "some", slid && "slid"].filter(Boolean).join(" ") || null },
      h(
        "button",
        {
          type: "button",
          class: "plus",
          "aria-description": less ? t("page", "one_less", name) : t("page", "one_more"),
          "aria-disabled": less && !n && "true",
          ...sliding(name, n, most, (next) => is(name, next), () => change(votes)),
          onclick: (event) => lifted(event) || is(name, n + (less ? -1 : 1)),
        },
        h("span", { class: "who" }, written.get(name)),
        h("b", { class: "number" }, n),
      ),
    );
  };
  return [
    h("div", { class: "row counted", key: "counted" }, sum, h("button", { type: "button", class: "minus", "aria-label": t("page", "less_next"), "aria-pressed": String(less), "aria-disabled": !given(votes).length && "true", onclick: take }, "−")),
    h("ul", { class: among.length > 12 ? "hands many" : "hands", key: "hands" }, among.map(one)),
  ];
}

/** As many hands as the finger has slid to the right; near the edge of the glass they lie closer together. */
function sliding(name, n, most, count, redraw) {
  return {
    onpointerdown({ button, clientX: x, currentTarget, pointerId }) {
      if (button !== 0) return;
      currentTarget.setPointerCapture?.(pointerId);
      const step = Math.max(NARROWEST, Math.min(WIDEST, (innerWidth - EDGE - x) / Math.max(1, most - n)));
      slide = { name, x, from: n, step, moved: false };
    },
    onpointermove({ clientX }) {
      if (slide?.name !== name) return;
      const way = clientX - slide.x;
      if (!slide.moved && Math.abs(way) < SLIDES) return;
      slide.moved = true;
      const next = Math.min(most, Math.max(0, slide.from + Math.round(way / slide.step)));
      if (next !== n) count(next);
    },
    onpointercancel: () => lift(redraw),
    onlostpointercapture: () => lift(redraw),
  };
}

function lift(redraw) {
  const { moved } = slide ?? {};
  slide = null;
  if (!moved) return;
  slidAt = Date.now();
  redraw();
}

/** Whether this click is only the end of a slide. */
const lifted = ({ detail }) => detail > 0 && Date.now() - slidAt < ITS_CLICK;
