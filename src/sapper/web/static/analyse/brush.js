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

/**
 * @param {Board} board
 * @param {Strokes} strokes
 * @returns {() => void} stop listening
 */
export function listenToBrush(board, strokes) {
  const stop = new AbortController();
  listenToPen(board, strokes, stop.signal);
  listenToFinger(board, strokes, stop.signal);
  return () => stop.abort();
}

/**
 * @param {Board} board
 * @param {Strokes} strokes
 * @param {AbortSignal} signal
 */
function listenToPen(board, strokes, signal) {
  let painting = false;
  listenTo(board.root, { signal, passive: false }, {
    mousedown(event) {
      const index = board.indexOf(event.target);
      if (index < 0) return;
      if (event.button === 2) strokes.flag(index);
      if (event.button !== 0) return;
      painting = true;
      strokes.paint(index, true);
    },
    mouseover(event) {
      const index = board.indexOf(event.target);
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
  });
  window.addEventListener("mouseup", () => (painting = false), { signal });
}

/**
 * Paint with a finger; a board larger than the stage is panned instead, and painted by taps.
 * @param {Board} board
 * @param {Strokes} strokes
 * @param {AbortSignal} signal
 */
function listenToFinger(board, strokes, signal) {
  let last = -1;
  let timer = 0;
  let dragged = false;
  const start = (/** @type {TouchEvent} */ event) => {
    clearTimeout(timer);
    dragged = false;
    const stops = event.touches.length > 1 || board.scrollGuard.since(event.timeStamp);
    last = stops ? -1 : board.indexOf(event.target);
    if (last < 0) return;
    timer = window.setTimeout(() => {
      strokes.flag(last);
      last = -1;
    }, settings.hold);
  };
  board.root.addEventListener("touchstart", start, { signal, passive: true });
  listenTo(board.root, { signal, passive: false }, {
    touchmove(event) {
      const touch = event.touches[0];
      const index =
        touch && event.touches.length === 1 ? board.indexAt(touch.clientX, touch.clientY) : -1;
      if (index === last) return;
      clearTimeout(timer);
      if (scrolls() || last < 0) last = -1;
      else if (index >= 0) {
        event.preventDefault();
        if (!dragged) strokes.paint(last, true);
        dragged = true;
        strokes.paint(index, false);
        last = index;
      }
    },
    touchend(event) {
      clearTimeout(timer);
      if (event.cancelable) event.preventDefault();
      if (last >= 0 && !dragged) strokes.paint(last, true);
      last = -1;
    },
  });
}

/** Return whether the board is larger than the stage. */
function scrolls() {
  const stage = find("#stage");
  return stage.scrollHeight > stage.clientHeight + 1 || stage.scrollWidth > stage.clientWidth + 1;
}
