/** Says what the figures of a game mean, for whoever asks. */

import { element } from "./element.js";

const MEANINGS = {
  Accuracy:
    "how much of the best choices' chance to survive your choices kept; guesses that had to be made cost nothing.",
  Luck: "how often guesses like yours are survived: the lower, the luckier a win. A dash: nothing was guessed.",
  "3BV/s":
    "3BV solved per second; the 3BV of a board is the least number of clicks that open all of it without flags.",
  IOE: "3BV solved per click; 1 means that no click was spent in vain.",
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
