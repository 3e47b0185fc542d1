/** Reads a mouse on the board: left, right, middle, both buttons, and where the pointer is. */

import { listenTo } from "../lib/element.js";
import { Press } from "./press.js";

/** @typedef {import("./board.js").Board} Board */
/**
 * How a cell was clicked; the second click of a double one is `double`.
 * @typedef {"click" | "double" | "middle" | "both" | "key"} Way
 */
/**
 * @typedef {object} Gestures
 * @property {(index: number, way?: Way) => void} open  left click, tap, Enter
 * @property {(index: number) => void} flag  right click, long press, F
 * @property {(index: number, way: Way) => void} chord  middle click, both buttons, C
 * @property {(index: number, way: Way) => boolean} [chords]  whether that would open the cells around
 * @property {(index: number) => void} [hover]  the pointer came to a cell; -1 when it left
 */

const LEFT = 1;
const RIGHT = 2;
const MIDDLE = 4;

/**
 * Report what a mouse does on the board.
 * @param {Board} board
 * @param {Gestures} gestures
 * @returns {() => void} stop listening
 */
export function listenToMouse(board, gestures) {
  const stop = new AbortController();
  const { signal } = stop;
  const mouse = new Mouse(board, gestures);
  listenTo(
    board.root,
    { signal },
    {
      mousedown: (event) => mouse.press(event),
      mouseup: (event) => mouse.lift(event),
      mouseover: (event) => mouse.move(event),
      mouseleave: () => gestures.hover?.(-1),
      contextmenu: (event) => event.preventDefault(),
      // a screen reader presses without a mouse
      click(event) {
        const index = board.indexOf(event.target);
        if (event.detail === 0 && index >= 0) gestures.open(index, "key");
      },
    },
  );
  window.addEventListener("mouseup", (event) => mouse.release(event), { signal });
  return () => stop.abort();
}

class Mouse {
  /** @param {Board} board @param {Gestures} gestures */
  constructor(board, gestures) {
    this._board = board;
    this._gestures = gestures;
    this._press = new Press(board);
    /** @type {Way} */
    this._way = "click";
  }

  get _chords() {
    return this._way === "both" || this._way === "middle";
  }

  /** @param {MouseEvent} event */
  press(event) {
    const { buttons, detail, target } = event;
    const index = this._board.indexOf(target);
    if (buttons === MIDDLE) event.preventDefault(); // no autoscroll
    if (buttons === RIGHT && !this._chords) this._gestures.flag(index);
    if (buttons === LEFT) this._way = detail % 2 ? "click" : "double";
    if (buttons === MIDDLE) this._way = "middle";
    if (buttons === (LEFT | RIGHT)) this._way = "both";
    if (buttons & (LEFT | MIDDLE)) this._hold(index);
    else this._press.hold(-1);
  }

  /** @param {MouseEvent} event  of a button that comes up over the board */
  lift(event) {
    if (event.button === 1) event.preventDefault(); // on Linux it would paste the selected text
    const index = this._board.indexOf(event.target);
    if (index < 0 || index !== this._press.index) return;
    this._press.lift();
    if (this._chords) this._gestures.chord(index, this._way);
    else if (event.button === 0) this._gestures.open(index, this._way);
  }

  /** @param {MouseEvent} event */
  move({ buttons, target }) {
    const index = this._board.indexOf(target);
    if (buttons & LEFT && this._press.index >= 0) this._hold(index);
    this._gestures.hover?.(index);
  }

  /** @param {MouseEvent} event  of a button that comes up anywhere */
  release({ buttons }) {
    this._press.hold(-1);
    if (buttons === 0) this._way = "click";
  }

  /** @param {number} index */
  _hold(index) {
    this._press.hold(index, this._gestures.chords?.(index, this._way));
  }
}
