/** A cursor over a recording: buttons, slider and keys move it, and it can play. */

import { box, element, icon } from "../lib/element.js";
import { controls } from "../page/panel.js";

/** @typedef {(place: number, length: number) => string} Words */

/** The cursor; those that extend it decide what a step is and how it plays. */
class Timeline {
  /**
   * @param {(place: number) => void} onMove
   * @param {{ slider: string, words: Words }} names  what screen readers say of the slider
   */
  constructor(onMove, { slider, words }) {
    this._onMove = onMove;
    this.place = 0;
    this.length = 0;
    this.playing = false;
    this.speed = 1;
    this._words = words;
    this.slider = element("input", {
      type: "range",
      min: 0,
      max: 0,
      value: 0,
      "aria-label": slider,
      oninput: () => this.jump(Number(this.slider.value)),
    });
    this.playButton = control("Play", "play", () => this.toggle());
    this.backButton = control("Step back", "back", () => this.step(-1));
    this.forthButton = control("Step", "forth", () => this.step(1));
  }

  keys() {
    return {
      arrowleft: () => this.step(-1),
      arrowright: () => this.step(1),
      home: () => this.first(),
      end: () => this.last(),
      " ": () => this.toggle(),
    };
  }

  /** @param {number} length */
  extend(length) {
    this.length = length;
    this.slider.max = String(length);
  }

  /** Go to a place on request; stop playing. @param {number} place */
  jump(place) {
    this.pause();
    this._go(place);
  }

  first() {
    this.jump(0);
  }

  last() {
    this.jump(this.length);
  }

  /** @param {1 | -1} way */
  step(way) {
    this.jump(this.place + way);
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.place >= this.length) this._go(0);
    this._setPlaying(true);
    this._run();
  }

  pause() {
    this._halt();
    this._setPlaying(false);
  }

  /** Move on from now on. */
  _run() {}

  _halt() {}

  /** @param {number} place */
  _go(place) {
    this.place = Math.max(0, Math.min(place, this.length));
    this.slider.value = String(this.place);
    this.slider.setAttribute("aria-valuetext", this._words(this.place, this.length));
    this._onMove(this.place);
  }

  /** @param {boolean} playing */
  _setPlaying(playing) {
    this.playing = playing;
    this.playButton.setAttribute("aria-label", playing ? "Pause" : "Play");
    this.playButton.title = playing ? "Pause (Space)" : "Play (Space)";
    this.playButton.replaceChildren(icon(playing ? "pause" : "play"));
  }
}

/** A cursor over moves, some of which may still be coming. */
export class MoveTimeline extends Timeline {
  /** @param {(place: number) => void} onMove */
  constructor(onMove) {
    super(onMove, { slider: "Move", words: (place, length) => `${place} of ${length} moves made` });
    this.speed = 4;
    this.following = false;
    /** Whether no more moves will come. */
    this.ended = true;
    this._timer = 0;
    this.element = box(
      "body timeline",
      transport(
        "Timeline",
        control("First", "first", () => this.first()),
        this.backButton,
        this.playButton,
        this.forthButton,
        control("Last", "last", () => this.last()),
      ),
      this.slider,
    );
  }

  keys() {
    const keys = super.keys(); // with Shift, they work from the board, too
    return { ...keys, "shift+arrowleft": keys.arrowleft, "shift+arrowright": keys.arrowright };
  }

  /** Go to the last move; while more of them come, to each as it comes. */
  last() {
    super.last();
    this.following = !this.ended;
  }

  /** @param {number} length */
  extend(length) {
    super.extend(length);
    if (this.following) this._go(length);
  }

  _run() {
    this._timer = window.setTimeout(() => {
      if (this.place < this.length) this._go(this.place + 1);
      if (this.ended && this.place >= this.length) this.pause();
      else this._run();
    }, 1000 / this.speed);
  }

  _halt() {
    clearTimeout(this._timer);
    this.following = false;
  }
}

/** A cursor over time, in milliseconds, that steps from action to action. */
export class TimeTimeline extends Timeline {
  /**
   * @param {(time: number) => void} onMove
   * @param {number[]} stops  when there was an action
   * @param {Words} words
   */
  constructor(onMove, stops, words) {
    super(onMove, { slider: "Time", words });
    this._stops = stops;
    this._frame = 0;
    const buttons = [this.backButton, this.playButton, this.forthButton];
    this.element = box("body", transport("Film", ...buttons), this.slider);
  }

  first() {
    this._go(0);
  }

  last() {
    this._go(this.length);
  }

  /** @param {1 | -1} way */
  step(way) {
    const place = this.place;
    const stop =
      way > 0
        ? this._stops.find((time) => time > place)
        : this._stops.findLast((time) => time < place);
    this.jump(stop ?? (way > 0 ? this.length : 0));
  }

  _run() {
    let before = performance.now();
    const tick = (/** @type {number} */ now) => {
      this._go(this.place + (now - before) * this.speed);
      before = now;
      if (this.place >= this.length) this.pause();
      else this._frame = requestAnimationFrame(tick);
    };
    this._frame = requestAnimationFrame(tick);
  }

  _halt() {
    cancelAnimationFrame(this._frame);
  }
}

/**
 * Put a timeline into the panel, with what can be done at a moment.
 * @param {MoveTimeline} timeline
 * @param {...HTMLElement} buttons
 */
export function showTimeline(timeline, ...buttons) {
  const group = { class: "switches", role: "group", "aria-label": "This moment" };
  controls(timeline.element, element("div", group, ...buttons));
}

/** @param {string} name @param {...HTMLElement} buttons */
function transport(name, ...buttons) {
  return element("div", { class: "transport", role: "group", "aria-label": name }, ...buttons);
}

/**
 * A button of the transport.
 * @param {string} label
 * @param {string} name  of its icon
 * @param {() => void} onclick
 */
function control(label, name, onclick) {
  return element(
    "button",
    { type: "button", class: "button", "aria-label": label, title: label, onclick },
    icon(name),
  );
}
