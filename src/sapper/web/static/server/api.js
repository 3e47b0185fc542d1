/** Calls the server: one function per request; every error is a Problem with a sentence to show. */

import { settings } from "../lib/settings.js";
import { carry } from "./carrier.js";
import { connection } from "./connection.js";

/** @typedef {import("../types.js").GameState} GameState */

export class Problem extends Error {
  /** @param {Partial<import("../types.js").ProblemForm> & { state?: GameState }} body */
  constructor(body) {
    super(body.detail ?? "The server did not say what was wrong.");
    this.kind = body.kind ?? "unknown";
    this.state = body.state ?? null;
  }
}

const RETRY_MS = [150, 300, 600, 1000, 2000];

/**
 * Repeat a request until the server answers; also repeat it while the server is busy.
 * @param {string} path
 * @param {RequestInit} options
 * @returns {Promise<Response>}
 */
async function send(path, options) {
  const headers = { ...options.headers, "Sapper-Cells": settings.cells };
  for (let attempt = 0; ; attempt++) {
    try {
      const response = await carry(path, { ...options, headers });
      connection.back();
      if (response.status !== 503) return response;
    } catch (error) {
      if (options.signal?.aborted) throw error;
      connection.lost();
    }
    await connection.wait(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)] ?? 2000);
  }
}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
async function ask(path, options = {}) {
  const response = await send(path, options);
  if (response.ok) return response.json();
  throw new Problem(await response.json().catch(() => ({})));
}

/**
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @returns {RequestInit}
 */
function posting(body, signal) {
  return {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal: signal ?? null,
  };
}

/** @param {string} id */
const game = (id) => `/api/games/${encodeURIComponent(id)}`;

/** @param {string} id */
const puzzle = (id) => `/api/training/puzzles/${encodeURIComponent(id)}`;

export const api = {
  /** @returns {Promise<import("../types.js").About>} */
  about: () => ask("/api/about"),
  /**
   * @param {object} wish
   * @param {AbortSignal} [signal]
   * @returns {Promise<GameState>}
   */
  start: (wish, signal) => ask("/api/games", posting(wish, signal)),
  /** @param {string} id @returns {Promise<GameState>} */
  game: (id) => ask(game(id)),
  /** @param {string} id @param {object} action @param {AbortSignal} signal @returns {Promise<import("../types.js").ActionAnswer>} */
  act: (id, action, signal) => ask(`${game(id)}/actions`, posting(action, signal)),
  /** @param {string} id @returns {Promise<GameState>} */
  again: (id) => ask(`${game(id)}/again`, posting({})),
  /** @param {string} id @returns {Promise<import("../types.js").Ending>} */
  ending: (id) => ask(`${game(id)}/ending`, { method: "POST" }),
  /** @param {string} id @param {string} strength @param {AbortSignal} signal @returns {Promise<import("../types.js").Hint>} */
  hint: (id, strength, signal) => ask(`${game(id)}/hint`, posting({ strength }, signal)),
  /** @param {string} id @param {AbortSignal} signal @returns {Promise<import("../types.js").Overlay>} */
  overlay: (id, signal) => ask(`${game(id)}/overlay`, { method: "POST", signal }),
  /** @param {string} id @param {import("../types.js").Cell} cell @param {AbortSignal} signal @returns {Promise<import("../types.js").Numbers>} */
  numbers: (id, cell, signal) => ask(`${game(id)}/numbers`, posting({ cell }, signal)),
  /** @param {string} id @param {import("../types.js").Cell} cell @param {AbortSignal} signal @returns {Promise<import("../types.js").Reason>} */
  explain: (id, cell, signal) => ask(`${game(id)}/explain`, posting({ cell }, signal)),
  /** @param {object} position @param {AbortSignal} signal @returns {Promise<import("../types.js").Analysis>} */
  analyse: (position, signal) => ask("/api/analyse", posting(position, signal)),
  /** @param {object} position @param {AbortSignal} signal @returns {Promise<import("../types.js").Numbers>} */
  analyseNumbers: (position, signal) => ask("/api/analyse/numbers", posting(position, signal)),
  /** @param {object} position @param {AbortSignal} signal @returns {Promise<import("../types.js").Reason>} */
  analyseExplain: (position, signal) => ask("/api/analyse/explain", posting(position, signal)),
  /** @param {object} body @param {AbortSignal} signal @returns {Promise<import("../types.js").PictureReading>} */
  picture: (body, signal) => ask("/api/picture", posting(body, signal)),
  /** @param {string} id @param {AbortSignal} [signal] @returns {Promise<import("../types.js").Review>} */
  review: (id, signal) => ask(`${game(id)}/review`, { method: "POST", signal: signal ?? null }),
  /** @param {string} id @param {AbortSignal} [signal] @returns {Promise<import("../types.js").ReplayFilm>} */
  replay: (id, signal) => ask(`${game(id)}/replay`, { signal: signal ?? null }),
  /** @returns {Promise<import("../types.js").TrainingStanding>} */
  training: () => ask("/api/training"),
  /** @param {string} choice @param {AbortSignal} signal @returns {Promise<import("../types.js").TrainingPuzzle>} */
  nextPuzzle: (choice, signal) => ask("/api/training/next", posting({ choice }, signal)),
  /** @param {string} id @param {AbortSignal} signal @returns {Promise<import("../types.js").TrainingPuzzle>} */
  puzzle: (id, signal) => ask(puzzle(id), { signal }),
  /** @param {string} id @param {object} given @param {AbortSignal} signal @returns {Promise<import("../types.js").TrainingAnswer>} */
  answerPuzzle: (id, given, signal) => ask(`${puzzle(id)}/answer`, posting(given, signal)),
  /** @returns {Promise<import("../types.js").Lessons>} */
  lessons: () => ask("/api/training/techniques"),
  /**
   * @param {Record<string, string>} [filters]  empty ones are left out
   * @param {string | null} [before]
   * @returns {Promise<import("../types.js").History>}
   */
  history: (filters = {}, before = null) => {
    const query = Object.entries({ limit: "50", ...filters, before: before ?? "" });
    return ask(`/api/history?${new URLSearchParams(query.filter(([, value]) => value))}`);
  },
  /** @param {string[]} ids @returns {Promise<import("../types.js").Deleted>} */
  deleteGames: (ids) => ask("/api/history/delete", posting({ ids })),
  /** @returns {Promise<import("../types.js").Statistics>} */
  statistics: () => ask("/api/statistics"),
  /** @param {string} row  as a query @returns {Promise<import("../types.js").Progress>} */
  progress: (row) => ask(`/api/progress?${row}`),
  /** @returns {Promise<import("../types.js").Dailies>} */
  daily: () => ask("/api/daily"),
  /** @param {Blob} file @returns {Promise<import("../types.js").Import>} */
  import: (file) => ask("/api/import", { ...posting(null), body: file }),
  watch,
};

/**
 * Follow a player's game line by line as it plays.
 * @param {object} wish
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<import("../types.js").WatchLine>}
 */
async function* watch(wish, signal) {
  const response = await send("/api/watch", posting(wish, signal));
  if (!response.ok || !response.body) throw new Problem(await response.json());
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (rest + (value ?? "")).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line) yield JSON.parse(line);
    if (done) return;
  }
}
