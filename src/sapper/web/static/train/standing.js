/** How the player stands in the trainer: rating and streak, and what can be trained. */

import { box, element } from "../lib/element.js";
import { part } from "../page/panel.js";
import { counted, slug, titled } from "../words/words.js";

/** @typedef {import("../lib/element.js").Child} Child */
/** @typedef {import("../types.js").ScoreForm} Score */

const UNCERTAIN = "A new rating is uncertain: it moves fast at first, and settles as you train.";

/**
 * @param {import("../types.js").TrainingStanding} standing
 * @param {string} choice  what is being trained
 */
export function standingParts({ overall, techniques, mistakes }, choice) {
  const item = (
    /** @type {string} */ name,
    /** @type {string} */ words,
    /** @type {Child} */ lesson,
  ) => element("li", {}, trainingLink(name, words, name === choice), lesson);
  const mistakesWords = mistakes.left
    ? `${mistakes.left} left`
    : mistakes.searched
      ? "none left"
      : "";
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
        item("mixed", counted(overall.attempts, "puzzle"), null),
        ...techniques.map((score) =>
          item(score.technique, summaryWords(score), lessonLink(score.technique)),
        ),
        item("mistakes", mistakesWords, null),
      ),
    ),
  ];
}

/** @param {string} name @param {string} words @param {boolean} isCurrent */
function trainingLink(name, words, isCurrent) {
  return element(
    "a",
    { class: "button", href: `/train/${slug(name)}`, "aria-current": isCurrent && "true" },
    element("span", {}, trainingName(name)),
    element("span", { class: "note" }, words),
  );
}

/** @param {string} name */
function lessonLink(name) {
  const href = `/techniques/${slug(name)}`;
  return element(
    "a",
    { class: "plain", href, "aria-label": `How ${name} works`, title: "How it works" },
    "?",
  );
}

/** Name what can be trained. @param {string} choice */
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

/** @param {string} name @param {Child | Child[]} value @param {string} [title] */
function fact(name, value, title = "") {
  return element(
    "div",
    { title: title || false },
    element("b", {}, ...[value].flat()),
    element("span", {}, name),
  );
}
