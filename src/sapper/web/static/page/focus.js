/** Moves the focus to a successor or to the board when the focused element vanishes. */

import { find } from "../lib/element.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {{ node: HTMLElement, region: Element | null, name: string }} Holder */

const REGIONS = "#panel, #history-page, .top, dialog";
const WATCHED = "#panel, #history-page, #waiting, .top, #flag-mode, dialog";
const CONTROLS = "button, a, input, select, textarea, summary";

/** Follow the focus from now on. @param {Board} board */
export function keepFocus(board) {
  const focus = new Focus(board);
  const observer = new MutationObserver(() => focus.check());
  const attributes = { attributes: true, attributeFilter: ["hidden", "disabled"] };
  document.addEventListener("focusin", ({ target }) => focus.enter(target));
  document.addEventListener("focusout", ({ target }) => queueMicrotask(() => focus.leave(target)));
  for (const node of document.querySelectorAll(WATCHED))
    observer.observe(node, { ...attributes, childList: true, subtree: true });
  observer.observe(find(".frame"), attributes);
  for (const dialog of document.querySelectorAll("dialog"))
    dialog.addEventListener("close", () => {
      const now = document.activeElement;
      if (now === document.body || dialog.contains(now)) focusMain(board);
    });
}

class Focus {
  /** @param {Board} board */
  constructor(board) {
    this._board = board;
    /** @type {Holder | null} */
    this._holder = null;
  }

  /** @param {EventTarget | null} target */
  enter(target) {
    if (target instanceof HTMLElement)
      this._holder = { node: target, region: target.closest(REGIONS), name: nameOf(target) };
  }

  /** @param {EventTarget | null} target */
  leave(target) {
    this.check();
    if (this._holder?.node === target && document.activeElement !== target) this._holder = null;
  }

  /** Pass the focus on if the focused element has vanished. */
  check() {
    if (!this._holder || !isGone(this._holder.node)) return;
    const { region, name } = this._holder;
    this._holder = null;
    const controls = /** @type {HTMLElement[]} */ ([...(region?.querySelectorAll(CONTROLS) ?? [])]);
    const successor = controls.find((one) => nameOf(one) === name && !isGone(one));
    if (successor) successor.focus({ preventScroll: true });
    else focusMain(this._board);
  }
}

/** Move the focus to the board, or to the heading of a page without one. @param {Board} board */
export function focusMain(board) {
  const cell = find(".frame").hidden ? null : board.grid.cell(board.cursor);
  (cell ?? find("#heading")).focus({ preventScroll: true });
}

/** @param {HTMLElement} node */
function isGone(node) {
  return !node.isConnected || node.matches(":disabled") || node.closest("[hidden]") !== null;
}

/** @param {HTMLElement} node */
function nameOf(node) {
  const label = node instanceof HTMLInputElement ? node.labels?.[0]?.textContent : null;
  return node.getAttribute("aria-label") ?? label ?? node.textContent ?? "";
}
