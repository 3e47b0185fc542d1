/** Watch: a player's game, move by move, with reasons. */

import { Follower } from "./follower.js";
import { MarkHistory } from "./mark-history.js";
import { MoveTimeline } from "./timeline.js";
import { WatchView } from "./watch-view.js";
import { ANALYSE, Insight } from "../insight/insight.js";
import { positionQuery } from "../insight/position.js";
import { marksSource } from "../insight/sources.js";
import { cancelled } from "../lib/latest.js";
import { change, settings } from "../lib/settings.js";
import { Actions } from "../page/actions.js";
import { faceDoes } from "../page/panel.js";
import { go, rename } from "../page/router.js";
import { api } from "../server/api.js";
import { waiting } from "../server/waiting.js";
import { announceWatchedMove, say } from "../words/announcer.js";
import { counted } from "../words/words.js";

/** @typedef {import("../types.js").WatchedMove} WatchedMove */

/** @type {Record<string, string>} */
const OUTCOMES = { won: "Won", lost: "Lost", stopped: "Stopped: it found no certain move" };
const ACTIONS = { analyse: ANALYSE, start: { label: "Watch", main: true } };

/** @param {import("../page/router.js").Route} route @param {import("../types.js").About} about */
export async function open({ parts, query }, about) {
  const [player, id] = parts;
  const watch = new Watch(about, player ?? settings.player, query);
  const seed = query.get("seed");
  const { level, position } = watch;
  const fresh = { level, first_click: query.get("first_click") ?? settings.first_click };
  await watch.follow(
    {
      ...(id ? { board: id } : position ? {} : fresh),
      ...(position && { position }),
      ...(seed && { seed: Number(seed) }),
    },
    Number(query.get("move")),
  );
}

/** @extends {Follower<MoveTimeline>} */
export class Watch extends Follower {
  /**
   * @param {import("../types.js").About} about
   * @param {string} player
   * @param {URLSearchParams} query
   */
  constructor(about, player, query) {
    super(new MoveTimeline((made) => this.show(made)));
    this.about = about;
    this.player = player;
    this.level = query.get("level") ?? settings.level;
    this.position = query.get("position");
    this.seed = "";
    /** The watched game; null until it begins. @type {import("../types.js").WatchedGame | null} */
    this.game = null;
    /** @type {WatchedMove[]} */
    this.moves = [];
    /** @type {import("../types.js").WatchedEnd | null} */
    this.end = null;
    this._stop = new AbortController();
    this._announced = { place: 0, result: "" };
    this.insight = new Insight(() => this.view.draw(), { delay: 120 });
    /** @type {Actions<keyof typeof ACTIONS>} */
    this.actions = new Actions(this, ACTIONS);
    this.view = new WatchView(this);
    this.listen(this.insight, this.actions.keys());
    faceDoes("Watch another game", () => go(`/watch/${encodeURIComponent(this.player)}`));
  }

  close() {
    super.close();
    this._stop.abort();
  }

  /** The move that was made last. */
  get move() {
    return this.moves[this.made - 1];
  }

  /** The end of the game, if it is shown. */
  get shownEnd() {
    return this.made === this.moves.length ? this.end : null;
  }

  /** The end of a won or lost game, if it is shown. */
  get outcome() {
    return this.shownEnd?.outcome === "stopped" ? null : this.shownEnd;
  }

  /** The sentence about the end of the game, if it is shown. */
  get result() {
    const end = this.shownEnd;
    if (!end) return "";
    const guesses = counted(end.guesses, "guess", "guesses");
    return `${OUTCOMES[end.outcome]} after ${counted(end.moves, "move")}, ${guesses} among them.`;
  }

  /** The address of the game and of the shown move. */
  get address() {
    const { player = "", board = "" } = this.game ?? {};
    const position = this.position && `position=${encodeURIComponent(this.position)}`;
    const query = [position, this.made && `move=${this.made}`].filter(Boolean).join("&");
    const path = `/watch/${encodeURIComponent(player)}/${encodeURIComponent(board)}`;
    return query ? `${path}?${query}` : path;
  }

  /**
   * Follow a game as it is played.
   * @param {object} request
   * @param {number} at  the move to show first; 0 plays from the start
   */
  async follow(request, at) {
    this.timeline.ended = false;
    const lines = api.watch({ player: this.player, ...request }, this._stop.signal);
    try {
      const first = await waiting("The player is thinking …", async (signal) => {
        signal.addEventListener("abort", () => this._stop.abort());
        return (await lines.next()).value;
      });
      this._take(first);
      if (!at) this.timeline.play();
      for await (const line of lines) this._take(line);
    } catch (error) {
      if (!cancelled(error)) throw error;
    } finally {
      this.timeline.ended = true;
    }
    if (at && !this.closed) this.timeline.jump(at);
  }

  /** @param {import("../types.js").WatchLine | void} line */
  _take(line) {
    if (!line || this.closed) return;
    if (line.kind === "game") this._begin(line);
    else if (line.kind === "move") this._addMove(line);
    else if (line.kind === "end") this._finish(line);
    else {
      this.view.showProblem(line.problem.detail);
      say(line.problem.detail);
    }
  }

  /** @param {import("../types.js").WatchedGame} game */
  _begin(game) {
    this.game = game;
    this.history = new MarkHistory(game.width, game.height, game.given);
    rename(this.address);
    this.show(0);
    this.view.begin(game);
  }

  /** @param {WatchedMove} move */
  _addMove(move) {
    this.moves.push(move);
    this.history.add(move.changed);
    this.view.addMove(move);
    this.timeline.extend(this.moves.length);
  }

  /** @param {import("../types.js").WatchedEnd} end */
  _finish(end) {
    this.end = end;
    this.timeline.extend(this.moves.length);
    this.view.drawChart();
    if (this.shownEnd) this.show(this.made);
  }

  /** @param {number} made */
  show(made) {
    if (this.closed || !this.game) return;
    this.insight.about(this.outcome ? null : marksSource(this.game, this.marks));
    this.view.show(made);
    this._announce();
    if (!this.timeline.playing) rename(this.address);
  }

  /** Announce the shown move and the result once each; in automatic play, only guesses. */
  _announce() {
    const { move, result, made } = this;
    const { playing, following } = this.timeline;
    const passing = following || (playing && move?.certain !== false);
    const before = this._announced;
    this._announced = { place: made, result };
    if (move && made !== before.place && !passing) announceWatchedMove(move, this._turn, result);
    else if (result && result !== before.result) say(result);
    else if (!move && before.place > 0) say("Before the first move.");
  }

  /** The marks before and after the shown move. */
  get _turn() {
    const { history, made } = this;
    return { width: history.width, before: history.marksAfter(made - 1), after: this.marks };
  }

  analyse() {
    if (!this.game) return;
    this.timeline.jump(this.made); // so that Back returns to this move
    go(`/analyse?${positionQuery(this.game, this.marks)}`);
  }

  /** Watch another game. */
  start() {
    const query = new URLSearchParams({ level: this.level, ...(this.seed && { seed: this.seed }) });
    go(`/watch/${encodeURIComponent(this.player)}?${query}`);
  }

  /** @param {string} player  of the next game */
  choosePlayer(player) {
    this.player = player;
    change({ player });
  }
}
