/** The page's text around the board: the line above it, the line below it, and the panel. */

import { element, find, icon, refill } from "../lib/element.js";
import { change, onChange, settings } from "../lib/settings.js";
import { say } from "../words/announcer.js";
import { isOpen, wireSheet } from "./sheet.js";

/** @typedef {import("../lib/element.js").Child} Child */

const NARROW = matchMedia(
  "(max-width: 560px), (max-width: 920px) and (min-height: 481px), (max-height: 260px)",
);

/** Let the panel be folded, and drawn out where it is a sheet. */
export function wirePanel() {
  find("#fold").addEventListener("click", () => change({ folded: !settings.folded }));
  wireSheet();
  labelFold();
  onChange(labelFold);
}

function labelFold() {
  const name = settings.folded ? "Show the panel" : "Hide the panel";
  find("#fold").setAttribute("aria-expanded", String(!settings.folded));
  find("#fold").setAttribute("aria-label", name);
  find("#fold").title = name;
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

/** A part of the panel under a heading. @param {string} title @param {...Child} children */
export function part(title, ...children) {
  return element("section", { class: "part" }, element("h2", {}, title), ...children);
}

/** @param {string} text */
export function quiet(text) {
  find("#quiet").textContent = text;
}

/** Answer an action in the line below the board, and aloud. @param {string} text */
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
 * Set a text if it differs; setting the same text would make the browser lay out the page again.
 * @param {string} selector
 * @param {string} text
 */
function write(selector, text) {
  const place = find(selector);
  if (place.textContent !== text) place.textContent = text;
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
