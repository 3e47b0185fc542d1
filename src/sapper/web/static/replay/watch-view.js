/** Shows a watched game: the board after each move, its reason, and the way to another game. */

import { showTimeline } from "./timeline.js";
import { countFlags, endMarks, indices } from "../board/marks.js";
import { showEvaluation } from "../insight/chance.js";
import { gameChart } from "../insight/chart.js";
import { guesses, stepLines } from "../insight/reason.js";
import { box, element, find } from "../lib/element.js";
import { choice, number } from "../lib/form.js";
import { MoveList } from "../page/moves.js";
import { body, lead, part, quiet, status } from "../page/panel.js";
import { board, zoom } from "../page/stage.js";
import { at, titled } from "../words/words.js";

/** @typedef {import("../types.js").WatchedMove} WatchedMove */
/** @typedef {import("../lib/form.js").Options} Options */

/** @type {Options} */
const SPEEDS = [
  ["1", "1 per second"],
  ["4", "4 per second"],
  ["12", "12 per second"],
  ["40", "40 per second"],
];

export class WatchView {
  /** @param {import("./watch.js").Watch} watch */
  constructor(watch) {
    this.watch = watch;
    this._list = new MoveList((made) => watch.timeline.jump(made));
    this._chart = part("Chance of winning");
    this._chart.hidden = true;
    this._mark = (/** @type {number} */ _number) => {};
    this._panel();
  }

  /** @param {import("../types.js").WatchedGame} game */
  begin({ player, level_name }) {
    quiet(`${titled(player)} plays ${titled(level_name)}`);
    zoom.fit();
  }

  /** @param {string} sentence */
  showProblem(sentence) {
    lead(element("p", { class: "error" }, sentence));
  }

  /** @param {number} made */
  show(made) {
    const { move } = this.watch;
    this.draw(move ? board.indexOfCell(move.cell) : null);
    showEvaluation(move?.chance_after);
    if (move) board.reveal(board.indexOfCell(move.cell));
    this._showReason();
    this._list.mark(made);
    this._mark(made);
  }

  /** @param {number | null} [from]  the cell from which new openings spread */
  draw(from = null) {
    const { game, move, made, moves, outcome, insight, closed } = this.watch;
    if (closed || !game) return;
    const { width, height, mines } = game;
    const marks = outcome ? endMarks(this.watch.marks, width, outcome) : this.watch.marks;
    const picture = insight.picture();
    const played = indices(move ? [move.cell] : [], width);
    board.draw({ width, height, marks, ...picture, layers: { ...picture.layers, played } }, from);
    status({
      mines: mines - countFlags(marks),
      time: `${made} / ${moves.length}`,
      face: outcome ? /** @type {"won" | "lost"} */ (outcome.outcome) : "playing",
    });
  }

  _showReason() {
    const { move, shownEnd, result, insight } = this.watch;
    lead(
      move && element("h2", {}, `${move.number}. ${at(...move.cell)}${guessWords(move)}`),
      ...(move ? stepLines(move.reason) : []),
      move && move.candidates.length > 1 && guesses(move.candidates, insight.light),
      shownEnd && element("p", { class: shownEnd.outcome }, result),
    );
  }

  /** @param {WatchedMove} move */
  addMove({ number, cell, certain, risk_text }) {
    const { made, moves } = this.watch;
    find("#time").textContent = `${made} / ${moves.length}`;
    const note = certain ? "certain" : (risk_text ?? "guess");
    this._list.add(number, at(...cell), note, certain ? "certain" : "best_guess");
  }

  /** Draw the chances of the whole game, once it is there. */
  drawChart() {
    const { moves, timeline, made } = this.watch;
    const charted = moves.map((move) => ({
      ...move,
      risk: move.certain ? 0 : move.risk,
      judged: move.certain ? "certain" : "best_guess",
    }));
    const { figure, mark } = gameChart(charted, null, (number) => timeline.jump(number));
    this._mark = mark;
    mark(made);
    this._chart.append(figure);
    this._chart.hidden = !charted.length;
  }

  _panel() {
    const { watch } = this;
    const { timeline, insight, actions } = watch;
    const setSpeed = (/** @type {string} */ value) => (timeline.speed = Number(value));
    showTimeline(timeline, ...insight.switches("risks", "certain"), actions.button("analyse"));
    body(
      this._chart,
      insight.panel(),
      choice("Speed", SPEEDS, String(timeline.speed), setSpeed),
      part("Moves", this._list.element),
      this._nextPart(),
    );
  }

  /** The part of the panel that starts another game. */
  _nextPart() {
    const { watch } = this;
    const { about, player, level } = watch;
    const levels = options(
      about.levels.map(({ name }) => name),
      titled,
    );
    if (!levels.some(([name]) => name === level)) levels.push([level, level]);
    return part(
      "Another game",
      box(
        "halves",
        choice("Player", options(about.players), player, (value) => watch.choosePlayer(value)),
        choice("Level", levels, level, (value) => (watch.level = value)),
      ),
      box(
        "halves",
        number("Seed", "", (value) => (watch.seed = String(value)), { min: 0 }),
        box("field-label", "\u00a0", watch.actions.button("start")),
      ),
    );
  }
}

/** @param {WatchedMove} move */
function guessWords({ certain, risk_text }) {
  return certain ? "" : `: a guess${risk_text ? `, ${risk_text} likely a mine` : ""}`;
}

/** @param {string[]} names @param {(name: string) => string} [label] @returns {Options} */
function options(names, label = (name) => name) {
  return names.map((name) => [name, label(name)]);
}
