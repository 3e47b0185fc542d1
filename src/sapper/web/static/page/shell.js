/** What all modes share: the board, its header line, the panel, and who listens to gestures now. */

import { Board } from "../board/board.js";
import { followArrows, keyName, listenToKeys } from "../board/keys.js";
import { Beyond, Minimap } from "../board/minimap.js";
import { listenToMouse } from "../board/mouse.js";
import { listenToTouch } from "../board/touch.js";
import { Zoom } from "../board/zoom.js";
import { element, find, icon, refill } from "../lib/element.js";
import { change, onChange, settings } from "../lib/settings.js";
import { say } from "../words/speech.js";
import { counted, percentWords } from "../words/words.js";
import { focusMain, keepFocus } from "./focus.js";
import { closePanel, isHalf, isOpen, wireSheet } from "./sheet.js";

/** @typedef {import("../lib/element.js").Child} Child */

export const board = new Board(find("#board"));
export const zoom = new Zoom(board, find("#stage"), find(".field"), isRead);
/** Says how likely the cells that no number touches are mines, while the board shows risks. */
export const floatingLine = element("p", { class: "note floating" });

const NARROW = matchMedia("(max-width: 560px), (max-width: 920px) and (min-height: 481px), (max-height: 260px)");

const TYPING = "input:not([type=radio], [type=checkbox], [type=range]), select, textarea, dialog";
const GOES_ON = ["Enter", " "]; // held down, they must not go on from what they have just shown

/** @type {(() => void)[]} */
let stops = [];
/** @type {Record<string, () => void>} */
let keys = {};

function isRead() {
  return isHalf() || ["watch", "review"].includes(document.body.dataset.mode ?? "");
}

/**
 * Listen to gestures on the board until the mode is left, or the returned function is called.
 * @param {import("../board/mouse.js").Gestures} gestures
 * @param {Record<string, (index: number) => void>} handlers  by key
 * @returns {() => void}
 */
export function listenOnBoard(gestures, handlers) {
  const stopping = [
    listenToMouse(board, gestures),
    listenToTouch(board, gestures),
    listenToKeys(board, handlers, isForPage),
    followFocus(gestures.hover ?? (() => {})),
  ];
  board.root.classList.add("is-live");
  const stop = () => {
    stopping.forEach((one) => one());
    board.root.classList.remove("is-live");
  };
  stops.push(stop);
  return stop;
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

/**
 * Handle keys that are pressed anywhere on the page.
 * @param {Record<string, () => void>} handlers  by key in lower case
 */
export function listenToPage(handlers) {
  keys = handlers;
}

/**
 * Call a function when the mode is left.
 * @param {() => void} stop
 */
export function onLeave(stop) {
  stops.push(stop);
}

/** Return a controller that is aborted when the mode is left: what it asked for must not show up in the next. */
export function untilLeft() {
  const stop = new AbortController();
  onLeave(() => stop.abort());
  return stop;
}

/** Forget the mode that was shown. */
export function clear() {
  stops.forEach((stop) => stop());
  stops = [];
  keys = {};
  board.root.classList.remove("is-live", "is-draft");
  ready(true);
  status({ time: "–" });
  find("#flag-mode").hidden = true;
  find("#history-page").hidden = true;
  find(".frame").hidden = false;
  find("#panel").hidden = false;
  closePanel();
  controls();
  lead();
  body();
  quiet("");
}

/**
 * Set whether the board can be played on; if not, it is faint and ignores clicks.
 * @param {boolean} is
 */
export function ready(is) {
  board.root.setAttribute("aria-busy", String(!is));
}

/** Tell whether the panel peeks from below. */
export function isNarrow() {
  return NARROW.matches;
}

/** @param {...Child} children  the first lines of the panel, seen on a phone without opening it */
export function lead(...children) {
  refill(find("#lead"), ...children);
  if (isNarrow() && !isOpen()) find("#panel").scrollTop = 0;
}

/**
 * Say in the panel, and aloud, that something did not work; offer a new game as a way out.
 * @param {string} title
 * @param {string} sentence
 */
export function complain(title, sentence) {
  const fresh = `/play?level=${encodeURIComponent(settings.level)}`;
  const out = element("a", { class: "button", href: fresh }, "New game");
  lead(element("h2", { class: "error" }, title), element("p", {}, sentence), out);
  say(`${title}: ${sentence}`);
}

/** @param {...Child} children  what must be at hand, also on a phone */
export function controls(...children) {
  refill(find("#controls"), ...children);
}

/** @param {...Child} children */
export function body(...children) {
  refill(find("#panel-body"), ...children);
}

/** @param {string} text */
export function quiet(text) {
  find("#quiet").textContent = text;
}

/**
 * Answer an action in the line below the board, and aloud.
 * @param {string} text
 */
export function answer(text) {
  quiet(text);
  say(text);
}

/**
 * Fill the line above the board.
 * @param {{ mines?: number | null, of?: number, time: string, face?: "playing" | "won" | "lost" }} facts
 *   mines: not flagged yet, null if unknown; of: all mines
 */
export function status({ mines = NaN, of, time, face }) {
  const flags = settings.counter === "flags" && of !== undefined && mines !== null;
  const left = mines === null ? "?" : Number.isNaN(mines) ? "–" : String(mines);
  write("#mines-label", flags ? "Flags and mines: " : "Mines left: ");
  write("#mines-left", flags ? `${of - mines}/${of}` : left);
  write("#time", time);
  if (face && find("#face").dataset.face !== face) {
    find("#face").dataset.face = face;
    find("#face").replaceChildren(icon(`face-${face}`));
  }
}

/**
 * Let the face above the board do something, and say what.
 * @param {string} name
 * @param {() => void} act
 * @param {string} [key]  that does the same
 */
export function faceDoes(name, act, key) {
  const face = find("#face");
  face.onclick = act;
  face.setAttribute("aria-label", name);
  face.title = key ? `${name} (${key})` : name;
}

/**
 * Set a text if it differs; setting the same text would make the browser lay out the page again.
 * @param {string} selector
 * @param {string} text
 */
function write(selector, text) {
  const place = find(selector);
  if (place.textContent !== text) place.textContent = text;
}

/**
 * A part of the panel under a heading.
 * @param {string} title
 * @param {...Child} children
 */
export function part(title, ...children) {
  return element("section", { class: "part" }, element("h2", {}, title), ...children);
}

/**
 * Return whether a key is meant for the page, not for a field or the browser, and is not switched off.
 * @param {KeyboardEvent} event
 */
export function isForPage(event) {
  const typing = event.target instanceof Element && event.target.closest(TYPING);
  const character = event.key.length === 1 && event.key !== " ";
  return !typing && (settings.letters || !character) && !event.ctrlKey && !event.metaKey && !event.altKey;
}

/**
 * Return whether a key belongs to the control that has the focus.
 * @param {KeyboardEvent} event
 */
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

/** Wire what is there in every mode. */
export function start() {
  followArrows(board);
  keepFocus(board);
  document.addEventListener("keydown", onKey);
  find(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    focusMain(board);
  });
  find("#zoom-in").addEventListener("click", () => zoom.step(1));
  find("#zoom-out").addEventListener("click", () => zoom.step(-1));
  find("#zoom-fit").addEventListener("click", () => zoom.whole());
  find("#fold").addEventListener("click", () => change({ folded: !settings.folded }));
  board.root.addEventListener("drawn", showFloating);
  wireSheet();
  new Beyond(board.root, find("#stage"), find("#beyond"));
  new Minimap(board, find("#stage"), find("#minimap"));
  follow();
  onChange(follow);
}

/** Let the settings take effect on what is there in every mode. */
function follow() {
  if (settings.cell !== zoom.preferred) zoom.prefer(settings.cell);
  board.dim(settings.dim);
  const name = settings.folded ? "Show the panel" : "Hide the panel";
  find("#fold").setAttribute("aria-expanded", String(!settings.folded));
  find("#fold").setAttribute("aria-label", name);
  find("#fold").title = name;
}

function showFloating() {
  const { cells = [], text = "" } = board.floating ?? {};
  const subject = `${counted(cells.length, "cell touches", "cells touch")} no number`;
  const words = `${subject}: ${percentWords(text)}${cells.length === 1 ? "" : " each"}.`;
  floatingLine.textContent = text ? words : "";
}
