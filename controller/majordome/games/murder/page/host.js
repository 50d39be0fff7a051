// What the murder party brings to the host's page.

export { cards, corrections, evening, people } from "./guests.js";
export { heading } from "./heading.js";
export * from "./night.js";
export { pad, press } from "./pads.js";
