/** Film: a game that another program recorded, with the way of the mouse over the board. */

import { api } from "../server/api.js";
import { box, drawing, element } from "../lib/element.js";
import { choice, link, pairs } from "../lib/form.js";
import { meanings } from "../words/captions.js";
import { endMarks, flagged } from "../board/marks.js";
import { Replay } from "./marks.js";
import { listenToPage, onLeave, untilLeft } from "../page/mode.js";
import { body, controls, lead, part, quiet, status } from "../page/panel.js";
import { board, zoom } from "../page/stage.js";
import { told } from "../words/speech.js";
import { control, playLabel } from "./timeline.js";
import { waiting } from "../server/waiting.js";
import { figure, titled } from "../words/words.js";

/** @typedef {import("../types.js").ReplayFilm} ReplayFilm */

const TRAIL_MS = 1500; // how long the way of the mouse stays in sight
/** @type {[string, string][]} */
const SPEEDS = [["0.25", "¼"], ["0.5", "½"], ["1", "1"], ["2", "2"], ["4", "4"]];
/** @type {Record<string, ["left" | "right", boolean][]>} What an event does to the buttons; the middle one is both. */
const BUTTONS = {
  lc: [["left", true]],
  sc: [["left", true]],
  lr: [["left", false]],
  rc: [["right", true]],
  rr: [["right", false]],
  mc: [["left", true], ["right", true]],
  mr: [["left", false], ["right", false]],
  cc: [["left", true], ["right", true]],
};

/** @param {string} id */
export async function openFilm(id) {
  const stop = untilLeft();
  const film = await waiting("Reading the replay …", (signal) => api.replay(id, signal), stop);
  if (stop.signal.aborted) return;
  const page = new Film(film);
  onLeave(() => page.close());
  page.show(0);
  zoom.fit();
}

class Film {
  /** @param {ReplayFilm} film */
  constructor(film) {
    this.film = film;
    this.time = 0; // milliseconds
    this.speed = 1;
    this.playing = false;
    this.made = -1;
    this._frame = 0;
    this.held = heldButtons(film.mouse);
    this.stops = film.steps.map(({ time }) => Math.round(1000 * time));
    this.end = Math.max(this.stops.at(-1) ?? 0, film.mouse.at(-1)?.[0] ?? 0, 1);
    this.replay = new Replay(film.width, film.height);
    film.steps.forEach(({ changed }) => this.replay.add(changed));
    this.trail = drawing("polyline", { class: "trail" });
    this.pointer = drawing("circle", { class: "pointer", r: film.cell_size / 3 });
    this.layer = drawing(
      "svg",
      {
        class: "film",
        viewBox: `0 0 ${film.width * film.cell_size} ${film.height * film.cell_size}`,
        "aria-hidden": "true",
      },
      this.trail,
      this.pointer,
    );
    this.slider = element("input", {
      type: "range",
      min: 0,
      max: this.end,
      value: 0,
      "aria-label": "Time",
      oninput: () => {
        this.pause();
        this.show(Number(this.slider.value));
      },
    });
    this.playButton = control("Play", "play", () => this.toggle());
    this._panel();
    listenToPage({
      " ": () => this.toggle(),
      arrowleft: () => this.step(-1),
      arrowright: () => this.step(1),
      home: () => this.show(0),
      end: () => this.show(this.end),
    });
  }

  close() {
    this.pause();
    this.layer.remove();
  }

  /**
   * Show the board and the mouse as they were at a time.
   * @param {number} time  milliseconds from the start of the recording
   */
  show(time) {
    this.time = Math.max(0, Math.min(time, this.end));
    this.slider.value = String(this.time);
    this.slider.setAttribute("aria-valuetext", `${seconds(this.time)} of ${seconds(this.end)}`);
    const made = countUntil(this.stops, this.time);
    if (made !== this.made) this._draw(made);
    this._point();
    const over = made === this.stops.length;
    status({
      mines: this.film.mines - flagged(this.replay.marksAfter(made)),
      time: seconds(this.time),
      face: over ? this.film.outcome : "playing",
    });
  }

  /** @param {number} made  actions made */
  _draw(made) {
    this.made = made;
    const { width, height, outcome, mine_cells, fatal } = this.film;
    const marks = this.replay.marksAfter(made);
    const over = made === this.stops.length && outcome !== "playing";
    board.draw({ width, height, marks: over ? endMarks(marks, width, { mines: mine_cells, fatal }) : marks });
    if (!this.layer.isConnected) board.root.append(this.layer);
    const [row, column] = this.film.steps[made - 1]?.changed[0] ?? [];
    if (row !== undefined && column !== undefined) board.reveal(board.indexOfCell([row, column]));
  }

  /** Draw the mouse where it is, and the way that it has just come. */
  _point() {
    const { mouse } = this.film;
    const last = Math.max(countUntil(mouse, this.time, ([time]) => time) - 1, 0);
    const first = countUntil(mouse, this.time - TRAIL_MS, ([time]) => time);
    const way = mouse.slice(first, last + 1).map(([, , x, y]) => `${x},${y}`);
    const [, , x = 0, y = 0] = mouse[last] ?? [];
    this.trail.setAttribute("points", way.join(" "));
    this.pointer.setAttribute("cx", String(x));
    this.pointer.setAttribute("cy", String(y));
    this.pointer.setAttribute("class", `pointer ${this.held[last] ?? ""}`);
  }

  /** @param {number} way  1 to the next action, -1 to the one before */
  step(way) {
    this.pause();
    const made = countUntil(this.stops, this.time);
    const before = this.stops[made - 1] === this.time ? made - 2 : made - 1;
    this.show(way > 0 ? (this.stops[made] ?? this.end) : (this.stops[before] ?? 0));
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.time >= this.end) this.show(0);
    this.playing = true;
    playLabel(this.playButton, true);
    let before = performance.now();
    const tick = (/** @type {number} */ now) => {
      this.show(this.time + (now - before) * this.speed);
      before = now;
      if (this.time >= this.end) this.pause();
      else this._frame = requestAnimationFrame(tick);
    };
    this._frame = requestAnimationFrame(tick);
  }

  pause() {
    cancelAnimationFrame(this._frame);
    this.playing = false;
    playLabel(this.playButton, false);
  }

  _panel() {
    const { film } = this;
    controls(
      box(
        "body",
        element(
          "div",
          { class: "transport", role: "group", "aria-label": "Film" },
          control("Step back", "back", () => this.step(-1)),
          this.playButton,
          control("Step", "forth", () => this.step(1)),
        ),
        this.slider,
      ),
    );
    const about = [film.player, film.program, film.format].filter(Boolean).join(", ");
    lead(
      element("h2", { class: film.outcome }, titled(film.outcome)),
      element("p", {}, about),
      film.unjudged && element("p", { class: "note" }, `${film.unjudged} Its moves are not judged.`),
    );
    told(titled(film.outcome), about);
    quiet(`${titled(film.level_name)}, ${film.mode}`);
    body(
      choice("Speed", SPEEDS, "1", (speed) => (this.speed = Number(speed))),
      part("This game", pairs("figures", figures(film)), meanings("3BV/s", "IOE")),
      box(
        "halves",
        film.unjudged === null &&
          film.outcome !== "playing" &&
          link("Review", `/review/${encodeURIComponent(film.id)}`),
        link("Other games", "/review"),
      ),
    );
  }
}

/**
 * @param {ReplayFilm} film
 * @returns {[string, string][]}
 */
function figures(film) {
  const clicks = film.left_clicks + film.right_clicks + film.both_clicks;
  return [
    ["Time", film.seconds === null ? "–" : `${figure(film.seconds, 3)} s`],
    ["3BV", `${film.solved_bbbv} of ${film.bbbv}`],
    ["3BV/s", figure(film.bbbv_per_second)],
    ["Clicks", `${clicks}: ${film.left_clicks} left, ${film.right_clicks} right, ${film.both_clicks} both`],
    ["Wasted clicks", String(film.wasted_clicks)],
    ["IOE", figure(film.ioe)],
  ];
}

/**
 * Name the buttons that are down after each event.
 * @param {ReplayFilm["mouse"]} mouse
 */
function heldButtons(mouse) {
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
function countUntil(items, time, timeOf = (item) => Number(item)) {
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
function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
