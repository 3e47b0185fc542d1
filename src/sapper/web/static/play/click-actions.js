/** What a click does to a cell of a game: open, chord, flag or question, as the settings say. */

import { neighboursOf } from "../lib/cells.js";
import { settings } from "../lib/settings.js";
import { sound } from "../page/sounds.js";
import { announceFlag } from "../words/announcer.js";
import { at } from "../words/words.js";

/** @typedef {import("../board/mouse.js").Way} Way */

export class ClickActions {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./flag-mode.js").FlagMode} mode
   * @param {import("./confirm.js").Confirm} confirm
   */
  constructor(session, mode, confirm) {
    this.session = session;
    this.mode = mode;
    this.confirm = confirm;
    this._questions = new Questions(session);
  }

  /** The marks to show, with the question marks of this tab. */
  get marks() {
    const { marks, state } = this.session;
    return settings.questions && !state.end ? this._questions.over(marks) : marks;
  }

  /** @param {number} index @param {Way} [way] */
  click(index, way = "click") {
    const mark = this._mark(index);
    if (mark !== "#" && mark !== "F") this.chord(index, way);
    else if (this.mode.on) this._flag(index);
    else if (mark === "#") this._open(index);
  }

  /** @param {number} index */
  flag(index) {
    const mark = this._mark(index);
    if (mark === "#" && this.mode.on) this._open(index);
    else if (mark === "#" || mark === "F") this._flag(index);
  }

  /** @param {number} index @param {Way} way */
  chord(index, way) {
    if (!this.chords(index, way)) return;
    if (this.confirm.agreed(index, this._closedAround(index))) this._act("chord", index);
  }

  /** Tell whether a gesture would chord. @param {number} index @param {Way} way */
  chords(index, way) {
    const mark = this._mark(index);
    const number = mark >= "1" && mark <= "8" && this.session.state.outcome === "playing";
    const allowed = way === "key" ? settings.chord !== "off" : settings.chord === way;
    return number && (allowed || settings.chord === "any");
  }

  /** @param {number} index */
  _mark(index) {
    return this.session.marks[index] ?? "";
  }

  /** @param {number} index */
  _open(index) {
    if (this.session.state.outcome !== "playing" || this.session.pending.includes(index)) return;
    if (this.confirm.agreed(index, [index])) this._act("open", index);
  }

  /** @param {number} index */
  _closedAround(index) {
    const { marks, state } = this.session;
    return neighboursOf(index, state.width, marks.length).filter((near) => marks[near] === "#");
  }

  /** Go from unopened to flag, question mark (if wanted) and back. @param {number} index */
  _flag(index) {
    const isQuestion = this.marks[index] === "?";
    if (settings.questions) this._questions.put(index, this._mark(index) === "F");
    if (!isQuestion) return this._act("flag", index);
    const { width, mines_left } = this.session.state;
    this.session.changed(null);
    announceFlag(at(Math.floor(index / width), index % width), "#", mines_left);
  }

  /** @param {"open" | "flag" | "chord"} verb @param {number} index */
  _act(verb, index) {
    if (this.session.state.outcome !== "playing") return;
    this.confirm.forget();
    sound(verb);
    this.session.act(verb, index);
  }
}

class Questions {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this._session = session;
    /** @type {Set<number>} */
    this._cells = new Set(JSON.parse(sessionStorage.getItem(this._key) ?? "[]"));
  }

  get _key() {
    return `sapper-questions-${this._session.state.id}`;
  }

  /** Set a question mark on a cell, or remove it. @param {number} index @param {boolean} on */
  put(index, on) {
    if (on) this._cells.add(index);
    else this._cells.delete(index);
    if (this._session.state.id) sessionStorage.setItem(this._key, JSON.stringify([...this._cells]));
  }

  /** Write the question marks over unopened cells without a flag. @param {string} marks */
  over(marks) {
    if (!this._cells.size) return marks;
    const letters = marks.split("");
    for (const index of this._cells) if (letters[index] === "#") letters[index] = "?";
    return letters.join("");
  }
}
