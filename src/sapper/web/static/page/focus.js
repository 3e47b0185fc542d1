/** Keeps the focus on the page: what had it may vanish, and then its successor or the board gets it. */

import { find } from "../lib/element.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {{ node: HTMLElement, region: Element | null, name: string }} Held */

const REGIONS = "#panel, #history-page, .top, dialog";
const WATCHED = "#panel, #history-page, #waiting, .top, #flag-mode, dialog";
const CONTROLS = "button, a, input, select, textarea, summary";

/**
 * Follow the focus from now on.
 * @param {Board} board
 */
export function keepFocus(board) {
  /** @type {Held | null} */
  let held = null;
  const check = () => {
    if (!held || !isGone(held.node)) return;
    const { region, name } = held;
    held = null;
    const controls = /** @type {HTMLElement[]} */ ([...(region?.querySelectorAll(CONTROLS) ?? [])]);
    const successor = controls.find((one) => nameOf(one) === name && !isGone(one));
    if (successor) successor.focus({ preventScroll: true });
    else focusMain(board);
  };
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement)
      held = { node: target, region: target.closest(REGIONS), name: nameOf(target) };
  });
  document.addEventListener("focusout", ({ target }) =>
    queueMicrotask(() => {
      check();
      if (held?.node === target && document.activeElement !== target) held = null; // it was left
    }),
  );
  const observer = new MutationObserver(check);
  const attributes = { attributes: true, attributeFilter: ["hidden", "disabled"] };
  for (const node of document.querySelectorAll(WATCHED))
    observer.observe(node, { ...attributes, childList: true, subtree: true });
  observer.observe(find(".frame"), attributes);
  for (const dialog of document.querySelectorAll("dialog"))
    dialog.addEventListener("close", () => {
      const now = document.activeElement;
      if (now === document.body || dialog.contains(now)) focusMain(board);
    });
}

/**
 * Move the focus to the board, or to the heading of a page without one.
 * @param {Board} board
 */
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
