/** Learn from your mistakes: the missed positions as puzzles, the answers hidden. */

import { announce } from "./announcer.js";
import { element } from "./element.js";
import { showEvaluation } from "./evaluation.js";
import { button } from "./form.js";
import { indices } from "./picture.js";
import { board, lead, listenForLesson } from "./shell.js";
import { place, sentence } from "./words.js";

/** @typedef {import("./board.js").Layer} Layer */

export class Lesson {
  /**
   * @param {import("./types.js").Review} review
   * @param {import("./replay.js").Replay} replay
   * @param {() => void} finished
   */
  constructor(review, replay, finished) {
    this.review = review;
    this.replay = replay;
    this.finished = finished;
    this.number = 0;
    this.solved = false;
    this._stop = () => {};
  }

  begin() {
    this._stop = listenForLesson((index) => this._try(index));
    this._pose();
  }

  close() {
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
    this._say(
      "Which cell would you open?",
      "You chose another way here; there was a better one. Open it.",
      [button("Show me", () => this._tell("The answer"))],
    );
  }

  /** @param {number} index */
  _try(index) {
    const right = indices(this.move?.answers, this.review.width).includes(index);
    if (this.solved) return;
    if (right) return this._tell("Right", index);
    this._draw({ bad: [index] });
    this._say("Not this one", `There is something better than ${place(...board.cellOf(index))}.`, [
      button("Show me", () => this._tell("The answer")),
    ]);
  }

  /**
   * @param {string} title
   * @param {number} [chosen]  the cell that was opened, if it was a right one
   */
  _tell(title, chosen) {
    this.solved = true;
    const { move } = this;
    const width = this.review.width;
    const [first = -1, ...others] = indices(move?.answers, width);
    const certain = move?.proof ? [first, ...others] : [];
    this._draw({ best: [chosen ?? first], safe: certain, lit: indices(move?.proof?.clues, width) });
    board.reveal(chosen ?? first);
    const more = this.number + 1 < this.review.puzzles.length;
    this._say(title, this._why(chosen ?? first), [
      more
        ? button("Next", () => this._next(), { main: true })
        : button("Done", this.finished, { main: true }),
    ]);
  }

  /**
   * Say why an answer is one; the reason at hand is for one of them.
   * @param {number} index
   */
  _why(index) {
    const { move } = this;
    if (!move?.proof) return move?.sentence ?? "";
    const own = index === board.indexOfCell(move.proof.cell);
    const told = sentence(move.proof.text);
    return own ? told : `All dotted cells are safe. For one of them: ${told}`;
  }

  _next() {
    this.number += 1;
    this._pose();
  }

  /** @param {Partial<Record<Layer, number[]>>} layers */
  _draw(layers) {
    const { width, height } = this.review;
    board.draw({
      width,
      height,
      marks: this.replay.marksAfter((this.move?.number ?? 1) - 1),
      layers,
    });
  }

  /**
   * @param {string} title
   * @param {string} sentence
   * @param {HTMLElement[]} buttons
   */
  _say(title, sentence, buttons) {
    const count = `${this.number + 1} of ${this.review.puzzles.length}`;
    lead(
      element("h2", {}, title),
      element("p", {}, sentence),
      element("div", { class: "line" }, ...buttons, element("span", { class: "note" }, count)),
    );
    announce(`${title}. ${sentence}`);
  }
}
