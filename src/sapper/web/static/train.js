/** Train: one puzzle at a time; the server makes and judges them. */

import { announce } from "./announcer.js";
import { api, Problem } from "./api.js";
import { box, element, find } from "./element.js";
import { button, link } from "./form.js";
import { celebrate } from "./joy.js";
import { flagged, indices } from "./picture.js";
import { guesses, techniqueLink, why } from "./reason.js";
import { remember, rename } from "./router.js";
import { closePanel } from "./sheet.js";
import {
  board,
  body,
  complain,
  controls,
  isNarrow,
  lead,
  listenOnBoard,
  listenToPage,
  onLeave,
  quiet,
  ready,
  status,
  zoom,
} from "./shell.js";
import { standingParts } from "./standing.js";
import { cancelled, waiting } from "./waiting.js";
import { at, counted, slug, titled } from "./words.js";

/** @typedef {import("./types.js").TrainingPuzzle} Puzzle */
/** @typedef {import("./types.js").TrainingAnswer} Answer */
/** @typedef {import("./types.js").RightAnswer} RightAnswer */
/** @typedef {import("./board.js").Layer} Layer */

const GUESS = "best guess";
const FIND = "Open a safe cell or flag a mine";
const MAY_GUESS = `${FIND}; if nothing is certain, open the best guess`;

/** @param {import("./router.js").Route} route */
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
    /** @type {Puzzle | null} */
    this.puzzle = null;
    /** What Enter does once the puzzle is answered. @type {(() => void) | null} */
    this.onward = null;
    this._listen();
  }

  close() {
    this.closed = true;
    find("#face").title = "New game (N)";
    find("#face").setAttribute("aria-label", "New game");
  }

  /** The address of the shown puzzle. */
  get address() {
    return `/train/${slug(this.choice)}/${this.puzzle?.id}`;
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
      if (this.closed) return;
      this.puzzle = puzzle;
      this._ask(puzzle);
      ready(true);
    } catch (error) {
      if (!this.closed) this._without(error);
    }
  }

  _next() {
    this.puzzle = null;
    this.onward = null;
    closePanel();
    remember(`/train/${slug(this.choice)}`);
    this.pose();
  }

  /** @param {Puzzle} puzzle */
  _ask(puzzle) {
    this._draw(puzzle, "playing");
    zoom.fit();
    const open = this.choice !== "mixed" && this.choice !== "mistakes"; // the technique is told
    if (this.choice !== "mixed") rename(this.address); // an id names the technique
    const task =
      open && puzzle.technique === GUESS ? "Nothing is certain: open the best guess" : open ? FIND : MAY_GUESS;
    lead(
      element("h2", {}, `${task}.`),
      open && element("p", {}, "Technique: ", techniqueLink(puzzle.technique)),
      element("p", { class: "note" }, rated(puzzle)),
    );
    controls(
      button("Show me", () => this._answer({ action: "give_up" }), {
        key: "S",
        title: puzzle.counts ? "See the answer; this counts as a wrong one" : "See the answer",
      }),
    );
    quiet(isNarrow() ? "Hold a cell to flag it" : titled(this.choice === "mistakes" ? "my mistakes" : this.choice));
    announce(`${task}.${open ? ` Technique: ${puzzle.technique}.` : ""}`);
  }

  /**
   * Say why there is no puzzle.
   * @param {unknown} error
   */
  _without(error) {
    if (cancelled(error)) return;
    if (!(error instanceof Problem)) throw error;
    board.draw({ width: 9, height: 9, marks: "#".repeat(81) });
    zoom.fit();
    status({ mines: null, time: "", face: "playing" });
    const none = this.choice === "mistakes" && error.kind === "not_found";
    if (none) {
      const sentence = "Play a game to its end: each mistake in it becomes a puzzle.";
      lead(element("h2", {}, "No mistake left to train"), element("p", {}, sentence));
      announce(`No mistake left to train. ${sentence}`);
    } else complain("There is no such puzzle", titled(error.message));
    controls(none ? link("Play", "/play") : link("Train", "/train"));
  }

  _listen() {
    const open = (/** @type {number} */ index) => this._choose("open", index);
    const flag = (/** @type {number} */ index) => this._choose("flag", index);
    const press = (/** @type {number} */ index) => (this.onward ? this.onward() : open(index));
    listenOnBoard({ open, flag, chord: () => {} }, { Enter: press, " ": press, f: flag });
    const on = () => this.onward?.();
    const show = () => this.puzzle && !this.onward && this._answer({ action: "give_up" });
    listenToPage({ enter: on, " ": on, n: on, s: show });
    find("#face").title = "Next puzzle (N)";
    find("#face").setAttribute("aria-label", "Next puzzle");
    find("#face").onclick = on;
  }

  /**
   * @param {"open" | "flag"} action
   * @param {number} index
   */
  _choose(action, index) {
    if (this.onward || board.marks[index] !== "#") return;
    const [row, column] = board.cellOf(index);
    this._answer({ action, row, column });
  }

  /** @param {{ action: "open" | "flag" | "give_up", row?: number, column?: number }} given */
  async _answer(given) {
    const { puzzle } = this;
    if (!puzzle) return;
    this.puzzle = null; // one answer at a time
    try {
      const told = await waiting("Judging …", (signal) => api.answerPuzzle(puzzle.id, given, signal));
      if (this.closed) return;
      this.puzzle = puzzle;
      rename(this.address);
      body(...standingParts(told.standing, this.choice));
      const { action, row, column } = given;
      const own = told.answers.find(
        ({ cell, ...each }) => each.action === action && cell[0] === row && cell[1] === column,
      );
      if (action === "give_up") this._solve(puzzle, told);
      else if (told.right) this._right(puzzle, told, given, own);
      else this._wrong(puzzle, told, given);
    } catch (error) {
      if (this.closed) return;
      this.puzzle = puzzle;
      if (error instanceof Problem) announce(error.message);
      else if (!cancelled(error)) throw error;
    }
  }

  /**
   * @param {Puzzle} puzzle
   * @param {Answer} told
   * @param {{ action: string, row?: number, column?: number }} given
   * @param {RightAnswer} [own]  with its steps; a guess may be as good as those that are listed
   */
  _right(puzzle, told, { action, row = 0, column = 0 }, own) {
    const index = board.indexOfCell([row, column]);
    this._explain(puzzle, told, "Right", {
      action: action === "flag" ? "flag" : "open",
      cell: [row, column],
      text: told.why ?? "",
      reason: own?.reason ?? told.reason,
    });
    celebrate(board.root, board.cellOf(index));
  }

  /**
   * Say why an answer is wrong, with its clues; the right one comes next.
   * @param {Puzzle} puzzle
   * @param {Answer} told
   * @param {{ action: string, row?: number, column?: number }} given
   */
  _wrong(puzzle, told, { action, row = 0, column = 0 }) {
    const { width } = puzzle.view;
    const index = board.indexOfCell([row, column]);
    const { reason } = told;
    const draw = (/** @type {import("./reason.js").Pointed | null} */ pointed) =>
      this._draw(puzzle, "lost", {
        marks: action === "flag" ? { [index]: "x" } : {},
        layers: {
          bad: [index],
          lit: indices((pointed ?? reason)?.clues, width),
          spoken: indices(pointed?.cells, width),
        },
      });
    draw(null);
    const name = at(row, column);
    const title = reason ? `${name} is ${reason.is_mine ? "a mine" : "safe"}` : `Not ${name}`;
    lead(this._heading(title, told), ...why(told.why ?? "", reason?.steps ?? [], draw));
    this._go("Show the answer", () => this._solve(puzzle, told));
    announce(`${title}. ${told.why}`);
  }

  /**
   * Show the easiest right answer.
   * @param {Puzzle} puzzle
   * @param {Answer} told
   */
  _solve(puzzle, told) {
    const easiest = told.answers[0];
    if (!easiest) return;
    const verb = easiest.action === "flag" ? "Flag" : puzzle.technique === GUESS ? "Guess" : "Open";
    this._explain(puzzle, told, `${verb} ${at(...easiest.cell)}`, easiest);
  }

  /**
   * Explain a right answer: its steps light their clues, and all other right answers are marked.
   * @param {Puzzle} puzzle
   * @param {Answer} told
   * @param {string} title
   * @param {RightAnswer} shown
   */
  _explain(puzzle, told, title, { action, cell, text, reason }) {
    const { width } = puzzle.view;
    const [index] = indices([cell], width);
    const all = (/** @type {string} */ wanted) =>
      indices(told.answers.filter((each) => each.action === wanted).map((each) => each.cell), width);
    const certain = told.technique !== GUESS;
    const draw = (/** @type {import("./reason.js").Pointed | null} */ pointed) =>
      this._draw(puzzle, told.right ? "won" : "playing", {
        marks: action === "flag" && index !== undefined ? { [index]: "F" } : {},
        ...(certain ? {} : risksOf(told.candidates, puzzle.view)),
        layers: {
          best: index === undefined ? [] : [index],
          safe: certain ? all("open") : [],
          mines: certain ? all("flag") : [],
          lit: indices((pointed ?? reason)?.clues, width),
          spoken: pointed ? indices(pointed.cells, width) : certain ? [] : all("open"),
        },
      });
    draw(null);
    lead(
      this._heading(title, told),
      ...why(text, reason?.steps ?? [], draw),
      !certain && guesses(told.candidates, draw),
      this._afterwards(told, all("open").length + all("flag").length),
    );
    this._go("Next", () => this._next(), this._links(puzzle));
    announce(`${title}. ${text}`);
  }

  /**
   * @param {string} title
   * @param {Answer} told
   */
  _heading(title, { right, change }) {
    const points = change && `${change.overall < 0 ? "−" : "+"}${Math.abs(change.overall)}`;
    return element(
      "h2",
      { class: right ? "won" : "" },
      title,
      points && element("span", { class: "change", title: "Change of the rating" }, points),
    );
  }

  /**
   * @param {Answer} told
   * @param {number} count  of right answers
   */
  _afterwards({ technique, right, counted: counts, standing }, count) {
    const { current } = standing.overall.streak;
    return element(
      "p",
      { class: "note afterwards" },
      techniqueLink(technique),
      right && counts && current > 1 && ` ${current} right in a row.`,
      technique !== GUESS && count > 1 && ` ${counted(count, "answer was", "answers were")} right: all that are marked.`,
    );
  }

  /** @param {Puzzle} puzzle */
  _links({ view, game, number }) {
    const { width, height, mines, rows } = view;
    const text = `${width}x${height}/${mines}\n${rows.join("\n")}`;
    return [
      link("Analyse", `/analyse?position=${encodeURIComponent(text)}`),
      game && link("Review", `/review/${encodeURIComponent(game)}?move=${number}`),
    ];
  }

  /**
   * Offer what Enter does.
   * @param {string} label
   * @param {() => void} onward
   * @param {import("./element.js").Child[]} [more]
   */
  _go(label, onward, more = []) {
    this.onward = onward;
    controls(box("line", button(label, onward, { key: "Enter", main: true }), ...more));
  }

  /**
   * @param {Puzzle} puzzle
   * @param {"playing" | "won" | "lost"} face
   * @param {Partial<Omit<import("./board.js").Picture, "marks">> & { marks?: Record<number, string> }} [changes]
   */
  _draw({ view }, face, { marks = {}, ...picture } = {}) {
    const letters = view.rows.join("").split("");
    Object.assign(letters, marks);
    board.draw({ width: view.width, height: view.height, marks: letters.join(""), ...picture });
    status({ mines: (view.mines ?? 0) - flagged(view.rows.join("")), time: "", face });
  }
}

/** @param {Puzzle} puzzle */
function rated({ counts, solved, rating, game }) {
  if (counts) return `Rated ${rating}.`;
  if (game) return "From one of your games; not rated.";
  return solved === null ? `Rated ${rating}; out of turn, so it does not count.` : "Answered before; it does not count again.";
}

/**
 * Show the risks of guesses.
 * @param {import("./types.js").Candidate[]} candidates
 * @param {{ width: number, height: number }} view
 * @returns {Pick<import("./board.js").Picture, "risks" | "texts">}
 */
function risksOf(candidates, { width, height }) {
  /** @type {(number | null)[]} */
  const risks = Array(width * height).fill(null);
  /** @type {(string | null)[]} */
  const texts = Array(width * height).fill(null);
  for (const { cell, risk, risk_text } of candidates) {
    const [index = 0] = indices([cell], width);
    risks[index] = risk;
    texts[index] = risk_text.replace(" %", "");
  }
  return { risks, texts };
}
