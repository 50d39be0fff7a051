// What the hunt brings to the twin: its table.

import { wide } from "/static/js/round-table.js";
import { table as drawn } from "./table.js";

export { heading } from "./heading.js";

export const table = (room) => (room.finished ? null : drawn(room, wide()));
