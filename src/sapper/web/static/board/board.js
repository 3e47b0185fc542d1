/** Draws a view as a grid of cells; the next picture changes only the cells that differ. */

import { floating, satisfied } from "../lib/cells.js";
import { element } from "../lib/element.js";
import { afterFrame } from "../lib/frame.js";
import { mineOverlay, veil } from "./effects.js";
import { edges, Grid } from "./grid.js";
import { appearance, label, layerBits, layersOf } from "./look.js";
import { ScrollGuard, windowShowing } from "./scroll.js";

/**
 * What the board shows. Cells are counted row by row from 0.
 * @typedef {object} Picture
 * @property {number} width
 * @property {number} height
 * @property {string} marks  one letter per cell: # unopened, F flag, ? question, 0–8, * mine, ! fatal mine, x wrong flag
 * @property {(number | null)[] | null} [risks]  the chance of a mine, null where none is shown
 * @property {(string | null)[] | null} [texts]  the same as short text
 * @property {Partial<Record<Layer, Iterable<number>>>} [layers]
 */
/** @typedef {import("./look.js").Layer} Layer */

/** @type {Layer[]} What a hint speaks of, the most telling first. */
const HINTED = ["best", "missed", "spoken", "lit", "played"];
const WALL = 10; // this many equal figures are replaced by one
const RIPPLE_MOST = 500;
const AT_ONCE = 250; // cells that are painted in one frame, in sight or not
const LATER_MS = 12; // for painting cells out of sight, in each frame after

export class Board {
  /** @param {HTMLElement} root  the element that becomes the grid */
  constructor(root) {
    this.root = root;
    this.scrollGuard = new ScrollGuard(root);
    this.width = 0;
    this.height = 0;
    this.marks = "";
    this.cursor = 0;
    /** Whether numbers with all their flags are dimmed. */
    this.dims = false;
    /** Pixels at the lower edge of the stage that something covers. */
    this.covered = 0;
    /** The area that no number touches, if risks are shown. @type {ReturnType<typeof floating>} */
    this.floating = null;
    this.grid = new Grid(0, 0);
    this._bits = new Uint16Array(0);
    this._risks = new Float64Array(0);
    /** @type {(string | null)[] | null} */
    this._texts = null;
    /** @type {Picture | null} */
    this._picture = null;
    /** Cells that are still to be painted: out of sight, or under the overlay. @type {Set<number>} */
    this._late = new Set();
    /** A drawing of the mines in sight, until their cells are painted. @type {Element | null} */
    this._mineOverlay = null;
    root.setAttribute("role", "grid");
    this._veil = element("div");
    root.addEventListener("animationend", () => this._veil.remove());
    root.addEventListener("focusin", (event) => this._follow(this.indexOf(event.target)));
  }

  /**
   * Show a picture. With `from`, cells that have just opened ripple outwards from there.
   * @param {Picture} picture
   * @param {number | null} [from]
   */
  draw(picture, from = null) {
    if (picture.width !== this.width || picture.height !== this.height) this._build(picture);
    this._picture = picture;
    const bits = layerBits(this._layers(picture), new Uint16Array(this.grid.size));
    const risks = picture.risks ?? null;
    /** @type {number[]} */
    const changed = [];
    /** @type {number[]} */
    const opened = [];
    for (let index = 0; index < this.grid.size; index++) {
      const risk = risks?.[index] ?? -1;
      const mark = picture.marks[index] ?? "#";
      const fresh = mark !== this.marks[index];
      if (!fresh && bits[index] === this._bits[index] && risk === this._risks[index]) continue;
      if (fresh && mark >= "0" && mark <= "8") opened.push(index);
      this._bits[index] = bits[index] ?? 0;
      this._risks[index] = risk;
      changed.push(index);
    }
    this.marks = picture.marks;
    this._texts = picture.texts ?? null;
    this._paintAll(changed);
    if (from !== null && opened.length > 1 && opened.length <= RIPPLE_MOST)
      this._ripple(opened, from);
    this.root.dispatchEvent(new Event("drawn"));
  }

  /** Dim numbers that have all their flags, or show them as the others. @param {boolean} dims */
  dim(dims) {
    if (dims === this.dims) return;
    this.dims = dims;
    if (this._picture) this.draw(this._picture);
  }

  /** Add the layers that follow from the picture itself. @param {Picture} picture */
  _layers({ marks, width, texts, layers = {} }) {
    this.floating = texts ? floating(marks, width, texts) : null;
    const done = this.dims ? satisfied(marks, width) : [];
    if (!this.floating || this.floating.cells.length < WALL) return { ...layers, done };
    const { cells, middle } = this.floating;
    const [best = -1] = layers.best ?? [];
    const labelled = cells.includes(best) ? best : middle;
    return {
      ...layers,
      done,
      area: [labelled],
      hushed: cells.filter((index) => index !== labelled),
    };
  }

  /** Find the cell that an event happened on, or -1. @param {EventTarget | null} target */
  indexOf(target) {
    const cell = target instanceof Element ? target.closest(".cell") : null;
    return cell instanceof HTMLElement ? Number(cell.dataset.index) : -1;
  }

  /** Find the cell at a point of the window, or -1. @param {number} x @param {number} y */
  indexAt(x, y) {
    return this.indexOf(document.elementFromPoint(x, y));
  }

  /** The cell that has the focus, or -1. */
  get focused() {
    return this.root.contains(document.activeElement) ? this.cursor : -1;
  }

  /** Tell whether a cell shows how likely it is a mine. @param {number} index */
  showsRisk(index) {
    return (this._risks[index] ?? -1) >= 0;
  }

  /** The cell that a hint, a reason or a move points at, or -1. */
  get hinted() {
    const { layers = {} } = this._picture ?? {};
    return HINTED.flatMap((layer) => [...(layers[layer] ?? [])])[0] ?? -1;
  }

  /** Move the keyboard's cursor to a cell. @param {number} index */
  focus(index) {
    this._follow(index);
    this.grid.cell(this.cursor)?.focus();
  }

  /**
   * Scroll a cell into view without moving the focus, with as many related cells as there is room for.
   * @param {number} index
   * @param {[number, number][]} [others]
   */
  reveal(index, others = []) {
    if (index < 0 || index >= this.grid.size) return;
    const { size, ...window } = this.window();
    const free = { ...window, high: window.high - this.covered / size };
    const { top, left } = windowShowing(free, this.cellOf(index), others);
    if (top !== window.top || left !== window.left) this.scrollTo(left, top);
  }

  /** Tell which part of the board is in sight, in cells, and how many pixels a cell has. */
  window() {
    const stage = /** @type {HTMLElement} */ (this.root.parentElement);
    const size = this.grid.element.offsetWidth / this.width;
    const edge = this.root.offsetWidth - this.grid.element.offsetWidth; // sticks over the first row and column
    return {
      size,
      top: stage.scrollTop / size,
      left: stage.scrollLeft / size,
      high: (stage.clientHeight - edge) / size,
      wide: (stage.clientWidth - edge) / size,
    };
  }

  /**
   * Scroll until a place of the board, in cells, is at the upper left.
   * @param {number} left
   * @param {number} top
   */
  scrollTo(left, top) {
    const { size } = this.window();
    this.root.parentElement?.scrollTo(left * size, top * size);
  }

  /** Return the row and column of a cell. @param {number} index @returns {[number, number]} */
  cellOf(index) {
    return [Math.floor(index / this.width), index % this.width];
  }

  /** @param {[number, number]} cell */
  indexOfCell([row, column]) {
    return row * this.width + column;
  }

  /** @param {Picture} picture */
  _build({ width, height, marks }) {
    Object.assign(this, { width, height, marks: "" });
    this._late.clear();
    const cursor = this.cursor < marks.length ? this.cursor : 0;
    const focused = this.focused >= 0;
    this.grid = new Grid(width, height);
    this._bits = new Uint16Array(this.grid.size);
    this._risks = new Float64Array(this.grid.size).fill(-1);
    this.root.style.setProperty("--columns", String(width));
    this.root.style.setProperty("--rows", String(height));
    this.root.setAttribute("aria-label", `Board, ${height} rows, ${width} columns`);
    this.root.setAttribute("aria-rowcount", String(height));
    this.root.setAttribute("aria-colcount", String(width));
    this.root.replaceChildren(...edges(width, height), this.grid.element);
    this.root.dispatchEvent(new Event("shaped")); // its cells are made when their size is known
    this._follow(cursor);
    if (focused) this.grid.cell(cursor)?.focus({ preventScroll: true });
  }

  /**
   * Paint cells; if there are very many, those in view first and the others in later frames.
   * @param {number[]} changed
   */
  _paintAll(changed) {
    const many = changed.length > AT_ONCE;
    const first = many ? this._inSight(changed) : changed;
    const now = many ? this._withoutOverlay(first) : first;
    if (now.length < changed.length) {
      if (!this._late.size) this._later();
      changed.forEach((index) => this._late.add(index));
    }
    now.forEach((index) => this._paint(index));
  }

  /** Draw the mines among cells all at once; return the other cells. @param {number[]} visible */
  _withoutOverlay(visible) {
    this._mineOverlay?.remove();
    const mines = visible.filter((index) => this.marks[index] === "*");
    if (!mines.length) return visible;
    const cells = mines.map((index) => this.cellOf(index));
    this._mineOverlay = mineOverlay(cells, this.window().size);
    this.root.append(this._mineOverlay);
    return visible.filter((index) => this.marks[index] !== "*");
  }

  /** @param {number[]} indices */
  _inSight(indices) {
    const frame = /** @type {HTMLElement} */ (this.root.parentElement).getBoundingClientRect();
    const rows = this.grid.element.getBoundingClientRect();
    const size = rows.width / this.width;
    return indices.filter((index) => {
      const [row, column] = this.cellOf(index);
      const x = rows.left + column * size;
      const y = rows.top + row * size;
      return x + size > frame.left && x < frame.right && y + size > frame.top && y < frame.bottom;
    });
  }

  /** Paint some of the others after each frame, those in view first, until all are painted. */
  _later() {
    afterFrame(() => {
      const late = [...this._late];
      const visible = this._inSight(late);
      const until = performance.now() + LATER_MS;
      for (const index of visible.length ? visible : late) {
        this._paint(index);
        if (performance.now() > until) break;
      }
      if (!visible.some((index) => this._late.has(index))) this._mineOverlay?.remove();
      if (this._late.size) this._later();
    });
  }

  /** @param {number} index */
  _paint(index) {
    const cell = /** @type {HTMLElement} */ (this.grid.cell(index));
    const mark = this.marks[index] ?? "#";
    const bits = this._bits[index] ?? 0;
    const risk = this._risks[index] ?? -1;
    const text = this._texts?.[index] ?? "";
    const layers = layersOf(bits);
    const [look, content] = appearance(mark, layers, risk >= 0 ? text : "");
    this._late.delete(index);
    cell.className = ["cell", look, ...layers.map((layer) => `is-${layer}`)].join(" ");
    if (risk >= 0) cell.style.setProperty("--risk", String(risk));
    if (cell.textContent !== content) cell.textContent = content;
    cell.setAttribute("aria-label", label(this.cellOf(index), mark, layers, risk >= 0 ? text : ""));
  }

  /** @param {number} index */
  _follow(index) {
    if (index < 0) return;
    this.grid.cells[this.cursor]?.setAttribute("tabindex", "-1");
    this.cursor = index;
    this.grid.cell(index)?.setAttribute("tabindex", "0");
  }

  /** @param {number[]} opened @param {number} from */
  _ripple(opened, from) {
    this._veil.remove();
    this._veil = veil(
      opened.map((index) => this.cellOf(index)),
      this.cellOf(from),
    );
    this.root.append(this._veil);
  }
}
