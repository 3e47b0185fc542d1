/** A position that is being entered: size, mine total, marks, undo. */

import { viewOf } from "../insight/position.js";

const DEEPEST = 200;

export class Position {
  constructor() {
    this.width = 9;
    this.height = 9;
    /** @type {number | null} */
    this.mines = 10;
    this._total = 10; // the last one that was known
    this.marks = "#".repeat(81);
    /** @type {string[]} */
    this._past = [];
  }

  /** The view to ask about. */
  get view() {
    return viewOf(this, this.marks);
  }

  /** @param {import("../types.js").View} view */
  load({ width, height, mines, rows }) {
    this._keep();
    Object.assign(this, { width, height, marks: rows.join("") });
    this.count(mines);
  }

  /** @param {number | null} mines  null: the total is unknown */
  count(mines) {
    this._total = mines ?? this._total;
    this.mines = mines;
  }

  /** Make the total known again, as it was. */
  recount() {
    this.mines = Math.min(this._total, this.width * this.height);
  }

  /** @param {number} index @param {string} mark @returns {boolean} whether anything changed */
  set(index, mark) {
    if (index < 0 || this.marks[index] === mark) return false;
    this._keep();
    this.marks = this.marks.slice(0, index) + mark + this.marks.slice(index + 1);
    return true;
  }

  /**
   * Change the size; the entered marks stay at the top left.
   * @param {number} width
   * @param {number} height
   */
  resize(width, height) {
    this._keep();
    const rows = Array.from({ length: height }, (_, row) => {
      const old =
        row < this.height ? this.marks.slice(row * this.width, (row + 1) * this.width) : "";
      return old.slice(0, width).padEnd(width, "#");
    });
    Object.assign(this, { width, height, marks: rows.join("") });
  }

  clear() {
    this._keep();
    this.marks = "#".repeat(this.width * this.height);
  }

  /** @returns {boolean} whether there was anything to undo */
  undo() {
    const before = this._past.pop();
    if (!before) return false;
    Object.assign(this, JSON.parse(before));
    return true;
  }

  _keep() {
    const { width, height, mines, marks } = this;
    this._past.push(JSON.stringify({ width, height, mines, marks }));
    if (this._past.length > DEEPEST) this._past.shift();
  }
}
