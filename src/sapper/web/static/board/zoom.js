/** Sets the size of cells: comfortable, as large as fits, unless buttons, keys, a pinch or a setting say otherwise. */

import { listenTo } from "../lib/element.js";

const LEAST = 8;
const MOST = 60;
const FIGURES = 16; // below this, the texts of risks and edges would overlap
const NUMBERS = 12; // below this, a number is a patch of its colour
const STEP = 1.2;
const EDGE = 18;
const FINGER = 32; // the smallest that a finger hits easily
const READING = 22; // hard to hit, but enough beside a text that speaks of the whole board
const POINTER = 18;

export class Zoom {
  /**
   * @param {import("./board.js").Board} board
   * @param {HTMLElement} stage  what scrolls
   * @param {HTMLElement} room  what the stage may fill
   * @param {() => boolean} isRead  whether the board is read rather than played: seeing all of it matters more than hitting a cell
   */
  constructor(board, stage, room, isRead) {
    this.board = board;
    this.stage = stage;
    this.room = room;
    this._isRead = isRead;
    this.preferred = 0;
    /** @type {number | null} */
    this._override = null;
    this.size = 0;
    this._shape = "";
    new ResizeObserver(() => this.fit()).observe(room);
    board.root.addEventListener("shaped", () => this.fit());
    this._listenToPinch();
  }

  /** Fit the board again: its size or the window's has changed. */
  fit() {
    const shape = `${this.board.width}x${this.board.height}`;
    if (shape !== this._shape) this._override = null;
    this._shape = shape;
    if (this.board.width) this._apply(this._override ?? this._comfortable());
  }

  /** @param {number} pixels  0 means as large as fits */
  prefer(pixels) {
    this.preferred = pixels;
    this._override = null;
    this.fit();
  }

  /** @param {1 | -1} direction */
  step(direction) {
    this._choose(this.size * STEP ** direction);
  }

  /** Show the whole board, however small that makes it; if it is shown, return to a comfortable size. */
  whole() {
    const size = Math.max(Math.min(...this._room(), MOST), 1);
    const isWhole = size === this._override;
    this._override = isWhole || size === this._comfortable() ? null : size;
    this.fit();
  }

  /** @returns {[across: number, down: number]} the size at which the board is as wide or as high as the room */
  _room() {
    const { wide, high } = this._space();
    return [
      Math.floor((wide - EDGE) / this.board.width),
      Math.floor((high - EDGE) / this.board.height),
    ];
  }

  _comfortable() {
    if (this.preferred) return this.preferred;
    const touch = matchMedia("(pointer: coarse)").matches;
    const [across, down] = this._room();
    const least = touch ? FINGER : POINTER;
    if (Math.min(across, down) >= Math.min(least, this._isRead() ? READING : least))
      return Math.min(across, down, MOST);
    return Math.max(Math.min(across, touch ? Math.max(down, least) : down, MOST), least);
  }

  /** Measure what is left for the stage: the room without its padding and what frames the stage. */
  _space() {
    const frame = getComputedStyle(/** @type {HTMLElement} */ (this.stage.parentElement));
    const style = getComputedStyle(this.room);
    const [above = 0, under = 0, beside = 0] = ["--above", "--under", "--beside"].map((name) =>
      parseFloat(frame.getPropertyValue(name)),
    );
    const { width, height } = this.room.getBoundingClientRect(); // a fraction of a pixel may cost a row
    const wide = width - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - beside;
    const high = height - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
    return { wide, high: high - above - under };
  }

  /**
   * Choose a size, keeping what is under a point of the window where it is.
   * @param {number} size
   * @param {{ x: number, y: number }} [at]
   */
  _choose(size, at) {
    const frame = this.stage.getBoundingClientRect();
    const x = (at?.x ?? frame.left + frame.width / 2) - frame.left;
    const y = (at?.y ?? frame.top + frame.height / 2) - frame.top;
    const before = this.size;
    this._override = Math.max(LEAST, Math.min(size, MOST));
    this._apply(this._override);
    const growth = this.size / before;
    this.stage.scrollLeft = (this.stage.scrollLeft + x) * growth - x;
    this.stage.scrollTop = (this.stage.scrollTop + y) * growth - y;
  }

  /** @param {number} size */
  _apply(size) {
    // the same size, set again, would make the browser style every cell again
    if (size !== this.size) this.stage.style.setProperty("--cell", `${size}px`);
    this.size = size;
    this.board.root.classList.toggle("no-figures", size < FIGURES);
    this.board.root.classList.toggle("no-numbers", size < NUMBERS);
    const { wide, high } = this._space();
    this.stage.style.maxWidth = `${wide}px`;
    this.stage.style.maxHeight = `${high}px`;
  }

  _listenToPinch() {
    let spread = 0;
    let size = 0;
    const start = (/** @type {TouchEvent} */ event) => {
      if (event.touches.length !== 2) return;
      spread = pinch(event.touches).spread;
      size = this.size;
    };
    this.stage.addEventListener("touchstart", start, { passive: true });
    listenTo(
      this.stage,
      { passive: false },
      {
        touchmove: (event) => {
          if (event.touches.length !== 2 || !spread) return;
          event.preventDefault();
          const now = pinch(event.touches);
          this._choose((size * now.spread) / spread, now);
        },
        wheel: (event) => {
          if (!event.ctrlKey) return;
          event.preventDefault();
          const { clientX: x, clientY: y } = event;
          this._choose(this.size * Math.exp(-event.deltaY / 300), { x, y });
        },
      },
    );
  }
}

/** @param {TouchList} touches */
function pinch(touches) {
  const [one, two] = [/** @type {Touch} */ (touches[0]), /** @type {Touch} */ (touches[1])];
  return {
    spread: Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY),
    x: (one.clientX + two.clientX) / 2,
    y: (one.clientY + two.clientY) / 2,
  };
}
