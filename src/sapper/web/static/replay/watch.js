/** Watch: a player plays, move by move, each with its reason. */

import { api } from "../server/api.js";
import { gameChart } from "../insight/chart.js";
import { box, element, find } from "../lib/element.js";
import { showEvaluation } from "../insight/chance.js";
import { button, choice, number } from "../lib/form.js";
import { analyseButton, Insight, marksSource } from "../insight/insight.js";
import { MoveList } from "../page/moves.js";
import { endMarks, flagged, indices } from "../board/marks.js";
import { positionQuery } from "../insight/position.js";
import { guesses, listed } from "../insight/reason.js";
import { Replay } from "./marks.js";
import { go, rename } from "../page/router.js";
import { change, settings } from "../lib/settings.js";
import { listenOnBoard, listenToPage, onLeave } from "../page/mode.js";
import { body, controls, faceDoes, lead, part, quiet, status } from "../page/panel.js";
import { board, zoom } from "../page/stage.js";
import { say, watched } from "../words/speech.js";
import { Timeline } from "./timeline.js";
import { cancelled } from "../lib/latest.js";
import { waiting } from "../server/waiting.js";
import { at, counted, titled } from "../words/words.js";

/** @typedef {import("../types.js").WatchedMove} WatchedMove */
/** @type {Record<string, string>} */
const OUTCOMES = { won: "Won", lost: "Lost", stopped: "Stopped: it found no certain move" };
const SPEEDS = /** @type {[string, string][]} */ ([
  ["1", "1 per second"],
  ["4", "4 per second"],
  ["12", "12 per second"],
  ["40", "40 per second"],
]);

/**
 * @param {import("../page/router.js").Route} route
 * @param {import("../types.js").About} about
 */
export async function openWatch({ parts, query }, about) {
  const [player, id] = parts;
  const watch = new Watch(about, player ?? settings.player, query);
  onLeave(() => watch.close());
  const level = query.get("level") ?? settings.level;
  const seed = query.get("seed");
  const position = query.get("position");
  const fresh = { level, first_click: query.get("first_click") ?? settings.first_click };
  await watch.follow(
    {
      ...(id ? { board: id } : position ? {} : fresh),
      ...(position && { position }),
      ...(seed && { seed }),
    },
    Number(query.get("move")),
  );
}

class Watch {
  /**
   * @param {import("../types.js").About} about
   * @param {string} player
   * @param {URLSearchParams} query
   */
  constructor(about, player, query) {
    this.about = about;
    this.player = player;
    this.level = query.get("level") ?? settings.level;
    this.closed = false;
    this.address = "";
    this.position = query.get("position");
    this.stop = new AbortController();
    /** @type {WatchedMove[]} */
    this.moves = [];
    /** @type {import("../types.js").WatchedEnd | null} */
    this.end = null;
    this.mines = 0;
    this._said = { place: 0, result: "" };
    this.replay = new Replay(1, 1);
    this.timeline = new Timeline((at) => this._show(at));
    this.insight = new Insight(() => this._draw(), { delay: 120 });
    this.chart = part("Chance of winning");
    this.chart.hidden = true;
    this._mark = (/** @type {number} */ _number) => {};
    this.list = new MoveList((at) => this.timeline.jump(at));
    faceDoes("Watch another game", () => go(`/watch/${encodeURIComponent(this.player)}`));
    this._listen();
    this._panel();
  }

  close() {
    this.closed = true;
    this.stop.abort();
    this.timeline.pause();
    showEvaluation(null);
  }

  _listen() {
    const look = (/** @type {number} */ index) => this.insight.look(index);
    const ignore = () => {};
    listenOnBoard({ open: look, flag: look, chord: ignore, hover: look }, { Enter: look });
    listenToPage({
      ...this.timeline.keys(),
      r: () => this.insight.flip("risks"),
      s: () => this.insight.flip("certain"),
      a: () => this._analyse(),
    });
  }

  _analyse() {
    if (!this.address) return;
    this.timeline.jump(this.timeline.place); // so that Back returns to this move
    go(`/analyse?${positionQuery(this.shape, this.marks)}`);
  }

  /**
   * Follow a game as it is played.
   * @param {Record<string, string>} wish
   * @param {number} at  the move to show first; 0 plays from the start
   */
  async follow(wish, at) {
    this.timeline.ended = false;
    const lines = api.watch({ player: this.player, ...wish }, this.stop.signal);
    try {
      const first = await waiting("The player is thinking …", async (signal) => {
        signal.addEventListener("abort", () => this.stop.abort());
        return (await lines.next()).value;
      });
      this._line(first);
      if (!at) this.timeline.play();
      for await (const line of lines) this._line(line);
    } catch (error) {
      if (!cancelled(error)) throw error;
    } finally {
      this.timeline.ended = true;
    }
    if (at && !this.closed) this.timeline.jump(at);
  }

  /** @param {import("../types.js").WatchLine | void} line */
  _line(line) {
    if (!line || this.closed) return;
    if (line.kind === "game") this._begin(line);
    else if (line.kind === "move") this._move(line);
    else if (line.kind === "end") this._finish(line);
    else {
      lead(element("p", { class: "error" }, line.problem.detail));
      say(line.problem.detail);
    }
  }

  /** @param {import("../types.js").WatchedGame} game */
  _begin(game) {
    this.replay = new Replay(game.width, game.height, game.given);
    this.mines = game.mines;
    const from = this.position ? `?position=${encodeURIComponent(this.position)}` : "";
    this.address = `/watch/${encodeURIComponent(game.player)}/${encodeURIComponent(game.board)}${from}`;
    rename(this.address);
    quiet(`${titled(game.player)} plays ${titled(game.level_name)}`);
    this._show(0);
    zoom.fit();
  }

  /** @param {WatchedMove} move */
  _move(move) {
    this.moves.push(move);
    this.replay.add(move.changed);
    find("#time").textContent = `${this.timeline.place} / ${this.moves.length}`;
    this.list.add(
      move.number,
      at(...move.cell),
      move.certain ? "certain" : (move.risk_text ?? "guess"),
      move.certain ? "certain" : "best_guess",
    );
    this.timeline.extend(this.moves.length);
  }

  /** @param {import("../types.js").WatchedEnd} end */
  _finish(end) {
    this.end = end;
    this.timeline.extend(this.moves.length);
    this._drawChart();
    if (this.timeline.place === this.moves.length) this._show(this.timeline.place);
  }

  /** Draw the chances of the whole game, once it is there. */
  _drawChart() {
    const charted = this.moves.map((move) => ({
      ...move,
      risk: move.certain ? 0 : move.risk,
      judged: move.certain ? "certain" : "best_guess",
    }));
    const { figure, mark } = gameChart(charted, null, (at) => this.timeline.jump(at));
    this._mark = mark;
    mark(this.timeline.place);
    this.chart.append(figure);
    this.chart.hidden = !charted.length;
  }

  /** What the board measures, for questions about it. */
  get shape() {
    return { width: this.replay.width, height: this.replay.height, mines: this.mines };
  }

  /** What the player sees. */
  get marks() {
    return this.replay.marksAfter(this.timeline.place);
  }

  /** How the game ended, if that is shown. */
  get last() {
    return this.timeline.place === this.moves.length ? this.end : null;
  }

  /** @param {number} at */
  _show(at) {
    if (this.closed || !this.address) return; // nothing has begun yet
    const { last } = this;
    const move = this.moves[at - 1];
    const over = last && last.outcome !== "stopped";
    this.insight.about(over ? null : marksSource(this.shape, this.marks));
    this._draw(move ? board.indexOfCell(move.cell) : null);
    showEvaluation(move?.chance_after);
    if (move) board.reveal(board.indexOfCell(move.cell));
    this._words(move, last);
    this.list.mark(at);
    this._mark(at);
    if (!this.timeline.playing) rename(this._addressAt(at));
  }

  /** @param {number} at */
  _addressAt(at) {
    return at ? `${this.address}${this.position ? "&" : "?"}move=${at}` : this.address;
  }

  /** @param {number | null} [from] */
  _draw(from = null) {
    const { replay, last } = this;
    if (this.closed || !this.address) return;
    const { width, height } = replay;
    const move = this.moves[this.timeline.place - 1];
    const over = last && last.outcome !== "stopped" ? last : null;
    const marks = over ? endMarks(this.marks, width, over) : this.marks;
    const known = this.insight.picture();
    const played = indices(move ? [move.cell] : [], width);
    board.draw({ width, height, marks, ...known, layers: { ...known.layers, played } }, from);
    status({
      mines: this.mines - flagged(marks),
      time: `${this.timeline.place} / ${this.moves.length}`,
      face: over?.outcome === "won" || over?.outcome === "lost" ? over.outcome : "playing",
    });
  }

  /**
   * @param {WatchedMove | undefined} move
   * @param {import("../types.js").WatchedEnd | null} end
   */
  _words(move, end) {
    const result =
      end &&
      `${OUTCOMES[end.outcome]} after ${counted(end.moves, "move")}, ${counted(end.guesses, "guess", "guesses")} among them.`;
    lead(
      move &&
        element(
          "h2",
          {},
          `${move.number}. ${at(...move.cell)}${move.certain ? "" : `: a guess${move.risk_text ? `, ${move.risk_text} likely a mine` : ""}`}`,
        ),
      ...(move ? listed(move.reason) : []),
      move && move.candidates.length > 1 && guesses(move.candidates, this.insight.light),
      result && element("p", { class: end.outcome }, result),
    );
    this._speak(move, result ?? "");
  }

  /**
   * Say the move that is shown and the result, each once; while the game plays by itself, only guesses.
   * @param {WatchedMove | undefined} move
   * @param {string} result
   */
  _speak(move, result) {
    const { replay } = this;
    const { playing, following, place } = this.timeline;
    const passing = following || (playing && move?.certain !== false);
    const told = this._said;
    this._said = { place, result };
    if (move && place !== told.place && !passing)
      watched(
        move,
        { width: replay.width, before: replay.marksAfter(place - 1), after: this.marks },
        result,
      );
    else if (result && result !== told.result) say(result);
    else if (!move && told.place > 0) say("Before the first move.");
  }

  _panel() {
    const players = this.about.players.map(
      (name) => /** @type {[string, string]} */ ([name, name]),
    );
    const levels = this.about.levels.map(
      ({ name }) => /** @type {[string, string]} */ ([name, titled(name)]),
    );
    if (!levels.some(([name]) => name === this.level)) levels.push([this.level, this.level]);
    let seed = "";
    const start = () => {
      const wish = new URLSearchParams({ level: this.level, ...(seed && { seed }) });
      go(`/watch/${encodeURIComponent(this.player)}?${wish}`);
    };
    controls(
      this.timeline.element,
      element(
        "div",
        { class: "switches", role: "group", "aria-label": "This moment" },
        ...this.insight.switches("risks", "certain"),
        analyseButton(() => this._analyse()),
      ),
    );
    body(
      this.chart,
      this.insight.panel(),
      choice(
        "Speed",
        SPEEDS,
        String(this.timeline.speed),
        (value) => (this.timeline.speed = Number(value)),
      ),
      part("Moves", this.list.element),
      part(
        "Another game",
        box(
          "halves",
          choice("Player", players, this.player, (value) => {
            this.player = value;
            change({ player: value });
          }),
          choice("Level", levels, this.level, (value) => (this.level = value)),
        ),
        box(
          "halves",
          number("Seed", "", (value) => (seed = String(value)), { min: 0 }),
          box("field-label", "\u00a0", button("Watch", start, { main: true })),
        ),
      ),
    );
  }
}
