/** Help in a game: hints, what is shown on the cells, the chance of winning. Asks only for what is shown. */

import { ChanceCurve, showEvaluation } from "../insight/chance.js";
import { Insight, showsOverlay } from "../insight/insight.js";
import { hintLines, hintTitle } from "../insight/reason.js";
import { gameSource } from "../insight/sources.js";
import { box, element } from "../lib/element.js";
import { button } from "../lib/form.js";
import { cancelled } from "../lib/latest.js";
import { settings } from "../lib/settings.js";
import { answer, lead } from "../page/panel.js";
import { board } from "../page/stage.js";
import { api, Problem } from "../server/api.js";
import { readiness } from "../server/carrier.js";
import { waiting } from "../server/waiting.js";
import { announce, say } from "../words/announcer.js";

/** @typedef {import("./session.js").Session} Session */

export class Help {
  /** @param {() => void} redraw */
  constructor(redraw) {
    /** @type {Session | null} */
    this._session = null;
    /** @type {Hints | null} */
    this.hints = null;
    this.curve = new ChanceCurve();
    this.insight = new Insight(redraw, {
      onOverlay: (overlay) => this._evaluate(overlay?.chance ?? null),
      isWanted: () => showsOverlay() || settings.bar || settings.confirm === "risky",
    });
  }

  /** @param {Session} session  of another game */
  begin(session) {
    this._session = session;
    this.hints = new Hints(session, this.insight);
    this.curve.forget(0);
  }

  /** Follow the game: forget the old hint, ask about the new position. */
  follow() {
    const session = this._session;
    this.hints?.clear();
    this.curve.forget(session?.state.moves.length ?? 0);
    const playing = session?.state.outcome === "playing" && !session.coming;
    this.insight.about(playing ? gameSource(session) : null);
  }

  picture() {
    return this.insight.picture(this.hints?.hint);
  }

  keys() {
    return { ...this.insight.keys("risks", "certain", "bar"), i: () => this.insight.inspect() };
  }

  /** @param {import("../page/actions.js").Actions<"hint" | "analyse">} actions */
  switches(actions) {
    return element(
      "div",
      { class: "switches", role: "group", "aria-label": "Help" },
      actions.button("hint"),
      ...this.insight.switches("risks", "certain", "bar"),
      this.insight.inspector,
      actions.button("analyse"),
    );
  }

  /** The parts of the panel. */
  parts() {
    return [this.insight.panel(false), this.curve.element];
  }

  /** @param {number | null} chance */
  _evaluate(chance) {
    showEvaluation(settings.bar ? chance : null);
    void this.curve.add(this._session?.state.moves.length ?? 0, chance, settings.bar);
  }
}

/** @typedef {import("../types.js").Hint["strength"]} Strength */

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
   * @param {import("../insight/insight.js").Insight} insight
   */
  constructor(session, insight) {
    this.session = session;
    this.insight = insight;
    /** @type {import("../types.js").Hint | null} */
    this.hint = null;
    this._strengths = 0; // how many were requested for this position
    this._stop = new AbortController(); // of the last request
  }

  /** Forget the hint of another position. */
  clear() {
    this.hint = null;
    this._strengths = 0;
  }

  /** Give a stronger hint than before. */
  async stronger() {
    if (this.session.coming) answer(LATER);
    await this.session.settled;
    await this._request(Math.min(this._strengths, STRENGTHS.length - 1));
  }

  /** @param {number} place  in the list of strengths */
  async _request(place) {
    this._strengths = place + 1;
    const { seq } = this.session.state;
    const [strength] = STRENGTHS[place] ?? ["answer"];
    this._stop.abort(); // or it would say that it is looking after this one has answered
    this._stop = new AbortController();
    const request = (/** @type {AbortSignal} */ signal) =>
      api.hint(this.session.state.id, strength, signal);
    try {
      const words = readiness.help ? "Looking for a reason …" : `${LATER} …`;
      const hint = await waiting(words, request, this._stop);
      if (seq === this.session.state.seq && this._strengths === place + 1) this._show(hint);
    } catch (error) {
      if (error instanceof Problem) {
        lead(element("p", { class: "error" }, error.message));
        say(error.message);
      } else if (!cancelled(error)) throw error;
    }
  }

  /** @param {import("../types.js").Hint} hint */
  _show(hint) {
    this.hint = hint;
    const place = STRENGTHS.findIndex(([strength]) => strength === hint.strength);
    const more = STRENGTHS.map(([, name], place) => button(name, () => void this._request(place)));
    lead(
      ...hintLines(hint, this.insight.light),
      place + 1 < more.length && box("line", ...more.slice(place + 1)),
    );
    announce(hintTitle(hint), hint.reason);
    const near = hint.cell ?? hint.clues[0];
    if (near) board.reveal(board.indexOfCell(near), hint.clues);
    this.insight.light(null);
  }
}
