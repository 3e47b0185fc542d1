/** Reads fingers on the board: tap, double tap and long press. Panning is left to the browser, pinching to zoom.js. */

import { listenTo } from "../lib/element.js";
import { settings } from "../lib/settings.js";
import { Press } from "./press.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./mouse.js").Gestures} Gestures */

const DOUBLE_TAP_MS = 350;
const SLACK_PX = 12;

/**
 * Report taps and long presses.
 * @param {Board} board
 * @param {Pick<Gestures, "open" | "flag" | "chords">} gestures
 * @returns {() => void} stop listening
 */
export function listenToTouch(board, gestures) {
  const stop = new AbortController();
  const { signal } = stop;
  /** @type {{ index: number, x: number, y: number, time: number, timer: number } | null} */
  let finger = null;
  let last = { index: -1, time: 0 };
  const press = new Press(board);

  const lift = () => {
    clearTimeout(finger?.timer);
    press.hold(-1);
    finger = null;
  };
  const wayOf = (/** @type {number} */ index, /** @type {number} */ time) =>
    index === last.index && time - last.time < DOUBLE_TAP_MS ? "double" : "click";
  /** Take the finger away; return its cell, or -1 if the board moved under it. */
  const taken = () => {
    const index = finger && !board.glide.since(finger.time) ? finger.index : -1;
    lift();
    return index;
  };
  const held = () => {
    const index = taken();
    if (index < 0) return;
    navigator.vibrate?.(12);
    gestures.flag(index);
  };

  listenTo(board.root, { signal, passive: true }, {
    touchstart(event) {
      lift();
      const touch = event.touches[0];
      const index = board.indexOf(event.target);
      if (event.touches.length > 1 || !touch || index < 0) return;
      if (board.glide.since(event.timeStamp)) return; // it stops the board
      finger = {
        index,
        x: touch.clientX,
        y: touch.clientY,
        time: event.timeStamp,
        timer: window.setTimeout(held, settings.hold),
      };
      press.hold(index, gestures.chords?.(index, wayOf(index, event.timeStamp)));
    },
    touchmove(event) {
      const touch = event.touches[0];
      if (!finger || !touch) return;
      if (Math.hypot(touch.clientX - finger.x, touch.clientY - finger.y) > SLACK_PX) lift();
    },
    touchcancel: lift,
  });
  const tap = (/** @type {TouchEvent} */ event) => {
    if (event.cancelable) event.preventDefault(); // or the browser would turn it into a mouse click
    const index = taken();
    if (index < 0) return;
    const way = wayOf(index, event.timeStamp);
    last = way === "double" ? { index: -1, time: 0 } : { index, time: event.timeStamp };
    gestures.open(index, way);
  };
  board.root.addEventListener("touchend", tap, { signal });
  return () => stop.abort();
}
