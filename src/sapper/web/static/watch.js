/** Watch: a player plays, move by move, each with its reason. */

import { announce } from "./announcer.js";
import { api } from "./api.js";
import { element, find } from "./element.js";
import { showEvaluation, showRisk } from "./evaluation.js";
import { button, choice, number } from "./form.js";
import { MoveList } from "./moves.js";
import { endMarks, flagged, indices } from "./picture.js";
import { Replay } from "./replay.js";
import { go, rename } from "./router.js";
import { change, settings } from "./settings.js";
import { board, body, controls, lead, onLeave, part, quiet, status, zoom } from "./shell.js";
import { Timeline } from "./timeline.js";
import { cancelled, waiting } from "./waiting.js";
import { at, counted, sentence, titled } from "./words.js";

/** @typedef {import("./types.js").WatchedMove} WatchedMove */
/** @type {Record<string, string>} */
const OUTCOMES = { won: "Won", lost: "Lost", stopped: "Stopped: no certain move left" };
const SPEEDS = /** @type {[string, string][]} */ ([
  ["1", "1 per second"],
  ["4", "4 per second"],
  ["12", "12 per second"],
  ["40", "40 per second"],
]);

/**
 * @param {import("./router.js").Route} route
 * @param {import("./types.js").About} about
 */
export async function openWatch({ parts, query }, about) {
  const [player, id] = parts;
  const watch = new Watch(about, player ?? settings.player, query);
  onLeave(() => watch.close());
  const level = query.get("level") ?? settings.level;
  const seed = query.get("seed");
  await watch.follow(
    id
      ? { board: id }
      : {
          level,
          first_click: query.get("first_click") ?? settings.first_click,
          ...(seed && { seed }),
        },
    Number(query.get("move")),
  );
}

class Watch {
  /**
   * @param {import("./types.js").About} about
   * @param {string} player
   * @param {URLSearchParams} query
   */
  constructor(about, player, query) {
    this.about = about;
    this.player = player;
    this.level = query.get("level") ?? settings.level;
    this.closed = false;
    this.address = "";
    this.stop = new AbortController();
    /** @type {WatchedMove[]} */
    this.moves = [];
    /** @type {import("./types.js").WatchedEnd | null} */
    this.end = null;
    this.mines = 0;
    this.replay = new Replay(1, 1);
    this.timeline = new Timeline((at) => this._show(at));
    this.list = new MoveList((at) => this.timeline.jump(at));
    find("#face").onclick = () => go(`/watch/${encodeURIComponent(this.player)}`);
    this._panel();
  }

  close() {
    this.closed = true;
    this.stop.abort();
    this.timeline.pause();
    showEvaluation(null);
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

  /** @param {import("./types.js").WatchLine | void} line */
  _line(line) {
    if (!line || this.closed) return;
    if (line.kind === "game") this._begin(line);
    else if (line.kind === "move") this._move(line);
    else if (line.kind === "end") this._finish(line);
    else lead(element("p", { class: "error" }, line.problem.detail));
  }

  /** @param {import("./types.js").WatchedGame} game */
  _begin(game) {
    this.replay = new Replay(game.width, game.height);
    this.mines = game.mines;
    this.address = `/watch/${encodeURIComponent(game.player)}/${encodeURIComponent(game.board)}`;
    rename(this.address);
    quiet(`${game.player} plays ${titled(game.level_name)}`);
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

  /** @param {import("./types.js").WatchedEnd} end */
  _finish(end) {
    this.end = end;
    this.timeline.extend(this.moves.length);
    if (this.timeline.place === this.moves.length) this._show(this.timeline.place);
  }

  /** @param {number} at */
  _show(at) {
    if (this.closed) return;
    const { replay, end } = this;
    const move = this.moves[at - 1];
    const last = end && at === this.moves.length ? end : null;
    const marks = replay.marksAfter(at);
    const shown = last && last.outcome !== "stopped" ? endMarks(marks, replay.width, last) : marks;
    board.draw(
      {
        width: replay.width,
        height: replay.height,
        marks: shown,
        layers: { played: move ? indices([move.cell], replay.width) : [] },
      },
      move ? board.indexOfCell(move.cell) : null,
    );
    status({
      mines: this.mines - flagged(shown),
      time: `${at} / ${this.moves.length}`,
      face: last?.outcome === "won" || last?.outcome === "lost" ? last.outcome : "playing",
    });
    showRisk(move?.risk);
    if (move) board.reveal(board.indexOfCell(move.cell));
    this._words(move, last);
    this.list.mark(at);
    if (this.address && !this.timeline.playing)
      rename(at ? `${this.address}?move=${at}` : this.address);
  }

  /**
   * @param {WatchedMove | undefined} move
   * @param {import("./types.js").WatchedEnd | null} end
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
      move && element("p", {}, sentence(move.reason)),
      move?.chance_text && element("p", { class: "note" }, `Chance to win: ${move.chance_text}`),
      result && element("p", { class: end.outcome }, result),
    );
    if (result) announce(result);
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
    controls(this.timeline.element);
    body(
      choice(
        "Speed",
        SPEEDS,
        String(this.timeline.speed),
        (value) => (this.timeline.speed = Number(value)),
      ),
      part("Moves", this.list.element),
      part(
        "Another game",
        element(
          "div",
          { class: "halves" },
          choice("Player", players, this.player, (value) => {
            this.player = value;
            change({ player: value });
          }),
          choice("Level", levels, this.level, (value) => (this.level = value)),
        ),
        element(
          "div",
          { class: "halves" },
          number("Seed", "", (value) => (seed = String(value)), { min: 0 }),
          element(
            "div",
            { class: "field-label" },
            "\u00a0",
            button(
              "Watch",
              () =>
                go(
                  `/watch/${encodeURIComponent(this.player)}?${new URLSearchParams({ level: this.level, ...(seed && { seed }) })}`,
                ),
              { main: true },
            ),
          ),
        ),
      ),
    );
  }
}
