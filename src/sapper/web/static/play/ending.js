/** The lines after a game: what decided it, how well it was played, and what to do next. */

import { indices } from "../board/marks.js";
import { box, element, icon, refill } from "../lib/element.js";
import { button, pairs } from "../lib/form.js";
import { go } from "../page/router.js";
import { meanings } from "../words/captions.js";
import { clock, figure } from "../words/words.js";

/** @typedef {import("../types.js").Ending} Ending */
/** @typedef {import("../types.js").GameState} GameState */
/** @typedef {import("./play.js").Play["actions"]} Actions */

/** The lines; what arrives later is filled in below the main buttons, which stay, pressed or focused. */
export class EndingLines {
  /** @param {GameState} state @param {Actions} actions */
  constructor(state, actions) {
    const won = state.outcome === "won";
    this._state = state;
    this._actions = actions;
    this._heading = element("h2", { class: won ? "won" : "lost" });
    this._shareResult = actions.button("shareResult");
    this._details = box("ending");
    const { isDaily } = this;
    this.nodes = [
      this._heading,
      box(
        "switches",
        button("Review", () => go(`/review/${state.id}`), { main: true }),
        !won && actions.button("undo"),
        isDaily ? this._shareResult : actions.button("again"),
        actions.button("fresh"),
        won && actions.button("analyse"),
      ),
      this._details,
    ];
  }

  get isDaily() {
    return this._state.kind === "daily";
  }

  /** @param {Ending | null} ending  null while it is on its way */
  fill(ending) {
    const state = this._state;
    const won = state.outcome === "won";
    this._shareResult.disabled = !ending;
    refill(this._heading, won ? "Won" : "Lost", ending?.new_best && icon("star"));
    refill(
      this._details,
      won ? winFigures(state, ending) : element("p", {}, ending?.sentence ?? "You opened a mine."),
      ending?.new_best && element("p", { class: "new-best" }, ending.new_best),
      element("p", { class: "note" }, state.unranked ?? "Ranked: it counts for your records."),
      won && meanings("3BV/s", "Accuracy", "Survival"),
      this._moreButtons(),
    );
  }

  _moreButtons() {
    const { _actions: actions, _state: state, isDaily } = this;
    return box(
      "line",
      state.outcome !== "won" && actions.button("analyse"),
      isDaily && actions.button("again"),
      // the link would give a daily board away
      !isDaily && state.board && actions.button("share"),
    );
  }
}

/** @param {GameState} state @param {Ending | null} ending */
function winFigures(state, ending) {
  return pairs("figures", [
    ["Time", clock(state.clock.elapsed)],
    ["3BV/s", figure(ending?.bbbv_per_second)],
    ["Accuracy", ending?.accuracy_text ?? "–"],
    ["Survival", ending?.survival_text ?? "–"],
  ]);
}

/**
 * Mark on the board what the sentence after a loss speaks of: the better cell, and what proves it.
 * @param {Ending | null} ending
 * @param {number} width
 */
export function endingLayers(ending, width) {
  if (!ending?.best) return {};
  return { missed: indices([ending.best], width), lit: indices(ending.clues, width) };
}
