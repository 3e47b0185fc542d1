/** History: what all games add up to, and the list of games; export and import. */

import { go } from "../page/router.js";
import { api, Problem } from "../server/api.js";
import { say } from "../words/announcer.js";
import { counted } from "../words/words.js";
import { GameList } from "./game-list.js";
import { openPage } from "./pages.js";
import { historyParts } from "./view.js";

/** @param {import("../page/router.js").Route} route @param {import("../types.js").About} about */
export async function open(route, about) {
  const history = new History(about, () => open(route, about));
  await openPage("history", () => history.load());
}

export class History {
  /** @param {import("../types.js").About} about @param {() => Promise<void>} reload */
  constructor(about, reload) {
    this._reload = reload;
    /** @type {Record<string, string>} */
    this._filters = {};
    /** @type {string | null} */
    this._next = null;
    this.list = new GameList(about, this);
  }

  /** Load what the page shows; return its parts. */
  async load() {
    const [statistics] = await Promise.all([api.statistics(), this._loadList()]);
    return historyParts(this, statistics);
  }

  /** Load the first games of the list. */
  async _loadList() {
    const page = await api.history(this._filters);
    this._next = page.next;
    this.list.show(page);
  }

  async showOlder() {
    const page = await api.history(this._filters, this._next);
    this._next = page.next;
    this.list.add(page);
  }

  /** @param {string} name @param {string} value */
  async filter(name, value) {
    this._filters[name] = value;
    await this._loadList();
    say(this.list.title);
  }

  /** @param {string[]} ids */
  async delete(ids) {
    const { deleted } = await api.deleteGames(ids);
    await this._reload();
    say(`${counted(deleted, "game")} deleted.`);
  }

  /**
   * Import games from a file.
   * @param {File} source
   * @returns {Promise<string>} why it cannot be read, or ""
   */
  async importFile(source) {
    try {
      const { imported, already, attempts, replays } = await api.import(source);
      if (replays[0]) go(`/review/${encodeURIComponent(replays[0])}/film`);
      else {
        await this._reload();
        const trained = attempts ? ` ${counted(attempts, "puzzle")} of the trainer came too.` : "";
        say(`${counted(imported, "game")} imported, ${already} already known.${trained}`);
      }
      return "";
    } catch (error) {
      const sentence = error instanceof Problem ? error.message : "The file cannot be read.";
      say(sentence);
      return sentence;
    }
  }
}
