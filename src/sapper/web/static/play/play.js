/** Play: one game on the board, what clicks and keys do to it, and its end. */

import { ClickActions } from "./click-actions.js";
import { Confirm } from "./confirm.js";
import { FlagMode } from "./flag-mode.js";
import { Help } from "./help.js";
import { gameRequest, refuse } from "./new-game.js";
import { draftFor, gameFor, keepDraft, keepForReturn } from "./resume.js";
import { ELSEWHERE, isDraft, Session } from "./session.js";
import { PlayView } from "./view.js";
import { showEvaluation } from "../insight/chance.js";
import { ANALYSE } from "../insight/insight.js";
import { positionQuery } from "../insight/position.js";
import { address } from "../lib/address.js";
import { copy } from "../lib/copy.js";
import { element } from "../lib/element.js";
import { afterFrame } from "../lib/frame.js";
import { cancelled } from "../lib/latest.js";
import { change, onChange, settings } from "../lib/settings.js";
import { Actions } from "../page/actions.js";
import { listenOnBoard, listenToPage, onLeave, untilLeft } from "../page/mode.js";
import { answer, complain, faceDoes, isNarrow, lead, quiet } from "../page/panel.js";
import { go, remember, rename } from "../page/router.js";
import { closePanel, isOpen } from "../page/sheet.js";
import { sound } from "../page/sounds.js";
import { ready } from "../page/stage.js";
import { api, Problem } from "../server/api.js";
import { readiness } from "../server/carrier.js";
import { waiting } from "../server/waiting.js";
import { description } from "../words/captions.js";
import * as announcer from "../words/announcer.js";

/** @typedef {import("../types.js").GameState} GameState */

/** What the player can do beside the board. */
const ACTIONS = {
  hint: { key: "H", label: "Hint", main: true },
  fresh: { key: "N", label: "New" },
  undo: { key: "U", label: "Undo" },
  analyse: ANALYSE,
  again: { label: "Same board" },
  share: { label: "Copy link", title: "Copy a link to this board" },
  shareResult: { label: "Share result" },
  flipFlagMode: { key: "M" },
};

/**
 * Open a game; where it has to be loaded first, a draft of it takes clicks until then.
 * @param {import("../page/router.js").Route} route
 * @param {import("../types.js").About} about
 */
export async function open(route, about) {
  const play = new Play(about);
  onLeave(() => play.close());
  ready(false);
  const coming = gameFor(route);
  const draft = readiness.game ? null : draftFor(route, about);
  if (draft) return openDraft(play, draft, coming);
  const state = await coming;
  if (play.closed) return;
  ready(true);
  play.show(state);
  rename(`/play/${state.id}`);
}

/**
 * Show a game before it has come; actions wait until then.
 * @param {Play} play
 * @param {GameState} draft
 * @param {Promise<GameState>} coming
 */
async function openDraft(play, draft, coming) {
  ready(true);
  play.show(draft, { coming });
  const { session } = play;
  const replaced = () => session !== play.session; // another game has begun since
  const state = await coming.catch((error) => {
    if (!play.closed && !replaced()) ready(false);
    throw error;
  });
  if (replaced()) return;
  keepForReturn(state.id);
  if (play.closed) return;
  if (isDraft(draft, state)) play.view.greet(state);
  else {
    play.show(state);
    answer(ELSEWHERE);
  }
  rename(`/play/${state.id}`);
}

export class Play {
  /** @param {import("../types.js").About} about */
  constructor(about) {
    this.about = about;
    this.closed = false;
    /** @type {Session | null} */
    this.session = null;
    /** @type {ClickActions | null} */
    this.clicks = null;
    /** @type {import("../types.js").Ending | null} */
    this.ending = null;
    /** @type {Actions<keyof typeof ACTIONS>} */
    this.actions = new Actions(this, ACTIONS);
    this.flagMode = new FlagMode();
    this.view = new PlayView(this);
    this.help = new Help(() => this.view.draw());
    this._announcer = new announcer.MoveAnnouncer("");
    this._seq = -1;
    this._requests = 0;
    this._listen();
    this._follow();
  }

  /**
   * @param {GameState} state
   * @param {{ kept?: boolean, coming?: Promise<GameState> | null }} [options]
   *   kept: the panel, in which a choice was just made, stays as it is; coming: the state is a draft of that game
   */
  show(state, { kept = false, coming = null } = {}) {
    this.session?.close();
    keepForReturn(state.id);
    const session = new Session(
      state,
      (from) => this._changed(from),
      (sentence, how) => this._refused(sentence, how),
      coming,
    );
    this.session = session;
    this.clicks = new ClickActions(session, this.flagMode, new Confirm(session, this.help.insight));
    this._announcer = new announcer.MoveAnnouncer(this.clicks.marks);
    this.help.begin(session);
    this.ending = null;
    this._seq = -1;
    this.flagMode.begin();
    this._changed(null);
    this.view.begin(session.state, kept);
    if (state.end) this._settleEnd();
  }

  close() {
    this.closed = true;
    this.session?.close();
    showEvaluation(null);
  }

  fresh() {
    return this.begin(gameRequest());
  }

  /** @param {object} request  for a game */
  async begin(request) {
    const state = await this._start(request);
    if (!state) return;
    closePanel();
    this._enter(state);
  }

  async again() {
    if (this.session) this._enter(await api.again(this.session.state.id));
  }

  /** Replace the board, on which nothing was played, if another level or rule was chosen. */
  async choose() {
    refuse("");
    if (!this.session?.untouched) return;
    const state = await this._start(gameRequest());
    if (!state) return;
    rename(`/play/${state.id}`);
    this.show(state, { kept: true });
    announcer.announceGame(state);
  }

  undo() {
    if (this.session?.state.outcome === "lost") this.session.act("undo");
  }

  hint() {
    if (this.session?.state.end) return; // the panel says how it ended, and the way on
    if (!settings.greeted && this.session) quiet(description(this.session.state));
    change({ greeted: true, folded: false }); // the panel shows the hint
    void this.help.hints?.stronger();
  }

  analyse() {
    if (this.session) go(`/analyse?${positionQuery(this.session.state, this.session.marks)}`);
  }

  flipFlagMode() {
    this.flagMode.flip();
  }

  async share() {
    const id = this.session?.state.board;
    if (id)
      answer(
        await copy(location.origin + address(`/play?board=${encodeURIComponent(id)}`), "Link"),
      );
  }

  /** Share the result of a daily board. */
  async shareResult() {
    const { session, ending } = this;
    if (!session || !ending) return;
    const { state } = session;
    const { share } = await import("../words/share.js");
    answer(await share({ ...state, ...ending, elapsed: state.clock.elapsed }));
  }

  /** @param {number} index @param {import("../board/mouse.js").Way} [way] */
  click(index, way) {
    if (this.help.insight.inspecting) this.help.insight.look(index);
    else this.clicks?.click(index, way);
  }

  _listen() {
    const press = (/** @type {number} */ index) => this.click(index, "key");
    const flag = (/** @type {number} */ index) => this.clicks?.flag(index);
    listenOnBoard(
      {
        open: (index, way) => this.click(index, way),
        flag,
        chord: (index, way) => this.clicks?.chord(index, way),
        chords: (index, way) => this.clicks?.chords(index, way) ?? false,
        hover: (index) => this.help.insight.look(index),
      },
      {
        ...{ Enter: press, " ": press, f: flag, "Shift+Enter": flag },
        c: (index) => this.clicks?.chord(index, "key"),
      },
    );
    listenToPage({ ...this.actions.keys(), ...this.help.keys() });
    faceDoes("New game", () => this.fresh(), "N");
  }

  /** Follow the clock and the settings, and keep a draft of the game, until the mode is left. */
  _follow() {
    const ticking = setInterval(() => this.view.tick(), 100);
    const keep = () => this.session && keepDraft(this.session.draft);
    onLeave(onChange(() => this.view.draw()));
    onLeave(() => clearInterval(ticking));
    window.addEventListener("pagehide", keep, { signal: untilLeft().signal });
  }

  /** @param {GameState} state */
  _enter(state) {
    if (this.closed) return;
    remember(`/play/${state.id}`);
    this.show(state);
    announcer.announceGame(state);
  }

  /**
   * Ask for a game; return null if it was refused or another one was requested since.
   * @param {object} request
   */
  async _start(request) {
    const number = ++this._requests;
    const isLast = () => number === this._requests;
    ready(false);
    refuse("");
    try {
      const state = await waiting("Making a board …", (signal) => api.start(request, signal));
      return isLast() && !this.closed ? state : null;
    } catch (error) {
      if (isLast() && !cancelled(error)) this._showFailure(error);
      return null;
    } finally {
      if (isLast()) ready(true);
    }
  }

  /** Say why no game was started. @param {unknown} error */
  _showFailure(error) {
    const sentence = error instanceof Problem ? error.message : String(error);
    if (isOpen() || !isNarrow()) refuse(sentence);
    else lead(element("p", { class: "error" }, sentence));
    announcer.say(sentence);
  }

  /** @param {number | null} from */
  _changed(from) {
    const { session } = this;
    if (!session) return;
    const moved = session.state.seq !== this._seq;
    if (moved) this._leavePosition(session);
    this.view.draw(from);
    if (moved) this._enterPosition(session, from);
  }

  /** Forget what was about the position before. @param {Session} session */
  _leavePosition({ state }) {
    if (!state.end) this.ending = null;
    this.clicks?.confirm.forget();
    this.help.follow();
  }

  /**
   * Let all follow the new position; what is beside the board does not delay the board.
   * @param {Session} session
   * @param {number | null} from
   */
  _enterPosition(session, from) {
    this.flagMode.follow(session.marks);
    const isNew = this._seq === -1;
    const { outcome, seq } = session.state;
    if (!isNew && outcome !== "playing") sound(outcome);
    this._seq = session.coming ? -1 : seq; // once it is there, all follows it
    const stays = () => session === this.session && seq === this._seq;
    afterFrame(() => stays() && this._showBeside(session, from, isNew));
  }

  /**
   * Update what is beside the board.
   * @param {Session} session
   * @param {number | null} from
   * @param {boolean} isNew  whether the panel already shows this game
   */
  _showBeside({ state }, from, isNew) {
    if (this.closed) return;
    this.view.listMoves(state.moves);
    const hinted = Boolean(this.help.hints?.hint); // it came since, and says more than the move
    this._announcer.announce(hinted ? null : from, this.clicks?.marks ?? "", state);
    if (isNew) return;
    refuse("");
    if (state.end) this._settleEnd();
    else if (this.view.showsEnd) this.view.panel(state);
    else if (!hinted) this.view.lead(state);
  }

  async _settleEnd() {
    const { session } = this;
    if (!session) return;
    const gone = () => this.closed || session !== this.session || !session.state.end;
    this.view.panel(session.state);
    const ending = await api.ending(session.state.id).catch(() => null);
    if (gone()) return;
    session.state.board ??= (await api.game(session.state.id)).board;
    if (gone()) return;
    this.ending = ending;
    this.view.showEnding();
    this.view.draw();
    announcer.announceEnd(session.state, ending);
  }

  /** @param {string} sentence @param {import("./session.js").Loudness} how */
  _refused(sentence, how) {
    if (how === "loud") return complain("This did not work", sentence);
    if (how === "quiet") quiet(sentence);
    announcer.say(sentence);
  }
}
