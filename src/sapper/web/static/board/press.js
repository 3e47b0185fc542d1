/** Shows which cells a button or a finger holds down: one, or those that a chord would open. */

import { around } from "../lib/cells.js";

/** @typedef {import("./board.js").Board} Board */

const LIFT_MS = 80;

export class Press {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.index = -1;
    /** @type {HTMLElement[]} */
    this._held = [];
  }

  /**
   * Hold a cell down, and those around it if `wide`; -1 holds none.
   * @param {number} index
   * @param {boolean} [wide]
   */
  hold(index, wide = false) {
    const { grid, width } = this.board;
    const wanted = index < 0 ? [] : wide ? [index, ...around(index, width, grid.size)] : [index];
    const held = wanted.flatMap((one) => grid.cell(one) ?? []);
    this._held.forEach((cell) => held.includes(cell) || cell.classList.remove("pressed"));
    held.forEach((cell) => cell.classList.add("pressed"));
    this._held = held;
    this.index = index;
  }

  /** Let go a little later: the answer usually redraws the cell first, and a frame of the old one would delay it. */
  lift() {
    const lifted = this._held;
    this._held = [];
    this.index = -1;
    setTimeout(() => {
      for (const cell of lifted)
        if (!this._held.includes(cell)) cell.classList.remove("pressed");
    }, LIFT_MS);
  }
}
