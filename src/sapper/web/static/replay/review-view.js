/** Shows a reviewed game: the board before each move, the verdict on it, and the game as a whole. */

import { replayAddress } from "./chooser.js";
import { showTimeline } from "./timeline.js";
import { countFlags, endMarks, indices } from "../board/marks.js";
import { showEvaluation } from "../insight/chance.js";
import { gameChart } from "../insight/chart.js";
import { techniqueLink, why } from "../insight/reason.js";
import { box, element } from "../lib/element.js";
import { link, pairs } from "../lib/form.js";
import { MoveList } from "../page/moves.js";
import { body, lead, part, quiet, status } from "../page/panel.js";
import { board } from "../page/stage.js";
import { meanings } from "../words/captions.js";
import { at, clock, titled } from "../words/words.js";

/** @typedef {import("../types.js").ReviewedMove} ReviewedMove */
/** @typedef {import("../types.js").Judgement} Judgement */

/** @type {Record<Judgement, string>} */
const JUDGEMENTS = {
  certain: "Proved safe",
  best_guess: "Best guess",
  worse_guess: "Worse guess",
  missed_safe: "Missed a safe cell",
  certain_mine: "Opened a certain mine",
  wrong_flag: "Flagged a safe cell",
};
const ALWAYS = 4; // judgements that are listed even if there were none
/** @type {(Judgement | null | undefined)[]} */
const FAULTS = ["worse_guess", "missed_safe", "certain_mine", "wrong_flag"];

/** Name an action; the same gesture sets and removes a flag. @param {ReviewedMove} move */
export function actionName({ action, changed }) {
  return action === "flag" && changed[0]?.[2] === "#" ? "unflag" : action;
}

export class ReviewView {
  /** @param {import("./review.js").Review} page */
  constructor(page) {
    const { moves, level_name, outcome } = page.review;
    const jump = (/** @type {number} */ number) => page.timeline.jump(number - 1);
    const charted = moves.map((move) => ({ ...move, judged: move.judgement }));
    this.page = page;
    this._list = new MoveList(jump);
    this._chart = gameChart(charted, moves[0]?.chance ?? null, jump);
    moves.forEach((move) => this._addMove(move));
    quiet(`${titled(level_name)}, ${outcome}`);
    this._panel();
  }

  /** @param {number} made */
  show(made) {
    const { move, review } = this.page;
    showEvaluation(move?.chance ?? review.moves[made - 1]?.chance_after);
    this.draw();
    if (move) board.reveal(board.indexOfCell(move.cell));
    lead(...(move ? this._moveLines(move) : this._endLines()));
    this._list.mark(made + 1);
    this._chart.mark(made + 1);
  }

  draw() {
    const { review, move, made, marks: before, lesson, closed } = this.page;
    if (closed || lesson) return;
    const { width, height, mines } = review;
    const marks = move ? before : this._endMarks();
    const picture = this._picture(move);
    board.draw({ width, height, marks, ...picture });
    status({
      mines: mines - countFlags(marks),
      time: `${made} / ${review.moves.length}`,
      face: move ? "playing" : review.outcome,
    });
  }

  /**
   * Return what lies over the marks: what is known, the move, and what a fault missed.
   * @param {ReviewedMove | undefined} move
   */
  _picture(move) {
    const { review, insight } = this.page;
    const fault = move && FAULTS.includes(move.judgement) ? move : null;
    const picture = insight.picture(fault?.reason && { ...fault.reason, cells: [] });
    const missed = fault && !fault.reason?.is_mine ? fault.answers.slice(0, 1) : [];
    const layers = {
      ...picture.layers,
      best: [],
      played: indices(move ? [move.cell] : [], review.width),
      missed: indices(missed, review.width),
    };
    return { ...picture, layers };
  }

  /** Return the marks at the end: all mines, the fatal one, and wrong flags. */
  _endMarks() {
    const { review, marks } = this.page;
    const { mine_cells, fatal, width } = review;
    const mines = new Set(indices(mine_cells, width));
    const judged = [...marks].map((mark, index) =>
      mark === "F" && !mines.has(index) ? "x" : mark,
    );
    return endMarks(judged.join(""), width, { mines: mine_cells, fatal });
  }

  _endLines() {
    const { outcome, summary } = this.page.review;
    return [element("h2", { class: outcome }, titled(outcome)), element("p", {}, summary)];
  }

  /** @param {ReviewedMove} move */
  _moveLines({ judgement, title, sentence, reason, number }) {
    const { id, review, insight } = this.page;
    return [
      element("h2", { class: judgement ? `judged-${judgement}` : "" }, title),
      element("p", {}, sentence),
      ...(reason ? why(reason.text, reason.steps, insight.light) : []),
      box(
        "line",
        reason?.tier_name && techniqueLink(reason.tier_name),
        review.puzzles.includes(number) &&
          link("Train this", `/train/mistakes/mistake-${id}-${number}`),
      ),
    ];
  }

  /** @param {ReviewedMove} move */
  _addMove(move) {
    this._list.add(
      move.number,
      `${actionName(move)} ${at(...move.cell)}${move.undone ? ", undone" : ""}`,
      move.loss_text ? `−${move.loss_text}` : "",
      move.judgement,
      move.time === null ? "" : clock(move.time),
    );
  }

  _panel() {
    const { page } = this;
    const { id, review, insight, actions } = page;
    const switches = insight.switches("risks", "certain");
    showTimeline(page.timeline, ...switches, actions.button("analyse"), actions.button("again"));
    body(
      this._chart.figure,
      insight.panel(),
      review.puzzles.length > 0 && actions.button("learn"),
      gamePart(review),
      techniquesPart(review),
      part("Moves", this._list.element),
      part("For other programs", box("halves", fileLink(id, "rawvf"), fileLink(id, "evf"))),
      box(
        "halves",
        review.replay && link("Show the mouse", replayAddress(id)),
        link("Play this board", `/play?board=${encodeURIComponent(review.board)}`),
        link("Other games", "/review"),
      ),
    );
  }
}

/** @param {import("../types.js").Review} review */
function gamePart(review) {
  const { accuracy_text, survival_text, severities, summary } = review;
  return part(
    "This game",
    pairs("figures", [
      ["Accuracy", accuracy_text ?? "–"],
      ["Survival", survival_text ?? "–"],
      ["Blunders", severities.blunder],
      ["Mistakes", severities.mistake],
      ["Inaccuracies", severities.inaccuracy],
    ]),
    meanings("Accuracy", "Survival"),
    legend(review),
    element("p", { class: "note" }, summary),
  );
}

/** @param {import("../types.js").Review} review */
function legend({ counts }) {
  const all = /** @type {Judgement[]} */ (Object.keys(JUDGEMENTS));
  const listed = all.filter((name, place) => place < ALWAYS || counts[name]);
  const rows = listed.flatMap((name) => [
    element(
      "dt",
      { class: `judged-${name}` },
      element("i", { class: "dot" }),
      element("span", {}, JUDGEMENTS[name]),
    ),
    element("dd", {}, counts[name] ?? 0),
  ]);
  return element("dl", { class: "legend" }, ...rows);
}

/** @param {import("../types.js").Review} review */
function techniquesPart({ techniques }) {
  const rows = Object.entries(techniques).map(
    ([name, count]) => /** @type {[string, number]} */ ([titled(name), count]),
  );
  return rows.length > 0 && part("Mistakes by technique", pairs("figures", rows));
}

/** A link to the game as a file. @param {string} id @param {string} format */
function fileLink(id, format) {
  const address = `/api/games/${encodeURIComponent(id)}/file?format=${format}`;
  return link(format.toUpperCase(), address, { download: `sapper-${id}.${format}` });
}
