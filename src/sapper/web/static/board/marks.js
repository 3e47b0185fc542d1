/** Turns the server's answers into letters and layers for the board. Contains no game rules. */

/** @typedef {import("../types.js").Cell} Cell */

/**
 * Replace the changed marks in a string of marks.
 * @param {string} marks
 * @param {number} width
 * @param {import("../types.js").Change[]} changed
 */
export function changedMarks(marks, width, changed) {
  const letters = marks.split("");
  for (const [row, column, mark] of changed) letters[row * width + column] = mark;
  return letters.join("");
}

/**
 * Add the end of a game to its marks: the mines, wrong flags and the fatal mine.
 * @param {string} marks
 * @param {number} width
 * @param {{ mines: Cell[], wrong_flags?: Cell[], fatal: Cell | null }} end
 */
export function endMarks(marks, width, { mines, wrong_flags = [], fatal }) {
  const letters = marks.split("");
  const at = (/** @type {Cell} */ [row, column]) => row * width + column;
  for (const cell of mines) if (letters[at(cell)] !== "F") letters[at(cell)] = fatal ? "*" : "F";
  for (const cell of wrong_flags) letters[at(cell)] = "x";
  if (fatal) letters[at(fatal)] = "!";
  return letters.join("");
}

/** Count the shown flags, including wrong ones. @param {string} marks */
export function countFlags(marks) {
  return [...marks].filter((mark) => "Fx".includes(mark)).length;
}

/** Index cells row by row. @param {Cell[] | null | undefined} cells @param {number} width */
export function indices(cells, width) {
  return (cells ?? []).map(([row, column]) => row * width + column);
}

/**
 * Turn the wanted parts of an overlay into risks, texts and layers for the board.
 * @param {import("../types.js").Overlay | null} overlay
 * @param {number} width
 * @param {{ risks: boolean, certain: boolean, best?: boolean }} wanted
 * @returns {Pick<import("./board.js").Picture, "risks" | "texts" | "layers">}
 */
export function overlaid(overlay, width, { risks, certain, best = risks }) {
  if (!overlay) return {};
  const sure = risks || certain;
  return {
    risks: risks ? overlay.risk.flat() : null,
    texts: risks ? overlay.texts.flat() : null,
    layers: {
      safe: sure ? indices(overlay.safe, width) : [],
      mines: sure ? indices(overlay.mines, width) : [],
      best: best && overlay.best ? indices([overlay.best.cell], width) : [],
    },
  };
}
