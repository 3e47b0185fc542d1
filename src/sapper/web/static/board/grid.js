/** Lays the cells of a board out in rows, with their labels at the edges. */

import { box, element } from "../lib/element.js";
import { columnLabel, rowLabel } from "../words/words.js";

const BAND = 10; // rows that share a layer of the screen
const STRETCH = 50; // cells of a row that are repainted together

/** The cells of a board, in rows. A stretch of a row is filled when one of its cells is first wanted. */
export class Grid {
  /** @param {number} width @param {number} height */
  constructor(width, height) {
    this.width = width;
    this.size = width * height;
    /** @type {(HTMLElement | null)[]} By index; null if it is not made yet. */
    this.cells = new Array(this.size).fill(null);
    this._stretches = Array.from({ length: height }, () => stretches(width));
    const rows = this._stretches.map((own, row) =>
      element("div", { class: "row", role: "row", "aria-rowindex": row + 1 }, ...own),
    );
    this.element = box("rows", ...grouped(rows, BAND, { class: "band", role: "rowgroup" }));
    this._model = element("div", { class: "cell closed", role: "gridcell", tabindex: "-1" });
  }

  /**
   * Return a cell, made now if it is not there yet; null beyond the board.
   * @param {number} index
   */
  cell(index) {
    if (index < 0 || index >= this.size) return null;
    if (!this.cells[index]) this._fill(Math.floor(index / this.width), index % this.width);
    return this.cells[index] ?? null;
  }

  /**
   * Fill a stretch with copies of one cell, which is much faster than making each.
   * @param {number} row
   * @param {number} column
   */
  _fill(row, column) {
    const place = Math.floor(column / STRETCH);
    const first = row * this.width + place * STRETCH;
    const after = Math.min(first + STRETCH, (row + 1) * this.width);
    for (let index = first; index < after; index++) {
      const made = /** @type {HTMLElement} */ (this._model.cloneNode());
      made.dataset.index = String(index);
      made.setAttribute("aria-colindex", String((index % this.width) + 1));
      this.cells[index] = made;
      this._stretches[row]?.[place]?.append(made);
    }
  }
}

/** Make the empty stretches of a row. @param {number} width */
function stretches(width) {
  return Array.from({ length: Math.ceil(width / STRETCH) }, (_, place) =>
    holding(Math.min(STRETCH, width - place * STRETCH), { class: "stretch" }),
  );
}

/**
 * Label columns and rows; one strip for each, since a sticky element costs the browser a layer.
 * @param {number} width
 * @param {number} height
 */
export function edges(width, height) {
  return [strip("edges across", width, columnLabel), strip("edges down", height, rowLabel)];
}

/** @param {string} name @param {number} count @param {(place: number) => string} label */
function strip(name, count, label) {
  const labels = Array.from({ length: count }, (_, place) =>
    element("span", { class: "edge" }, label(place)),
  );
  return element("div", { class: name, "aria-hidden": "true" }, ...labels);
}

/**
 * Group nodes into boxes.
 * @param {HTMLElement[]} nodes
 * @param {number} most
 * @param {Record<string, string>} attributes
 */
function grouped(nodes, most, attributes) {
  return Array.from({ length: Math.ceil(nodes.length / most) }, (_, place) => {
    const held = nodes.slice(place * most, (place + 1) * most);
    return holding(held.length, attributes, ...held);
  });
}

/**
 * Make a box that knows how many it holds, or will hold.
 * @param {number} count
 * @param {Record<string, string>} attributes
 * @param {...HTMLElement} held
 */
function holding(count, attributes, ...held) {
  const box = element("div", attributes, ...held);
  box.style.setProperty("--held", String(count));
  return box;
}
