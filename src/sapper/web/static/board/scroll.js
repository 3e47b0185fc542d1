/** How far the board scrolls for a cell, and for others that belong to it, to be in sight, and when it last moved. */

/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {{ top: number, left: number, high: number, wide: number }} Window  in cells, fractions too */

const MARGIN = 1.5; // cells around what is shown

/**
 * Move a window over the board just enough to show a cell with a margin, and as many of the others as fit.
 * @param {Window} window
 * @param {Cell} cell
 * @param {Cell[]} others  the nearest have precedence
 * @returns {Window}
 */
export function windowShowing(window, cell, others) {
  const { high, wide } = window;
  let rows = [cell[0], cell[0]];
  let columns = [cell[1], cell[1]];
  for (const other of [...others].sort((one, two) => distance(cell, one) - distance(cell, two))) {
    const taller = [Math.min(rows[0] ?? 0, other[0]), Math.max(rows[1] ?? 0, other[0])];
    const wider = [Math.min(columns[0] ?? 0, other[1]), Math.max(columns[1] ?? 0, other[1])];
    if (!fits(taller, high) || !fits(wider, wide)) continue;
    rows = taller;
    columns = wider;
  }
  return {
    high,
    wide,
    top: startOf(window.top, high, rows),
    left: startOf(window.left, wide, columns),
  };
}

/** @param {Cell} one @param {Cell} two */
function distance(one, two) {
  return Math.max(Math.abs(one[0] - two[0]), Math.abs(one[1] - two[1]));
}

/**
 * @param {number[]} span  first and last
 * @param {number} room
 */
function fits([first = 0, last = 0], room) {
  return last - first + 1 <= room;
}

/**
 * @param {number} start  of the window
 * @param {number} room
 * @param {number[]} span  first and last
 */
function startOf(start, room, [first = 0, last = 0]) {
  const margin = Math.min(MARGIN, Math.max(0, (room - (last - first + 1)) / 2));
  const latest = first - margin;
  const earliest = last + 1 + margin - room;
  return Math.min(Math.max(start, earliest), latest);
}

const STILL_MS = 300; // a finger that came down to stop the board may be as late as this

export class ScrollGuard {
  /** @param {HTMLElement} root  what may move, alone or with its container */
  constructor(root) {
    this._lastMove = -Infinity;
    const note = (/** @type {Event} */ { target }) => {
      if (target instanceof Node && target.contains(root)) this._lastMove = performance.now();
    };
    document.addEventListener("scroll", note, { capture: true, passive: true });
  }

  /**
   * Tell whether the board has moved since a time, or shortly before.
   * @param {number} time  of an event
   */
  since(time) {
    return this._lastMove > time - STILL_MS;
  }
}
