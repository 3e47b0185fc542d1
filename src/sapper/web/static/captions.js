/** Short texts about a game. */

import { counted, titled } from "./words.js";

/** @typedef {import("./types.js").GameState} GameState */

export function greeting() {
  return device() === "tap" ? "Tap to open, hold to flag" : "Left opens, right flags, H for a hint";
}

/** The word for what a finger or a mouse does. */
export function device() {
  return matchMedia("(pointer: coarse)").matches ? "tap" : "click";
}

/** @param {GameState} state */
export function description(state) {
  const daily = state.kind === "daily" && state.date; // an import may have lost its date
  const from = state.kind === "position" ? ", from a position" : "";
  const kind = daily ? `, daily board of ${daily}` : state.tier ? ", no guessing" : from;
  return `${titled(state.level_name)}${kind}`;
}

/** @param {GameState} state */
export function facts(state) {
  const marks = [
    state.undos ? "after an undo" : "",
    state.helped ? "with help" : "",
    state.unranked ? "unranked" : "",
  ]
    .filter(Boolean)
    .join(", ");
  return `${description(state)} · ${state.width} × ${state.height}, ${counted(state.mines, "mine")}${marks ? ` · ${marks}` : ""}`;
}
