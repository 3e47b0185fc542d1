/** Review: a finished game move by move; what each did to the chance of winning. */

import { api, Problem } from "../server/api.js";
import { gameChart } from "../insight/chart.js";
import { box, element } from "../lib/element.js";
import { showEvaluation } from "../insight/chance.js";
import { button, file, link, pairs } from "../lib/form.js";
import { analyseButton, Insight, marksSource } from "../insight/insight.js";
import { Lesson } from "./lesson.js";
import { meanings } from "../words/captions.js";
import { MoveList } from "../page/moves.js";
import { endMarks, flagged, indices } from "../board/marks.js";
import { positionQuery, viewOf } from "../insight/position.js";
import { techniqueLink, why } from "../insight/reason.js";
import { Replay } from "./marks.js";
import { go, rename } from "../page/router.js";
import { openPanel } from "../page/sheet.js";
import { listenOnBoard, listenToPage, onLeave, untilLeft } from "../page/mode.js";
import { body, complain, controls, faceDoes, lead, part, quiet, status } from "../page/panel.js";
import { board, zoom } from "../page/stage.js";
import { told } from "../words/speech.js";
import { Timeline } from "./timeline.js";
import { waiting } from "../server/waiting.js";
import { at, clock, dayWords, titled } from "../words/words.js";

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
/** @type {(Judgement | null | undefined)[]} */
const FAULTS = ["worse_guess", "missed_safe", "certain_mine", "wrong_flag"];

/**
 * @param {import("../page/router.js").Route} route
 */
export async function openReview({ parts, query }) {
  const [id, film] = parts;
  faceDoes("Play a game", () => go("/play"));
  if (!id) return openChooser();
  if (film) return (await import("./film.js")).openFilm(id);
  const stop = untilLeft();
  const review = await waiting("Reviewing each move …", (signal) => api.review(id, signal), stop).catch(
    (error) => showUnjudged(id, error),
  );
  if (!review || stop.signal.aborted) return;
  const page = new Review(id, review);
  onLeave(() => page.close());
  const asked = query.get("move");
  page.timeline.jump((asked === null ? firstFault(review) : Number(asked)) - 1);
  zoom.fit();
}

/** Let the user choose a game or import one from a file. */
async function openChooser() {
  const { signal } = untilLeft();
  const { games } = await api.history();
  if (signal.aborted) return;
  const finished = games.filter(({ outcome }) => outcome !== "playing");
  board.draw({ width: 9, height: 9, marks: "#".repeat(81) });
  zoom.fit();
  status({ mines: null, time: "", face: "playing" });
  const first = finished.length ? "Choose one of your games" : "Finish a game first";
  lead(
    element("h2", {}, "Review a game"),
    element("p", { class: "note" }, `${first}, or import one, also a replay of another program.`),
  );
  const items = finished.slice(0, 20).map((game) => element("li", {}, gameLink(game)));
  body(
    finished.length > 0 && part("Your games", element("ul", { class: "plain-list" }, ...items)),
    part("From elsewhere", file("Import a game …", importGame)),
  );
  openPanel();
}

/**
 * Name a game by what tells it from others: level, result, and when it was played.
 * @param {import("../types.js").HistoryGame} game
 */
function gameLink({ id, name, outcome, elapsed, created }) {
  return element(
    "a",
    { class: "button", href: `/review/${id}` },
    element("span", {}, titled(name)),
    element("span", { class: outcome }, `${outcome}, ${clock(elapsed)}`),
    element("small", {}, dayWords(created, { dateStyle: "medium", timeStyle: "short" })),
  );
}

/** @param {File} chosen */
async function importGame(chosen) {
  try {
    const { ids, replays } = await api.import(chosen);
    if (replays[0]) go(filmAddress(replays[0]));
    else go(ids[0] ? `/review/${ids[0]}` : "/history");
  } catch (error) {
    const sentence = error instanceof Problem ? error.message : "The file cannot be read.";
    complain("This cannot be imported", sentence);
  }
}

/**
 * Show the replay of a game whose moves are not judged; raise any other problem.
 * @param {string} id
 * @param {unknown} problem
 */
async function showUnjudged(id, problem) {
  if (!(problem instanceof Problem) || problem.kind !== "not_allowed") throw problem;
  await api.replay(id).catch(() => {
    throw problem;
  });
  go(filmAddress(id));
}

/** @param {string} id */
function filmAddress(id) {
  return `/review/${encodeURIComponent(id)}/film`;
}

/** @param {import("../types.js").Review} review */
function firstFault({ moves, puzzles }) {
  return puzzles[0] ?? moves.length + 1;
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
   * @param {import("../types.js").Review} review
   */
  constructor(id, review) {
    this.id = id;
    this.review = review;
    this.closed = false;
    /** @type {Lesson | null} */
    this.lesson = null;
    this.replay = new Replay(review.width, review.height, review.given);
    review.moves.forEach(({ changed }) => this.replay.add(changed));
    this.timeline = new Timeline((made) => this.show(made));
    this.timeline.extend(review.moves.length);
    this.insight = new Insight(() => this._draw(), { delay: 120 });
    this.list = new MoveList((number) => this.timeline.jump(number - 1));
    for (const move of review.moves)
      this.list.add(
        move.number,
        `${actionName(move)} ${at(...move.cell)}${move.undone ? ", undone" : ""}`,
        move.loss_text ? `−${move.loss_text}` : "",
        move.judgement,
        move.time === null ? "" : clock(move.time),
      );
    const charted = review.moves.map((move) => ({ ...move, judged: move.judgement }));
    this.chart = gameChart(charted, review.moves[0]?.chance ?? null, (number) =>
      this.timeline.jump(number - 1),
    );
    quiet(`${titled(review.level_name)}, ${review.outcome}`);
    this._listen();
    this.panel();
  }

  close() {
    this.closed = true;
    this.timeline.pause();
    this.lesson?.close();
    showEvaluation(null);
  }

  _listen() {
    const look = (/** @type {number} */ index) => {
      if (!this.lesson) this.insight.look(index);
    };
    const ignore = () => {};
    listenOnBoard({ open: look, flag: look, chord: ignore, hover: look }, { Enter: look });
    listenToPage({
      ...this.timeline.keys(),
      r: () => this.insight.flip("risks"),
      s: () => this.insight.flip("certain"),
      a: () => this._analyse(),
      t: () => void this._again(),
    });
  }

  /** How many moves are made. */
  get made() {
    return this.timeline.place;
  }

  /** The move that is shown; none at the end. */
  get move() {
    return this.review.moves[this.made];
  }

  /** The marks when the move was chosen. */
  get marks() {
    return this.replay.marksAfter(this.made);
  }

  /**
   * Show the board as it was after some moves, and the next move on it; at the end, the mines.
   * @param {number} made
   */
  show(made) {
    if (this.closed) return;
    this.lesson?.close();
    this.lesson = null;
    const { review, move } = this;
    const before = review.moves[made - 1];
    showEvaluation(move?.chance ?? before?.chance_after);
    this.insight.about(move ? marksSource(review, this.marks) : null);
    this._draw();
    if (move) board.reveal(board.indexOfCell(move.cell));
    this._words();
    this.list.mark(made + 1);
    this.chart.mark(made + 1);
    rename(`/review/${encodeURIComponent(this.id)}?move=${made + 1}`);
  }

  _draw() {
    const { review, move } = this;
    if (this.closed || this.lesson) return;
    const { width, height } = review;
    const marks = move ? this.marks : this._end();
    const faulty = move && FAULTS.includes(move.judgement);
    const over = this.insight.picture(faulty ? (move.reason && { ...move.reason, cells: [] }) : null);
    const missed = faulty && !move.reason?.is_mine ? move.answers.slice(0, 1) : [];
    const layers = {
      ...over.layers,
      best: [],
      played: indices(move ? [move.cell] : [], width),
      missed: indices(missed, width),
    };
    board.draw({ width, height, marks, ...over, layers });
    status({
      mines: review.mines - flagged(marks),
      time: `${this.made} / ${review.moves.length}`,
      face: move ? "playing" : review.outcome,
    });
  }

  /** Return the marks at the end: all mines, the fatal one, and wrong flags. */
  _end() {
    const { mine_cells, fatal, width } = this.review;
    const mines = new Set(indices(mine_cells, width));
    const marks = [...this.marks].map((mark, index) =>
      mark === "F" && !mines.has(index) ? "x" : mark,
    );
    return endMarks(marks.join(""), width, { mines: mine_cells, fatal });
  }

  _words() {
    const { move } = this;
    if (!move) {
      lead(
        element("h2", { class: this.review.outcome }, titled(this.review.outcome)),
        element("p", {}, this.review.summary),
      );
      return told(this.review.outcome, this.review.summary);
    }
    const { reason } = move;
    lead(
      element("h2", { class: move.judgement ? `judged-${move.judgement}` : "" }, move.title),
      element("p", {}, move.sentence),
      ...(reason ? why(reason.text, reason.steps, this.insight.light) : []),
      box(
        "line",
        reason?.tier_name && techniqueLink(reason.tier_name),
        this.review.puzzles.includes(move.number) &&
          link("Train this", `/train/mistakes/mistake-${this.id}-${move.number}`),
      ),
    );
    if (!this.timeline.playing)
      told(`Move ${move.number}, ${actionName(move)} ${at(...move.cell)}`, move.title, move.sentence);
  }

  _analyse() {
    this.timeline.pause();
    go(`/analyse?${positionQuery(this.review, this.marks)}`);
  }

  /** Play the same board on from here. */
  async _again() {
    this.timeline.pause();
    const { review } = this;
    const position = viewOf(review, this.marks);
    try {
      const state = await api.start({ position, game: this.id });
      if (!this.closed) go(`/play/${state.id}`);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      complain("This cannot be played", error.message);
    }
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
    const techniques = Object.entries(review.techniques);
    controls(
      this.timeline.element,
      element(
        "div",
        { class: "switches", role: "group", "aria-label": "This moment" },
        ...this.insight.switches("risks", "certain"),
        analyseButton(() => this._analyse()),
        button("Try again", () => void this._again(), {
          key: "T",
          title: "Play the same board on from here (T)",
        }),
      ),
    );
    body(
      this.chart.figure,
      this.insight.panel(),
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
      techniques.length > 0 &&
        part(
          "Mistakes by technique",
          pairs("figures", techniques.map(([name, count]) => [titled(name), count])),
        ),
      part("Moves", this.list.element),
      part("For other programs", box("halves", this._file("rawvf"), this._file("evf"))),
      box(
        "halves",
        review.replay && link("Show the mouse", filmAddress(this.id)),
        link("Play this board", `/play?board=${encodeURIComponent(review.board)}`),
        link("Other games", "/review"),
      ),
    );
  }

  /**
   * A link to the game as a file.
   * @param {string} format
   */
  _file(format) {
    const address = `/api/games/${encodeURIComponent(this.id)}/file?format=${format}`;
    return link(format.toUpperCase(), address, { download: `sapper-${this.id}.${format}` });
  }

  learn() {
    this.timeline.pause();
    this.insight.about(null);
    this.lesson = new Lesson(this.review, this.replay, () =>
      this.timeline.jump(firstFault(this.review) - 1),
    );
    this.lesson.begin();
  }
}
