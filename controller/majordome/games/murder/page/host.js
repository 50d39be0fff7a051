// What the murder party brings to the host's page.

export { cards, corrections, evening, people, step } from "./guests.js";
export { heading, title } from "./heading.js";
export * from "./night.js";
export { lesson, news, pad, press } from "./pads.js";
