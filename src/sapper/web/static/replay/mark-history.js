/** The marks of a board after any number of moves. */

import { changedMarks } from "../board/marks.js";

/** @typedef {import("../types.js").Change} Change */

const SAVED_EVERY = 32;

export class MarkHistory {
  /**
   * @param {number} width
   * @param {number} height
   * @param {Change[]} [given]  what is shown before the first move
   */
  constructor(width, height, given = []) {
    this.width = width;
    this.height = height;
    /** @type {Change[][]} */
    this.steps = [];
    this._saved = [changedMarks("#".repeat(width * height), width, given)];
  }

  get length() {
    return this.steps.length;
  }

  /** @param {Change[]} changed */
  add(changed) {
    this.steps.push(changed);
  }

  /**
   * @param {number} count  moves made
   * @returns {string}
   */
  marksAfter(count) {
    let last = Math.min(Math.floor(count / SAVED_EVERY), this._saved.length - 1);
    let marks = this._saved[last] ?? "";
    for (let step = last * SAVED_EVERY; step < count; step++) {
      marks = changedMarks(marks, this.width, this.steps[step] ?? []);
      if ((step + 1) % SAVED_EVERY === 0) this._saved[++last] = marks;
    }
    return marks;
  }
}
