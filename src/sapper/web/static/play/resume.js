/** Finds the game that an address names, or the one that this tab last played, or starts one. */

import { settings } from "../lib/settings.js";
import { api } from "../server/api.js";
import { gameRequest, sizes } from "./new-game.js";
import { settled } from "./session.js";

/** @typedef {import("../types.js").About} About */
/** @typedef {import("../types.js").GameState} GameState */

const LAST = "sapper-game";
const DRAFT = "sapper-draft";

/** @param {string} id  of the game to come back to in this tab */
export function keepForReturn(id) {
  sessionStorage.setItem(LAST, id);
}

/** @param {string} id */
async function settledGame(id) {
  await settled(id);
  return api.game(id);
}

/**
 * Find the game of an address, or start one.
 * @param {import("../page/router.js").Route} route
 * @returns {Promise<import("../types.js").GameState>}
 */
export async function gameFor({ parts, query }) {
  const id = parts[0];
  const isNamed = query.get("board") ?? query.get("daily") ?? query.get("level");
  const daily = query.get("daily");
  if (id) return settledGame(id);
  if (query.has("board")) return api.start({ board: query.get("board") });
  if (daily) return api.start({ daily, level: query.get("level") ?? settings.level });
  const last = isNamed ? null : sessionStorage.getItem(LAST);
  const resumed = last ? await settledGame(last).catch(() => null) : null;
  if (resumed) return resumed;
  if (query.has("level")) return api.start({ ...gameRequest(), level: query.get("level") });
  return api.start(gameRequest()).catch(() => api.start({ level: "beginner" })); // the settings may hold an impossible size
}

/** @param {GameState} state  to be shown at the next start in this tab, before the game is there */
export function keepDraft(state) {
  if (state.id) sessionStorage.setItem(DRAFT, JSON.stringify(state));
}

/**
 * Return what can be shown of a game before anyone answers: how it was left, or a closed board.
 * Of a board or a day that the address names, nothing is known yet.
 * @param {import("../page/router.js").Route} route
 * @param {About} about
 * @returns {GameState | null}
 */
export function draftFor({ parts, query }, about) {
  const isNamed = ["board", "daily", "level"].some((name) => query.has(name));
  const id = parts[0] ?? (isNamed ? null : sessionStorage.getItem(LAST));
  /** @type {GameState | null} */
  const draft = id ? JSON.parse(sessionStorage.getItem(DRAFT) ?? "null") : null;
  if (id) return draft?.id === id ? draft : null;
  if (query.has("board") || query.has("daily")) return null;
  return closedBoard(query.get("level") ?? settings.level, about);
}

/**
 * Return a new game of a level; null if there can be none.
 * @param {string} level
 * @param {About} about
 * @returns {GameState | null}
 */
function closedBoard(level, about) {
  const { width, height, mines } = sizes(about, level);
  const cells = width * height;
  if (!(mines >= 0 && mines < cells && cells <= about.limits.cells)) return null;
  const { first_click, no_guess } = settings;
  return {
    ...{ id: "", seq: 0, level, level_name: level, width, height, mines, moves: [] },
    ...{ outcome: "playing", mines_left: mines, safe_left: cells - mines, end: null },
    ...{ clock: { running: false, elapsed: 0 }, undos: 0, helped: false, unranked: null },
    ...{ kind: no_guess ? "no_guess" : "plain", tier: no_guess || null, date: null },
    first_click: /** @type {import("../types.js").FirstClick} */ (first_click),
    ...{ rows: Array(height).fill("#".repeat(width)), start: null, board: null },
  };
}
