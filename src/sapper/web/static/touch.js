/** Reads fingers on the board: tap and long press. Panning is left to the browser, pinching to zoom.js. */

import { listenTo } from "./element.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./mouse.js").Gestures} Gestures */

const LONG_PRESS_MS = 350;
const SLACK_PX = 12;

/**
 * Report taps and long presses.
 * @param {Board} board
 * @param {Pick<Gestures, "open" | "flag">} gestures
 * @returns {() => void} stop listening
 */
export function listenToTouch(board, gestures) {
  const stop = new AbortController();
  const { signal } = stop;
  /** @type {{ index: number, x: number, y: number, timer: number } | null} */
  let finger = null;

  const lift = () => {
    if (finger) {
      clearTimeout(finger.timer);
      board.cells[finger.index]?.classList.remove("pressed");
    }
    finger = null;
  };
  const held = () => {
    const index = finger?.index ?? -1;
    lift();
    navigator.vibrate?.(12);
    gestures.flag(index);
  };

  listenTo(board.root, { signal, passive: true }, {
    touchstart(event) {
      lift();
      const touch = event.touches[0];
      const index = board.indexOf(event.target);
      if (event.touches.length > 1 || !touch || index < 0) return;
      finger = {
        index,
        x: touch.clientX,
        y: touch.clientY,
        timer: window.setTimeout(held, LONG_PRESS_MS),
      };
      board.cells[index]?.classList.add("pressed");
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
    const index = finger?.index ?? -1;
    lift();
    if (index >= 0) gestures.open(index);
  };
  board.root.addEventListener("touchend", tap, { signal });
  return () => stop.abort();
}
