/** Shows which cells a button or a finger holds down: one, or those that a chord would open. */

import { neighboursOf } from "../lib/cells.js";

const LIFT_MS = 80;

export class Press {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.index = -1;
    /** @type {HTMLElement[]} */
    this._cells = [];
  }

  /**
   * Hold a cell down, and those around it if `wide`; -1 holds none.
   * @param {number} index
   * @param {boolean} [wide]
   */
  hold(index, wide = false) {
    const { grid, width } = this.board;
    const indices =
      index < 0 ? [] : wide ? [index, ...neighboursOf(index, width, grid.size)] : [index];
    const cells = indices.flatMap((one) => grid.cell(one) ?? []);
    this._cells.forEach((cell) => cells.includes(cell) || cell.classList.remove("pressed"));
    cells.forEach((cell) => cell.classList.add("pressed"));
    this._cells = cells;
    this.index = index;
  }

  /** Let go a little later: the answer usually redraws the cell first, and a frame of the old one would delay it. */
  lift() {
    const cells = this._cells;
    this._cells = [];
    this.index = -1;
    setTimeout(() => {
      for (const cell of cells) if (!this._cells.includes(cell)) cell.classList.remove("pressed");
    }, LIFT_MS);
  }
}
