// What masks and snakes brings to the twin: the circle, and the sky of it in the windows.

import { wide } from "/static/js/round-table.js";
import { circle } from "./circle.js";

export const table = (room) => (room.finished ? null : circle(room, wide()));
export const sky = ({ winner, nights, days }) => (winner === "day" ? "day" : winner === "snakes" || nights > days ? "night" : "dawn");
