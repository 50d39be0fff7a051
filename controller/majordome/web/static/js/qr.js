// A QR code as the box gives it: rows of "0" and "1", drawn as one path on white paper.

import { h } from "./dom.js";

const QUIET_ZONE = 4; // modules of white around it, as the standard asks

/** An <svg> that any phone can read. `label` says what it is for. */
export function qr(rows, label) {
  const size = rows.length + 2 * QUIET_ZONE;
  let path = "";
  rows.forEach((row, y) => {
    for (const run of row.matchAll(/1+/g)) {
      path += `M${run.index + QUIET_ZONE} ${y + QUIET_ZONE}h${run[0].length}v1h-${run[0].length}z`;
    }
  });
  return h(
    "svg",
    { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" },
    h("rect", { width: size, height: size, fill: "#fff" }),
    h("path", { d: path, fill: "#000" }),
  );
}
