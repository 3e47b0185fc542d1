/** The chance of winning: the bar beside the board, and its course over the game that is played. */

import { find } from "../lib/element.js";
import { part } from "../page/panel.js";

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

/** Shorten to what fits; only a certain win is 100, and only a loss is 0. @param {number} chance */
export function whole(chance) {
  if (chance === 0 || chance === 1) return String(chance * 100);
  return String(Math.max(1, Math.min(Math.round(chance * 100), 99)));
}

export class ChanceCurve {
  constructor() {
    /** By the number of moves made. @type {Map<number, number>} */
    this._chances = new Map();
    this.element = part("Chance of winning");
    this.element.hidden = true;
    this._isVisible = false;
  }

  /**
   * Forget what was known after some moves; an undo or another game has made it wrong.
   * @param {number} made
   */
  forget(made) {
    for (const other of this._chances.keys()) if (other >= made) this._chances.delete(other);
  }

  /** @param {number} made @param {number | null} chance @param {boolean} visible */
  async add(made, chance, visible) {
    if (chance !== null) this._chances.set(made, chance);
    const known = [...this._chances.values()];
    this._isVisible = visible && known.length > 1;
    if (this._isVisible) {
      const { trendChart } = await import("./chart.js"); // only those who ask for the bar need it
      const words = `Chance of winning: ${known.map(whole).join(", ")} %`;
      this.element.replaceChildren(this.element.children[0] ?? "", trendChart(known, words));
    }
    this.element.hidden = !this._isVisible;
  }
}
