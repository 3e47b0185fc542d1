/** Decides how a cell looks and what it is called, by its mark and the layers that it is part of. */

import { at, markWords, percentWords } from "../words/words.js";

/** @typedef {typeof LAYERS[number]} Layer */

const LAYERS = /** @type {const} */ ([
  "safe",
  "mines",
  "lit",
  "spoken",
  "best",
  "bad",
  "wrong",
  "pending",
  "played",
  "missed",
  "done", // a number with all its flags
  "area", // a cell that shows the risk of a whole area
  "hushed", // another cell of that area
  "confirm", // a second click opens it
]);
/** @type {Partial<Record<Layer, string>>} */
const SPOKEN_LAYERS = {
  safe: "certainly safe",
  mines: "certainly a mine",
  lit: "part of the reason",
  best: "best move",
  bad: "impossible",
  played: "the move",
  missed: "a better move",
  wrong: "wrong answer",
  confirm: "a second click opens it",
};
/** @type {Record<string, string>} */
const STAMPED = {
  F: "closed flagged stamp-flag",
  "?": "closed question stamp-question",
  "*": "mined stamp-mine",
  "!": "mined fatal stamp-mine",
  x: "closed wrong stamp-wrong",
};

/**
 * Collect layers into a number for each cell.
 * @param {Partial<Record<Layer, Iterable<number>>>} layers
 * @param {Uint16Array} bits
 */
export function layerBits(layers, bits) {
  LAYERS.forEach((layer, place) => {
    for (const index of layers[layer] ?? []) bits[index] = (bits[index] ?? 0) | (1 << place);
  });
  return bits;
}

/** Return the layers that a cell's number has. @param {number} bits */
export function layersOf(bits) {
  return LAYERS.filter((_, place) => bits & (1 << place));
}

/**
 * Choose the classes and the text of a cell.
 * @param {string} mark
 * @param {Layer[]} layers
 * @param {string} text
 * @returns {[string, string]}
 */
export function appearance(mark, layers, text) {
  const classes = STAMPED[mark];
  if (classes) return [classes, ""];
  if (mark === "0") return ["number", ""];
  if (mark !== "#") return [`number n${mark}`, mark];
  if (layers.includes("safe")) return ["closed stamp-safe", ""];
  if (layers.includes("mines")) return ["closed stamp-outline", ""];
  return text ? ["closed has-risk", layers.includes("hushed") ? "" : text] : ["closed", ""];
}

/**
 * Say what a cell shows.
 * @param {import("../types.js").Cell} cell
 * @param {string} mark
 * @param {Layer[]} layers
 * @param {string} text
 */
export function label(cell, mark, layers, text) {
  const words = [at(...cell), markWords(mark), ...layers.map((layer) => SPOKEN_LAYERS[layer])];
  const certain = layers.includes("safe") || layers.includes("mines");
  if (text && !certain) words.push(`${percentWords(text)} likely a mine`);
  return words.filter(Boolean).join(", ");
}
