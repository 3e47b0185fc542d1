/** Draws many mines as one picture, which the browser shows much sooner than as many cells. */

import { drawing, icon } from "./element.js";

/** @typedef {import("./types.js").Cell} Cell */

const MARGIN = 0.14; // of a cell, on each side of its mine

/**
 * Draw a mine on each of some cells, over a board of squares of a size.
 * @param {Cell[]} cells
 * @param {number} size
 */
export function sketch(cells, size) {
  const inner = size - 1; // the line of the grid is left free
  const [margin, side] = [inner * MARGIN, inner * (1 - 2 * MARGIN)];
  const place = { viewBox: "0 0 24 24", x: margin, y: margin, width: side, height: side };
  const mine = drawing("svg", place, ...icon("mine").children);
  const ground = drawing("rect", { width: inner, height: inner });
  const pattern = { id: "mined", patternUnits: "userSpaceOnUse", width: size, height: size };
  const squares = cells.map(
    ([row, column]) => `M${column * size} ${row * size}h${size}v${size}h${-size}z`,
  );
  return drawing(
    "svg",
    { class: "sketch", "aria-hidden": "true" },
    drawing("pattern", pattern, ground, mine),
    drawing("path", { d: squares.join(""), fill: "url(#mined)" }),
  );
}
