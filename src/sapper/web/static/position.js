/** A position that is being entered: size, mine total, marks, undo. */

/** @typedef {import("./types.js").View} View */

const DEEPEST = 200;

/**
 * Write marks as a view to ask about.
 * @param {{ width: number, height: number, mines: number | null }} board
 * @param {string} marks
 */
export function viewOf({ width, height, mines }, marks) {
  const rows = Array.from({ length: height }, (_, row) =>
    marks.slice(row * width, (row + 1) * width),
  );
  return { sapper: "view", version: 1, width, height, mines, first_click: "none", rows };
}

/**
 * Write marks as text, with a mine that was shown as an unopened cell. With a mine total it is a
 * .mine file: in an address its letters take one character each.
 * @param {{ width: number, height: number, mines: number | null }} board
 * @param {string} marks
 */
function textOf(board, marks) {
  const seen = marks.replace(/[*!]/g, "#").replace(/x/g, "F");
  const { rows, width, height, mines } = viewOf(board, seen);
  if (mines === null) return rows.join("\n");
  return [`${width}x${height}x${mines}`, ...rows].join("\n").replaceAll("#", "H");
}

/**
 * Return the query that brings marks to Analyse or Watch, as short as it can be.
 * @param {{ width: number, height: number, mines: number | null }} board
 * @param {string} marks
 */
export function positionQuery(board, marks) {
  return `position=${encodeURIComponent(textOf(board, marks))}`;
}

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

  /** @param {View} view */
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

  /**
   * @param {number} index
   * @param {string} mark
   * @returns {boolean} whether anything changed
   */
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
