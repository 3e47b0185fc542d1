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
  const signal = stop.signal;
  const press = new Press(board);
  /** @type {Way} */
  let way = "click";
  const hold = (/** @type {number} */ index) => press.hold(index, gestures.chords?.(index, way));

  listenTo(board.root, { signal }, {
    mousedown(event) {
      if (event.buttons === MIDDLE) event.preventDefault(); // no autoscroll
      const index = board.indexOf(event.target);
      if (event.buttons === RIGHT && !chording(way)) gestures.flag(index);
      if (event.buttons === LEFT) way = event.detail % 2 ? "click" : "double";
      if (event.buttons === MIDDLE) way = "middle";
      if (event.buttons === (LEFT | RIGHT)) way = "both";
      if (event.buttons & (LEFT | MIDDLE)) hold(index);
      else press.hold(-1);
    },
    mouseup(event) {
      if (event.button === 1) event.preventDefault(); // on Linux it would paste the selected text
      const index = board.indexOf(event.target);
      if (index < 0 || index !== press.index) return;
      press.lift();
      if (chording(way)) gestures.chord(index, way);
      else if (event.button === 0) gestures.open(index, way);
    },
    mouseover(event) {
      const index = board.indexOf(event.target);
      if (event.buttons & LEFT && press.index >= 0) hold(index);
      gestures.hover?.(index);
    },
    mouseleave: () => gestures.hover?.(-1),
    contextmenu: (event) => event.preventDefault(),
    // a screen reader presses without a mouse
    click(event) {
      if (event.detail === 0 && board.indexOf(event.target) >= 0)
        gestures.open(board.indexOf(event.target), "key");
    },
  });
  const release = (/** @type {MouseEvent} */ event) => {
    press.hold(-1);
    if (event.buttons === 0) way = "click";
  };
  window.addEventListener("mouseup", release, { signal });
  return () => stop.abort();
}

/** @param {Way} way */
function chording(way) {
  return way === "both" || way === "middle";
}
