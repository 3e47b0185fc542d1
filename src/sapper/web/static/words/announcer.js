/** Decides what is said aloud, and says it: docs/spoken.md lists the sentences. */

import { neighboursOf } from "../lib/cells.js";
import { find } from "../lib/element.js";
import { description } from "./captions.js";
import { at, clock, counted, joined, markWords, sentence } from "./words.js";

/** @typedef {{ width: number, before: string, after: string }} Turn  the marks around a move */

const FEW = 8; // opened cells that are named one by one

/** Say a sentence; the same one twice is spoken twice. @param {string} text */
export function say(text) {
  const region = find("#live");
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** Say a title and what stands below it. @param {...string} texts  some may be empty */
export function announce(...texts) {
  say(texts.filter(Boolean).map(sentence).join(" "));
}

/** @param {import("../types.js").GameState} state */
export function announceGame(state) {
  const { width, height, mines } = state;
  say(`New game: ${description(state)}, ${sizeWords(width, height)}, ${counted(mines, "mine")}.`);
}

/** Announces moves; knows the marks that were announced before. */
export class MoveAnnouncer {
  /** @param {string} marks */
  constructor(marks) {
    this._marks = marks;
  }

  /**
   * Say what a move did; the end of a game is said with its verdict instead.
   * @param {number | null} from  its cell; -1 after an undo, null if the player did not move
   * @param {string} marks
   * @param {import("../types.js").GameState} state
   */
  announce(from, marks, { width, moves, mines_left, end }) {
    const turn = { width, before: this._marks, after: marks };
    this._marks = marks;
    if (from === null || end) return;
    announceMove(turn, from < 0 ? "undo" : (moves.at(-1)?.[0] ?? "open"), from, mines_left);
  }
}

/**
 * @param {Turn} turn
 * @param {import("../types.js").ActionType | "undo"} verb
 * @param {number} index  of the cell
 * @param {number} left  mines less flags
 */
function announceMove(turn, verb, index, left) {
  if (verb === "undo")
    return say(`Undone: ${cellAt(turn.before.indexOf("!"), turn)} is unopened again.`);
  if (verb === "flag") return announceFlag(cellAt(index, turn), turn.after[index] ?? "#", left);
  const opened = openedIn(turn);
  if (opened.length === 1) return say(`Opened ${openedWords(opened, turn, ": ")}.`);
  const where = verb === "chord" ? ` around ${cellAt(index, turn)}` : "";
  const which = where && opened.length <= FEW ? `: ${openedWords(opened, turn, " ")}` : "";
  say(`Opened ${counted(opened.length, "cell")}${where}${which}.`);
}

/**
 * Say what stands on an unopened cell after a flag was set or removed.
 * @param {string} cell
 * @param {string} mark
 * @param {number} left
 */
export function announceFlag(cell, mark, left) {
  const what = mark === "F" ? "Flagged" : mark === "?" ? "Question mark on" : "No flag on";
  say(`${what} ${cell}. ${counted(left, "mine")} left.`);
}

/**
 * Say how a game ended.
 * @param {import("../types.js").GameState} state
 * @param {import("../types.js").Ending | null} ending
 */
export function announceEnd({ outcome, clock: { elapsed } }, ending) {
  if (outcome === "won") announce(`Won in ${clock(elapsed)}`, ending?.new_best ?? "");
  else announce("Lost", ending?.sentence ?? "You opened a mine");
}

/**
 * Say what a switch did, unless it has the focus and speaks for itself.
 * @param {Element | undefined} control
 * @param {string} text
 */
export function announceSwitch(control, text) {
  if (control !== document.activeElement) say(text);
}

/**
 * Say what is known about a cell that the cursor came to.
 * @param {import("../types.js").Numbers} numbers
 * @param {import("../types.js").Reason | null} reason
 * @param {boolean} risksShown  the cell's own name has its risk
 */
export function announceCell({ cell, risk_text }, reason, risksShown) {
  if (reason) announce(`${at(...cell)} is ${reason.is_mine ? "a mine" : "safe"}`, reason.text);
  else if (!risksShown) say(`${at(...cell)}: ${risk_text} likely a mine.`);
}

/**
 * Say what a watched player did, why, and how its game ended.
 * @param {import("../types.js").WatchedMove} move
 * @param {Turn} turn
 * @param {string} result
 */
export function announceWatchedMove({ number, cell, certain, risk_text, reason }, turn, result) {
  const opened = openedIn(turn);
  const guess = certain ? "" : `, a guess${risk_text ? `, ${risk_text} likely a mine` : ""}`;
  const index = cell[0] * turn.width + cell[1];
  const did =
    opened.length > 1
      ? `opened ${counted(opened.length, "cell")}`
      : opened.length
        ? markWords(turn.after[index] ?? "#")
        : "a mine";
  announce(`Move ${number}, ${at(...cell)}${guess}: ${did}`, reason, result);
}

/**
 * Say that a mark was entered, or came back.
 * @param {import("../types.js").Cell} cell
 * @param {string} mark
 */
export function announceMark(cell, mark) {
  say(`${at(...cell)}: ${markWords(mark)}.`);
}

/** Say what the last change was that is gone now. @param {Turn} turn */
export function announceUndo(turn) {
  const changed = [...turn.after].flatMap((mark, index) =>
    mark === turn.before[index] ? [] : index,
  );
  const [index = -1] = changed;
  const one = changed.length === 1 && turn.before.length === turn.after.length;
  say(
    one
      ? `Undone: ${cellAt(index, turn)} is ${markWords(turn.after[index] ?? "#")} again.`
      : "Undone.",
  );
}

/** @param {{ width: number, height: number, mines: number | null }} position */
export function readWords({ width, height, mines }) {
  const total = mines === null ? "the mine total is unknown" : counted(mines, "mine");
  return `Position read: ${sizeWords(width, height)}, ${total}`;
}

/**
 * Say what is on the cells around a cell.
 * @param {number} index
 * @param {{ width: number, marks: string }} board
 */
export function announceNeighbours(index, { width, marks }) {
  const turn = { width, before: "", after: marks };
  const near = neighboursOf(index, width, marks.length);
  const on = (/** @type {string} */ letters) =>
    near.filter((one) => letters.includes(marks[one] ?? " "));
  const names = (/** @type {number[]} */ cells) => joined(cells.map((one) => cellAt(one, turn)));
  const parts = [
    `Around ${cellAt(index, turn)}, ${markWords(marks[index] ?? "#")}`,
    `Unopened: ${names(on("#?")) || "none"}`,
    on("F").length > 0 && `Flagged: ${names(on("F"))}`,
    on("*!x").length > 0 && `Mines and wrong flags: ${names(on("*!x"))}`,
    on("12345678").length > 0 && `Numbers: ${openedWords(on("12345678"), turn, " ")}`,
  ];
  say(`${parts.filter(Boolean).join(". ")}.`);
}

/** @param {Turn} turn */
function openedIn({ before, after }) {
  return [...after].flatMap((mark, index) =>
    mark >= "0" && mark <= "8" && mark !== before[index] ? [index] : [],
  );
}

/** @param {number[]} opened @param {Turn} turn @param {string} between */
function openedWords(opened, turn, between) {
  return joined(
    opened.map((index) => `${cellAt(index, turn)}${between}${markWords(turn.after[index] ?? "#")}`),
  );
}

/** @param {number} index @param {{ width: number }} board */
function cellAt(index, { width }) {
  return at(Math.floor(index / width), index % width);
}

/** @param {number} width @param {number} height */
function sizeWords(width, height) {
  return `${counted(height, "row")}, ${counted(width, "column")}`;
}
