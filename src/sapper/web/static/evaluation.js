/** The bar beside the board: how safe the best move is; full if a certain move exists. */

import { find } from "./element.js";

/**
 * Show how safe a made move was; the bar is empty if its risk is not known.
 * @param {number | null | undefined} risk  0 to 1
 */
export function showRisk(risk) {
  showEvaluation(risk === null || risk === undefined ? null : 1 - risk);
}

/**
 * Show the safety of the best move; null empties the bar.
 * @param {number | null} safety  0 to 1
 * @param {string | null} [text]
 */
export function showEvaluation(safety, text = null) {
  const bar = find("#evaluation");
  bar.classList.toggle("is-on", safety !== null);
  bar.style.setProperty("--safety", String(safety ?? 0));
  bar.setAttribute("aria-valuenow", String(Math.round((safety ?? 0) * 100)));
  const words =
    safety === null
      ? "not shown"
      : safety === 1
        ? "a certain move exists"
        : `the best move is ${text ?? `${whole(safety)} %`} safe`;
  bar.setAttribute("aria-valuetext", words);
  bar.title = `Evaluation: ${words}`;
  find(".figure", bar).textContent = safety === null ? "" : safety === 1 ? "✓" : whole(safety);
}

/**
 * Shorten to two digits, which is what fits; 0 and 100 would mean certain.
 * @param {number} safety
 */
function whole(safety) {
  return String(Math.max(1, Math.min(Math.round(safety * 100), 99)));
}
