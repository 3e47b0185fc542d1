/** Reads a mouse on the board: left, right, middle, both buttons, and where the pointer is. */

import { listenTo } from "./element.js";

/** @typedef {import("./board.js").Board} Board */
/**
 * @typedef {object} Gestures
 * @property {(index: number) => void} open  left click, tap, Enter
 * @property {(index: number) => void} flag  right click, long press, F
 * @property {(index: number) => void} chord  middle click, both buttons, C
 * @property {(index: number) => void} [hover]  the pointer came to a cell; -1 when it left
 */

const LEFT = 1;
const RIGHT = 2;
const MIDDLE = 4;
const LIFT_MS = 80;

/**
 * Report what a mouse does on the board.
 * @param {Board} board
 * @param {Gestures} gestures
 * @returns {() => void} stop listening
 */
export function listenToMouse(board, gestures) {
  const stop = new AbortController();
  const signal = stop.signal;
  let chording = false;
  /** @type {Element | null} */
  let pressed = null;

  const press = (/** @type {Element | null} */ cell) => {
    pressed?.classList.remove("pressed");
    pressed = cell;
    pressed?.classList.add("pressed");
  };
  // the answer usually redraws the cell before that: a frame of the old cell would delay it
  const lift = () => {
    const lifted = pressed;
    pressed = null;
    setTimeout(() => lifted !== pressed && lifted?.classList.remove("pressed"), LIFT_MS);
  };
  const cellUnder = (/** @type {Event} */ event) =>
    board.cells[board.indexOf(event.target)] ?? null;

  listenTo(board.root, { signal }, {
    mousedown(event) {
      if (event.buttons === MIDDLE) event.preventDefault(); // no autoscroll
      if (event.buttons === RIGHT && !chording) gestures.flag(board.indexOf(event.target));
      chording = chording || event.buttons === (LEFT | RIGHT) || event.buttons === MIDDLE;
      press(event.buttons & (LEFT | MIDDLE) ? cellUnder(event) : null);
    },
    mouseup(event) {
      const cell = cellUnder(event);
      if (!cell || cell !== pressed) return;
      lift();
      if (chording) gestures.chord(board.indexOf(cell));
      else if (event.button === 0) gestures.open(board.indexOf(cell));
    },
    mouseover(event) {
      const index = board.indexOf(event.target);
      if (event.buttons & LEFT && pressed) press(board.cells[index] ?? null);
      gestures.hover?.(index);
    },
    mouseleave: () => gestures.hover?.(-1),
    contextmenu: (event) => event.preventDefault(),
    // a screen reader presses without a mouse
    click(event) {
      if (event.detail === 0 && board.indexOf(event.target) >= 0)
        gestures.open(board.indexOf(event.target));
    },
  });
  const release = (/** @type {MouseEvent} */ event) => {
    press(null);
    if (event.buttons === 0) chording = false;
  };
  window.addEventListener("mouseup", release, { signal });
  return () => stop.abort();
}
