/** Analyse: enter a position from another screen; the answers follow every change. */

import { listenToBrush } from "./brush.js";
import { brushWords, LOOK, MARKS, Palette } from "./palette.js";
import { Position } from "./position.js";
import { Snapshot } from "./snapshot.js";
import { AnalyseView } from "./view.js";
import { listenToKeys } from "../board/keys.js";
import { showEvaluation } from "../insight/chance.js";
import { Insight } from "../insight/insight.js";
import { positionQuery } from "../insight/position.js";
import { hintTitle } from "../insight/reason.js";
import { marksSource } from "../insight/sources.js";
import { copy } from "../lib/copy.js";
import { element, find } from "../lib/element.js";
import { cancelled, latest } from "../lib/latest.js";
import { settings } from "../lib/settings.js";
import { Actions } from "../page/actions.js";
import { listenToPage, onLeave } from "../page/mode.js";
import { answer as reply, complain, faceDoes, lead } from "../page/panel.js";
import { go, rename } from "../page/router.js";
import { board, followFocus, zoom } from "../page/stage.js";
import { api, Problem } from "../server/api.js";
import { waiting } from "../server/waiting.js";
import * as announcer from "../words/announcer.js";

/** @typedef {import("../types.js").Analysis} Analysis */

const WHEEL = "#012345678";
const LONGEST_ADDRESS = 8000;
const PLAY_TITLE = "Play on from this position; the mines are drawn so that they fit (P)";
const ACTIONS = {
  play: { key: "P", label: "Play from here", title: PLAY_TITLE, plain: true },
  watch: { key: "W", label: "Watch from here", plain: true },
  undo: { key: "U" },
  inspect: { key: "I" },
  copyLink: { label: "Copy link" },
  copyText: { label: "Copy text" },
  clear: { label: "Clear" },
};
const position = new Position(); // it is still there when Analyse is opened again

/** @param {import("../page/router.js").Route} route */
export async function open({ query }) {
  const analyse = new Analyse();
  onLeave(() => analyse.close());
  analyse.view.begin();
  const text = query.get("position");
  if (text) analyse.read(text);
  else if (!analyse.snapshot.takePasted()) analyse.ask();
}

export class Analyse {
  constructor() {
    this.position = position;
    this.closed = false;
    /** @type {Analysis | null} */
    this.answer = null;
    this.palette = new Palette();
    /** @type {Actions<keyof typeof ACTIONS>} */
    this.actions = new Actions(this, ACTIONS);
    this.view = new AnalyseView(this);
    this.insight = new Insight(() => this.view.draw(), { isWanted: () => false });
    this.snapshot = new Snapshot((view) => this.closed || this._change(() => position.load(view)));
    this._stroke = "1";
    this._hovered = -1;
    this._request = latest(40);
    this._announced = ""; // the last answer
    this._listen();
  }

  close() {
    this.closed = true;
    showEvaluation(null);
  }

  /** Read a position in any notation. @param {string} text */
  read(text) {
    this._request(
      (signal) => api.analyse({ position: text }, signal),
      (answer) => this._takeRead(answer),
      (error) => {
        if (!(error instanceof Problem)) throw error;
        this.insight.about(null);
        complain("This cannot be read", error.message);
      },
    );
  }

  /** Ask about the current position. */
  ask() {
    this._request(
      (signal) => api.analyse({ position: position.view }, signal),
      (answer) => this._take(answer),
      (error) => {
        this.answer = null;
        this.insight.about(null);
        const sentence = error instanceof Problem ? error.message : String(error);
        lead(element("p", { class: "error" }, sentence));
        announcer.say(sentence);
      },
    );
  }

  /** Play on from here, on a layout that fits. */
  async play() {
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
  watch() {
    go(`/watch/${encodeURIComponent(settings.player)}?${positionQuery(position, position.marks)}`);
  }

  undo() {
    const before = position.marks;
    if (!position.undo()) return announcer.say("Nothing to undo.");
    this._change(() => {});
    announcer.announceUndo({ width: position.width, before, after: position.marks });
  }

  /** Look at cells instead of painting. */
  inspect() {
    this._choose(LOOK);
  }

  clear() {
    this._change(() => position.clear());
  }

  async copyLink() {
    reply(await copy(location.href, "Link"));
  }

  async copyText() {
    reply(await copy(this.answer?.text ?? "", "Text"));
  }

  /** @param {{ width?: number, height?: number }} size  in whole cells or not */
  resize({ width = position.width, height = position.height }) {
    const whole = (/** @type {number} */ value) => Math.max(1, Math.min(200, Math.floor(value)));
    this._change(() => position.resize(whole(width), whole(height)));
  }

  /** @param {number} mines */
  setMines(mines) {
    this._change(() => position.count(mines));
  }

  /** @param {boolean} known  whether the mine total is */
  setKnown(known) {
    this._change(() => (known ? position.recount() : position.count(null)));
  }

  _listen() {
    onLeave(this._listenToBrush());
    onLeave(followFocus((index) => this.insight.look(index)));
    onLeave(listenToKeys(board, this._boardKeys()));
    this.snapshot.listen();
    listenToPage({ ...this._markKeys(), ...this.actions.keys() });
    find("#stage").addEventListener("focusin", () => (this._hovered = -1));
    faceDoes("Empty board", () => this.clear());
  }

  _listenToBrush() {
    return listenToBrush(board, {
      paint: (index, first) => this._paint(index, first),
      flag: (index) => this._set(index, position.marks[index] === "F" ? "#" : "F"),
      turn: (index, up) => this._set(index, turned(position.marks[index] ?? "#", up)),
      hover: (index) => this._hover(index),
    });
  }

  _markKeys() {
    return Object.fromEntries(MARKS.map((mark) => [mark.toLowerCase(), () => this._type(mark)]));
  }

  _boardKeys() {
    const empty = () => this._type("#");
    const paint = () => this._paint(board.cursor, true);
    return { ...this._markKeys(), Backspace: empty, Delete: empty, " ": empty, Enter: paint };
  }

  /** @param {number} index @param {boolean} first */
  _paint(index, first) {
    const { brush } = this.palette;
    if (brush === LOOK) return this.insight.look(index);
    if (first) this._stroke = position.marks[index] === brush ? "#" : brush;
    this._set(index, this._stroke);
  }

  /**
   * A mark was typed: it becomes the brush and goes under the pointer, or under the cursor, which moves on.
   * @param {string} mark
   */
  _type(mark) {
    const cell = this._hovered >= 0 ? this._hovered : board.focused;
    if (cell < 0) return this._choose(mark);
    this.palette.choose(mark);
    this._set(cell, mark);
    if (this._hovered < 0 && cell + 1 < board.grid.size) board.focus(cell + 1);
  }

  /** @param {number} index */
  _hover(index) {
    this._hovered = index;
    this.insight.look(index);
  }

  /** @param {string} mark */
  _choose(mark) {
    this.palette.choose(mark);
    announcer.say(`Brush: ${brushWords(mark)}.`);
  }

  /** @param {number} index @param {string} mark */
  _set(index, mark) {
    if (!position.set(index, mark)) return;
    announcer.announceMark(board.cellOf(index), mark);
    this.insight.about(null);
    this.view.draw();
    this.ask();
  }

  /** @param {() => void} act */
  _change(act) {
    act();
    this.insight.about(null);
    this.view.show();
    this.ask();
  }

  /** @param {Analysis} answer  about a position that was read */
  _takeRead(answer) {
    if (this.closed) return;
    position.load(answer.view);
    this._take(answer, announcer.readWords(position));
    this.view.fill();
    zoom.fit();
    if (answer.hint?.cell) board.reveal(board.indexOfCell(answer.hint.cell), answer.hint.clues);
  }

  /** @param {Analysis} answer @param {string} [read]  what to say before it */
  _take(answer, read = "") {
    if (this.closed) return;
    this.answer = answer;
    this.insight.about(answer.impossible ? null : marksSource(position, position.marks));
    if (answer.text.length < LONGEST_ADDRESS)
      rename(`/analyse?position=${encodeURIComponent(answer.text)}`);
    this.view.showAnswer(answer);
    this._announce(answer, read);
  }

  /**
   * Say the best move unless it was said last, or that no mines fit: the way out is to correct a clue.
   * @param {Analysis} answer
   * @param {string} read
   */
  _announce({ impossible, hint }, read) {
    if (impossible) announcer.say(`Impossible: ${impossible.reason}`);
    const words = hint && !impossible ? [hintTitle(hint), hint.reason] : [];
    const changed = words.join() !== this._announced;
    this._announced = words.join();
    if (words.length && (changed || read)) announcer.announce(read, ...words);
  }
}

/** @param {string} mark @param {boolean} up */
function turned(mark, up) {
  const now = WHEEL.indexOf(mark);
  return WHEEL[(Math.max(now, 0) + (up ? 1 : WHEEL.length - 1)) % WHEEL.length] ?? "#";
}
