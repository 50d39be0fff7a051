// A guest's card tells only what the guest holds: what goes on is heard in the room, until the evening is told.

import { h } from "/static/js/dom.js";
import { t } from "/static/js/words.js";
import { drawAll, portrait } from "./portraits.js";

drawAll();

/** What is engraved on the card, while a finger holds it. */
export const picture = ({ role }) => portrait(role);

export const now = (card, { tale }) =>
  tale.length > 0
    ? h("ol", { class: "stack tale", key: "tale" }, tale.map(([key, names], n) => h("li", { key: n }, t("screen", key, ...names))))
    : null;
