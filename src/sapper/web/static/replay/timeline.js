/** A place in a sequence of moves: buttons, slider, keys and the list all move the same cursor. */

import { box, element, icon } from "../lib/element.js";

export class Timeline {
  /** @param {(place: number) => void} moved */
  constructor(moved) {
    this.moved = moved;
    this.place = 0;
    this.length = 0;
    this.playing = false;
    this.following = false;
    this.speed = 4;
    this._timer = 0;
    this.slider = element("input", {
      type: "range",
      min: 0,
      max: 0,
      value: 0,
      "aria-label": "Move",
      oninput: () => this.jump(Number(this.slider.value)),
    });
    this.playButton = control("Play", "play", () => this.toggle());
    this.element = box(
      "body timeline",
      element(
        "div",
        { class: "transport", role: "group", "aria-label": "Timeline" },
        control("First", "first", () => this.jump(0)),
        control("Step back", "back", () => this.jump(this.place - 1)),
        this.playButton,
        control("Step", "forth", () => this.jump(this.place + 1)),
        control("Last", "last", () => this.last()),
      ),
      this.slider,
    );
  }

  keys() {
    return {
      arrowleft: () => this.jump(this.place - 1),
      arrowright: () => this.jump(this.place + 1),
      "shift+arrowleft": () => this.jump(this.place - 1), // from the board, too
      "shift+arrowright": () => this.jump(this.place + 1),
      home: () => this.jump(0),
      end: () => this.last(),
      " ": () => this.toggle(),
    };
  }

  /**
   * Go to a place on request; stop playing.
   * @param {number} place
   */
  jump(place) {
    this.pause();
    this._go(place);
  }

  /** Go to the last move; while more of them come, to each as it comes. */
  last() {
    this.jump(this.length);
    this.following = !this.ended;
  }

  /** @param {number} length */
  extend(length) {
    this.length = length;
    this.slider.max = String(length);
    if (this.following) this._go(length);
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.place >= this.length) this._go(0);
    this.playing = true;
    this._label();
    this._tick();
  }

  pause() {
    clearTimeout(this._timer);
    this.playing = false;
    this.following = false;
    this._label();
  }

  _tick() {
    this._timer = window.setTimeout(() => {
      if (this.place < this.length) this._go(this.place + 1);
      if (this.ended && this.place >= this.length) this.pause();
      else this._tick();
    }, 1000 / this.speed);
  }

  /** Whether no more moves will come. */
  ended = true;

  /** @param {number} place */
  _go(place) {
    this.place = Math.max(0, Math.min(place, this.length));
    this.slider.value = String(this.place);
    this.slider.setAttribute("aria-valuetext", `${this.place} of ${this.length} moves made`);
    this.moved(this.place);
  }

  _label() {
    playLabel(this.playButton, this.playing);
  }
}

/**
 * Let a button say that it plays, or that it pauses.
 * @param {HTMLElement} shown
 * @param {boolean} playing
 */
export function playLabel(shown, playing) {
  shown.setAttribute("aria-label", playing ? "Pause" : "Play");
  shown.title = playing ? "Pause (Space)" : "Play (Space)";
  shown.replaceChildren(icon(playing ? "pause" : "play"));
}

/**
 * A button of the transport.
 * @param {string} label
 * @param {string} name
 * @param {() => void} onclick
 */
export function control(label, name, onclick) {
  return element(
    "button",
    { type: "button", class: "button", "aria-label": label, title: label, onclick },
    icon(name),
  );
}
