/** Learn from your mistakes: the missed positions as puzzles, with hidden answers. */

import { countFlags, indices } from "../board/marks.js";
import { showEvaluation } from "../insight/chance.js";
import { viewOf } from "../insight/position.js";
import { box, element } from "../lib/element.js";
import { button } from "../lib/form.js";
import { latest } from "../lib/latest.js";
import { listenOnBoard } from "../page/mode.js";
import { lead, status } from "../page/panel.js";
import { board } from "../page/stage.js";
import { api } from "../server/api.js";
import { announce } from "../words/announcer.js";
import { at, sentence } from "../words/words.js";

export class Lesson {
  /**
   * @param {import("../types.js").Review} review
   * @param {import("./mark-history.js").MarkHistory} history
   * @param {() => void} onEnd
   */
  constructor(review, history, onEnd) {
    this.review = review;
    this.history = history;
    this._onEnd = onEnd;
    this.number = 0;
    this.solved = false;
    this._stop = () => {};
    this._ask = latest(0);
  }

  begin() {
    const choose = (/** @type {number} */ index) => this._try(index);
    const ignore = () => {};
    this._stop = listenOnBoard(
      { open: choose, flag: ignore, chord: ignore },
      { Enter: choose, " ": choose },
    );
    this._pose();
  }

  close() {
    this.solved = false;
    this._stop();
  }

  get move() {
    return this.review.moves[(this.review.puzzles[this.number] ?? 1) - 1];
  }

  _pose() {
    this.solved = false;
    showEvaluation(null);
    this._draw({});
    if (this.move) board.reveal(board.indexOfCell(this.move.cell));
    this._show("Which cell would you open?", "There was a better move here than yours. Open it.", [
      button("Show me", () => this._showAnswer("The answer")),
    ]);
  }

  /** @param {number} index */
  _try(index) {
    const right = indices(this.move?.answers, this.review.width).includes(index);
    if (this.solved) return;
    if (right) return this._showAnswer("Right", index);
    this._draw({ wrong: [index] });
    this._show("Not this one", `There is a better cell than ${at(...board.cellOf(index))}.`, [
      button("Show me", () => this._showAnswer("The answer")),
    ]);
  }

  /**
   * Show the answer at once; its proof follows if the one at hand is for another cell.
   * @param {string} title
   * @param {number} [cell]  the cell that was opened, if it was right
   */
  _showAnswer(title, cell) {
    const { move } = this;
    if (!move) return;
    this.solved = true;
    const index = cell ?? indices(move.answers, this.review.width)[0] ?? -1;
    const proof = move.proof && index === board.indexOfCell(move.proof.cell) ? move.proof : null;
    this._showProof(title, index, proof);
    board.reveal(index);
    if (!move.proof || proof) return;
    this._ask(
      (signal) => api.analyseExplain({ position: this._view(), cell: board.cellOf(index) }, signal),
      (reason) => this.solved && move === this.move && this._showProof(title, index, reason),
    );
  }

  /**
   * @param {string} title
   * @param {number} index
   * @param {import("../types.js").Reason | null} proof  why the cell there is safe, once it is known
   */
  _showProof(title, index, proof) {
    const { move } = this;
    const { width, puzzles } = this.review;
    const safe = move?.proof ? indices(move.answers, width) : [];
    this._draw({ best: [index], safe, lit: indices(proof?.clues, width) });
    const all = safe.length > 1 ? "All dotted cells are safe. " : "";
    const why = move?.proof ? `${all}${sentence(proof?.text ?? "")}` : (move?.sentence ?? "");
    const more = this.number + 1 < puzzles.length;
    const onward = more
      ? button("Next", () => this._next(), { main: true })
      : button("Done", this._onEnd, { main: true });
    this._show(title, why, [onward], !move?.proof || proof !== null); // said once, with its reason
  }

  _next() {
    this.number += 1;
    this._pose();
  }

  /** The marks before the move. */
  get _marks() {
    return this.history.marksAfter((this.move?.number ?? 1) - 1);
  }

  _view() {
    return viewOf(this.review, this._marks);
  }

  /** @param {Partial<Record<import("../board/look.js").Layer, number[]>>} layers */
  _draw(layers) {
    const { width, height, mines, moves } = this.review;
    const marks = this._marks;
    board.draw({ width, height, marks, layers });
    const made = (this.move?.number ?? 1) - 1;
    status({
      mines: mines - countFlags(marks),
      time: `${made} / ${moves.length}`,
      face: "playing",
    });
  }

  /**
   * @param {string} title
   * @param {string} sentence
   * @param {HTMLElement[]} buttons
   * @param {boolean} [aloud]
   */
  _show(title, sentence, buttons, aloud = true) {
    const count = `${this.number + 1} of ${this.review.puzzles.length}`;
    lead(
      element("h2", {}, title),
      element("p", {}, sentence),
      box("line", ...buttons, element("span", { class: "note" }, count)),
    );
    if (aloud) announce(title, sentence);
  }
}
