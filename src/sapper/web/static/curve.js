/** The chance of winning over the game that is being played, as far as it was asked for. */

import { whole } from "./evaluation.js";
import { part } from "./shell.js";

export class ChanceCurve {
  constructor() {
    /** By the number of moves made. @type {Map<number, number>} */
    this._chances = new Map();
    this.element = part("Chance of winning");
    this.element.hidden = true;
    this._shown = false;
  }

  /**
   * Forget what was known after some moves; an undo or another game has made it wrong.
   * @param {number} made
   */
  forget(made) {
    for (const other of this._chances.keys()) if (other >= made) this._chances.delete(other);
  }

  /**
   * @param {number} made
   * @param {number | null} chance
   * @param {boolean} shown
   */
  async add(made, chance, shown) {
    if (chance !== null) this._chances.set(made, chance);
    const known = [...this._chances.values()];
    this._shown = shown && known.length > 1;
    if (this._shown) {
      const { trendChart } = await import("./chart.js"); // only those who ask for the bar need it
      const words = `Chance of winning: ${known.map(whole).join(", ")} %`;
      this.element.replaceChildren(this.element.children[0] ?? "", trendChart(known, words));
    }
    this.element.hidden = !this._shown;
  }
}
