// The evening's account, once it is over and nothing is secret any more: to read and to save.

import { get } from "./api.js";
import { h } from "./dom.js";
import { host, redraw } from "./host-ui.js";
import { lang, t } from "./words.js";

const kept = { of: null, lines: null };

export function account() {
  const of = `${host().moment} ${lang()}`;
  if (kept.of !== of) {
    Object.assign(kept, { of, lines: null });
    get(`/api/account?lang=${lang()}`).then((answer) => {
      if (kept.of !== of || !answer.ok) return;
      kept.lines = answer.data.lines;
      redraw();
    });
  }
  return h(
    "section",
    { class: "panel stack account", key: "account" },
    h("h2", {}, t("page", "account")),
    kept.lines === null
      ? h("p", { class: "muted" }, t("page", "joining"))
      : h(
          "ol",
          {},
          kept.lines.map((line) => h("li", { class: /^\s/.test(line) ? "detail" : null }, line.trim())),
        ),
    h(
      "a",
      { class: "button", href: `/api/account.txt?lang=${lang()}`, download: "majordome.txt" },
      t("page", "account_save"),
    ),
  );
}
