/** The answer to a puzzle: why it is right or wrong, on the board and in the panel. */

import * as announcer from "../words/announcer.js";
import { countFlags, indices } from "../board/marks.js";
import { whole } from "../insight/chance.js";
import { guesses, techniqueLink, why } from "../insight/reason.js";
import { element, icon } from "../lib/element.js";
import { lead, status } from "../page/panel.js";
import { board } from "../page/stage.js";
import { at, counted } from "../words/words.js";

/** @typedef {import("../types.js").TrainingPuzzle} Puzzle */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {{ action: "open" | "flag", cell: Cell }} Move */
/** @typedef {Omit<import("../board/board.js").Picture, "width" | "height" | "marks">} Overlay */

export const GUESS = "best guess";

/**
 * Draw a puzzle; `stamps` are marks that lie over those of its view.
 * @param {Puzzle} puzzle
 * @param {"playing" | "won" | "lost"} face
 * @param {Overlay} [overlay]
 * @param {Record<number, string>} [stamps]
 */
export function drawPuzzle({ view }, face, overlay = {}, stamps = {}) {
  const { width, height, rows } = view;
  const mines = view.mines ?? 0; // a puzzle knows its total
  const marks = Object.assign(rows.join("").split(""), stamps).join("");
  board.draw({ width, height, marks, ...overlay });
  status({ mines: mines - countFlags(rows.join("")), of: mines, time: "", face });
}

export class Verdict {
  /**
   * @param {Puzzle} puzzle
   * @param {import("../types.js").TrainingAnswer} judged
   * @param {Move | null} move  null if the player gave up
   */
  constructor(puzzle, judged, move) {
    this.puzzle = puzzle;
    this.judged = judged;
    this.move = move;
  }

  /** Whether the wrong cell has clues to show before the answer. */
  get hasClues() {
    return !this.judged.right && this.judged.reason !== null;
  }

  /** Show what the wrong cell is, and its clues. */
  showMistake() {
    const { reason } = this.judged;
    if (!this.move || !reason) return;
    const draw = (/** @type {import("../insight/reason.js").Highlight | null} */ highlight) =>
      drawPuzzle(
        this.puzzle,
        "lost",
        { layers: { ...this._wrong, ...this._lit(highlight, reason) } },
        this._stamps,
      );
    draw(null);
    const title = `${at(...this.move.cell)} is ${reason.is_mine ? "a mine" : "safe"}`;
    lead(this._heading(title), ...why(reason.text, reason.steps, draw));
    board.reveal(this._index(this.move.cell), reason.clues);
    announcer.announce(title, reason.text);
  }

  /** Show the right answer with its steps: the player's own, or else the easiest. */
  showAnswer() {
    const { judged, move, puzzle } = this;
    const answer = this._answer;
    if (!answer) return;
    const { action, cell, text, reason } = answer;
    const order = `${action === "flag" ? "Flag" : judged.technique === GUESS ? "Guess" : "Open"} ${at(...cell)}`;
    const unsure = move && !judged.right && !judged.reason; // the wrong cell has only a risk
    const title = judged.right ? "Right" : unsure ? `Not ${at(...move.cell)}` : order;
    const stamps = { ...this._stamps, ...(action === "flag" ? { [this._index(cell)]: "F" } : {}) };
    const draw = (/** @type {import("../insight/reason.js").Highlight | null} */ highlight) => {
      const layers = { ...this._wrong, ...this._accepted, best: [this._index(cell)] };
      const overlay = { ...this._risks, layers: { ...layers, ...this._lit(highlight, reason) } };
      drawPuzzle(puzzle, judged.right ? "won" : "playing", overlay, stamps);
    };
    draw(null);
    lead(
      this._heading(title),
      unsure && element("p", {}, judged.why ?? ""),
      unsure && element("h3", {}, order),
      ...why(text, reason?.steps ?? [], draw),
      judged.candidates.length > 0 && guesses(judged.candidates, draw),
      this._afterwards(),
    );
    announcer.announce(title, ...(unsure ? [judged.why ?? "", order] : []), text);
    board.reveal(this._index(cell), reason?.clues);
    if (judged.right) celebrate(board.root, cell);
  }

  /** @returns {import("../types.js").RightAnswer | undefined} */
  get _answer() {
    const { judged, move } = this;
    if (!judged.right || !move) return judged.answers[0];
    return { ...move, text: judged.why ?? "", reason: judged.reason };
  }

  /** @param {Cell} cell */
  _index([row, column]) {
    return row * this.puzzle.view.width + column;
  }

  /** The wrong cell. */
  get _wrong() {
    return { wrong: this.move && !this.judged.right ? [this._index(this.move.cell)] : [] };
  }

  /** A crossed flag on a wrong one. @returns {Record<number, string>} */
  get _stamps() {
    const { move, judged } = this;
    return move?.action === "flag" && !judged.right ? { [this._index(move.cell)]: "x" } : {};
  }

  /** All right answers; guesses are not safe, so they are only outlined. */
  get _accepted() {
    const cells = (/** @type {string} */ action) =>
      this.judged.answers
        .filter((each) => each.action === action)
        .map(({ cell }) => this._index(cell));
    if (this.judged.technique === GUESS) return { spoken: cells("open") };
    return { safe: cells("open"), mines: cells("flag") };
  }

  /** The risks of the best guesses. @returns {Overlay} */
  get _risks() {
    const { width, height } = this.puzzle.view;
    /** @type {(number | null)[]} */
    const risks = Array(width * height).fill(null);
    /** @type {(string | null)[]} */
    const texts = Array(width * height).fill(null);
    for (const { cell, risk, risk_text } of this.judged.candidates) {
      risks[this._index(cell)] = risk;
      texts[this._index(cell)] = risk < 0.1 ? risk_text.replace(" %", "") : whole(risk);
    }
    return { risks, texts };
  }

  /**
   * What a part of a reason lights, or else all of it.
   * @param {import("../insight/reason.js").Highlight | null} highlight
   * @param {import("../types.js").Reason | null} reason
   */
  _lit(highlight, reason) {
    const { width } = this.puzzle.view;
    const lit = indices((highlight ?? reason)?.clues, width);
    return highlight ? { lit, spoken: indices(highlight.cells, width) } : { lit };
  }

  /** @param {string} title */
  _heading(title) {
    const { right, change } = this.judged;
    const points = change && `${change.overall < 0 ? "−" : "+"}${Math.abs(change.overall)}`;
    return element(
      "h2",
      { class: right ? "won" : "" },
      title,
      points && element("span", { class: "change", title: "Change of the rating" }, points),
    );
  }

  _afterwards() {
    const { technique, right, counted: counts, standing, answers } = this.judged;
    const { current } = standing.overall.streak;
    return element(
      "p",
      { class: "note afterwards" },
      techniqueLink(technique),
      right && counts && current > 1 && ` ${current} in a row.`,
      answers.length > 1 &&
        ` ${counted(answers.length, "answer was", "answers were")} right; all are marked.`,
    );
  }
}

/** @type {HTMLElement | null} */
let lastSign = null;

/**
 * @param {HTMLElement} root  the grid of cells
 * @param {[number, number]} cell
 */
export function celebrate(root, [row, column]) {
  lastSign?.remove();
  const sign = element("div", { class: "joy", "aria-hidden": "true" }, icon("tick"));
  sign.style.setProperty("--top", String(row));
  sign.style.setProperty("--left", String(column));
  sign.addEventListener("animationend", (event) => event.target === sign && sign.remove());
  root.append(sign);
  lastSign = sign;
}
