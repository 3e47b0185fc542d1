/** The life of a mode: what it listens to until it is left, and what is cleared then. */

import { keyName, listenToKeys } from "../board/keys.js";
import { listenToMouse } from "../board/mouse.js";
import { listenToTouch } from "../board/touch.js";
import { find } from "../lib/element.js";
import { settings } from "../lib/settings.js";
import { body, controls, lead, quiet, status, wirePanel } from "./panel.js";
import { closePanel } from "./sheet.js";
import { board, followFocus, ready, wireStage } from "./stage.js";

const TYPING = "input:not([type=radio], [type=checkbox], [type=range]), select, textarea, dialog";
const GOES_ON = ["Enter", " "]; // held down, they must not go on from what they have just shown

/** @type {(() => void)[]} */
let stops = [];
/** @type {Record<string, () => void>} */
let keys = {};

/**
 * Listen to gestures on the board until the mode is left, or the returned function is called.
 * @param {import("../board/mouse.js").Gestures} gestures
 * @param {Record<string, (index: number) => void>} handlers  by key
 * @returns {() => void}
 */
export function listenOnBoard(gestures, handlers) {
  const gestureStops = [
    listenToMouse(board, gestures),
    listenToTouch(board, gestures),
    listenToKeys(board, handlers, isForPage),
    followFocus(gestures.hover ?? (() => {})),
  ];
  board.root.classList.add("is-live");
  const stop = () => {
    gestureStops.forEach((end) => end());
    board.root.classList.remove("is-live");
  };
  stops.push(stop);
  return stop;
}

/**
 * Handle keys that are pressed anywhere on the page.
 * @param {Record<string, () => void>} handlers  by key in lower case
 */
export function listenToPage(handlers) {
  keys = handlers;
}

/** Call a function when the mode is left. @param {() => void} stop */
export function onLeave(stop) {
  stops.push(stop);
}

/** Return a controller that is aborted when the mode is left: its answers must not show up in the next. */
export function untilLeft() {
  const stop = new AbortController();
  onLeave(() => stop.abort());
  return stop;
}

/** Leave the mode that was shown. */
export function clear() {
  stops.forEach((stop) => stop());
  stops = [];
  keys = {};
  board.root.classList.remove("is-live", "is-draft");
  ready(true);
  status({ time: "–" });
  find("#flag-mode").hidden = true;
  showFrame(true);
  closePanel();
  controls();
  lead();
  body();
  quiet("");
}

/** Show the board and its panel, or else the page without a board. @param {boolean} is */
function showFrame(is) {
  find("#history-page").hidden = is;
  find(".frame").hidden = !is;
  find("#panel").hidden = !is;
}

/** Show the page without a board in its place; return it. */
export function boardlessPage() {
  showFrame(false);
  return find("#history-page");
}

/**
 * Return whether a key is meant for the page, not for a field or the browser, and is not switched off.
 * @param {KeyboardEvent} event
 */
export function isForPage(event) {
  const typing = event.target instanceof Element && event.target.closest(TYPING);
  const character = event.key.length === 1 && event.key !== " ";
  return (
    !typing && (settings.letters || !character) && !event.ctrlKey && !event.metaKey && !event.altKey
  );
}

/** Return whether a key belongs to the control that has the focus. @param {KeyboardEvent} event */
function isTaken({ target, key }) {
  if (!(target instanceof Element)) return false;
  if (target.closest("input")) return key === " " || /^(Arrow|Home|End|Page)/.test(key);
  return (key === " " || key === "Enter") && target.closest("button, a, summary") !== null;
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (!isForPage(event) || event.defaultPrevented || isTaken(event)) return;
  const handler = keys[keyName(event).toLowerCase()];
  if (!handler && event.key.startsWith("Arrow") && board.focused < 0) {
    event.preventDefault();
    board.focus(board.cursor);
    return;
  }
  if (!handler) return;
  event.preventDefault();
  if (!event.repeat || !GOES_ON.includes(event.key)) handler();
}

/**
 * Wire what is there in every mode.
 * @param {import("../board/board.js").Board} added  the page's only board
 */
export function start(added) {
  document.addEventListener("keydown", onKey);
  wireStage(added);
  wirePanel();
}
