/** The two dialogs: keys and settings. */

import { element, find } from "./element.js";
import { button, choice } from "./form.js";
import { change, settings } from "./settings.js";

/** @type {Record<string, [keys: string[], deed: string][]>} */
const KEYS = {
  Everywhere: [
    [["?"], "these keys"],
    [["+", "−"], "larger, smaller cells"],
    [["Ctrl", "V"], "analyse a pasted position"],
  ],
  Play: [
    [["↑", "↓", "←", "→"], "move over the board"],
    [["Enter", "Space"], "open; on a number, chord"],
    [["F"], "flag"],
    [["C"], "chord"],
    [["H"], "hint"],
    [["R", "S", "E"], "risks, certain cells, evaluation bar"],
    [["U"], "undo after a loss"],
    [["N"], "new game"],
    [["M"], "a tap flags or opens"],
  ],
  Analyse: [
    [["0", "…", "8", "F", "#"], "set the cell under pointer or cursor"],
    [["U"], "undo"],
  ],
  "Watch and review": [
    [["←", "→"], "step"],
    [["Home", "End"], "start, end"],
    [["Space"], "play or pause"],
  ],
};

export function showKeys() {
  const dialog = /** @type {HTMLDialogElement} */ (find("#keys"));
  const groups = Object.entries(KEYS).flatMap(([name, keys]) => [
    element("h3", { class: "note" }, name),
    keyList(keys),
  ]);
  dialog.replaceChildren(
    element("h2", { id: "keys-title" }, "Keys"),
    ...groups,
    button("Close", () => dialog.close(), { main: true }),
  );
  dialog.showModal();
}

/** @param {[string[], string][]} keys */
function keyList(keys) {
  return element(
    "dl",
    { class: "keys" },
    ...keys.flatMap(([names, deed]) => [
      element(
        "dt",
        {},
        ...names.flatMap((name, place) => [place ? " " : "", element("kbd", {}, name)]),
      ),
      element("dd", {}, deed),
    ]),
  );
}

function showSettings() {
  const dialog = /** @type {HTMLDialogElement} */ (find("#settings"));
  dialog.replaceChildren(
    element("h2", { id: "settings-title" }, "Settings"),
    element(
      "form",
      { method: "dialog" },
      choice(
        "Theme",
        [
          ["system", "as the system"],
          ["light", "light"],
          ["dark", "dark"],
        ],
        settings.theme,
        (theme) => change({ theme: /** @type {typeof settings.theme} */ (theme) }),
      ),
      choice(
        "Colours",
        [
          ["classic", "classic"],
          ["wong", "for colour-blind eyes"],
        ],
        settings.palette,
        (palette) => change({ palette: /** @type {typeof settings.palette} */ (palette) }),
      ),
      choice(
        "Cell size",
        [
          ["0", "as large as fits"],
          ["20", "small"],
          ["28", "medium"],
          ["36", "large"],
          ["48", "very large"],
        ],
        String(settings.cell),
        (cell) => change({ cell: Number(cell) }),
      ),
      button("Done", () => dialog.close(), { main: true }),
    ),
  );
  dialog.showModal();
}

export function wireDialogs() {
  find("#show-keys").addEventListener("click", showKeys);
  find("#show-settings").addEventListener("click", showSettings);
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }
}
