/** Train: one puzzle at a time; the server makes and judges them. */

import { Verdict } from "./verdict.js";
import { TrainView } from "./view.js";
import { cancelled } from "../lib/latest.js";
import { Actions } from "../page/actions.js";
import { listenOnBoard, listenToPage, onLeave } from "../page/mode.js";
import { faceDoes } from "../page/panel.js";
import { remember, rename } from "../page/router.js";
import { closePanel } from "../page/sheet.js";
import { sound } from "../page/sounds.js";
import { board, ready } from "../page/stage.js";
import { api, Problem } from "../server/api.js";
import { waiting } from "../server/waiting.js";
import { say } from "../words/announcer.js";
import { slug } from "../words/words.js";

/** @typedef {import("../types.js").TrainingPuzzle} Puzzle */
/** @typedef {import("./verdict.js").Move} Move */

const ACTIONS = {
  goOn: { key: "Enter", main: true },
  giveUp: { key: "S", label: "Show me" },
};

/** @param {import("../page/router.js").Route} route */
export async function open({ parts: [name = "mixed", id] }) {
  const trainer = new Trainer(name.replaceAll("-", " "));
  onLeave(() => trainer.close());
  await Promise.all([trainer.pose(id), trainer.showStanding()]);
}

export class Trainer {
  /** @param {string} choice  a technique, mixed or mistakes */
  constructor(choice) {
    this.choice = choice;
    this.closed = false;
    /** The puzzle that waits for an answer. @type {Puzzle | null} */
    this.puzzle = null;
    /** What comes after an answer. @type {(() => void) | null} */
    this._onward = null;
    /** @type {Actions<keyof typeof ACTIONS>} */
    this.actions = new Actions(this, ACTIONS);
    this.view = new TrainView(this);
    this._listen();
  }

  close() {
    this.closed = true;
  }

  async showStanding() {
    const standing = await api.training();
    if (!this.closed) this.view.showStanding(standing);
  }

  /** Show the next puzzle, or one by its id. @param {string} [id] */
  async pose(id) {
    ready(false);
    const words = this.choice === "mistakes" ? "Looking through your games …" : "Making a puzzle …";
    try {
      const puzzle = await waiting(words, (signal) =>
        id ? api.puzzle(id, signal) : api.nextPuzzle(this.choice, signal),
      );
      if (this.closed) return;
      this.puzzle = puzzle;
      if (this.choice !== "mixed") this._showAddress(puzzle); // the address names the technique
      this.view.showPuzzle(puzzle);
    } catch (error) {
      if (this.closed || cancelled(error)) return;
      if (!(error instanceof Problem)) throw error;
      this.view.showNoPuzzle(error.kind, error.message);
    }
  }

  /** Go on after an answer. */
  goOn() {
    this._onward?.();
  }

  giveUp() {
    return this._answer(null);
  }

  _listen() {
    const answer = (/** @type {Move["action"]} */ action) => (/** @type {number} */ index) =>
      board.marks[index] === "#" && void this._answer({ action, cell: board.cellOf(index) });
    const [open, flag] = [answer("open"), answer("flag")];
    const press = (/** @type {number} */ index) => (this._onward ? this.goOn() : open(index));
    const goOn = () => this.goOn();
    listenOnBoard(
      { open, flag, chord: () => {} },
      { Enter: press, " ": press, f: flag, "Shift+Enter": flag },
    );
    listenToPage({ ...this.actions.keys(), " ": goOn, n: goOn });
    faceDoes("Next puzzle", goOn, "N");
  }

  /** @param {Puzzle} puzzle */
  _showAddress({ id }) {
    rename(`/train/${slug(this.choice)}/${id}`);
  }

  /** @param {Move | null} move  null to give up */
  async _answer(move) {
    const { puzzle } = this;
    if (!puzzle) return;
    this.puzzle = null; // one answer, even while it is being judged
    const body = move
      ? { action: move.action, row: move.cell[0], column: move.cell[1] }
      : { action: "give_up" };
    try {
      const judged = await waiting("Judging …", (signal) =>
        api.answerPuzzle(puzzle.id, body, signal),
      );
      if (!this.closed) this._showVerdict(puzzle, judged, move);
    } catch (error) {
      this.puzzle = puzzle;
      if (error instanceof Problem) say(error.message);
      else if (!cancelled(error)) throw error;
    }
  }

  /**
   * Show what was wrong, and then the right answer.
   * @param {Puzzle} puzzle
   * @param {import("../types.js").TrainingAnswer} judged
   * @param {Move | null} move
   */
  _showVerdict(puzzle, judged, move) {
    const verdict = new Verdict(puzzle, judged, move);
    const showAnswer = () => {
      verdict.showAnswer();
      this._onward = () => this._next();
      this.view.offerNext(puzzle);
    };
    this._showAddress(puzzle);
    if (move) sound(judged.right ? "right" : "wrong");
    this.view.showJudged(judged);
    if (!verdict.hasClues) return showAnswer();
    verdict.showMistake();
    this._onward = showAnswer;
    this.view.offerAnswer();
  }

  _next() {
    this._onward = null;
    closePanel();
    remember(`/train/${slug(this.choice)}`);
    void this.pose();
  }
}
