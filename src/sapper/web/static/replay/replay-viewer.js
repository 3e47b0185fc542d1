/** The replay viewer: a game that another program recorded, with the way of the mouse over the board. */

import { Follower } from "./follower.js";
import { MarkHistory } from "./mark-history.js";
import { countUntil, RecordingView, seconds } from "./recording-view.js";
import { TimeTimeline } from "./timeline.js";
import { listenToPage, untilLeft } from "../page/mode.js";
import { api } from "../server/api.js";
import { waiting } from "../server/waiting.js";

/** @param {string} id */
export async function openReplay(id) {
  const stop = untilLeft();
  const recording = await waiting("Reading the replay …", (signal) => api.replay(id, signal), stop);
  if (!stop.signal.aborted) new ReplayViewer(recording);
}

/** @extends {Follower<TimeTimeline>} */
export class ReplayViewer extends Follower {
  /** @param {import("../types.js").ReplayFilm} recording */
  constructor(recording) {
    const stops = recording.steps.map(({ time }) => Math.round(1000 * time));
    const words = (/** @type {number} */ time, /** @type {number} */ end) =>
      `${seconds(time)} of ${seconds(end)}`;
    super(new TimeTimeline(() => this.view.show(), stops, words));
    this.recording = recording;
    this._stops = stops;
    this.history = new MarkHistory(recording.width, recording.height);
    recording.steps.forEach(({ changed }) => this.history.add(changed));
    this.timeline.extend(Math.max(stops.at(-1) ?? 0, recording.mouse.at(-1)?.[0] ?? 0, 1));
    this.view = new RecordingView(this);
    listenToPage(this.timeline.keys());
    this.timeline.first();
    this.view.fit();
  }

  close() {
    super.close();
    this.view.close();
  }

  /** How many actions are made. */
  get made() {
    return countUntil(this._stops, this.timeline.place);
  }

  /** Whether all actions are made. */
  get isOver() {
    return this.made === this._stops.length;
  }
}
