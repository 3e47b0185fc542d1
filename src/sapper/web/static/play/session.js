/** One game in this tab: sends actions in order, shows what it can at once, and follows the server. */

import { changedMarks, endMarks } from "../board/marks.js";
import { cancelled } from "../lib/latest.js";
import { api, Problem } from "../server/api.js";
import { waiting } from "../server/waiting.js";

/** @typedef {import("../types.js").GameState} GameState */
/** @typedef {import("../types.js").ActionType} ActionType */
/** @typedef {"aloud" | "quiet" | "loud"} Loudness  aloud: only for screen readers */
/** @typedef {{ verb: ActionType | "undo", index: number, key: string }} PendingAction */

const PATIENCE_MS = 60;
export const ELSEWHERE = "Another tab has changed this game; this is its current state.";
const tabs = "BroadcastChannel" in window ? new BroadcastChannel("sapper-games") : null;

/** @type {Map<string, Promise<void>>} The games that were left while actions were being sent. */
const left = new Map();

/** Wait until the actions of a game that was left are answered. @param {string} id */
export async function settled(id) {
  await left.get(id);
}

export class Session {
  /**
   * @param {GameState} state
   * @param {(from: number | null) => void} changed  what is shown has changed, from this cell outwards
   * @param {(sentence: string, how: Loudness) => void} refused
   * @param {Promise<GameState> | null} [coming]  the game itself, if the state is a draft of it
   */
  constructor(state, changed, refused, coming = null) {
    this.changed = changed;
    this.refused = refused;
    /** @type {PendingAction[]} */
    this._queue = [];
    this._sending = false;
    /** Resolved as soon as all actions are answered. */
    this.settled = Promise.resolve();
    this._stop = new AbortController();
    this.state = state;
    this._marks = marksOf(state);
    this._received = performance.now();
    /** Whether the game has not come yet: actions wait until then. */
    this.coming = coming !== null;
    if (coming) this.settled = this._await(coming);
    tabs?.addEventListener(
      "message",
      ({ data }) => data.id === this.state.id && data.seq > this.state.seq && this.refresh(),
      { signal: this._stop.signal },
    );
    document.addEventListener("visibilitychange", () => !document.hidden && this.refresh(), {
      signal: this._stop.signal,
    });
  }

  /** The marks to show: the server's, with the flags that are being sent. */
  get marks() {
    const flags = this.state.end ? [] : this._queue.filter(({ verb }) => verb === "flag");
    if (!flags.length) return this._marks;
    const letters = this._marks.split("");
    for (const { index } of flags)
      if (letters[index] !== undefined) letters[index] = letters[index] === "F" ? "#" : "F";
    return letters.join("");
  }

  /** The clicked cells that are not answered yet. */
  get pending() {
    return this._queue.filter(({ verb }) => verb === "open").map(({ index }) => index);
  }

  /** Whether nothing was done on the board and nothing is being sent. */
  get untouched() {
    return !this.state.moves.length && !this._queue.length && !this.state.end;
  }

  /** The game as it is now, to be shown before it is there at another start; nothing is on its way in it. */
  get draft() {
    const rows = Array.from({ length: this.state.height }, (_, row) =>
      this._marks.slice(row * this.state.width, (row + 1) * this.state.width),
    );
    return { ...this.state, rows, clock: { running: false, elapsed: this.elapsed } };
  }

  get elapsed() {
    const { running, elapsed } = this.state.clock;
    return running ? elapsed + (performance.now() - this._received) / 1000 : elapsed;
  }

  /**
   * Send an action; show it at once if that needs no answer, else once the answer is slow.
   * @param {ActionType | "undo"} verb
   * @param {number} [index]
   */
  act(verb, index = -1) {
    /** @type {PendingAction} */
    const action = { verb, index, key: newKey() };
    this._queue.push(action);
    if (verb === "flag") this.changed(null);
    else setTimeout(() => this._queue.includes(action) && this.changed(null), PATIENCE_MS);
    if (!this._sending) this.settled = this._send();
  }

  /** Check whether another tab has changed the game. */
  async refresh() {
    if (this._sending) return;
    const state = await api.game(this.state.id).catch(() => null);
    if (!state || this._sending || this._stop.signal.aborted || state.seq === this.state.seq)
      return;
    this._load(state);
    this.changed(null);
  }

  /** Stop following; actions that are being sent still are. */
  close() {
    const { id } = this.state;
    this._stop.abort();
    if (this._sending)
      left.set(
        id,
        this.settled.finally(() => left.delete(id)),
      );
  }

  /**
   * Wait for the game; then send the waiting actions, unless the game is not as it was shown.
   * @param {Promise<GameState>} coming
   */
  async _await(coming) {
    this._sending = true;
    const state = await coming.catch(() => null); // its caller says why
    if (!state) return;
    if (!isDraft(this.state, state)) this._queue.length = 0;
    this.coming = false;
    this._load(state);
    if (!this._stop.signal.aborted) this.changed(null);
    await this._send();
  }

  async _send() {
    this._sending = true;
    for (let next = this._queue[0]; next; next = this._queue[0]) {
      const from = await this._perform(next);
      this._queue.shift();
      if (!this._stop.signal.aborted) this.changed(from);
    }
    this._sending = false;
  }

  /**
   * @param {PendingAction} wish
   * @returns {Promise<number | null>} where it happened, if anything did
   */
  async _perform({ verb, index, key }) {
    const [row, column] = this._cellOf(index);
    const where = verb === "undo" ? {} : { row, column };
    const action = { action: verb, ...where, expected: this.state.seq, key };
    try {
      const words =
        this.state.tier && !/[0-8]/.test(this._marks)
          ? "Making a board that needs no guess …"
          : "Waiting for the server …";
      const answer = await waiting(words, (signal) => api.act(this.state.id, action, signal));
      this._take(answer);
      if (!answer.state && verb !== "undo") this.state.moves.push([verb, ...this._cellOf(index)]);
      tabs?.postMessage({ id: this.state.id, seq: this.state.seq });
      return index;
    } catch (error) {
      await this._fail(error);
      return null;
    }
  }

  /** @param {number} index @returns {[number, number]} */
  _cellOf(index) {
    return [Math.floor(index / this.state.width), index % this.state.width];
  }

  /**
   * Handle a refused action; if the game was not as expected, drop the later actions as well.
   * @param {unknown} error
   */
  async _fail(error) {
    const refused = this._stop.signal.aborted ? () => {} : this.refused;
    if (error instanceof Problem && error.kind === "not_allowed") {
      refused(error.message, "aloud");
      return;
    }
    this._queue.length = 1;
    const known = error instanceof Problem ? error.state : null;
    const state = known ?? (await api.game(this.state.id).catch(() => null));
    if (state) this._load(state);
    if (!(error instanceof Problem)) {
      if (!cancelled(error)) refused("This move went wrong; the game is as shown.", "loud");
    } else if (error.kind === "stale") refused(ELSEWHERE, "quiet");
    else refused(error.message, "loud");
  }

  /** @param {import("../types.js").ActionAnswer} answer */
  _take(answer) {
    if (answer.state) {
      this._load(answer.state);
      return;
    }
    const { seq, outcome, mines_left, clock, undos, unranked, end } = answer;
    Object.assign(this.state, { seq, outcome, mines_left, clock, undos, unranked, end });
    const marks = changedMarks(this._marks, this.state.width, answer.changed);
    this._marks = end ? endMarks(marks, this.state.width, end) : marks;
    this._received = performance.now();
  }

  /** @param {GameState} state */
  _load(state) {
    this.state = state;
    this._marks = marksOf(state);
    this._received = performance.now();
  }
}

/** @param {GameState} state */
function marksOf({ rows, width, end }) {
  const marks = rows.join("");
  return end ? endMarks(marks, width, end) : marks;
}

/** Tell whether a draft shows a game as it is. @param {GameState} draft @param {GameState} state */
export function isDraft(draft, state) {
  return draft.seq === state.seq && draft.width === state.width && draft.height === state.height;
}

/** Make a key that no other action has; `crypto.randomUUID` does not exist at a plain http address. */
function newKey() {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}
