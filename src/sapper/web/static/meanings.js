/** Explains the figures of a game. */

import { element } from "./element.js";

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
