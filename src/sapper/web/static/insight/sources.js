/** The ways to ask the engine about a position: by its marks, or as a part of a running game. */

import { api } from "../server/api.js";
import { viewOf } from "./position.js";

/** @typedef {import("../types.js").Cell} Cell */
/**
 * How to ask about the position.
 * @typedef {object} Source
 * @property {number} width
 * @property {string} marks
 * @property {(signal: AbortSignal) => Promise<import("../types.js").Overlay | null>} overlay
 * @property {(cell: Cell, signal: AbortSignal) => Promise<import("../types.js").Numbers>} numbers
 * @property {(cell: Cell, signal: AbortSignal) => Promise<import("../types.js").Reason>} explain
 */

/**
 * Ask about marks of any origin.
 * @param {{ width: number, height: number, mines: number | null }} shape
 * @param {string} marks
 * @returns {Source}
 */
export function marksSource(shape, marks) {
  const position = viewOf(shape, marks);
  return {
    width: shape.width,
    marks,
    overlay: async (signal) => (await api.analyse({ position }, signal)).overlay,
    numbers: (cell, signal) => api.analyseNumbers({ position, cell }, signal),
    explain: (cell, signal) => api.analyseExplain({ position, cell }, signal),
  };
}

/**
 * Ask about a running game, which counts as helped from then on.
 * @param {{ state: import("../types.js").GameState, marks: string }} session
 * @returns {Source}
 */
export function gameSource({ state, marks }) {
  return {
    width: state.width,
    marks,
    overlay: (signal) => api.overlay(state.id, signal),
    numbers: (cell, signal) => api.numbers(state.id, cell, signal),
    explain: (cell, signal) => api.explain(state.id, cell, signal),
  };
}
