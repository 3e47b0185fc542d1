/** Keeps the settings of this browser: look, clicks, counters, sounds, help, and the next game. */

/**
 * @typedef {object} Settings
 * @property {"system" | "light" | "dark"} theme
 * @property {"classic" | "wong"} palette
 * @property {"system" | "more" | "normal"} contrast
 * @property {number} cell  pixels; 0 means as large as fits
 * @property {"names" | "pairs"} cells  how cells are written: C4, or (3,2)
 * @property {boolean} dim  numbers with all their flags are dimmed
 * @property {boolean} map  a small picture of boards larger than the window
 * @property {boolean} folded  the panel beside the board is hidden
 * @property {"any" | "click" | "double" | "both" | "middle" | "off"} chord  what opens the cells around a number
 * @property {boolean} letters  keys that are single characters work
 * @property {"off" | "every" | "risky"} confirm  which openings need a second click
 * @property {boolean} questions  a flag becomes a question mark before it goes
 * @property {number} hold  milliseconds until a finger that rests on a cell flags it
 * @property {"right" | "left"} thumb  the side of the round button
 * @property {boolean} flags_first  after the first opening, a tap flags
 * @property {"left" | "flags" | "off"} counter  of mines
 * @property {"seconds" | "tenths" | "off"} clock
 * @property {boolean} sounds
 * @property {boolean} risks
 * @property {boolean} certain
 * @property {boolean} bar
 * @property {string} level
 * @property {string} first_click
 * @property {number} no_guess  0 means that guesses may be needed
 * @property {string} player
 * @property {boolean} greeted
 */

import { stamp } from "./stamps.js";

const KEY = "sapper-settings";
/** @type {Settings} */
const DEFAULTS = {
  theme: "system",
  palette: "classic",
  contrast: "system",
  cell: 0,
  cells: "names",
  dim: false,
  map: true,
  folded: false,
  chord: "any",
  letters: true,
  confirm: "off",
  questions: false,
  hold: 350,
  thumb: "right",
  flags_first: false,
  counter: "left",
  clock: "seconds",
  sounds: false,
  risks: false,
  certain: false,
  bar: false,
  level: "beginner",
  first_click: "zero",
  no_guess: 0,
  player: "master",
  greeted: false,
};
const dark = matchMedia("(prefers-color-scheme: dark)");
const stark = matchMedia("(prefers-contrast: more)");

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...read() };
/** @type {Set<() => void>} */
const listeners = new Set();

/**
 * Change settings, save them, and call the listeners.
 * @param {Partial<Settings>} changes
 */
export function change(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // without storage the page still works
  }
  show();
  listeners.forEach((listener) => listener());
}

/**
 * @param {() => void} listener
 * @returns {() => void} stop listening
 */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Apply to the page what its style sheet reads. */
export function show() {
  const root = document.documentElement;
  const theme = settings.theme === "system" ? (dark.matches ? "dark" : "light") : settings.theme;
  const contrast = settings.contrast === "system" && stark.matches ? "more" : settings.contrast;
  root.dataset.theme = theme;
  root.dataset.contrast = contrast;
  root.dataset.palette = settings.palette;
  root.dataset.thumb = settings.thumb;
  root.dataset.counter = settings.counter;
  root.dataset.clock = settings.clock;
  root.classList.toggle("is-folded", settings.folded);
  const { backgroundColor } = getComputedStyle(document.body);
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", backgroundColor);
  void stamp();
}

/** @returns {Partial<Settings>} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

dark.addEventListener("change", show);
stark.addEventListener("change", show);
