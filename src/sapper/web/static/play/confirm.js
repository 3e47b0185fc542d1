/**
 * Asks for a second click before an opening, if the settings say so.
 * Not to ask would tell that a cell is safe: so all openings are asked for, or the engine's
 * help is used for those that it proves, and the game counts as helped.
 */

import { settings } from "../lib/settings.js";
import { quiet } from "../page/panel.js";
import { board } from "../page/stage.js";
import { description, device } from "../words/captions.js";
import { say } from "../words/speech.js";
import { at, titled } from "../words/words.js";

export class Confirm {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("../insight/insight.js").Insight} insight
   */
  constructor(session, insight) {
    this.session = session;
    this.insight = insight;
    /** The cell that the next click opens, or -1. */
    this.asked = -1;
    this._told = false;
  }

  /**
   * Tell whether a click opens cells at once; if not, the next one does.
   * @param {number} index  where the click was
   * @param {number[]} cells
   */
  agreed(index, cells) {
    const agreed = this.asked === index || this._sure(cells);
    this.asked = agreed ? -1 : index;
    if (!agreed) this._ask(index);
    return agreed;
  }

  /** Forget what was asked before another move. */
  forget() {
    this.asked = -1;
    if (this._told) quiet(description(this.session.state));
    this._told = false;
  }

  /** @param {number[]} cells */
  _sure(cells) {
    if (settings.confirm === "off") return true;
    return settings.confirm === "risky" && (this.session.untouched || this.insight.isSafe(cells));
  }

  /** @param {number} index */
  _ask(index) {
    const words = `${titled(device())} again to open ${at(...board.cellOf(index))}`;
    this._told = true;
    quiet(words);
    say(`${words}.`);
    this.session.changed(null);
  }
}
