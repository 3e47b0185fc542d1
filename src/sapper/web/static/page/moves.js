/** The list of moves, with the current one marked. */

import { element } from "../lib/element.js";

export class MoveList {
  /** @param {(number: number) => void} onChoose */
  constructor(onChoose) {
    this.element = element("ol", { class: "moves", tabindex: "0", "aria-label": "Moves" });
    this._onChoose = onChoose;
    /** @type {HTMLElement | null} */
    this._current = null;
    /** @type {Map<number, HTMLElement>} */
    this._items = new Map();
  }

  /**
   * @param {number} number
   * @param {string} name
   * @param {string} note
   * @param {string | null} judgement
   * @param {string} [time]
   */
  add(number, name, note, judgement, time = "") {
    const dot = judgement && element("i", { class: `dot judged-${judgement}` });
    const item = element(
      "li",
      {},
      element(
        "button",
        { type: "button", onclick: () => this._onChoose(number) },
        element("span", { class: "number" }, number),
        element("span", {}, dot, name),
        element("span", { class: "note" }, time),
        element("span", {}, note),
      ),
    );
    this._items.set(number, item);
    this.element.append(item);
  }

  get length() {
    return this._items.size;
  }

  clear() {
    this._items.clear();
    this.element.replaceChildren();
  }

  /** @param {number} number */
  mark(number) {
    this._current?.removeAttribute("aria-current");
    this._current = this._items.get(number) ?? null;
    this._current?.setAttribute("aria-current", "step");
    const item = this._current;
    if (!item) return;
    // scrollIntoView would move the page as well
    const { scrollTop, clientHeight } = this.element;
    if (item.offsetTop < scrollTop || item.offsetTop + item.offsetHeight > scrollTop + clientHeight)
      this.element.scrollTop = item.offsetTop - clientHeight / 2;
  }
}
