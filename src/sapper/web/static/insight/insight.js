/** What the engine says about the position on the board: risks, certain cells, and any cell that is looked at. */

import { indices, overlaid } from "../board/marks.js";
import { element } from "../lib/element.js";
import { toggle } from "../lib/form.js";
import { latest } from "../lib/latest.js";
import { change, settings } from "../lib/settings.js";
import { isNarrow, lead, part } from "../page/panel.js";
import { board, floatingLine } from "../page/stage.js";
import { announceCell, announceSwitch } from "../words/announcer.js";
import { chances } from "./numbers.js";
import { reasonLines } from "./reason.js";

/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").Overlay} Overlay */
/** @typedef {{ clues: Cell[], cells: Cell[], cell?: Cell | null }} Highlight  what a reason speaks of */
/** @typedef {import("./sources.js").Source} Source */
/** @typedef {"risks" | "certain" | "bar"} Switch */
/** @type {Record<Switch, [label: string, key: string, title: string]>} */
const SWITCHES = {
  risks: ["Risks", "R", "How likely each cell is a mine, and the best move (R)"],
  certain: ["Certain", "S", "Only the cells that must be safe or must be mines (S)"],
  bar: ["Chance", "E", "The chance of winning, as a bar beside the board (E)"],
};
/** @type {Record<Switch, string>} */
const SHOWN = { risks: "Risks", certain: "Certain cells", bar: "Chance of winning" };
/** The way from a mode to Analyse. */
export const ANALYSE = { key: "A", label: "Analyse", title: "Analyse this position (A)" };
const INSPECT = "A click or tap tells about a cell and does not change it (I)";

/** Whether the figures on the cells must be requested. */
export function showsOverlay() {
  return settings.risks || settings.certain;
}

export class Insight {
  /**
   * @param {() => void} redraw
   * @param {{ delay?: number, onOverlay?: (overlay: Overlay | null) => void, isWanted?: () => boolean }} [options]
   *   delay: how long a position must stay before a request; onOverlay gets each answer
   */
  constructor(redraw, { delay = 0, onOverlay = () => {}, isWanted = showsOverlay } = {}) {
    this.redraw = redraw;
    /** Whether clicks and taps look at cells. */
    this.inspecting = false;
    /** @type {Overlay | null} */
    this.overlay = null;
    /** @type {Source | null} */
    this._source = null;
    /** @type {Highlight | null} */
    this._step = null;
    /** @type {Highlight | null} */
    this._cellReason = null;
    this._empty = false;
    this._pointer = -1;
    this._cell = -1;
    this._onOverlay = onOverlay;
    this._delay = delay;
    this._isWanted = isWanted;
    this._askOverlay = latest(delay);
    this._askCell = latest(90);
    this._place = element("div", { id: "chances" });
    this._section = part("Cell", this._place, floatingLine);
    /** @type {Partial<Record<Switch, HTMLElement>>} */
    this._toggles = {};
    this.inspector = toggle("Inspect", false, () => this.inspect(), "I", INSPECT);
    /** Points at a part of a reason; null points at all of it. */
    this.light = (/** @type {Highlight | null} */ highlight) => {
      this._step = highlight;
      this.redraw();
    };
    this._showCell(null);
  }

  /**
   * Follow the board to another position; null: there is nothing to say about it.
   * @param {Source | null} source
   */
  about(source) {
    this._source = source;
    this._step = null;
    if (this._delay) this.overlay = null;
    const stays = !isNarrow() || board.focused >= 0; // a pointer or cursor does, a finger does not
    const pointer = stays ? this._pointer : -1;
    this.look(-1);
    this._showCell(null);
    this.look(pointer, false);
    this._refresh();
  }

  /**
   * Draw what is known, with what a reason speaks of.
   * @param {Highlight | null} [reason]
   * @returns {Pick<import("../board/board.js").Picture, "risks" | "texts" | "layers">}
   */
  picture(reason = null) {
    if (!this._source) return {};
    const over = overlaid(this.overlay, this._source.width, settings);
    return { ...over, layers: { ...over.layers, ...this.highlight(reason) } };
  }

  /**
   * Mark what a reason speaks of, unless something else is pointed at.
   * @param {Highlight | null} [reason]
   */
  highlight(reason = null) {
    const width = this._source?.width ?? 1;
    const highlight = this._step ?? this._cellReason ?? reason;
    return (
      highlight && {
        lit: indices(highlight.clues, width),
        spoken: indices(highlight.cells, width),
        ...(reason?.cell && { best: indices([reason.cell], width) }),
      }
    );
  }

  /** @param {...Switch} names */
  keys(...names) {
    return Object.fromEntries(
      names.map((name) => [SWITCHES[name][1].toLowerCase(), () => this.flip(name)]),
    );
  }

  /** @param {...Switch} names */
  switches(...names) {
    return names.map((name) => {
      const [label, key, title] = SWITCHES[name];
      const control = toggle(label, settings[name], () => this.flip(name), key, title);
      this._toggles[name] = control;
      return control;
    });
  }

  /**
   * What is known about the cell that is looked at.
   * @param {boolean} [always]  or only while risks are shown or cells are inspected
   */
  panel(always = true) {
    this._always = always;
    this._section.hidden = !this._isLooking;
    return this._section;
  }

  /** @param {Switch} name */
  flip(name) {
    change({ [name]: !settings[name] });
    this._toggles[name]?.setAttribute("aria-pressed", String(settings[name]));
    this._section.hidden = !this._isLooking;
    this._refresh();
    this.redraw();
    announceSwitch(this._toggles[name], `${SHOWN[name]} ${settings[name] ? "shown" : "hidden"}.`);
  }

  /** Tell whether cells are known to be safe. @param {number[]} cells */
  isSafe(cells) {
    const safe = new Set(indices(this.overlay?.safe, this._source?.width ?? 1));
    return cells.every((index) => safe.has(index));
  }

  inspect() {
    this.inspecting = !this.inspecting;
    this.inspector.setAttribute("aria-pressed", String(this.inspecting));
    this._section.hidden = !this._isLooking;
    this.look(this._isLooking ? board.focused : -1);
    const does = this.inspecting ? "tells about a cell" : "acts on a cell";
    announceSwitch(this.inspector, `Inspect ${this.inspecting ? "on" : "off"}: Enter ${does}.`);
  }

  /**
   * Look at a cell; an opened one tells nothing. -1 looks away: what is shown can still be read.
   * @param {number} index
   * @param {boolean} [aloud]  whether what is known is said, if the cell has the focus
   */
  look(index, aloud = index === board.focused) {
    this._pointer = index;
    const source = this._source;
    const closed = "#F".includes(source?.marks[index] ?? " ");
    const target = closed && this._isLooking ? index : -1;
    if (target === this._cell) return;
    this._cell = target;
    this._show(null);
    if (index >= 0) this._showCell(null);
    if (target < 0 || !source)
      return this._askCell(
        async () => {},
        () => {},
      );
    /** @type {Cell} */
    const cell = [Math.floor(index / source.width), index % source.width];
    this._askCell(
      async (signal) => {
        const numbers = await source.numbers(cell, signal);
        return { numbers, reason: numbers.certain ? await source.explain(cell, signal) : null };
      },
      ({ numbers, reason }) => {
        this._showCell(numbers, reason);
        this._show(reason);
        if (aloud) announceCell(numbers, reason, board.showsRisk(index));
      },
    );
  }

  get _isLooking() {
    return this._always || settings.risks || this.inspecting;
  }

  /** @param {Highlight | null} reason */
  _show(reason) {
    const changed = this._cellReason !== reason;
    this._cellReason = reason;
    if (changed) this.redraw();
  }

  /**
   * @param {import("../types.js").Numbers | null} numbers
   * @param {import("../types.js").Reason | null} [reason]
   */
  _showCell(numbers, reason = null) {
    if (!numbers && this._empty) return; // a click must not wait for this
    this._empty = !numbers;
    const lines = [
      ...(reason ? reasonLines(reason, this.light) : []),
      !reason?.is_mine && chances(numbers),
    ].filter((line) => line instanceof Node);
    if (numbers && isNarrow()) lead(...lines); // the section is out of sight there
    else this._place.replaceChildren(...lines);
  }

  _refresh() {
    const source = this._source;
    if (!source || !this._isWanted()) {
      this._askOverlay(
        async () => {},
        () => {},
      );
      this.overlay = null;
      this._onOverlay(null);
      return;
    }
    this._askOverlay(
      (signal) => source.overlay(signal),
      (overlay) => {
        this.overlay = overlay;
        this._onOverlay(overlay);
        this.redraw();
      },
      () => (this.overlay = null),
    );
  }
}
