/** The bar beside the board: the chance of winning. */

import { find } from "./element.js";

/**
 * Show the chance of winning; null empties the bar.
 * @param {number | null | undefined} chance  0 to 1
 */
export function showEvaluation(chance = null) {
  const bar = find("#evaluation");
  bar.classList.toggle("is-on", chance !== null);
  bar.style.setProperty("--chance", String(chance ?? 0));
  bar.setAttribute("aria-valuenow", String(Math.round((chance ?? 0) * 100)));
  const words = chance === null ? "not shown" : `${whole(chance)} %`;
  bar.setAttribute("aria-valuetext", words);
  bar.title = `Chance of winning: ${words}`;
  find(".figure", bar).textContent = chance === null ? "" : whole(chance);
}

/**
 * Shorten to what fits; only a certain win is 100, and only a loss is 0.
 * @param {number} chance
 */
export function whole(chance) {
  if (chance === 0 || chance === 1) return String(chance * 100);
  return String(Math.max(1, Math.min(Math.round(chance * 100), 99)));
}
