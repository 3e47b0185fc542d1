/** Reads strokes over the board: press and drag with mouse or finger, and the wheel. */

import { find, listenTo } from "../lib/element.js";
import { settings } from "../lib/settings.js";

/** @typedef {import("../board/board.js").Board} Board */
/**
 * @typedef {object} Strokes
 * @property {(index: number, first: boolean) => void} paint  the brush goes over a cell
 * @property {(index: number) => void} flag  right click or long press
 * @property {(index: number, up: boolean) => void} turn  the wheel over a cell
 * @property {(index: number) => void} hover  the pointer came to a cell; -1 when it left
 */

/** @param {Board} board @param {Strokes} strokes @returns {() => void} stop listening */
export function listenToBrush(board, strokes) {
  const stop = new AbortController();
  listenToPen(board, strokes, stop.signal);
  listenToFinger(board, strokes, stop.signal);
  return () => stop.abort();
}

/** @param {Board} board @param {Strokes} strokes @param {AbortSignal} signal */
function listenToPen(board, strokes, signal) {
  let painting = false;
  listenTo(
    board.root,
    { signal, passive: false },
    {
      mousedown({ target, button }) {
        const index = board.indexOf(target);
        if (index >= 0 && button === 2) strokes.flag(index);
        if (index < 0 || button !== 0) return;
        painting = true;
        strokes.paint(index, true);
      },
      mouseover({ target }) {
        const index = board.indexOf(target);
        if (painting && index >= 0) strokes.paint(index, false);
        strokes.hover(index);
      },
      mouseleave: () => strokes.hover(-1),
      contextmenu: (event) => event.preventDefault(),
      wheel(event) {
        const index = board.indexOf(event.target);
        if (index < 0 || event.ctrlKey || scrolls()) return;
        event.preventDefault();
        strokes.turn(index, event.deltaY < 0);
      },
    },
  );
  window.addEventListener("mouseup", () => (painting = false), { signal });
}

/**
 * Paint with a finger; a board larger than the stage is panned instead, and painted by taps.
 * @param {Board} board
 * @param {Strokes} strokes
 * @param {AbortSignal} signal
 */
function listenToFinger(board, strokes, signal) {
  const finger = new Finger(board, strokes);
  const press = (/** @type {TouchEvent} */ event) => finger.press(event);
  board.root.addEventListener("touchstart", press, { signal, passive: true });
  listenTo(
    board.root,
    { signal, passive: false },
    {
      touchmove: (event) => finger.move(event),
      touchend: (event) => finger.lift(event),
    },
  );
}

class Finger {
  /** @param {Board} board @param {Strokes} strokes */
  constructor(board, strokes) {
    this._board = board;
    this._strokes = strokes;
    this._cell = -1;
    this._timer = 0;
    this._drags = false;
  }

  /** @param {TouchEvent} event */
  press({ touches, timeStamp, target }) {
    clearTimeout(this._timer);
    this._drags = false;
    const stops = touches.length > 1 || this._board.scrollGuard.since(timeStamp);
    this._cell = stops ? -1 : this._board.indexOf(target);
    if (this._cell < 0) return;
    this._timer = window.setTimeout(() => {
      this._strokes.flag(this._cell);
      this._cell = -1;
    }, settings.hold);
  }

  /** @param {TouchEvent} event */
  move(event) {
    const [touch, other] = event.touches;
    const index = touch && !other ? this._board.indexAt(touch.clientX, touch.clientY) : -1;
    if (index === this._cell) return;
    clearTimeout(this._timer);
    if (scrolls() || this._cell < 0) this._cell = -1;
    else if (index >= 0) {
      event.preventDefault();
      if (!this._drags) this._strokes.paint(this._cell, true);
      this._drags = true;
      this._strokes.paint(index, false);
      this._cell = index;
    }
  }

  /** @param {TouchEvent} event */
  lift(event) {
    clearTimeout(this._timer);
    if (event.cancelable) event.preventDefault();
    if (this._cell >= 0 && !this._drags) this._strokes.paint(this._cell, true);
    this._cell = -1;
  }
}

/** Return whether the board is larger than the stage. */
function scrolls() {
  const stage = find("#stage");
  return stage.scrollHeight > stage.clientHeight + 1 || stage.scrollWidth > stage.clientWidth + 1;
}
