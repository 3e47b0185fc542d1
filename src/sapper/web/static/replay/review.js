/** Review: a finished game move by move; what each did to the chance of winning. */

import { openChooser, replayAddress } from "./chooser.js";
import { Follower } from "./follower.js";
import { Lesson } from "./lesson.js";
import { MarkHistory } from "./mark-history.js";
import { actionName, ReviewView } from "./review-view.js";
import { MoveTimeline } from "./timeline.js";
import { ANALYSE, Insight } from "../insight/insight.js";
import { positionQuery, viewOf } from "../insight/position.js";
import { marksSource } from "../insight/sources.js";
import { Actions } from "../page/actions.js";
import { untilLeft } from "../page/mode.js";
import { complain, faceDoes } from "../page/panel.js";
import { go, rename } from "../page/router.js";
import { zoom } from "../page/stage.js";
import { api, Problem } from "../server/api.js";
import { waiting } from "../server/waiting.js";
import { announce } from "../words/announcer.js";
import { at } from "../words/words.js";

const ACTIONS = {
  analyse: ANALYSE,
  again: { key: "T", label: "Try again", title: "Play the same board on from here (T)" },
  learn: { label: "Learn from your mistakes", main: true },
};

/** @param {import("../page/router.js").Route} route */
export async function open({ parts, query }) {
  const [id, isReplay] = parts;
  faceDoes("Play a game", () => go("/play"));
  if (!id) return openChooser();
  if (isReplay) return (await import("./replay-viewer.js")).openReplay(id);
  const stop = untilLeft();
  const review = await waiting(
    "Reviewing each move …",
    (signal) => api.review(id, signal),
    stop,
  ).catch((error) => openUnjudged(id, error));
  if (!review || stop.signal.aborted) return;
  const page = new Review(id, review);
  const move = query.get("move");
  page.timeline.jump(move === null ? page.firstFault : Number(move) - 1);
  zoom.fit();
}

/**
 * Show the replay of a game whose moves are not judged; raise any other problem.
 * @param {string} id
 * @param {unknown} problem
 */
async function openUnjudged(id, problem) {
  if (!(problem instanceof Problem) || problem.kind !== "not_allowed") throw problem;
  await api.replay(id).catch(() => {
    throw problem;
  });
  go(replayAddress(id));
}

/** @extends {Follower<MoveTimeline>} */
export class Review extends Follower {
  /** @param {string} id @param {import("../types.js").Review} review */
  constructor(id, review) {
    super(new MoveTimeline((made) => this.show(made)));
    this.id = id;
    this.review = review;
    /** @type {Lesson | null} */
    this.lesson = null;
    this.history = new MarkHistory(review.width, review.height, review.given);
    review.moves.forEach(({ changed }) => this.history.add(changed));
    this.timeline.extend(review.moves.length);
    this.insight = new Insight(() => this.view.draw(), { delay: 120 });
    /** @type {Actions<keyof typeof ACTIONS>} */
    this.actions = new Actions(this, ACTIONS);
    this.view = new ReviewView(this);
    const look = (/** @type {number} */ index) => this.lesson || this.insight.look(index);
    this.listen(this.insight, this.actions.keys(), look);
  }

  close() {
    super.close();
    this.lesson?.close();
  }

  /** The move that is shown; none at the end. */
  get move() {
    return this.review.moves[this.made];
  }

  /** How many moves were made before the first fault. */
  get firstFault() {
    const { puzzles, moves } = this.review;
    return (puzzles[0] ?? moves.length + 1) - 1;
  }

  /**
   * Show the board as it was after some moves, and the next move on it; at the end, the mines.
   * @param {number} made
   */
  show(made) {
    if (this.closed) return;
    this.lesson?.close();
    this.lesson = null;
    this.insight.about(this.move ? marksSource(this.review, this.marks) : null);
    this.view.show(made);
    this._announce();
    rename(`/review/${encodeURIComponent(this.id)}?move=${made + 1}`);
  }

  /** Announce the position; while the game plays automatically, only its end. */
  _announce() {
    const { move, review } = this;
    if (!move) announce(review.outcome, review.summary);
    else if (!this.timeline.playing)
      announce(
        `Move ${move.number}, ${actionName(move)} ${at(...move.cell)}`,
        move.title,
        move.sentence,
      );
  }

  analyse() {
    this.timeline.pause();
    go(`/analyse?${positionQuery(this.review, this.marks)}`);
  }

  /** Play the same board on from here. */
  async again() {
    this.timeline.pause();
    const position = viewOf(this.review, this.marks);
    try {
      const state = await api.start({ position, game: this.id });
      if (!this.closed) go(`/play/${state.id}`);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      complain("This cannot be played", error.message);
    }
  }

  learn() {
    this.timeline.pause();
    this.insight.about(null);
    this.lesson = new Lesson(this.review, this.history, () => this.timeline.jump(this.firstFault));
    this.lesson.begin();
  }
}
