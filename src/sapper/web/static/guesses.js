/** Shows the best guesses: in a table, and with their risks on the board. */

import { element } from "./element.js";
import { at } from "./words.js";

/** @typedef {import("./types.js").Candidate} Candidate */

/** @param {Candidate[]} candidates  best first */
export function guessTable(candidates) {
  const rows = candidates.map(({ cell, risk_text, chance_text }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, at(...cell)),
      element("td", { class: "num" }, risk_text),
      element("td", { class: "num" }, chance_text),
    ),
  );
  const names = ["Guess", "Risk", "Then won"].map((name, place) =>
    element("th", { scope: "col", class: place ? "num" : "" }, name),
  );
  return element(
    "table",
    { class: "guesses" },
    element("thead", {}, element("tr", {}, ...names)),
    element("tbody", {}, ...rows),
  );
}

/**
 * @param {Candidate[]} candidates
 * @param {{ width: number, height: number }} board
 * @returns {Pick<import("./board.js").Picture, "risks" | "texts">}
 */
export function guessedRisks(candidates, { width, height }) {
  /** @type {(number | null)[]} */
  const risks = Array(width * height).fill(null);
  /** @type {(string | null)[]} */
  const texts = Array(width * height).fill(null);
  for (const { cell, risk, risk_text } of candidates) {
    const index = cell[0] * width + cell[1];
    risks[index] = risk;
    texts[index] = risk_text.replace(" %", "");
  }
  return { risks, texts };
}
