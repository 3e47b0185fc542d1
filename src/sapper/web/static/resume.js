/** Finds the game that an address names, or the one that this tab last played, or starts one. */

import { api } from "./api.js";
import { wish } from "./new-game.js";
import { settled } from "./session.js";
import { settings } from "./settings.js";

const LAST = "sapper-game";

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
 * @param {import("./router.js").Route} route
 * @returns {Promise<import("./types.js").GameState>}
 */
export async function gameFor({ parts, query }) {
  const named = parts[0];
  const asked = query.get("board") ?? query.get("daily") ?? query.get("level");
  const daily = query.get("daily");
  if (named) return settledGame(named);
  if (query.has("board")) return api.start({ board: query.get("board") });
  if (daily) return api.start({ daily, level: query.get("level") ?? settings.level });
  const last = asked ? null : sessionStorage.getItem(LAST);
  const resumed = last ? await settledGame(last).catch(() => null) : null;
  if (resumed) return resumed;
  if (query.has("level")) return api.start({ ...wish(), level: query.get("level") });
  return api.start(wish()).catch(() => api.start({ level: "beginner" })); // the settings may hold an impossible size
}
