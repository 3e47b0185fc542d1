/** Short texts about a game, and what its figures mean. */

import { element } from "../lib/element.js";
import { counted, titled } from "./words.js";

/** @typedef {import("../types.js").GameState} GameState */

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

const MEANINGS = {
  Accuracy:
    "100 if every move kept your chance of winning; each move that gave some of it away counts for less.",
  Survival:
    "the chance of surviving your guesses: the lower, the luckier a win. A dash means that you guessed nothing.",
  "3BV/s":
    "3BV solved per second; the 3BV of a board is the least number of clicks that open all of it without flags.",
  IOE: "3BV solved per click; 1 means that no click was wasted.",
};

/** @param {...(keyof typeof MEANINGS)} names */
export function meanings(...names) {
  return element(
    "details",
    { class: "meanings note" },
    element("summary", {}, "What do these mean?"),
    ...names.map((name) => element("p", {}, element("b", {}, name), `: ${MEANINGS[name]}`)),
  );
}
