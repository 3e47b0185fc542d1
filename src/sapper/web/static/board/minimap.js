/** Where a large board goes on: a small picture of it, which a click or a drag moves, and shaded edges of the stage. */

import { element } from "../lib/element.js";
import { afterFrame } from "../lib/frame.js";
import { onChange, settings } from "../lib/settings.js";

const LEAST = 0.8; // of the board in sight: then it needs no map
const GAP = 12; // pixels between the map and the last row, scrolled to the end
/** The style sheet's colour of each mark; unopened cells have the first. */
const COLOURS = {
  "#": "--closed",
  0: "--open",
  1: "--grid",
  F: "--flag",
  "*": "--mine",
  "!": "--fatal",
};
for (const name of ["--closed", "--open", "--grid", "--fatal"])
  CSS.registerProperty({ name, syntax: "<color>", inherits: true, initialValue: "black" });

export class Minimap {
  /**
   * @param {import("./board.js").Board} board
   * @param {HTMLElement} stage  what scrolls
   * @param {HTMLElement} root  the element that becomes the map
   */
  constructor(board, stage, root) {
    this.board = board;
    this.stage = stage;
    this.root = root;
    this._canvas = element("canvas");
    this._view = element("span");
    this._due = false;
    root.replaceChildren(this._canvas, this._view);
    board.root.addEventListener("drawn", () => this._soon());
    stage.addEventListener("scroll", () => this._outline(), { passive: true });
    new ResizeObserver(() => this._soon()).observe(stage);
    new ResizeObserver(() => this._soon()).observe(board.root);
    onChange(() => this._soon());
    root.addEventListener("pointerdown", (event) => {
      root.setPointerCapture(event.pointerId);
      this._move(event);
    });
    root.addEventListener("pointermove", (event) => {
      if (root.hasPointerCapture(event.pointerId)) this._move(event);
    });
  }

  /** Draw after the next frame, once for all requests. */
  _soon() {
    if (this._due) return;
    this._due = true;
    afterFrame(() => {
      this._due = false;
      this._draw();
    });
  }

  _draw() {
    const { board, root } = this;
    const { high, wide, size } = board.window();
    const enough = !size || (wide >= LEAST * board.width && high >= LEAST * board.height);
    root.hidden = enough || !settings.map;
    const { maxWidth, maxHeight } = getComputedStyle(root);
    const scale = Math.min(
      parseFloat(maxWidth) / board.width,
      parseFloat(maxHeight) / board.height,
    );
    root.style.width = `${scale * board.width}px`;
    root.style.height = `${scale * board.height}px`;
    const over = overlap(this.stage.getBoundingClientRect(), root.getBoundingClientRect());
    board.covered = over && over + GAP;
    this.stage.style.setProperty("--covered", `${board.covered}px`);
    if (root.hidden) return;
    this._paint();
    this._outline();
  }

  /** Paint a pixel per cell. */
  _paint() {
    const { width, height, marks } = this.board;
    Object.assign(this._canvas, { width, height });
    const context = this._canvas.getContext("2d");
    const image = context?.createImageData(width, height);
    if (!context || !image) return;
    const style = getComputedStyle(document.documentElement);
    const colours = new Map(
      Object.entries(COLOURS).map(([mark, name]) => [mark, channels(style.getPropertyValue(name))]),
    );
    [...marks].forEach((mark, index) => image.data.set(colours.get(kind(mark)) ?? [], index * 4));
    context.putImageData(image, 0, 0);
  }

  /** Outline what is in sight. */
  _outline() {
    if (this.root.hidden) return;
    const { width, height } = this.board;
    const { top, left, high, wide } = this.board.window();
    const percents = {
      top: top / height,
      left: left / width,
      height: high / height,
      width: wide / width,
    };
    for (const [name, part] of Object.entries(percents))
      this._view.style.setProperty(name, `${Math.min(part, 1) * 100}%`);
  }

  /** @param {PointerEvent} event */
  _move(event) {
    const { left, top, width, height } = this.root.getBoundingClientRect();
    const { wide, high } = this.board.window();
    const column = ((event.clientX - left) / width) * this.board.width;
    const row = ((event.clientY - top) / height) * this.board.height;
    this.board.scrollTo(column - wide / 2, row - high / 2);
  }
}

/** Tell which colour a mark has. @param {string} mark */
function kind(mark) {
  if (mark >= "1" && mark <= "8") return "1";
  return mark === "x" ? "F" : mark === "?" ? "#" : mark;
}

/**
 * Read red, green, blue and opacity.
 * @param {string} colour  as the browser writes it: rgb(1, 2, 3)
 */
function channels(colour) {
  return [...(colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number), 255];
}

/**
 * Measure how much of the stage's foot is under the map: nothing if it is hidden, above or beside it.
 * @param {DOMRect} stage
 * @param {DOMRect} map
 */
function overlap(stage, map) {
  const apart = map.right <= stage.left || map.left >= stage.right || map.bottom <= stage.top;
  return apart ? 0 : Math.max(0, stage.bottom - map.top);
}

export class ScrollShadows {
  /**
   * @param {HTMLElement} board  what is scrolled
   * @param {HTMLElement} stage  what scrolls
   * @param {HTMLElement} root  the element that lies over the stage
   */
  constructor(board, stage, root) {
    this.stage = stage;
    this.root = root;
    stage.addEventListener("scroll", () => this._shade(), { passive: true });
    const sizes = new ResizeObserver(() => this._shade());
    sizes.observe(stage);
    sizes.observe(board);
  }

  _shade() {
    const { scrollTop, scrollLeft, clientWidth, clientHeight, scrollWidth, scrollHeight } =
      this.stage;
    this.root.style.width = `${clientWidth}px`;
    this.root.style.height = `${clientHeight}px`;
    const goesOn = {
      up: scrollTop > 1,
      left: scrollLeft > 1,
      down: scrollTop + clientHeight < scrollHeight - 1,
      right: scrollLeft + clientWidth < scrollWidth - 1,
    };
    for (const [side, is] of Object.entries(goesOn)) this.root.classList.toggle(`goes-${side}`, is);
  }
}
