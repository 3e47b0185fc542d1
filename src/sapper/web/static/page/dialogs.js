/** The two dialogs: keys and gestures, and settings. */

import { element, find } from "../lib/element.js";
import { button, check, choice, pairs } from "../lib/form.js";
import { change, settings } from "../lib/settings.js";

/** @type {Record<string, [keys: string[], action: string][]>} */
const KEYS = {
  Everywhere: [
    [["?"], "these keys"],
    [["+", "−"], "larger, smaller cells"],
    [["0"], "fit the board, and back (in Analyse: an empty cell)"],
    [["Esc"], "close the panel or a dialog"],
    [["Ctrl", "V"], "analyse a pasted position"],
  ],
  "On the board": [
    [["↑", "↓", "←", "→"], "move over the board, in every mode"],
    [["Home", "End"], "start, end of the row; with Ctrl, of the board"],
    [["G"], "go to the cell that a hint, a reason or a move points at"],
    [["L"], "listen to what is around the cell"],
  ],
  Play: [
    [["Enter", "Space"], "open; on a number, chord"],
    [["F", "Shift+Enter"], "flag"],
    [["C"], "chord"],
    [["H"], "hint; again: a stronger one"],
    [["R", "S", "E"], "risks, certain cells, chance of winning"],
    [["I"], "a click tells about a cell"],
    [["A"], "analyse this position"],
    [["U"], "undo after a loss"],
    [["N"], "new game"],
    [["M"], "a tap flags or opens"],
  ],
  Train: [
    [["Enter", "Space"], "open; once it is answered, go on"],
    [["F", "Shift+Enter"], "flag"],
    [["S"], "show the answer"],
  ],
  Analyse: [
    [["0", "…", "8", "F", "#"], "set the cell under the pointer or cursor"],
    [["I"], "look at cells instead of painting"],
    [["P", "W"], "play, watch from here"],
    [["U"], "undo"],
  ],
  "Watch and review": [
    [["←", "→"], "step; on the board, with Shift"],
    [["Home", "End"], "start, end"],
    [["Space"], "play or pause"],
    [["R", "S"], "risks, certain cells"],
    [["A"], "analyse this position"],
    [["T"], "in Review: try again from here"],
  ],
};

const RULES =
  "Open every cell that has no mine. A number says how many of the cells around it are mines; flag those.";

/** @type {[gesture: string, action: string][]} */
const MOUSE = [
  ["Left", "open; on a number, chord: open all around it once its mines are flagged"],
  ["Right", "flag"],
  ["Middle or both", "chord; the settings can choose one way or none"],
  ["Ctrl + wheel", "larger, smaller cells"],
  ["In Analyse", "left paints, also while dragged; right flags; the wheel changes the number"],
];

/** @type {[gesture: string, action: string][]} */
const FINGERS = [
  ["Tap", "open; on a number, chord: open all around it once its mines are flagged"],
  ["Hold", "flag"],
  ["Round button", "a tap flags instead, and holding opens"],
  ["Two fingers", "pinch for larger or smaller cells"],
  ["The panel", "tap its handle or drag it: half beside the board, or all of it"],
  ["In Analyse", "tap or drag to paint"],
];

/** @type {[name: string, action: string][]} */
const HELP = [
  ["Hint", "says where to look; again, by which technique; once more, which move and why"],
  ["Risks", "how likely each unopened cell is a mine, and the best move"],
  ["Certain", "marks only the cells that must be safe or must be mines"],
  ["Chance", "the bar beside the board shows the chance of winning"],
  ["Inspect", "a click or tap tells about a cell instead of opening it"],
];

/**
 * @typedef {[value: string, text: string][]} Options
 * @typedef {[name: keyof typeof settings, label: string, options?: Options, touch?: Options]} Setting
 *   without options, it is on or off; `touch` are those where there is no mouse
 */

/** @type {Record<string, Setting[]>} */
const SETTINGS = {
  Look: [
    [
      "theme",
      "Theme",
      [
        ["system", "same as the system"],
        ["light", "light"],
        ["dark", "dark"],
      ],
    ],
    [
      "palette",
      "Colours",
      [
        ["classic", "classic"],
        ["wong", "for colour-blind eyes"],
      ],
    ],
    [
      "contrast",
      "Contrast",
      [
        ["system", "same as the system"],
        ["more", "high"],
        ["normal", "normal"],
      ],
    ],
    [
      "cell",
      "Cell size",
      [
        ["0", "as large as fits"],
        ["20", "small"],
        ["28", "medium"],
        ["36", "large"],
        ["48", "very large"],
      ],
    ],
    [
      "cells",
      "Names of cells",
      [
        ["names", "column and row: C4"],
        ["pairs", "row, column from 0: (3,2)"],
      ],
    ],
    ["dim", "Dim numbers that have all their flags"],
    ["map", "Show a small map of boards larger than the window"],
  ],
  Clicks: [
    [
      "chord",
      "Open all around a number with",
      [
        ["any", "a click, middle or both buttons"],
        ["click", "a click on the number"],
        ["double", "a double click on the number"],
        ["both", "both buttons together"],
        ["middle", "the middle button"],
        ["off", "nothing"],
      ],
      [
        ["any", "a tap on the number"],
        ["double", "a double tap on the number"],
        ["off", "nothing"],
      ],
    ],
    [
      "confirm",
      "Open after a second click or tap",
      [
        ["off", "never"],
        ["every", "every cell"],
        ["risky", "cells not proved safe (counts as help)"],
      ],
    ],
    ["questions", "Turn flags into question marks before they go"],
  ],
  Touch: [
    [
      "hold",
      "Hold a cell to flag it",
      [
        ["200", "0.2 seconds"],
        ["350", "0.35 seconds"],
        ["500", "half a second"],
        ["800", "0.8 seconds"],
      ],
    ],
    [
      "thumb",
      "Round button",
      [
        ["right", "on the right"],
        ["left", "on the left"],
      ],
    ],
    ["flags_first", "After the first opening, a tap flags and holding opens"],
  ],
  "Above the board": [
    [
      "counter",
      "Mines",
      [
        ["left", "mines left: 7"],
        ["flags", "flags of mines: 3/10"],
        ["off", "hidden"],
      ],
    ],
    [
      "clock",
      "Time",
      [
        ["seconds", "seconds"],
        ["tenths", "seconds and tenths"],
        ["off", "hidden"],
      ],
    ],
  ],
  "Sounds and keys": [
    ["sounds", "Play sounds"],
    ["letters", "Use single keys, such as H for a hint"],
  ],
};

export function showKeys() {
  const dialog = /** @type {HTMLDialogElement} */ (find("#keys"));
  const keys = Object.entries(KEYS).flatMap(([name, list]) => [
    heading(name),
    pairs(
      "keys",
      list.map(([names, action]) => [names.flatMap(keyCaps), action]),
    ),
  ]);
  const mouse = [heading("Mouse"), pairs("keys", MOUSE)];
  const fingers = [heading("Touch"), pairs("keys", FINGERS)];
  const touch = matchMedia("(pointer: coarse)").matches;
  dialog.replaceChildren(
    element("h2", { id: "keys-title" }, "Gestures and keys"),
    element("p", {}, RULES),
    ...(touch ? fingers : mouse),
    heading("Help while playing"),
    pairs("keys", HELP),
    ...keys,
    ...(touch ? mouse : fingers),
    button("Close", () => dialog.close(), { main: true }),
  );
  dialog.showModal();
  dialog.scrollTop = 0; // the button at the foot has the focus
}

/** @param {string} name */
function heading(name) {
  return element("h3", { class: "note" }, name);
}

/** @param {string} name @param {number} place */
function keyCaps(name, place) {
  return [place ? " " : "", element("kbd", {}, name)];
}

export function showSettings() {
  const dialog = /** @type {HTMLDialogElement} */ (find("#settings"));
  const groups = Object.entries(SETTINGS).map(([name, list]) =>
    element("fieldset", {}, element("legend", {}, name), ...list.map(control)),
  );
  dialog.replaceChildren(
    element("h2", { id: "settings-title" }, "Settings"),
    element(
      "form",
      { method: "dialog" },
      ...groups,
      button("Done", () => dialog.close(), { main: true }),
    ),
  );
  dialog.showModal();
  dialog.scrollTop = 0;
}

/** @param {Setting} setting */
function control([name, label, options, touch]) {
  const value = settings[name];
  if (!options) return check(label, Boolean(value), (on) => change({ [name]: on }));
  const mouse = matchMedia("(any-pointer: fine)").matches;
  return choice(label, (!mouse && touch) || options, String(value), (option) => {
    change({ [name]: typeof value === "number" ? Number(option) : option });
    if (name === "cells") location.reload(); // sentences that are shown already come from the server
  });
}

for (const dialog of document.querySelectorAll("dialog"))
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
