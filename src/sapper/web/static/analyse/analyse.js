/** Analyse: enter a position from another screen; the answers follow every change. */

import { api, Problem } from "../server/api.js";
import { listenToBrush } from "./brush.js";
import { copy } from "../lib/copy.js";
import { listenToKeys } from "../board/keys.js";
import { box, element, find } from "../lib/element.js";
import { showEvaluation } from "../insight/chance.js";
import { button, number } from "../lib/form.js";
import { Insight, marksSource } from "../insight/insight.js";
import { cancelled, latest } from "../lib/latest.js";
import { layouts } from "./layouts.js";
import { brushWords, LOOK, MARKS, Palette } from "./palette.js";
import { flagged, indices, overlaid } from "../board/marks.js";
import { positionQuery } from "../insight/position.js";
import { Position } from "./position.js";
import { hintLines, hintTitle } from "../insight/reason.js";
import { go, rename } from "../page/router.js";
import { settings } from "../lib/settings.js";
import { listenToPage, onLeave } from "../page/mode.js";
import {
  answer as reply,
  body,
  complain,
  controls,
  faceDoes,
  lead,
  part,
  quiet,
  status,
} from "../page/panel.js";
import { board, followFocus, zoom } from "../page/stage.js";
import { Snapshot } from "./snapshot.js";
import * as speech from "../words/speech.js";
import { waiting } from "../server/waiting.js";

const WHEEL = "#012345678";
const LONGEST_ADDRESS = 8000;
const position = new Position();

/**
 * @param {import("../page/router.js").Route} route
 */
export async function openAnalyse({ query }) {
  const page = new Analyse();
  onLeave(() => page.close());
  page.show();
  const text = query.get("position");
  if (text) page.read(text);
  else if (page.snapshot.takePasted()) return;
  else page.ask();
}

class Analyse {
  constructor() {
    this.palette = new Palette();
    this.stroke = "1";
    this.hovered = -1;
    this.closed = false;
    /** @type {import("../types.js").Analysis | null} */
    this.answer = null;
    this.insight = new Insight(() => this._draw(), { wanted: () => false });
    this._ask = latest(40);
    this._said = ""; // the last answer
    this.snapshot = new Snapshot((view) => this._load(view));
    this._listen();
  }

  close() {
    this.closed = true;
    showEvaluation(null);
  }

  show() {
    board.root.classList.add("is-live");
    faceDoes("Empty board", () => this._change(() => position.clear()));
    quiet("Paint, type or paste what you see");
    this._panel();
    this._fill();
    this._draw();
    zoom.fit();
  }

  /**
   * Read a position in any notation.
   * @param {string} text
   */
  read(text) {
    this._ask(
      (signal) => api.analyse({ position: text }, signal),
      (answer) => {
        if (this.closed) return;
        position.load(answer.view);
        this._take(answer, speech.readWords(position));
        this._fill();
        zoom.fit();
        if (answer.hint?.cell) board.reveal(board.indexOfCell(answer.hint.cell), answer.hint.clues);
      },
      (error) => {
        if (!(error instanceof Problem)) throw error;
        this.insight.about(null);
        complain("This cannot be read", error.message);
      },
    );
  }

  /**
   * Show a position that was read in a picture.
   * @param {import("../types.js").View} view
   */
  _load(view) {
    if (!this.closed) this._change(() => position.load(view));
  }

  /** Ask about the current position. */
  ask() {
    this._ask(
      (signal) => api.analyse({ position: position.view }, signal),
      (answer) => this._take(answer),
      (error) => {
        this.answer = null;
        this.insight.about(null);
        const sentence = error instanceof Problem ? error.message : String(error);
        lead(element("p", { class: "error" }, sentence));
        speech.say(sentence);
      },
    );
  }

  _listen() {
    const flag = (/** @type {number} */ index) =>
      this._set(index, position.marks[index] === "F" ? "#" : "F");
    onLeave(
      listenToBrush(board, {
        paint: (index, first) => this._paint(index, first),
        flag,
        turn: (index, up) => this._set(index, turned(position.marks[index] ?? "#", up)),
        hover: (index) => this._hover(index),
      }),
    );
    const look = (/** @type {number} */ index) => this.insight.look(index);
    onLeave(followFocus(look));
    const type = (/** @type {string} */ mark) => () => this._type(mark);
    const keys = Object.fromEntries([
      ...MARKS.map((mark) => [mark.toLowerCase(), type(mark)]),
      ["Backspace", type("#")],
      ["Delete", type("#")],
      [" ", type("#")],
      ["Enter", () => this._paint(board.cursor, true)],
    ]);
    onLeave(listenToKeys(board, keys));
    onLeave(this.snapshot.listen());
    listenToPage({
      ...Object.fromEntries(MARKS.map((mark) => [mark.toLowerCase(), type(mark)])),
      u: () => this._undo(),
      i: () => this._choose(LOOK),
      p: () => void this._play(),
      w: () => this._watch(),
    });
    find("#stage").addEventListener("focusin", () => (this.hovered = -1));
  }

  /**
   * @param {number} index
   * @param {boolean} first
   */
  _paint(index, first) {
    const { brush } = this.palette;
    if (brush === LOOK) return this.insight.look(index);
    if (first) this.stroke = position.marks[index] === brush ? "#" : brush;
    this._set(index, this.stroke);
  }

  /**
   * A mark was typed: it becomes the brush and goes under the pointer, or under the cursor, which moves on.
   * @param {string} mark
   */
  _type(mark) {
    const cell = this.hovered >= 0 ? this.hovered : board.focused;
    if (cell < 0) return this._choose(mark);
    this.palette.choose(mark);
    this._set(cell, mark);
    if (this.hovered < 0 && cell + 1 < board.grid.size) board.focus(cell + 1);
  }

  /** @param {number} index */
  _hover(index) {
    this.hovered = index;
    this.insight.look(index);
  }

  /** Play on from here, on a layout that fits. */
  async _play() {
    try {
      const state = await waiting("Drawing a board …", (signal) =>
        api.start({ position: position.view }, signal),
      );
      if (!this.closed) go(`/play/${state.id}`);
    } catch (error) {
      if (cancelled(error)) return;
      if (!(error instanceof Problem)) throw error;
      complain("This cannot be played", error.message);
    }
  }

  /** Let the player that was last watched go on from here. */
  _watch() {
    go(`/watch/${encodeURIComponent(settings.player)}?${positionQuery(position, position.marks)}`);
  }

  /**
   * @param {number} index
   * @param {string} mark
   */
  _set(index, mark) {
    if (!position.set(index, mark)) return;
    speech.entered(board.cellOf(index), mark);
    this._changed();
  }

  _undo() {
    const before = position.marks;
    if (!position.undo()) return speech.say("Nothing to undo.");
    this._change(() => {});
    speech.takenBack({ width: position.width, before, after: position.marks });
  }

  /** @param {() => void} act */
  _change(act) {
    act();
    this._fill();
    this._changed();
    zoom.fit();
  }

  _changed() {
    this.insight.about(null);
    this._draw();
    this.ask();
  }

  /**
   * @param {import("../types.js").Analysis} answer
   * @param {string} [read]  what to say before it
   */
  _take(answer, read = "") {
    if (this.closed) return;
    this.answer = answer;
    this.insight.about(answer.impossible ? null : marksSource(position, position.marks));
    if (answer.text.length < LONGEST_ADDRESS)
      rename(`/analyse?position=${encodeURIComponent(answer.text)}`);
    if (answer.impossible) this._refuse(answer.impossible.reason);
    else if (answer.hint)
      lead(
        ...hintLines(answer.hint, this.insight.light),
        element("p", { class: "note" }, layouts(answer.overlay)),
      );
    this._speak(answer.impossible ? null : answer.hint, read);
    showEvaluation(answer.overlay?.chance);
    this._draw();
  }

  /**
   * Say that no mines fit; the way out is to correct a clue, here.
   * @param {string} reason
   */
  _refuse(reason) {
    lead(element("h2", { class: "error" }, "Impossible"), element("p", {}, reason));
    speech.say(`Impossible: ${reason}`);
  }

  /**
   * Say the best move unless it was said last.
   * @param {import("../types.js").Hint | null} hint
   * @param {string} read
   */
  _speak(hint, read) {
    const words = hint ? [hintTitle(hint), hint.reason] : [];
    const changed = words.join() !== this._said;
    this._said = words.join();
    if (hint && (changed || read)) speech.told(read, hintTitle(hint), hint.reason);
  }

  _draw() {
    if (this.closed) return;
    const { width, height, marks, mines } = position;
    const fits = this.answer?.view.width === width && this.answer.view.height === height;
    const over = fits
      ? overlaid(this.answer?.overlay ?? null, width, { risks: true, certain: true })
      : {};
    const hint = this.answer?.hint?.cell ? this.answer.hint : null;
    const layers = fits
      ? {
          ...over.layers,
          ...this.insight.pointed(hint),
          bad: indices(this.answer?.impossible?.clues, width),
        }
      : {};
    board.draw({ width, height, marks, ...over, layers });
    status({ mines: mines === null ? null : mines - flagged(marks), time: "", face: "playing" });
  }

  _panel() {
    const resize = (/** @type {{ width?: number, height?: number }} */ size) =>
      this._resize({ width: position.width, height: position.height, ...size });
    const unknown = element("input", {
      type: "checkbox",
      id: "unknown",
      onchange: () =>
        this._change(() => (unknown.checked ? position.count(null) : position.recount())),
    });
    controls(this.palette.element);
    body(
      this._ways(),
      part(
        "Board",
        element(
          "div",
          { class: "thirds", id: "sizes" },
          number("Width", "", (width) => resize({ width }), { min: 1, max: 200 }),
          number("Height", "", (height) => resize({ height }), { min: 1, max: 200 }),
          number("Mines", "", (mines) => this._change(() => position.count(mines)), { min: 0 }),
        ),
        element("label", { class: "check" }, unknown, "The mine total is unknown"),
      ),
      this.insight.panel(),
      this.snapshot.panel(),
      part("Text", this._text()),
    );
  }

  /** Show size and mines in the panel; the focus stays where it is. */
  _fill() {
    const { width, height, mines } = position;
    const values = [width, height, mines ?? ""];
    document.querySelectorAll("#sizes input").forEach((input, place) => {
      if (input instanceof HTMLInputElement) input.value = String(values[place]);
    });
    /** @type {HTMLInputElement} */ (find("#unknown")).checked = mines === null;
  }

  /** @param {{ width: number, height: number }} size */
  _resize({ width, height }) {
    const whole = (/** @type {number} */ value) => Math.max(1, Math.min(200, Math.floor(value)));
    this._change(() => position.resize(whole(width), whole(height)));
  }

  /** The ways from here to the other modes. */
  _ways() {
    return box(
      "halves",
      button("Play from here", () => void this._play(), {
        title: "Play on from this position; the mines are drawn so that they fit (P)",
      }),
      button("Watch from here", () => this._watch(), {
        title: `Watch ${settings.player} play on from this position (W)`,
      }),
    );
  }

  /** @param {string} mark */
  _choose(mark) {
    this.palette.choose(mark);
    speech.say(`Brush: ${brushWords(mark)}.`);
  }

  _text() {
    const area = element("textarea", {
      rows: 3,
      spellcheck: "false",
      "aria-label": "Position as text",
      placeholder: "Paste a position here, or anywhere on the page",
      oninput: () => area.value.trim() && this.read(area.value),
    });
    return box(
      "body",
      area,
      box(
        "thirds",
        button("Copy link", async () => reply(await copy(location.href, "Link"))),
        button("Copy text", async () => reply(await copy(this.answer?.text ?? "", "Text"))),
        button("Clear", () => this._change(() => position.clear())),
      ),
    );
  }
}

/**
 * @param {string} mark
 * @param {boolean} up
 */
function turned(mark, up) {
  const now = WHEEL.indexOf(mark);
  return WHEEL[(Math.max(now, 0) + (up ? 1 : WHEEL.length - 1)) % WHEEL.length] ?? "#";
}
