/** Puts cells and numbers into words: the same on the board, in the panel and for the ear. */

import { settings } from "../lib/settings.js";

const NUMBERS = ["empty", "one", "two", "three", "four", "five", "six", "seven", "eight"];
const MARKS = new Map([
  ["#", "unopened"],
  ["F", "unopened, flagged"],
  ["?", "unopened, question mark"],
  ["*", "mine"],
  ["!", "mine, the one that was opened"],
  ["x", "wrong flag"],
]);

/** @param {string} mark */
export function markWords(mark) {
  return MARKS.get(mark) ?? NUMBERS[Number(mark)] ?? mark;
}

/**
 * Write what stands above a column: A … Z, AA, AB …, or its number from 0 where cells are pairs.
 * @param {number} column
 * @returns {string}
 */
export function columnLabel(column) {
  if (settings.cells === "pairs") return String(column);
  const before = column < 26 ? "" : columnLabel(Math.floor(column / 26) - 1);
  return before + String.fromCharCode(65 + (column % 26));
}

/**
 * Write what stands beside a row: its number from 1, or from 0 where cells are pairs.
 * @param {number} row
 */
export function rowLabel(row) {
  return String(settings.cells === "pairs" ? row : row + 1);
}

/**
 * Name a cell as the server's sentences do: C4, or (3,2) as a pair.
 * @param {number} row
 * @param {number} column
 */
export function at(row, column) {
  return settings.cells === "pairs"
    ? `(${row},${column})`
    : `${columnLabel(column)}${rowLabel(row)}`;
}

/** Name a level as a title does: Beginner, but 9x9/10. @param {string} name */
export function titled(name) {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Write a name as a part of an address: one-clue. @param {string} name */
export function slug(name) {
  return name.replaceAll(" ", "-");
}

/** Make a sentence of a reason: add the capital letter and the full stop. @param {string} text */
export function sentence(text) {
  return text ? `${titled(text)}${/[.!?]$/.test(text) ? "" : "."}` : "";
}

/**
 * Write a time: seconds with a tenth under a minute, then minutes and seconds.
 * @param {number | null | undefined} seconds
 */
export function clock(seconds) {
  if (seconds === null || seconds === undefined) return "–";
  const whole = Math.floor(seconds);
  return whole < 60
    ? `${(Math.floor(seconds * 10) / 10).toFixed(1)} s`
    : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * Write a number with some decimals, or a dash for null.
 * @param {number | null | undefined} value
 * @param {number} [decimals]
 */
export function figure(value, decimals = 2) {
  return value === null || value === undefined ? "–" : value.toFixed(decimals);
}

/** @param {number} count @param {string} one @param {string} [many] */
export function counted(count, one, many = `${one}s`) {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** Join parts as people do: a, b and c. @param {string[]} parts */
export function joined(parts) {
  const last = parts.at(-1) ?? "";
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${last}` : last;
}

/** Write a short percentage of a cell in full: <.1 is under 0.1 %. @param {string} short */
export function percentWords(short) {
  return `${short.replace("<.", "under 0.").replace(">", "over ")} %`;
}

/**
 * Write a day as people do.
 * @param {string} time  a date, or a time of the server
 * @param {Intl.DateTimeFormatOptions} [style]
 */
export function dayWords(time, style = { dateStyle: "medium" }) {
  const local = time.length === 10 ? `${time}T00:00` : time; // a date alone would be read as UTC
  return new Date(local).toLocaleString(undefined, style);
}
