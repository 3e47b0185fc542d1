/** Help in a game: hints, what is shown on the cells, the chance of winning. Asks only for what is shown. */

import { ChanceCurve } from "./curve.js";
import { element } from "./element.js";
import { showEvaluation } from "./evaluation.js";
import { button } from "./form.js";
import { Hints } from "./hints.js";
import { analyseButton, gameSource, Insight, overlaysWanted } from "./insight.js";
import { settings } from "./settings.js";

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
      told: (overlay) => this._evaluate(overlay?.chance ?? null),
      wanted: () => overlaysWanted() || settings.bar || settings.confirm === "risky",
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
    return {
      r: () => this.insight.flip("risks"),
      s: () => this.insight.flip("certain"),
      e: () => this.insight.flip("bar"),
      i: () => this.insight.inspect(),
    };
  }

  /** @param {{ hint: () => void, analyse: () => void }} ways */
  switches({ hint, analyse }) {
    return element(
      "div",
      { class: "switches", role: "group", "aria-label": "Help" },
      button("Hint", hint, { key: "H", main: true }),
      ...this.insight.switches("risks", "certain", "bar"),
      this.insight.inspector(),
      analyseButton(analyse),
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
