/** Reads fingers on the board: tap, double tap and long press. Panning is left to the browser, pinching to zoom.js. */

import { listenTo } from "../lib/element.js";
import { settings } from "../lib/settings.js";
import { Press } from "./press.js";

/** @typedef {import("./board.js").Board} Board */

const DOUBLE_TAP_MS = 350;
const SLACK_PX = 12;

/** @typedef {Pick<import("./mouse.js").Gestures, "open" | "flag" | "chords">} Taps */

/**
 * Report taps and long presses.
 * @param {Board} board
 * @param {Taps} gestures
 * @returns {() => void} stop listening
 */
export function listenToTouch(board, gestures) {
  const stop = new AbortController();
  const { signal } = stop;
  const fingers = new Fingers(board, gestures);
  listenTo(
    board.root,
    { signal, passive: true },
    {
      touchstart: (event) => fingers.press(event),
      touchmove: (event) => fingers.move(event),
      touchcancel: () => fingers.forget(),
    },
  );
  board.root.addEventListener("touchend", (event) => fingers.lift(event), { signal });
  return () => stop.abort();
}

class Fingers {
  /** @param {Board} board @param {Taps} gestures */
  constructor(board, gestures) {
    this._board = board;
    this._gestures = gestures;
    this._press = new Press(board);
    /** @type {{ index: number, x: number, y: number, time: number, timer: number } | null} */
    this._finger = null;
    this._last = { index: -1, time: 0 };
  }

  forget() {
    clearTimeout(this._finger?.timer);
    this._press.hold(-1);
    this._finger = null;
  }

  /** @param {TouchEvent} event */
  press({ touches, target, timeStamp: time }) {
    this.forget();
    const [touch] = touches;
    const index = this._board.indexOf(target);
    if (touches.length > 1 || !touch || index < 0) return;
    if (this._board.scrollGuard.since(time)) return; // it stops the board
    const timer = window.setTimeout(() => this._hold(), settings.hold);
    this._finger = { index, x: touch.clientX, y: touch.clientY, time, timer };
    this._press.hold(index, this._gestures.chords?.(index, this._wayOf(index, time)));
  }

  /** @param {TouchEvent} event */
  move({ touches: [touch] }) {
    if (!this._finger || !touch) return;
    const { x, y } = this._finger;
    if (Math.hypot(touch.clientX - x, touch.clientY - y) > SLACK_PX) this.forget();
  }

  /** @param {TouchEvent} event */
  lift(event) {
    if (event.cancelable) event.preventDefault(); // or the browser would turn it into a mouse click
    const { timeStamp: time } = event;
    const index = this._take();
    if (index < 0) return;
    const way = this._wayOf(index, time);
    this._last = way === "double" ? { index: -1, time: 0 } : { index, time };
    this._gestures.open(index, way);
  }

  _hold() {
    const index = this._take();
    if (index < 0) return;
    navigator.vibrate?.(12);
    this._gestures.flag(index);
  }

  /** Take the finger away; return its cell, or -1 if the board moved under it. */
  _take() {
    const finger = this._finger;
    this.forget();
    return finger && !this._board.scrollGuard.since(finger.time) ? finger.index : -1;
  }

  /** @param {number} index @param {number} time */
  _wayOf(index, time) {
    return index === this._last.index && time - this._last.time < DOUBLE_TAP_MS
      ? "double"
      : "click";
  }
}
