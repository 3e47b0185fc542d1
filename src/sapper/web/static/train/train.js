/** Train: one puzzle at a time; the server makes and judges them. */

import { api, Problem } from "../server/api.js";
import { box, element } from "../lib/element.js";
import { button, link } from "../lib/form.js";
import { positionQuery } from "../insight/position.js";
import { techniqueLink } from "../insight/reason.js";
import { remember, rename } from "../page/router.js";
import { change } from "../lib/settings.js";
import { closePanel } from "../page/sheet.js";
import { listenOnBoard, listenToPage, onLeave } from "../page/mode.js";
import { body, complain, controls, faceDoes, lead, quiet, status } from "../page/panel.js";
import { board, ready, zoom } from "../page/stage.js";
import { sound } from "../page/sounds.js";
import { say, told } from "../words/speech.js";
import { standingParts } from "./standing.js";
import { drawPuzzle, GUESS, Verdict } from "./verdict.js";
import { cancelled } from "../lib/latest.js";
import { waiting } from "../server/waiting.js";
import { slug, titled } from "../words/words.js";

/** @typedef {import("../types.js").TrainingPuzzle} Puzzle */

const FIND = "Open a safe cell or flag a mine";
const MAY_GUESS = `${FIND}; if nothing is certain, open the best guess`;
const MUST_GUESS = "Nothing is certain: open the best guess";

/** @param {import("../page/router.js").Route} route */
export async function openTrain({ parts: [name = "mixed", id] }) {
  const trainer = new Trainer(name.replaceAll("-", " "));
  onLeave(() => trainer.close());
  await Promise.all([trainer.pose(id), trainer.stand()]);
}

class Trainer {
  /** @param {string} choice  a technique, mixed or mistakes */
  constructor(choice) {
    this.choice = choice;
    this.closed = false;
    /** The puzzle that waits for an answer. @type {Puzzle | null} */
    this.puzzle = null;
    /** What Enter does after an answer. @type {(() => void) | null} */
    this.onward = null;
    this._listen();
  }

  close() {
    this.closed = true;
  }

  /** Show how the player stands. */
  async stand() {
    const standing = await api.training();
    if (!this.closed) body(...standingParts(standing, this.choice));
  }

  /**
   * Show the next puzzle, or one by its id.
   * @param {string} [id]
   */
  async pose(id) {
    ready(false);
    const words = this.choice === "mistakes" ? "Looking through your games …" : "Making a puzzle …";
    try {
      const puzzle = await waiting(words, (signal) =>
        id ? api.puzzle(id, signal) : api.nextPuzzle(this.choice, signal),
      );
      if (!this.closed) this._ask(puzzle);
    } catch (error) {
      if (!this.closed && !cancelled(error)) this._without(error);
    }
  }

  /** @param {Puzzle} puzzle */
  _ask(puzzle) {
    this.puzzle = puzzle;
    drawPuzzle(puzzle, "playing");
    ready(true);
    zoom.fit();
    const known = puzzle.technique === this.choice; // else finding the technique is part of the task
    const task = !known ? MAY_GUESS : puzzle.technique === GUESS ? MUST_GUESS : FIND;
    if (this.choice !== "mixed") this._showAddress(puzzle); // the address names the technique
    lead(
      element("h2", {}, `${task}.`),
      known && element("p", {}, "Technique: ", techniqueLink(puzzle.technique)),
      element("p", { class: "note" }, rated(puzzle)),
    );
    const title = puzzle.counts ? "See the answer; this counts as a wrong one" : "See the answer";
    controls(button("Show me", () => this._answer(null), { key: "S", title }));
    const short = known ? task : "Find the best move"; // the panel may be folded
    quiet(matchMedia("(pointer: coarse)").matches ? "Hold a cell to flag it" : short);
    told(task, known ? `Technique: ${puzzle.technique}` : "");
  }

  /** @param {Puzzle} puzzle */
  _showAddress({ id }) {
    rename(`/train/${slug(this.choice)}/${id}`);
  }

  /**
   * Say why there is no puzzle.
   * @param {unknown} error
   */
  _without(error) {
    if (!(error instanceof Problem)) throw error;
    board.draw({ width: 9, height: 9, marks: "#".repeat(81) });
    zoom.fit();
    status({ mines: null, time: "", face: "playing" });
    if (this.choice === "mistakes" && error.kind === "not_found") {
      const words = "Finish a game: each mistake in it becomes a puzzle here.";
      lead(element("h2", {}, "No mistake left to train"), element("p", {}, words));
      told("No mistake left to train", words);
      controls(link("Play", "/play"));
    } else {
      complain("There is no such puzzle", titled(error.message));
      controls(link("Train", "/train"));
    }
  }

  _listen() {
    const open = (/** @type {number} */ index) => this._choose("open", index);
    const flag = (/** @type {number} */ index) => this._choose("flag", index);
    const press = (/** @type {number} */ index) => (this.onward ? this.onward() : open(index));
    const on = () => this.onward?.();
    listenOnBoard({ open, flag, chord: () => {} }, { Enter: press, " ": press, f: flag, "Shift+Enter": flag });
    listenToPage({ enter: on, " ": on, n: on, s: () => this._answer(null) });
    faceDoes("Next puzzle", on, "N");
  }

  /**
   * @param {"open" | "flag"} action
   * @param {number} index
   */
  _choose(action, index) {
    if (board.marks[index] === "#") this._answer({ action, cell: board.cellOf(index) });
  }

  /** @param {import("./verdict.js").Given | null} given  null to give up */
  async _answer(given) {
    const { puzzle } = this;
    if (!puzzle) return;
    this.puzzle = null; // one answer, even while it is being judged
    const body = given
      ? { action: given.action, row: given.cell[0], column: given.cell[1] }
      : { action: "give_up" };
    try {
      const answer = await waiting("Judging …", (signal) => api.answerPuzzle(puzzle.id, body, signal));
      if (!this.closed) this._judged(puzzle, answer, given);
    } catch (error) {
      this.puzzle = puzzle;
      if (error instanceof Problem) say(error.message);
      else if (!cancelled(error)) throw error;
    }
  }

  /**
   * @param {Puzzle} puzzle
   * @param {import("../types.js").TrainingAnswer} told
   * @param {import("./verdict.js").Given | null} given
   */
  _judged(puzzle, told, given) {
    this._showAddress(puzzle);
    body(...standingParts(told.standing, this.choice));
    if (given) sound(told.right ? "right" : "wrong");
    quiet(told.right ? "Right" : "");
    if (!told.right) change({ folded: false }); // the panel shows why
    const verdict = new Verdict(puzzle, told, given);
    const answer = () => {
      verdict.showAnswer();
      this._offer("Next", () => this._next(), links(puzzle));
    };
    if (!verdict.hasClues) return answer();
    verdict.showMistake();
    this._offer("Show the answer", answer);
  }

  _next() {
    this.onward = null;
    closePanel();
    remember(`/train/${slug(this.choice)}`);
    this.pose();
  }

  /**
   * Offer what Enter does.
   * @param {string} label
   * @param {() => void} onward
   * @param {import("../lib/element.js").Child[]} [more]
   */
  _offer(label, onward, more = []) {
    this.onward = onward;
    controls(box("line", button(label, onward, { key: "Enter", main: true }), ...more));
  }
}

/** @param {Puzzle} puzzle */
function rated({ counts, solved, rating, game }) {
  if (counts) return `Rated ${rating}.`;
  if (game) return "From one of your games; not rated.";
  return solved === null ? "Out of turn; not rated." : "Answered before; not rated again.";
}

/** @param {Puzzle} puzzle */
function links({ view, game, number }) {
  return [
    link("Analyse", `/analyse?${positionQuery(view, view.rows.join(""))}`),
    game && link("Review", `/review/${encodeURIComponent(game)}?move=${number}`),
  ];
}
