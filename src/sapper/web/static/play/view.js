/** Shows the game that is played: its cells, the line above them, and the panel. */

import { endingLayers, EndingLines } from "./ending.js";
import { newGamePart, otherGames } from "./new-game.js";
import { element } from "../lib/element.js";
import { settings } from "../lib/settings.js";
import { MoveList } from "../page/moves.js";
import { body, controls, lead, part, quiet, status } from "../page/panel.js";
import { board, zoom } from "../page/stage.js";
import { description, facts, greeting } from "../words/captions.js";
import { at } from "../words/words.js";

/** @typedef {import("../types.js").GameState} GameState */

export class PlayView {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    /** Whether the panel shows how a game ended. */
    this.showsEnd = false;
    /** @type {EndingLines | null} */
    this._endingLines = null;
    this._list = new MoveList((number) => this._point(number));
    /** @type {GameState["moves"]} */
    this._moves = [];
  }

  /**
   * Show another game.
   * @param {GameState} state
   * @param {boolean} kept  whether the panel, in which a choice was just made, stays as it is
   */
  begin(state, kept) {
    this.panel(state, kept);
    zoom.fit();
    this._showPlace(state);
    this.greet(state);
  }

  /**
   * Say below the board which game this is, or to a new player what clicks do.
   * @param {GameState} state
   */
  greet(state) {
    quiet(settings.greeted || state.end ? description(state) : greeting());
  }

  /** Show the part of a large board where the game stands. @param {GameState} state */
  _showPlace({ moves, start }) {
    const [row, column] = moves.at(-1)?.slice(1) ?? start ?? [];
    const { wide, high } = board.window();
    if (row !== undefined) board.scrollTo(Number(column) - wide / 2, Number(row) - high / 2);
  }

  /** @param {number | null} [from]  the cell from which new openings spread */
  draw(from = null) {
    const { session, clicks, help, ending, closed } = this.play;
    if (!session || !clicks || closed) return;
    const { width, height } = session.state;
    const picture = help.picture();
    const layers = {
      ...picture.layers,
      pending: session.pending,
      confirm: clicks.confirm.waiting,
      ...endingLayers(ending, width),
    };
    board.root.classList.toggle("is-draft", session.coming);
    board.draw({ width, height, marks: clicks.marks, ...picture, layers }, from);
    this.tick();
  }

  /** Show mines and time. */
  tick() {
    const { session, closed } = this.play;
    if (!session || closed) return;
    const { mines, mines_left, outcome } = session.state;
    const left = outcome === "won" ? 0 : mines_left; // the last flags are set for the player
    const { elapsed } = session;
    const time = settings.clock === "tenths" ? elapsed.toFixed(1) : String(Math.floor(elapsed));
    status({ mines: left, of: mines, time, face: outcome });
  }

  /**
   * Fill the panel.
   * @param {GameState} state
   * @param {boolean} [kept]  whether what is below the switches stays
   */
  panel(state, kept = false) {
    const { play } = this;
    this.showsEnd = Boolean(state.end);
    this.lead(state);
    controls(!state.end && play.help.switches(play.actions));
    if (kept) return;
    body(
      ...(state.end ? [] : play.help.parts()),
      newGamePart(play),
      part("Moves", this._list.element),
    );
  }

  /** @param {GameState} state */
  lead(state) {
    if (!state.end)
      return lead(
        !state.moves.length && otherGames(),
        element("p", { class: "note" }, facts(state)),
      );
    this._endingLines = new EndingLines(state, this.play.actions);
    this.showEnding();
    lead(...this._endingLines.nodes);
  }

  /** Show how the game ended, as far as that is known. */
  showEnding() {
    this._endingLines?.fill(this.play.ending);
  }

  /** @param {GameState["moves"]} moves */
  listMoves(moves) {
    if (moves !== this._moves) this._list.clear();
    this._moves = moves;
    for (const [verb, ...cell] of moves.slice(this._list.length))
      this._list.add(this._list.length + 1, `${verb} ${at(...cell)}`, "", null);
    this._list.mark(moves.length);
  }

  /** Mark on the board where a move was made. @param {number} number */
  _point(number) {
    const [, ...cell] = this._moves[number - 1] ?? ["open", 0, 0];
    board.reveal(board.indexOfCell(cell));
    board.focus(board.indexOfCell(cell));
    this._list.mark(number);
  }
}
