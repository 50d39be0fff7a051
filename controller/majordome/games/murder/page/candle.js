// Someone died: a candle goes out, full-screen, with the name.

import { h } from "/static/js/dom.js";

export const candle = (name) =>
  h(
    "div",
    { class: "last-candle" },
    h(
      "svg",
      { viewBox: "0 0 100 150", "aria-hidden": "true" },
      h("path", { class: "smoke", d: "M50 60c-8-12 8-18 0-30s6-16 0-28" }),
      h("path", { class: "flame", d: "M50 24c10 14 14 22 14 30a14 14 0 0 1-28 0c0-8 4-16 14-30z" }),
      h("path", { class: "heart", d: "M50 42c5 7 7 11 7 15a7 7 0 0 1-14 0c0-4 2-8 7-15z" }),
      h("path", { class: "wick", d: "M49 60h2v12h-2z" }),
      h("path", { class: "wax", d: "M34 72q4-3 8 0t8 0 8 0 8 0v66q0 8-16 8t-16-8z" }),
      h("path", { class: "drip", d: "M34 74v26q3 5 5 0V78zM60 76v18q3 4 5 0V75z" }),
    ),
    h("p", { role: "status" }, `† ${name}`),
  );
