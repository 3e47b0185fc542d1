/** Puts a hint or a reason into the panel; pointing at a part of it lights only what that part speaks of. */

import { element } from "../lib/element.js";
import { board } from "../page/stage.js";
import { at, sentence, slug } from "../words/words.js";

/** @typedef {import("./insight.js").Highlight} Highlight */
/** @typedef {(highlight: Highlight | null) => void} Light */

/** @type {Record<import("../types.js").Hint["strength"], string>} */
const TITLES = { nudge: "A nudge", technique: "The technique", answer: "No hint" };

/** @param {import("../types.js").Hint} hint */
export function hintTitle({ cell, strength, certain, risk_text }) {
  if (!cell) return TITLES[strength];
  if (certain) return `${at(...cell)} is safe`;
  return `Guess ${at(...cell)}${risk_text ? `: ${risk_text} likely a mine` : ""}`;
}

/** @param {import("../types.js").Hint} hint @param {Light} light */
export function hintLines(hint, light) {
  return [
    element("h2", {}, hintTitle(hint)),
    ...why(hint.reason, hint.steps, light),
    hint.tier_name && element("p", {}, techniqueLink(hint.tier_name)),
    hint.candidates.length > 1
      ? guesses(hint.candidates, light)
      : hint.chance_text &&
        element("p", { class: "note" }, `Chance to win from here: ${hint.chance_text}`),
  ];
}

/** @param {import("../types.js").Reason} reason @param {Light} light */
export function reasonLines(reason, light) {
  const title = `${at(...reason.cell)} is ${reason.is_mine ? "a mine" : "safe"}`;
  return [
    element("h2", {}, title),
    ...why(reason.text, reason.steps, light),
    reason.tier_name && element("p", {}, techniqueLink(reason.tier_name)),
  ];
}

/**
 * Write a reason; several steps become a list, each of which can be pointed at.
 * @param {string} text
 * @param {import("../types.js").Step[]} steps
 * @param {Light} light
 */
export function why(text, steps, light) {
  if (steps.length < 2) return [element("p", {}, sentence(text))];
  const items = steps.map((step) => element("li", {}, pointer(sentence(step.text), step, light)));
  return [element("ol", { class: "steps" }, ...items)];
}

/**
 * Write a reason of which there are only words: its numbered steps become a list.
 * @param {string} text
 */
export function stepLines(text) {
  const steps = text.split(/(?<=\.) (?=\d+\. )/).map((step) => step.replace(/^\d+\. /, ""));
  if (steps.length < 2) return [element("p", {}, sentence(text))];
  const items = steps.map((step) => element("li", {}, element("span", {}, step)));
  return [element("ol", { class: "steps" }, ...items)];
}

/**
 * A part of a reason that lights its cells while it is pointed at or has the focus.
 * @param {string} text
 * @param {Highlight} highlight
 * @param {Light} light
 */
function pointer(text, highlight, light) {
  const cells = [...highlight.clues, ...highlight.cells];
  const on = () => light(highlight);
  const off = () => light(null);
  const reveal = () => cells[0] && board.reveal(board.indexOfCell(cells[0]), cells);
  return element(
    "button",
    {
      type: "button",
      class: "pointer",
      onmouseenter: on,
      onfocus: on,
      onmouseleave: off,
      onblur: off,
      onclick: reveal,
    },
    text,
  );
}

/**
 * Compare the best guesses.
 * @param {import("../types.js").Candidate[]} candidates  best first
 * @param {Light} light
 */
export function guesses(candidates, light) {
  const rows = candidates.map(({ cell, risk_text, progress_text, chance_text }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, pointer(at(...cell), { clues: [], cells: [cell] }, light)),
      ...[risk_text, progress_text, chance_text].map((text) =>
        element("td", { class: "num" }, text),
      ),
    ),
  );
  const heads = ["Guess", "Risk", "Opens up", "Wins"].map((name, place) =>
    element("th", { scope: "col", class: place ? "num" : "" }, name),
  );
  return element(
    "table",
    { class: "guesses", "aria-label": "The best guesses" },
    element("thead", {}, element("tr", {}, ...heads)),
    element("tbody", {}, ...rows),
  );
}

/** Name a technique; the link explains it. @param {string} name */
export function techniqueLink(name) {
  return element(
    "a",
    { class: "tier", href: `/techniques/${slug(name)}`, title: "How it works" },
    name,
  );
}
