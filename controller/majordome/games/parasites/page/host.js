// What the hunt brings to the host: whether it is the last round.

export { heading } from "./heading.js";
