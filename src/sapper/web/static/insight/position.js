/** Writes the marks of a board as a position to ask about. */

/**
 * Write marks as a view to ask about.
 * @param {{ width: number, height: number, mines: number | null }} board
 * @param {string} marks
 */
export function viewOf({ width, height, mines }, marks) {
  const rows = Array.from({ length: height }, (_, row) =>
    marks.slice(row * width, (row + 1) * width),
  );
  return { sapper: "view", version: 1, width, height, mines, first_click: "none", rows };
}

/**
 * Write marks as text, with a mine that was shown as an unopened cell. With a mine total it is a
 * .mine file: in an address its letters take one character each.
 * @param {{ width: number, height: number, mines: number | null }} board
 * @param {string} marks
 */
function textOf(board, marks) {
  const view = marks.replace(/[*!]/g, "#").replace(/x/g, "F");
  const { rows, width, height, mines } = viewOf(board, view);
  if (mines === null) return rows.join("\n");
  return [`${width}x${height}x${mines}`, ...rows].join("\n").replaceAll("#", "H");
}

/**
 * Return the query that brings marks to Analyse or Watch, as short as it can be.
 * @param {{ width: number, height: number, mines: number | null }} board
 * @param {string} marks
 */
export function positionQuery(board, marks) {
  return `position=${encodeURIComponent(textOf(board, marks))}`;
}
