/** Lays the cells of a board out in rows, with their labels at the edges. */

import { box, element } from "./element.js";
import { columnLabel, rowLabel } from "./words.js";

const BAND = 10; // rows that share a layer of the screen
const STRETCH = 25; // cells of a row that are repainted together

/**
 * Put cells into rows.
 * @param {HTMLElement[]} cells
 * @param {number} width
 */
export function rows(cells, width) {
  const all = Array.from({ length: cells.length / width }, (_, row) => {
    const own = cells.slice(row * width, (row + 1) * width);
    const stretches = grouped(own, STRETCH, { class: "stretch" });
    return element("div", { class: "row", role: "row", "aria-rowindex": row + 1 }, ...stretches);
  });
  return box("rows", ...grouped(all, BAND, { class: "band", role: "rowgroup" }));
}

/**
 * Label columns and rows; one strip for each, since a sticky element costs the browser a layer.
 * @param {number} width
 * @param {number} height
 */
export function edges(width, height) {
  return [strip("edges across", width, columnLabel), strip("edges down", height, rowLabel)];
}

/**
 * @param {string} name
 * @param {number} count
 * @param {(place: number) => string} label
 */
function strip(name, count, label) {
  const labels = Array.from({ length: count }, (_, place) =>
    element("span", { class: "edge" }, label(place)),
  );
  return element("div", { class: name, "aria-hidden": "true" }, ...labels);
}

/**
 * Group nodes into boxes; each box knows how many it holds.
 * @param {HTMLElement[]} nodes
 * @param {number} most
 * @param {Record<string, string>} attributes
 */
function grouped(nodes, most, attributes) {
  return Array.from({ length: Math.ceil(nodes.length / most) }, (_, place) => {
    const held = nodes.slice(place * most, (place + 1) * most);
    const box = element("div", attributes, ...held);
    box.style.setProperty("--held", String(held.length));
    return box;
  });
}
