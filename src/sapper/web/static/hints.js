/** Hints in a game, each stronger than the one before: where to look, by which technique, the answer. */

import { api, Problem } from "./api.js";
import { arrived } from "./carrier.js";
import { box, element } from "./element.js";
import { button } from "./form.js";
import { hintLines, hintTitle } from "./reason.js";
import { answer, board, lead } from "./shell.js";
import { say, told } from "./speech.js";
import { cancelled, waiting } from "./waiting.js";

/** @typedef {import("./types.js").Hint["strength"]} Strength */

/** @type {[Strength, string][]} */
const STRENGTHS = [
  ["nudge", "Nudge"],
  ["technique", "Technique"],
  ["answer", "Answer"],
];

const LATER = "Help is loading; the hint comes then";

export class Hints {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./insight.js").Insight} insight
   */
  constructor(session, insight) {
    this.session = session;
    this.insight = insight;
    /** @type {import("./types.js").Hint | null} */
    this.hint = null;
    this._asked = 0; // how many strengths of this position
    this._stop = new AbortController(); // of the last question
  }

  /** Forget the hint of another position. */
  clear() {
    this.hint = null;
    this._asked = 0;
  }

  /** Give a stronger hint than before. */
  async stronger() {
    if (this.session.coming) answer(LATER);
    await this.session.settled;
    await this._ask(Math.min(this._asked, STRENGTHS.length - 1));
  }

  /** @param {number} place  in the list of strengths */
  async _ask(place) {
    this._asked = place + 1;
    const { seq } = this.session.state;
    const [strength] = STRENGTHS[place] ?? ["answer"];
    this._stop.abort(); // or it would say that it is looking after this one has answered
    this._stop = new AbortController();
    const ask = (/** @type {AbortSignal} */ signal) =>
      api.hint(this.session.state.id, strength, signal);
    try {
      const words = arrived.help ? "Looking for a reason …" : `${LATER} …`;
      const hint = await waiting(words, ask, this._stop);
      if (seq === this.session.state.seq && this._asked === place + 1) this._show(hint);
    } catch (error) {
      if (error instanceof Problem) {
        lead(element("p", { class: "error" }, error.message));
        say(error.message);
      } else if (!cancelled(error)) throw error;
    }
  }

  /** @param {import("./types.js").Hint} hint */
  _show(hint) {
    this.hint = hint;
    const given = STRENGTHS.findIndex(([strength]) => strength === hint.strength);
    const more = STRENGTHS.map(([, name], place) => button(name, () => void this._ask(place)));
    lead(
      ...hintLines(hint, this.insight.light),
      given + 1 < more.length && box("line", ...more.slice(given + 1)),
    );
    told(hintTitle(hint), hint.reason);
    const near = hint.cell ?? hint.clues[0];
    if (near) board.reveal(board.indexOfCell(near), hint.clues);
    this.insight.light(null);
  }
}
