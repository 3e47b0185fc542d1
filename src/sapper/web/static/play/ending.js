/** The lines after a game: what decided it, how well it was played, and what to do next. */

import { indices } from "../board/marks.js";
import { analyseButton } from "../insight/insight.js";
import { box, element, icon, refill } from "../lib/element.js";
import { button, pairs } from "../lib/form.js";
import { go } from "../page/router.js";
import { answer } from "../page/panel.js";
import { meanings } from "../words/captions.js";
import { clock, figure } from "../words/words.js";

/** @typedef {import("../types.js").Ending} Ending */

/** The lines; what arrives later is filled in below the main buttons, which stay, pressed or focused. */
export class EndingLines {
  /**
   * @param {import("../types.js").GameState} state
   * @param {{ undo: () => void, again: () => void, fresh: () => void, share: () => void, analyse: () => void }} handlers
   */
  constructor(state, handlers) {
    const won = state.outcome === "won";
    const isDaily = state.kind === "daily";
    this._state = state;
    this._handlers = handlers;
    /** @type {Ending | null} Null while it is on its way. */
    this._ending = null;
    this._heading = element("h2", { class: won ? "won" : "lost" });
    this._shareResult = button("Share result", () => this._ending && tell(state, this._ending));
    this._told = box("told");
    this.nodes = [
      this._heading,
      box(
        "switches",
        button("Review", () => go(`/review/${state.id}`), { main: true }),
        !won && button("Undo", handlers.undo, { key: "U" }),
        isDaily ? this._shareResult : button("Same board", handlers.again),
        button("New", handlers.fresh, { key: "N" }),
        won && analyseButton(handlers.analyse),
      ),
      this._told,
    ];
    this.tell(null);
  }

  /** @param {Ending | null} ending */
  tell(ending) {
    const { _state: state, _handlers: handlers } = this;
    const won = state.outcome === "won";
    const isDaily = state.kind === "daily";
    this._ending = ending;
    this._shareResult.disabled = !ending;
    refill(this._heading, won ? "Won" : "Lost", ending?.news && icon("star"));
    refill(
      this._told,
      won ? winFigures(state, ending) : element("p", {}, ending?.sentence ?? "You opened a mine."),
      ending?.news && element("p", { class: "news" }, ending.news),
      element("p", { class: "note" }, state.unranked ?? "Ranked: it counts for your records."),
      won && meanings("3BV/s", "Accuracy", "Survival"),
      box(
        "line",
        !won && analyseButton(handlers.analyse),
        isDaily && button("Same board", handlers.again),
        // the link would give a daily board away
        !isDaily && state.board && button("Copy link", handlers.share, { title: "Copy a link to this board" }),
      ),
    );
  }
}

/**
 * Share the result of a daily board.
 * @param {import("../types.js").GameState} state
 * @param {Ending} ending
 */
async function tell(state, ending) {
  const { share } = await import("../words/share.js");
  answer(await share({ ...state, ...ending, elapsed: state.clock.elapsed }));
}

/**
 * @param {import("../types.js").GameState} state
 * @param {Ending | null} ending
 */
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
