// A step back and a step forth, each called by the fact that it takes back: "Undo: the death of Hector", "Undo: +30 s".

import { own } from "./game.js";
import { host } from "./host-ui.js";
import { t, told } from "./words.js";

/** What the host did, in a few words: by its fact, else by what the button said, else by where it was. */
function stepWords(step) {
  const { is, beat } = step;
  const title = t("beat", `${beat}.title`);
  return own("step", step) || told(step, "undo") || (is === "pressed" && t("beat", `${beat}.press`)) || title;
}

/** "Undo: …", or null where there is nothing to undo. */
export const undoWords = () => host().undoes && t("page", "take_back", stepWords(host().undoes));

/** "Do again: …", or null. */
export const redoWords = () => host().redoes && t("page", "put_back", stepWords(host().redoes));
