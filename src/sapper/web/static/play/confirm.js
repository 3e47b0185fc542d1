/**
 * Asks for a second click before an opening, if the settings say so.
 * Opening at once would reveal that a cell is safe: so all openings need a second click, or the engine's
 * help is used for those that it proves, and the game counts as helped.
 */

import { settings } from "../lib/settings.js";
import { quiet } from "../page/panel.js";
import { board } from "../page/stage.js";
import { description, device } from "../words/captions.js";
import { say } from "../words/announcer.js";
import { at, titled } from "../words/words.js";

export class Confirm {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("../insight/insight.js").Insight} insight
   */
  constructor(session, insight) {
    this.session = session;
    this.insight = insight;
    /** The cell that the next click opens, if there is one. @type {number[]} */
    this.waiting = [];
    this._isShown = false;
  }

  /**
   * Tell whether a click opens cells at once; if not, the next one does.
   * @param {number} index  where the click was
   * @param {number[]} cells
   */
  agreed(index, cells) {
    const agreed = this.waiting.includes(index) || this._sure(cells);
    this.waiting = agreed ? [] : [index];
    if (!agreed) this._ask(index);
    return agreed;
  }

  /** Forget the question before another move. */
  forget() {
    this.waiting = [];
    if (this._isShown) quiet(description(this.session.state));
    this._isShown = false;
  }

  /** @param {number[]} cells */
  _sure(cells) {
    if (settings.confirm === "off") return true;
    return settings.confirm === "risky" && (this.session.untouched || this.insight.isSafe(cells));
  }

  /** @param {number} index */
  _ask(index) {
    const words = `${titled(device())} again to open ${at(...board.cellOf(index))}`;
    this._isShown = true;
    quiet(words);
    say(`${words}.`);
    this.session.changed(null);
  }
}
