/** The brush of Analyse: one stop of the Tab key, in which the arrows choose. */

import { element, icon } from "../lib/element.js";
import { markWords } from "../words/words.js";

/** The marks that can be painted. */
export const MARKS = ["#", "F", "0", "1", "2", "3", "4", "5", "6", "7", "8"];
/** The brush that changes nothing. */
export const LOOK = "i";

const BRUSHES = [...MARKS, LOOK];
/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export class Palette {
  constructor() {
    this.brush = "1";
    this._buttons = BRUSHES.map((mark) => this._button(mark));
    this.element = element(
      "div",
      {
        class: "palette",
        role: "radiogroup",
        "aria-label": "Brush",
        onkeydown: (/** @type {KeyboardEvent} */ event) => this._key(event),
      },
      ...this._buttons,
    );
    this.choose(this.brush);
  }

  /** @param {string} mark */
  choose(mark) {
    this.brush = mark;
    this._buttons.forEach((button, place) => {
      const is = BRUSHES[place] === mark;
      button.setAttribute("aria-checked", String(is));
      button.setAttribute("tabindex", is ? "0" : "-1");
    });
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    const most = BRUSHES.length;
    const now = BRUSHES.indexOf(this.brush);
    const step = STEPS[event.key];
    const place =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? most - 1
          : step && (now + step + most) % most;
    if (place === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.choose(BRUSHES[place] ?? LOOK);
    this._buttons[place]?.focus();
  }

  /** @param {string} mark */
  _button(mark) {
    const words = brushWords(mark);
    const face =
      mark === "F" ? icon("flag") : mark === LOOK ? icon("look") : mark === "#" ? "" : mark;
    return element(
      "button",
      {
        type: "button",
        role: "radio",
        "data-mark": mark,
        "aria-label": words,
        title: `${words} (${mark})`,
        class: mark === "#" ? "closed" : `n${mark}`,
        onclick: () => this.choose(mark),
      },
      face,
    );
  }
}

/** @param {string} mark */
export function brushWords(mark) {
  return mark === LOOK ? "look at a cell" : markWords(mark);
}
