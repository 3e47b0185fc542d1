/** The board on its stage: its size, what is in sight of it, and the keyboard's cursor on it. */

import { followArrows } from "../board/keys.js";
import { ScrollShadows, Minimap } from "../board/minimap.js";
import { Zoom } from "../board/zoom.js";
import { element, find } from "../lib/element.js";
import { onChange, settings } from "../lib/settings.js";
import { counted, percentWords } from "../words/words.js";
import { focusMain, keepFocus } from "./focus.js";
import { isHalf } from "./sheet.js";

/** @typedef {import("../board/board.js").Board} Board */

/** @type {Board} */
export let board;
/** @type {Zoom} */
export let zoom;
/** Says how likely the cells that no number touches are mines, while the board shows risks. */
export const floatingLine = element("p", { class: "note floating" });

/** Put the page's only board on the stage. @param {Board} added */
export function wireStage(added) {
  const stage = find("#stage");
  board = added;
  zoom = new Zoom(board, stage, find(".field"), isRead);
  followArrows(board);
  keepFocus(board);
  find(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    focusMain(board);
  });
  find("#zoom-in").addEventListener("click", () => zoom.step(1));
  find("#zoom-out").addEventListener("click", () => zoom.step(-1));
  find("#zoom-fit").addEventListener("click", () => zoom.whole());
  board.root.addEventListener("drawn", showFloating);
  new ScrollShadows(board.root, stage, find("#beyond"));
  new Minimap(board, stage, find("#minimap"));
  applySettings();
  onChange(applySettings);
}

/**
 * Set whether the board can be played on; if not, it is faint and ignores clicks.
 * @param {boolean} is
 */
export function ready(is) {
  board.root.setAttribute("aria-busy", String(!is));
}

/**
 * Report the cell of the keyboard's cursor as if the pointer had come to it.
 * @param {(index: number) => void} hover
 */
export function followFocus(hover) {
  const stop = new AbortController();
  board.root.addEventListener("focusin", ({ target }) => hover(board.indexOf(target)), {
    signal: stop.signal,
  });
  return () => stop.abort();
}

function isRead() {
  return isHalf() || ["watch", "review"].includes(document.body.dataset.mode ?? "");
}

function applySettings() {
  if (settings.cell !== zoom.preferred) zoom.prefer(settings.cell);
  board.dim(settings.dim);
}

function showFloating() {
  const { cells = [], text = "" } = board.floating ?? {};
  const subject = `${counted(cells.length, "cell touches", "cells touch")} no number`;
  const words = `${subject}: ${percentWords(text)}${cells.length === 1 ? "" : " each"}.`;
  floatingLine.textContent = text ? words : "";
}
