/** What is drawn over many cells at once, since one animation or picture per cell is slow. */

import { drawing, element, icon } from "../lib/element.js";

/** @typedef {[number, number]} Cell */

/**
 * Make a veil that clears from one cell outwards; it covers only the given cells.
 * @param {Cell[]} cells  row by row
 * @param {Cell} from
 */
export function veil(cells, from) {
  const rows = cells.map(([row]) => row);
  const columns = cells.map(([, column]) => column);
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  const [height, width] = [Math.max(...rows) - top + 1, Math.max(...columns) - left + 1];
  const reach = Math.max(...cells.map((cell) => Math.hypot(cell[0] - from[0], cell[1] - from[1])));
  const node = element("div", { class: "veil", "aria-hidden": "true" });
  const numbers = { top, left, height, width, reach: reach + 1 };
  for (const [name, value] of Object.entries(numbers))
    node.style.setProperty(`--${name}`, String(value));
  node.style.setProperty("--x", `${((from[1] - left + 0.5) / width) * 100}%`);
  node.style.setProperty("--y", `${((from[0] - top + 0.5) / height) * 100}%`);
  const corners = runs(cells).flatMap(([row, first, after]) =>
    outline(
      (row - top) / height,
      (row + 1 - top) / height,
      (first - left) / width,
      (after - left) / width,
    ),
  );
  node.style.clipPath = `polygon(${corners.join()})`;
  return node;
}

/**
 * Join neighbours of a row.
 * @param {Cell[]} cells
 * @returns {[row: number, first: number, after: number][]}
 */
function runs(cells) {
  /** @type {[number, number, number][]} */
  const found = [];
  for (const [row, column] of cells) {
    const last = found.at(-1);
    if (last && last[0] === row && last[2] === column) last[2]++;
    else found.push([row, column, column + 1]);
  }
  return found;
}

/**
 * Outline a rectangle, from the veil's corner and back to it, so that one path can outline many.
 * @param {number} top
 * @param {number} bottom
 * @param {number} left
 * @param {number} right
 */
function outline(top, bottom, left, right) {
  const corners = [
    [0, 0],
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
    [left, top],
    [0, 0],
  ];
  return corners.map(([x = 0, y = 0]) => `${(x * 100).toFixed(3)}% ${(y * 100).toFixed(3)}%`);
}

const MARGIN = 0.14; // of a cell, on each side of its mine

/**
 * Draw a mine on each of some cells, over a board of squares of a size.
 * @param {Cell[]} cells
 * @param {number} size
 */
export function mineOverlay(cells, size) {
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
