/** Keeps the settings of this browser: look, clicks, counters, sounds, help, and the next game. */

const KEY = "sapper-settings";
const DEFAULTS = {
  theme: /** @type {"system" | "light" | "dark"} */ ("system"),
  palette: /** @type {"classic" | "wong"} */ ("classic"),
  contrast: /** @type {"system" | "more" | "normal"} */ ("system"),
  cell: 0, // pixels; 0 means as large as fits
  cells: /** @type {"names" | "pairs"} */ ("names"), // how cells are written: C4, or (3,2)
  dim: false, // numbers with all their flags are dimmed
  map: true, // a small picture of boards larger than the window
  folded: false, // the panel beside the board is hidden
  chord: /** @type {"any" | "click" | "double" | "both" | "middle" | "off"} */ ("any"), // what opens the cells around a number
  letters: true, // keys that are single characters work
  confirm: /** @type {"off" | "every" | "risky"} */ ("off"), // which openings need a second click
  questions: false, // a flag becomes a question mark before it goes
  hold: 350, // milliseconds until a finger that rests on a cell flags it
  thumb: /** @type {"right" | "left"} */ ("right"), // the side of the round button
  flags_first: false, // after the first opening, a tap flags
  counter: /** @type {"left" | "flags" | "off"} */ ("left"), // of mines
  clock: /** @type {"seconds" | "tenths" | "off"} */ ("seconds"),
  sounds: false,
  risks: false,
  certain: false,
  bar: false,
  level: "beginner",
  first_click: "zero",
  no_guess: 0, // 0 means that guesses may be needed
  player: "master",
  greeted: false,
};

/** @typedef {typeof DEFAULTS} Settings */

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...read() };
/** @type {Set<() => void>} */
const listeners = new Set();

/** Change settings, save them, and call the listeners. @param {Partial<Settings>} changes */
export function change(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // without storage the page still works
  }
  listeners.forEach((listener) => listener());
}

/** @param {() => void} listener @returns {() => void} stop listening */
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
