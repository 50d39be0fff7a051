// Who stands at the door: guests who scanned the code of the room, each let in by a tap, or all by one.

import { post, put } from "./api.js";
import { h } from "./dom.js";
import { ask, button, host, message } from "./host-ui.js";
import { count, t } from "./words.js";

/** Whether anybody waits, host or guest. */
export const somebodyWaits = () => host().doorstep.waiting.length > 0 || host().hosts.some((other) => other.waiting);

const answer = (body) => ask(post, "/api/doorstep/answer", body);

async function letAllIn() {
  const told = await answer({ let_in: true });
  if (told.ok && told.data.waiting) message({ key: "door_doubts", args: [told.data.waiting] });
}

/** The guests who wait; null where nobody does. */
export function door() {
  const { waiting, open } = host().doorstep;
  if (!waiting.length) return open ? null : closed();
  return h(
    "section",
    { class: "panel stack door", key: "door", "aria-label": t("page", "door") },
    h(
      "ul",
      { class: "stack", key: "waiting" },
      waiting.map((one) => h("li", { class: "row", key: one.id }, who(one), ...acts(one))),
    ),
    waiting.length > 1 && button(count("page", "let_all_in", waiting.length), letAllIn, { class: "outline", key: "all" }),
    waiting.length > 3 && button(t("page", "door_close"), shut, { class: "plain", key: "shut" }),
  );
}

function who({ name, number, like, twice, new: added }) {
  const doubt = like ? t("page", "door_like", like) : twice ? t("page", "door_twice") : added ? t("page", "door_new") : "";
  return h(
    "span",
    { class: "grow" },
    h("bdi", {}, name),
    h("span", { class: "muted number" }, ` · ${number}`),
    doubt && h("small", { class: like || twice ? "wrong" : "muted" }, doubt),
  );
}

const acts = ({ id, name }) => [
  button(t("page", "let_in"), () => answer({ id, let_in: true }), { class: "outline", key: "in", "aria-label": t("page", "let_in_name", name) }),
  button("×", () => answer({ id, let_in: false }), { class: "plain remove", key: "out", "aria-label": t("page", "refuse_name", name) }),
];

/** Nobody may ask any more, and whoever waits goes. */
async function shut() {
  await answer({ let_in: false });
  await ask(put, "/api/doorstep", { open: false });
}

const closed = () =>
  h(
    "section",
    { class: "row", key: "door-closed" },
    h("p", { class: "grow muted" }, t("page", "door_closed")),
    button(t("page", "door_open"), () => ask(put, "/api/doorstep", { open: true })),
  );
