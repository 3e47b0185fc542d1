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

/** @returns {Partial<Settings>} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}
