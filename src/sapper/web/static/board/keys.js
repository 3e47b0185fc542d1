/** Moves the keyboard's cursor over the grid and reports what the keys do to its cell. */

/** @typedef {import("./board.js").Board} Board */

/** @type {Record<string, [number, number]>} */
const STEPS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-5, 0],
  PageDown: [5, 0],
};

/** Move the cursor with the arrow keys, in every mode. @param {Board} board */
export function followArrows(board) {
  board.root.addEventListener("keydown", (event) => {
    const target = event.altKey || event.metaKey || event.shiftKey ? -1 : targetOf(board, event);
    if (target < 0) return;
    event.preventDefault();
    board.focus(target);
  });
}

/**
 * Hand the keys on the board to `handlers`, by their names, once a press.
 * @param {Board} board
 * @param {Record<string, (index: number) => void>} handlers
 * @param {(event: KeyboardEvent) => boolean} [isWanted]
 * @returns {() => void} stop listening
 */
export function listenToKeys(board, handlers, isWanted = () => true) {
  const stop = new AbortController();
  board.root.addEventListener(
    "keydown",
    (event) => {
      if (event.altKey || event.metaKey || event.ctrlKey || !isWanted(event)) return;
      const name = keyName(event);
      const handler = handlers[name] ?? handlers[name.toLowerCase()];
      if (!handler) return;
      event.preventDefault();
      if (!event.repeat) handler(board.cursor);
    },
    { signal: stop.signal },
  );
  return () => stop.abort();
}

/**
 * Name a key: f, Enter, Shift+Enter; a character has its shift in itself.
 * @param {KeyboardEvent} event
 */
export function keyName({ key, shiftKey }) {
  return shiftKey && key.length > 1 ? `Shift+${key}` : key;
}

/**
 * Tell where a key moves the cursor to, or -1.
 * @param {Board} board
 * @param {KeyboardEvent} event
 */
function targetOf(board, event) {
  const [row, column] = board.cellOf(board.cursor);
  if (event.key === "Home") return event.ctrlKey ? 0 : row * board.width;
  if (event.key === "End") return event.ctrlKey ? board.grid.size - 1 : (row + 1) * board.width - 1;
  const step = STEPS[event.key];
  if (!step) return -1;
  const clamp = (/** @type {number} */ value, /** @type {number} */ most) =>
    Math.max(0, Math.min(value, most));
  return board.indexOfCell([
    clamp(row + step[0], board.height - 1),
    clamp(column + step[1], board.width - 1),
  ]);
}
