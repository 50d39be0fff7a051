// What the murder party brings to the twin: the sky in its windows, and who lives.

import { t } from "/static/js/words.js";

export { heading, title } from "./heading.js";

export const sky = ({ mood, time }) => (mood === "monday" ? "dawn" : (time ?? "dusk"));
export const company = ({ guests }) => t("twin", "living", guests.filter((guest) => guest.alive).length);

/** Heard and seen by everyone: the victim, and a prisoner who stands up. */
export function fact({ is, chair }, { shout, alarm }) {
  if (is === "scream") shout(t("fact", "scream"));
  if (is === "alarm") alarm(chair);
}
