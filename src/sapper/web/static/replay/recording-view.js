/** Shows a recorded game: the board and the mouse at a time, and what the recording says of itself. */

import { countFlags, endMarks } from "../board/marks.js";
import { box, drawing, element } from "../lib/element.js";
import { choice, link, pairs } from "../lib/form.js";
import { body, controls, lead, part, quiet, status } from "../page/panel.js";
import { board, zoom } from "../page/stage.js";
import { meanings } from "../words/captions.js";
import { announce } from "../words/announcer.js";
import { figure, titled } from "../words/words.js";

/** @typedef {import("../types.js").ReplayFilm} Recording */

const TRAIL_MS = 1500; // how long the way of the mouse stays in sight
/** @type {[string, string][]} */
const SPEEDS = [
  ["0.25", "¼"],
  ["0.5", "½"],
  ["1", "1"],
  ["2", "2"],
  ["4", "4"],
];
/** @type {Record<string, ["left" | "right", boolean][]>} What an event does to the buttons; the middle one is both. */
const BUTTONS = {
  lc: [["left", true]],
  sc: [["left", true]],
  lr: [["left", false]],
  rc: [["right", true]],
  rr: [["right", false]],
  mc: [
    ["left", true],
    ["right", true],
  ],
  mr: [
    ["left", false],
    ["right", false],
  ],
  cc: [
    ["left", true],
    ["right", true],
  ],
};

export class RecordingView {
  /** @param {import("./replay-viewer.js").ReplayViewer} viewer */
  constructor(viewer) {
    const { width, height, cell_size, mouse } = viewer.recording;
    const viewBox = `0 0 ${width * cell_size} ${height * cell_size}`;
    this.viewer = viewer;
    this._buttons = pressedButtons(mouse);
    this._drawnMoves = -1;
    this._trail = drawing("polyline", { class: "trail" });
    this._pointer = drawing("circle", { class: "pointer", r: cell_size / 3 });
    this._layer = drawing(
      "svg",
      { class: "film", viewBox, "aria-hidden": "true" },
      this._trail,
      this._pointer,
    );
    this._describe();
    this._panel();
  }

  close() {
    this._layer.remove();
  }

  fit() {
    zoom.fit();
  }

  /** Show the board and the mouse as they were at the time of the timeline. */
  show() {
    const { recording, timeline, made, marks, isOver } = this.viewer;
    if (made !== this._drawnMoves) this._draw();
    this._drawMouse();
    status({
      mines: recording.mines - countFlags(marks),
      time: seconds(timeline.place),
      face: isOver ? recording.outcome : "playing",
    });
  }

  _draw() {
    const { recording, made, marks, isOver } = this.viewer;
    const { width, height, outcome, mine_cells: mines, fatal, steps } = recording;
    const ended = isOver && outcome !== "playing";
    this._drawnMoves = made;
    board.draw({ width, height, marks: ended ? endMarks(marks, width, { mines, fatal }) : marks });
    if (!this._layer.isConnected) board.root.append(this._layer);
    const [row, column] = steps[made - 1]?.changed[0] ?? [];
    if (row !== undefined && column !== undefined) board.reveal(board.indexOfCell([row, column]));
  }

  /** Draw the mouse where it is, and the way that it has just come. */
  _drawMouse() {
    const { recording, timeline } = this.viewer;
    const { mouse } = recording;
    const count = (/** @type {number} */ until) => countUntil(mouse, until, ([time]) => time);
    const last = Math.max(count(timeline.place) - 1, 0);
    const way = mouse.slice(count(timeline.place - TRAIL_MS), last + 1);
    const [, , x = 0, y = 0] = mouse[last] ?? [];
    this._trail.setAttribute("points", way.map(([, , x, y]) => `${x},${y}`).join(" "));
    this._pointer.setAttribute("cx", String(x));
    this._pointer.setAttribute("cy", String(y));
    this._pointer.setAttribute("class", `pointer ${this._buttons[last] ?? ""}`);
  }

  /** Say whose game it is, and how it ended. */
  _describe() {
    const { outcome, player, program, format, unjudged, level_name, mode } = this.viewer.recording;
    const origin = [player, program, format].filter(Boolean).join(", ");
    lead(
      element("h2", { class: outcome }, titled(outcome)),
      element("p", {}, origin),
      unjudged && element("p", { class: "note" }, `${unjudged} Its moves are not judged.`),
    );
    announce(titled(outcome), origin);
    quiet(`${titled(level_name)}, ${mode}`);
  }

  _panel() {
    const { recording, timeline } = this.viewer;
    const { id, outcome, unjudged } = recording;
    const isJudged = unjudged === null && outcome !== "playing";
    controls(timeline.element);
    body(
      choice("Speed", SPEEDS, "1", (speed) => (timeline.speed = Number(speed))),
      part("This game", pairs("figures", figures(recording)), meanings("3BV/s", "IOE")),
      box(
        "halves",
        isJudged && link("Review", `/review/${encodeURIComponent(id)}`),
        link("Other games", "/review"),
      ),
    );
  }
}

/** @param {Recording} recording @returns {[string, string][]} */
function figures(recording) {
  const { left_clicks: left, right_clicks: right, both_clicks: both } = recording;
  return [
    ["Time", recording.seconds === null ? "–" : `${figure(recording.seconds, 3)} s`],
    ["3BV", `${recording.solved_bbbv} of ${recording.bbbv}`],
    ["3BV/s", figure(recording.bbbv_per_second)],
    ["Clicks", `${left + right + both}: ${left} left, ${right} right, ${both} both`],
    ["Wasted clicks", String(recording.wasted_clicks)],
    ["IOE", figure(recording.ioe)],
  ];
}

/** Name the buttons that are down after each event. @param {Recording["mouse"]} mouse */
function pressedButtons(mouse) {
  const down = { left: false, right: false };
  return mouse.map(([, what]) => {
    for (const [button, is] of BUTTONS[what] ?? []) down[button] = is;
    return `${down.left ? "left" : ""} ${down.right ? "right" : ""}`.trim();
  });
}

/**
 * Count the items up to a time; they are in the order of their times.
 * @template T
 * @param {T[]} items
 * @param {number} time
 * @param {(item: T) => number} [timeOf]
 */
export function countUntil(items, time, timeOf = (item) => Number(item)) {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (timeOf(/** @type {T} */ (items[middle])) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @param {number} milliseconds */
export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
