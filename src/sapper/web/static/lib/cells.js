/** What the board reads off the cells around each cell, only to draw them: it decides nothing. */

/**
 * List the cells around a cell.
 * @param {number} index
 * @param {number} width
 * @param {number} cells  how many there are
 */
export function neighboursOf(index, width, cells) {
  const column = index % width;
  const near = [];
  for (let row = index - width; row <= index + width; row += width) {
    if (row < 0 || row >= cells) continue;
    if (column > 0) near.push(row - 1);
    if (row !== index) near.push(row);
    if (column < width - 1) near.push(row + 1);
  }
  return near;
}

/**
 * Find the numbers that have as many flags around them as they say.
 * @param {string} marks
 * @param {number} width
 */
export function satisfied(marks, width) {
  return numbers(marks).filter((index) => {
    const flags = neighboursOf(index, width, marks.length).filter((near) => marks[near] === "F");
    return flags.length === Number(marks[index]);
  });
}

/**
 * Find the area that no number touches, whose cells are all equally likely mines, and its middle cell.
 * @param {string} marks
 * @param {number} width
 * @param {(string | null)[]} texts  how likely each cell is a mine
 * @returns {{ cells: number[], middle: number, text: string } | null}  null if there is none
 */
export function floating(marks, width, texts) {
  const touched = new Uint8Array(marks.length);
  for (const index of numbers(marks))
    for (const near of neighboursOf(index, width, marks.length)) touched[near] = 1;
  /** @type {number[]} */
  const free = [];
  texts.forEach((text, index) => {
    if (text && marks[index] === "#" && !touched[index]) free.push(index);
  });
  const middle = middleOf(free, width);
  const text = texts[middle];
  return text ? { cells: free.filter((index) => texts[index] === text), middle, text } : null;
}

/** @param {string} marks */
function numbers(marks) {
  const found = [];
  for (let index = 0; index < marks.length; index++) {
    const mark = marks[index] ?? "";
    if (mark >= "1" && mark <= "8") found.push(index);
  }
  return found;
}

/**
 * Choose the cell that is nearest to the centre of gravity, or -1.
 * @param {number[]} cells
 * @param {number} width
 */
function middleOf(cells, width) {
  const row = (/** @type {number} */ index) => Math.floor(index / width);
  const column = (/** @type {number} */ index) => index % width;
  const mean = (/** @type {(index: number) => number} */ part) =>
    cells.reduce((sum, index) => sum + part(index), 0) / cells.length;
  const [middleRow, middleColumn] = [mean(row), mean(column)];
  let best = -1;
  let least = Infinity;
  for (const index of cells) {
    const far = Math.hypot(row(index) - middleRow, column(index) - middleColumn);
    if (far < least) [best, least] = [index, far];
  }
  return best;
}
