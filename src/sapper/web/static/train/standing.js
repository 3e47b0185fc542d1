/** How the player stands in the trainer: rating and streak, and what can be trained. */

import { box, element } from "../lib/element.js";
import { part } from "../page/panel.js";
import { counted, slug, titled } from "../words/words.js";

/** @typedef {import("../types.js").TrainingStanding} Standing */
/** @typedef {import("../types.js").ScoreForm} Score */

const UNCERTAIN = "A new rating is uncertain: it moves fast at first, and settles as you train.";

/**
 * @param {Standing} standing
 * @param {string} choice  what is being trained
 */
export function standingParts({ overall, techniques, mistakes }, choice) {
  const item = (/** @type {string} */ name, /** @type {string} */ words, /** @type {boolean} */ hasLesson) =>
    element(
      "li",
      {},
      element(
        "a",
        { class: "button", href: `/train/${slug(name)}`, "aria-current": name === choice && "true" },
        element("span", {}, trainingName(name)),
        element("span", { class: "note" }, words),
      ),
      hasLesson &&
        element(
          "a",
          { class: "plain", href: `/techniques/${slug(name)}`, "aria-label": `How ${name} works`, title: "How it works" },
          "?",
        ),
    );
  const mistakesWords = mistakes.left ? `${mistakes.left} left` : mistakes.searched ? "none left" : "";
  return [
    box(
      "score",
      fact("Rating", scoreWords(overall), overall.sure ? "" : UNCERTAIN),
      fact("In a row", overall.streak.current),
      fact("Best", overall.streak.best),
    ),
    part(
      "What to train",
      element(
        "ul",
        { class: "trainings" },
        item("mixed", counted(overall.attempts, "puzzle"), false),
        ...techniques.map((score) => item(score.technique, summaryWords(score), true)),
        item("mistakes", mistakesWords, false),
      ),
    ),
  ];
}

/**
 * Name what can be trained.
 * @param {string} choice
 */
function trainingName(choice) {
  return titled(choice === "mistakes" ? "my mistakes" : choice);
}

/** @param {Score} score */
function scoreWords({ rating, deviation }) {
  return [String(rating), element("small", {}, ` ± ${deviation}`)];
}

/** @param {Score} score */
function summaryWords({ rating, deviation, attempts, right }) {
  return attempts ? `${rating} ± ${deviation} · ${right} of ${attempts}` : "";
}

/**
 * @param {string} name
 * @param {import("../lib/element.js").Child | import("../lib/element.js").Child[]} value
 * @param {string} [title]
 */
function fact(name, value, title = "") {
  return element("div", { title: title || false }, element("b", {}, ...[value].flat()), element("span", {}, name));
}
