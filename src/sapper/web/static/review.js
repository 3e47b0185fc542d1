/** Review: a finished game move by move; what each did to the chance of winning. */

import { announce } from "./announcer.js";
import { api, Problem } from "./api.js";
import { riskChart } from "./chart.js";
import { box, element, find } from "./element.js";
import { showEvaluation, showRisk } from "./evaluation.js";
import { button, file, link, pairs } from "./form.js";
import { Lesson } from "./lesson.js";
import { meanings } from "./meanings.js";
import { MoveList } from "./moves.js";
import { endMarks, flagged, indices } from "./picture.js";
import { techniqueLink } from "./reason.js";
import { Replay } from "./replay.js";
import { go, rename } from "./router.js";
import { board, body, complain, controls, lead, onLeave, part, quiet, status, zoom } from "./shell.js";
import { Timeline } from "./timeline.js";
import { waiting } from "./waiting.js";
import { at, clock, sentence, titled } from "./words.js";

/** @typedef {import("./types.js").ReviewedMove} ReviewedMove */
/** @typedef {import("./types.js").Judgement} Judgement */

/** @type {Record<Judgement, string>} */
const JUDGEMENTS = {
  certain: "Proved safe",
  best_guess: "Best guess",
  worse_guess: "Worse guess",
  missed_safe: "Missed a safe cell",
  certain_mine: "Opened a certain mine",
  wrong_flag: "Flagged a safe cell",
};
/** @type {(Judgement | null | undefined)[]} */
const FAULTS = ["worse_guess", "missed_safe", "certain_mine", "wrong_flag"];

/**
 * @param {import("./router.js").Route} route
 */
export async function openReview({ parts, query }) {
  const id = parts[0];
  if (!id) return openChooser();
  const review = await waiting("Reviewing each move …", (signal) => api.review(id, signal));
  const page = new Review(id, review);
  onLeave(() => page.close());
  const asked = query.get("move");
  page.timeline.jump(asked === null ? firstFault(review) : Number(asked));
  zoom.fit();
}

/** Let the user choose a game or import one from a file. */
async function openChooser() {
  const { games } = await api.history();
  const finished = games.filter(({ outcome }) => outcome !== "playing");
  board.draw({ width: 9, height: 9, marks: "#".repeat(81) });
  zoom.fit();
  status({ mines: null, time: "–", face: "playing" });
  const first = finished.length ? "Choose one of your games" : "Finish a game first";
  lead(
    element("h2", {}, "Review a game"),
    element("p", { class: "note" }, `${first}, or import one.`),
  );
  const items = finished.slice(0, 20).map((game) => {
    const words = `${titled(game.level_name)}, ${game.outcome}, ${clock(game.elapsed)}`;
    return element("li", {}, link(words, `/review/${game.id}`));
  });
  body(
    finished.length > 0 && part("Your games", element("ul", { class: "plain-list" }, ...items)),
    part("From elsewhere", file("Import a game …", importGame)),
  );
}

/** @param {File} chosen */
async function importGame(chosen) {
  try {
    const { ids } = await api.import(chosen);
    go(ids[0] ? `/review/${ids[0]}` : "/history");
  } catch (error) {
    const sentence = error instanceof Problem ? error.message : "The file cannot be read.";
    complain("This cannot be imported", sentence);
  }
}

/** @param {import("./types.js").Review} review */
function firstFault({ moves, puzzles }) {
  return puzzles[0] ?? moves.length;
}

/**
 * Name an action; the same gesture sets and removes a flag.
 * @param {ReviewedMove} move
 */
function actionName({ action, changed }) {
  return action === "flag" && changed[0]?.[2] === "#" ? "unflag" : action;
}

class Review {
  /**
   * @param {string} id
   * @param {import("./types.js").Review} review
   */
  constructor(id, review) {
    this.id = id;
    this.review = review;
    this.closed = false;
    /** @type {Lesson | null} */
    this.lesson = null;
    this.replay = new Replay(review.width, review.height);
    review.moves.forEach(({ changed }) => this.replay.add(changed));
    this.timeline = new Timeline((at) => this.show(at));
    this.timeline.extend(review.moves.length);
    this.list = new MoveList((at) => this.timeline.jump(at));
    for (const move of review.moves)
      this.list.add(
        move.number,
        `${actionName(move)} ${at(...move.cell)}${move.undone ? ", undone" : ""}`,
        move.loss_text ? `−${move.loss_text}` : "",
        move.judgement,
      );
    this.chart = riskChart(review.moves, (at) => this.timeline.jump(at));
    find("#face").onclick = () => go("/play");
    quiet(`${titled(review.level_name)}, ${review.outcome}`);
    this.panel();
  }

  close() {
    this.closed = true;
    this.timeline.pause();
    this.lesson?.close();
    showEvaluation(null);
  }

  /**
   * Show the board as it was when move `at` was chosen, with the move on it.
   * @param {number} at  0 shows the untouched board
   */
  show(at) {
    if (this.closed) return;
    this.lesson?.close();
    this.lesson = null;
    const { review } = this;
    const move = review.moves[at - 1];
    const over = at === review.moves.length;
    const faulty = move && FAULTS.includes(move.judgement);
    const marks = over ? this._end() : this.replay.marksAfter(faulty ? at - 1 : at);
    const pointed = faulty
      ? {
          lit: indices(move.reason?.clues, review.width),
          missed: move.reason?.is_mine ? [] : indices(move.answers.slice(0, 1), review.width),
        }
      : {};
    board.draw({
      width: review.width,
      height: review.height,
      marks,
      layers: { played: move ? indices([move.cell], review.width) : [], ...pointed },
    });
    showRisk(move?.least);
    status({
      mines: review.mines - flagged(marks),
      time: `${at} / ${review.moves.length}`,
      face: over ? review.outcome : "playing",
    });
    if (move) board.reveal(board.indexOfCell(move.cell));
    this._words(move);
    this.list.mark(at);
    this.chart.mark(at);
    rename(`/review/${encodeURIComponent(this.id)}?move=${at}`);
  }

  /** Return the marks at the end: all mines, the fatal one, and wrong flags. */
  _end() {
    const { mine_cells, fatal, width } = this.review;
    const marks = this.replay.marksAfter(this.review.moves.length);
    const mines = new Set(indices(mine_cells, width));
    const wrong = [...marks].map((mark, index) => mark === "F" && !mines.has(index));
    const wrong_flags = wrong.flatMap((is, index) => (is ? [board.cellOf(index)] : []));
    return endMarks(marks, width, { mines: mine_cells, wrong_flags, fatal });
  }

  /** @param {ReviewedMove | undefined} move */
  _words(move) {
    if (!move) return lead(element("p", {}, this.review.summary));
    lead(
      element("h2", { class: move.judgement ? `judged-${move.judgement}` : "" }, move.title),
      element("p", {}, move.sentence),
      move.reason && element("p", { class: "note" }, sentence(move.reason.text)),
      box(
        "line",
        move.reason?.tier_name && techniqueLink(move.reason.tier_name),
        this.review.puzzles.includes(move.number) &&
          link("Train this", `/train/mistakes/mistake-${this.id}-${move.number}`),
      ),
    );
    if (!this.timeline.playing) announce(`${move.title}. ${move.sentence}`);
  }

  panel() {
    const { review } = this;
    const named = /** @type {Judgement[]} */ (Object.keys(JUDGEMENTS));
    const seen = named.filter((name, place) => place < 4 || review.counts[name]);
    const rows = seen.flatMap((name) => [
      element(
        "dt",
        { class: `judged-${name}` },
        element("i", { class: "dot" }),
        element("span", {}, JUDGEMENTS[name]),
      ),
      element("dd", {}, review.counts[name] ?? 0),
    ]);
    controls(this.timeline.element);
    body(
      this.chart.figure,
      review.puzzles.length > 0 &&
        button("Learn from your mistakes", () => this.learn(), { main: true }),
      part(
        "This game",
        pairs("figures", [
          ["Accuracy", review.accuracy_text ?? "–"],
          ["Survival", review.survival_text ?? "–"],
          ["Blunders", review.severities.blunder],
          ["Mistakes", review.severities.mistake],
          ["Inaccuracies", review.severities.inaccuracy],
        ]),
        meanings("Accuracy", "Survival"),
        element("dl", { class: "legend" }, ...rows),
        element("p", { class: "note" }, review.summary),
      ),
      part("Moves", this.list.element),
      box(
        "halves",
        link("Play this board", `/play?board=${encodeURIComponent(review.board)}`),
        link("Other games", "/review"),
      ),
    );
  }

  learn() {
    this.timeline.pause();
    this.lesson = new Lesson(this.review, this.replay, () => this.show(firstFault(this.review)));
    this.lesson.begin();
  }
}
