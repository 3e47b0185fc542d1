/** Help in a game: hint, risks, certain cells, chances of numbers, the bar. Asks only for what is shown. */

import { announce } from "./announcer.js";
import { api, Problem } from "./api.js";
import { chances } from "./chances.js";
import { element, find } from "./element.js";
import { showEvaluation } from "./evaluation.js";
import { button, toggle } from "./form.js";
import { latest } from "./latest.js";
import { indices, overlaid } from "./picture.js";
import { hintLines } from "./reason.js";
import { change, settings } from "./settings.js";
import { board, floatingLine, lead, part } from "./shell.js";
import { waiting } from "./waiting.js";

/** @typedef {import("./session.js").Session} Session */

const RISKS = "How likely each cell is a mine, and the best move (R)";
const CERTAIN = "Only the cells that must be safe or must be mines (S)";
const BAR = "How safe the best move is, as a bar beside the board (E)";

export class Help {
  /**
   * @param {Session} session
   * @param {() => void} redraw
   */
  constructor(session, redraw) {
    this.session = session;
    this.redraw = redraw;
    /** @type {import("./types.js").Overlay | null} */
    this.overlay = null;
    /** @type {import("./types.js").Hint | import("./types.js").Reason | null} */
    this.hint = null;
    /** @type {Record<"risks" | "certain" | "bar", HTMLElement> | null} */
    this._toggles = null;
    this._askOverlay = latest(0);
    this._askCell = latest(90);
  }

  get wanted() {
    return settings.risks || settings.certain || settings.bar;
  }

  /** @returns {Pick<import("./board.js").Picture, "risks" | "texts" | "layers">} */
  picture() {
    const { width, outcome } = this.session.state;
    if (outcome !== "playing") return {};
    const over = overlaid(this.overlay, width, settings);
    if (!this.hint) return over;
    const cell = this.hint.cell ? [this.hint.cell] : [];
    const pointed = {
      lit: indices(this.hint.clues, width),
      spoken: indices(this.hint.cells, width),
      best: indices(cell, width),
    };
    return { ...over, layers: { ...over.layers, ...pointed } };
  }

  /** Follow the game: remove the old hint, ask for a new overlay. */
  follow() {
    this.hint = null;
    this._refresh();
  }

  _refresh() {
    const playing = this.session.state.outcome === "playing";
    if (!this.wanted || !playing) {
      this.overlay = null;
      showEvaluation(null);
      return;
    }
    this._askOverlay(
      (signal) => api.overlay(this.session.state.id, signal),
      (overlay) => {
        this.overlay = overlay;
        this._showBar();
        this.redraw();
      },
    );
  }

  async ask() {
    await this.session.settled; // a hint is for what is shown, which is about to change
    if (this.session.state.outcome !== "playing") return;
    const { seq } = this.session.state;
    try {
      const hint = await waiting("Looking for a reason …", (signal) =>
        api.hint(this.session.state.id, signal),
      );
      if (seq === this.session.state.seq) this._point(hint);
    } catch (error) {
      if (error instanceof Problem) lead(element("p", { class: "error" }, error.message));
    }
  }

  /**
   * Show the chances of the cell under the pointer, if risks are shown.
   * @param {number} index
   */
  look(index) {
    const closed = this.session.marks[index] === "#" && this.session.state.outcome === "playing";
    if (!settings.risks || !closed) return;
    const cell = board.cellOf(index);
    this._askCell((signal) => api.numbers(this.session.state.id, cell, signal), showChances);
  }

  /**
   * The switches.
   * @param {() => void} hint
   */
  switches(hint) {
    const flip = (/** @type {"risks" | "certain" | "bar"} */ name) => () => this.flip(name);
    this._toggles = {
      risks: toggle("Risks", settings.risks, flip("risks"), "R", RISKS),
      certain: toggle("Certain", settings.certain, flip("certain"), "S", CERTAIN),
      bar: toggle("Bar", settings.bar, flip("bar"), "E", BAR),
    };
    return element(
      "div",
      { class: "switches", role: "group", "aria-label": "Help" },
      button("Hint", hint, { key: "H", main: true }),
      ...Object.values(this._toggles),
    );
  }

  /** The chances of the cell under the pointer, if risks are shown. */
  panel() {
    const section = part(
      "Under the pointer",
      element("div", { id: "chances" }, chances(null)),
      floatingLine,
    );
    section.hidden = !settings.risks;
    return section;
  }

  /** @param {"risks" | "certain" | "bar"} name */
  flip(name) {
    change({ [name]: !settings[name] });
    this._toggles?.[name].setAttribute("aria-pressed", String(settings[name]));
    const section = document.querySelector("#chances")?.closest("section");
    if (section) section.hidden = !settings.risks;
    this._refresh();
    this.redraw();
  }

  /** @param {import("./types.js").Hint} hint */
  _point(hint) {
    this.hint = hint;
    lead(...hintLines(hint));
    announce(hint.reason);
    if (hint.cell) board.reveal(board.indexOfCell(hint.cell), hint.clues);
    this.redraw();
  }

  _showBar() {
    showEvaluation(settings.bar ? (this.overlay?.safety ?? null) : null, this.overlay?.safety_text);
  }
}

/** @param {import("./types.js").Numbers} numbers */
function showChances(numbers) {
  find("#chances").replaceChildren(chances(numbers));
}
