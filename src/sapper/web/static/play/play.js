/** Play: one game on the board; what a click does, and help. */

import { address } from "../lib/address.js";
import { api, Problem } from "../server/api.js";
import { description, facts, greeting } from "../words/captions.js";
import { Confirm } from "./confirm.js";
import { copy } from "../lib/copy.js";
import { element } from "../lib/element.js";
import { EndingLines, endingLayers } from "./ending.js";
import { showEvaluation } from "../insight/chance.js";
import { afterFrame } from "../lib/frame.js";
import { FlagMode } from "./flag-mode.js";
import { Hand } from "./hand.js";
import { Help } from "./help.js";
import { MoveList } from "../page/moves.js";
import { newGamePart, otherGames, refuse, wish } from "./new-game.js";
import { positionQuery } from "../insight/position.js";
import { keepDraft, keepForReturn } from "./resume.js";
import { go, remember, rename } from "../page/router.js";
import { Session } from "./session.js";
import { change, onChange, settings } from "../lib/settings.js";
import { closePanel, isOpen } from "../page/sheet.js";
import { listenOnBoard, listenToPage, onLeave } from "../page/mode.js";
import {
  answer,
  body,
  complain,
  controls,
  faceDoes,
  isNarrow,
  lead,
  part,
  quiet,
  status,
} from "../page/panel.js";
import { board, ready, zoom } from "../page/stage.js";
import { sound } from "../page/sounds.js";
import * as speech from "../words/speech.js";
import { cancelled } from "../lib/latest.js";
import { waiting } from "../server/waiting.js";
import { at } from "../words/words.js";

/** @typedef {import("../types.js").GameState} GameState */

export class Play {
  /** @param {import("../types.js").About} about */
  constructor(about) {
    this.about = about;
    this.closed = false;
    this.mode = new FlagMode();
    /** @type {Session | null} */
    this.session = null;
    this.help = new Help(() => this._draw(null));
    /** @type {Hand | null} */
    this.hand = null;
    /** @type {import("../types.js").Ending | null} */
    this.ending = null;
    /** @type {EndingLines | null} */
    this._endingLines = null;
    this.list = new MoveList((number) => this._point(number));
    /** @type {GameState["moves"]} */
    this._listed = [];
    this._seq = -1;
    this.ear = new speech.Ear("");
    this._ended = false;
    this._asked = 0;
    this._listen();
    const ticking = setInterval(() => this._tick(), 100);
    onLeave(onChange(() => this._draw(null)));
    onLeave(() => clearInterval(ticking));
    const keep = () => this.session && keepDraft(this.session.draft);
    window.addEventListener("pagehide", keep);
    onLeave(() => window.removeEventListener("pagehide", keep));
  }

  /**
   * @param {GameState} state
   * @param {{ kept?: boolean, coming?: Promise<GameState> | null }} [options]
   *   kept: the panel, in which a choice was just made, stays as it is; coming: the state is a draft of that game
   */
  show(state, { kept = false, coming = null } = {}) {
    this.session?.close();
    keepForReturn(state.id);
    this.session = new Session(
      state,
      (from) => this._changed(from),
      (sentence, how) => this._refused(sentence, how),
      coming,
    );
    const confirm = new Confirm(this.session, this.help.insight);
    this.hand = new Hand(this.session, this.mode, confirm);
    this.ear = new speech.Ear(this.hand.marks);
    this.help.begin(this.session);
    this.ending = null;
    this._seq = -1;
    this.mode.begin();
    this._changed(null);
    this._panel(kept);
    zoom.fit();
    this._showPlace(state);
    this.greet();
    if (state.end) this._settleEnd();
  }

  /** Say below the board which game this is, or to a new player what clicks do. */
  greet() {
    if (!this.session) return;
    const { state } = this.session;
    quiet(settings.greeted || state.end ? description(state) : greeting());
  }

  /**
   * Show the part of a large board where the game stands.
   * @param {GameState} state
   */
  _showPlace({ moves, start }) {
    const [row, column] = moves.at(-1)?.slice(1) ?? start ?? [];
    const { wide, high } = board.window();
    if (row !== undefined) board.scrollTo(Number(column) - wide / 2, Number(row) - high / 2);
  }

  close() {
    this.closed = true;
    this.session?.close();
    showEvaluation(null);
  }

  /** @param {object} wished */
  async begin(wished) {
    const state = await this._start(wished);
    if (!state) return;
    remember(`/play/${state.id}`);
    closePanel();
    this.show(state);
    speech.begun(state);
  }

  /** Another level or rule was chosen: replace the board if nothing was played on it. */
  async _chosen() {
    refuse("");
    if (!this.session?.untouched) return;
    const state = await this._start(wish());
    if (!state) return;
    rename(`/play/${state.id}`);
    this.show(state, { kept: true });
    speech.begun(state);
  }

  /**
   * Ask for a game; return null if it was refused or another one was asked for meanwhile.
   * @param {object} wished
   */
  async _start(wished) {
    const asked = ++this._asked;
    ready(false);
    refuse("");
    try {
      const state = await waiting("Making a board …", (signal) => api.start(wished, signal));
      return asked === this._asked && !this.closed ? state : null;
    } catch (error) {
      if (asked === this._asked && !cancelled(error)) this._unbegun(error);
      return null;
    } finally {
      if (asked === this._asked) ready(true);
    }
  }

  /** @param {unknown} error */
  _unbegun(error) {
    const sentence = error instanceof Problem ? error.message : String(error);
    if (isOpen() || !isNarrow()) refuse(sentence);
    else lead(element("p", { class: "error" }, sentence));
    speech.say(sentence);
  }

  _listen() {
    const flag = (/** @type {number} */ index) => this.hand?.flag(index);
    const press = (/** @type {number} */ index) => this._click(index, "key");
    const chord = (/** @type {number} */ index) => this.hand?.chord(index, "key");
    listenOnBoard(
      {
        open: (index, way) => this._click(index, way),
        flag,
        chord: (index, way) => this.hand?.chord(index, way),
        chords: (index, way) => this.hand?.chords(index, way) ?? false,
        hover: (index) => this.help.insight.look(index),
      },
      { Enter: press, " ": press, f: flag, "Shift+Enter": flag, c: chord },
    );
    const fresh = () => this.begin(wish());
    listenToPage({
      h: () => this._hint(),
      n: fresh,
      u: () => this._undo(),
      ...this.help.keys(),
      a: () => this._analyse(),
      m: () => this.mode.flip(),
    });
    faceDoes("New game", fresh, "N");
  }

  /**
   * @param {number} index
   * @param {import("../board/mouse.js").Way} [way]
   */
  _click(index, way) {
    if (this.help.insight.inspecting) this.help.insight.look(index);
    else this.hand?.click(index, way);
  }

  _undo() {
    if (this.session?.state.outcome === "lost") this.session.act("undo");
  }

  _hint() {
    if (this.session?.state.end) return; // the panel says how it ended, and the way on
    if (!settings.greeted && this.session) quiet(description(this.session.state));
    change({ greeted: true, folded: false }); // the panel shows the hint
    void this.help.hints?.stronger();
  }

  _analyse() {
    if (this.session) go(`/analyse?${positionQuery(this.session.state, this.session.marks)}`);
  }

  /** @param {number | null} from */
  _changed(from) {
    const { session } = this;
    if (!session) return;
    const moved = session.state.seq !== this._seq;
    if (moved) {
      if (!session.state.end) this.ending = null;
      this.hand?.confirm.forget();
      this.help.follow();
    }
    this._draw(from);
    if (!moved) return;
    this.mode.follow(session.marks);
    const fresh = this._seq === -1;
    const { outcome } = session.state;
    if (!fresh && outcome !== "playing") sound(outcome);
    this._seq = session.coming ? -1 : session.state.seq; // once it is there, all follows it
    const { seq } = session.state;
    afterFrame(() => session === this.session && seq === this._seq && this._follow(from, fresh));
  }

  /**
   * Update what is beside the board; the board itself does not wait for it.
   * @param {number | null} from
   * @param {boolean} fresh  whether the panel already shows this game
   */
  _follow(from, fresh) {
    const { session } = this;
    if (!session || this.closed) return;
    this._list(session.state.moves);
    const hinted = Boolean(this.help.hints?.hint); // meanwhile, and it says more than the move
    this.ear.hear(hinted ? null : from, this.hand?.marks ?? "", session.state);
    if (fresh) return;
    refuse("");
    if (session.state.end) this._settleEnd();
    else if (this._ended) this._panel();
    else if (!hinted) this._lead();
  }

  /** @param {GameState["moves"]} moves */
  _list(moves) {
    if (moves !== this._listed) this.list.clear();
    this._listed = moves;
    for (const [verb, ...cell] of moves.slice(this.list.length))
      this.list.add(this.list.length + 1, `${verb} ${at(...cell)}`, "", null);
    this.list.mark(moves.length);
  }

  /**
   * Mark on the board where a move was made.
   * @param {number} number
   */
  _point(number) {
    const [, ...cell] = this._listed[number - 1] ?? ["open", 0, 0];
    board.reveal(board.indexOfCell(cell));
    board.focus(board.indexOfCell(cell));
    this.list.mark(number);
  }

  /** @param {number | null} from */
  _draw(from) {
    const { session, hand } = this;
    if (!session || !hand || this.closed) return;
    const { width, height } = session.state;
    const over = this.help.picture();
    board.root.classList.toggle("is-draft", session.coming);
    board.draw(
      {
        width,
        height,
        marks: hand.marks,
        ...over,
        layers: {
          ...over.layers,
          pending: session.pending,
          asked: [hand.confirm.asked].filter((index) => index >= 0),
          ...endingLayers(this.ending, width),
        },
      },
      from,
    );
    this._tick();
  }

  _tick() {
    if (!this.session || this.closed) return;
    const { mines, mines_left, outcome } = this.session.state;
    const left = outcome === "won" ? 0 : mines_left; // the last flags are set for the player
    const { elapsed } = this.session;
    const time = settings.clock === "tenths" ? elapsed.toFixed(1) : String(Math.floor(elapsed));
    status({ mines: left, of: mines, time, face: outcome });
  }

  /** @param {boolean} [kept]  whether what is below the switches stays */
  _panel(kept = false) {
    const { session } = this;
    if (!session || this.closed) return;
    const { state } = session;
    this._ended = Boolean(state.end);
    this._lead();
    const ways = { hint: () => this._hint(), analyse: () => this._analyse() };
    controls(!state.end && this.help.switches(ways));
    if (kept) return;
    body(
      ...(state.end ? [] : this.help.parts()),
      newGamePart(
        this.about,
        (wished) => this.begin(wished),
        () => this._chosen(),
      ),
      part("Moves", this.list.element),
    );
  }

  _lead() {
    if (!this.session) return;
    const { state } = this.session;
    if (state.end) {
      this._endingLines = new EndingLines(state, {
        undo: () => this._undo(),
        again: () => this._again(),
        fresh: () => this.begin(wish()),
        share: () => this._share(),
        analyse: () => this._analyse(),
      });
      this._endingLines.tell(this.ending);
      lead(...this._endingLines.nodes);
    } else lead(!state.moves.length && otherGames(), element("p", { class: "note" }, facts(state)));
  }

  async _settleEnd() {
    const { session } = this;
    if (!session) return;
    const gone = () => this.closed || session !== this.session || !session.state.end;
    this._panel();
    const ending = await api.ending(session.state.id).catch(() => null);
    if (gone()) return;
    session.state.board ??= (await api.game(session.state.id)).board;
    if (gone()) return;
    this.ending = ending;
    this._endingLines?.tell(ending);
    this._draw(null);
    speech.ended(session.state, ending);
  }

  async _again() {
    if (!this.session) return;
    const state = await api.again(this.session.state.id);
    remember(`/play/${state.id}`);
    this.show(state);
    speech.begun(state);
  }

  async _share() {
    const id = this.session?.state.board;
    if (id) answer(await copy(location.origin + address(`/play?board=${encodeURIComponent(id)}`), "Link"));
  }

  /**
   * @param {string} sentence
   * @param {import("./session.js").Loudness} how
   */
  _refused(sentence, how) {
    if (how === "loud") return complain("This did not work", sentence);
    if (how === "quiet") quiet(sentence);
    speech.say(sentence);
  }
}
