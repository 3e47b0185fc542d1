/** What follows a timeline, and shows a game as it was at a place: Watch, Review and the replay viewer. */

import { MarkHistory } from "./mark-history.js";
import { showEvaluation } from "../insight/chance.js";
import { listenOnBoard, listenToPage, onLeave } from "../page/mode.js";

/** @typedef {import("../insight/insight.js").Insight} Insight */

/** @template {import("./timeline.js").MoveTimeline | import("./timeline.js").TimeTimeline} Line */
export class Follower {
  /** @param {Line} timeline */
  constructor(timeline) {
    this.closed = false;
    this.timeline = timeline;
    this.history = new MarkHistory(1, 1);
    onLeave(() => this.close());
  }

  close() {
    this.closed = true;
    this.timeline.pause();
    showEvaluation(null);
  }

  /** How many moves are made. */
  get made() {
    return this.timeline.place;
  }

  /** The marks after these moves. */
  get marks() {
    return this.history.marksAfter(this.made);
  }

  /**
   * Look at cells, and handle keys.
   * @param {Insight} insight
   * @param {Record<string, () => void>} keys  of the mode
   * @param {(index: number) => void} look
   */
  listen(insight, keys, look = (index) => insight.look(index)) {
    const ignore = () => {};
    listenOnBoard({ open: look, flag: look, chord: ignore, hover: look }, { Enter: look });
    listenToPage({ ...this.timeline.keys(), ...insight.keys("risks", "certain"), ...keys });
  }
}
