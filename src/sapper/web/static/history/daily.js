/** Daily boards: today's three, and a calendar of past days. */

import { rename } from "../page/router.js";
import { api } from "../server/api.js";
import { say } from "../words/announcer.js";
import { share } from "../words/share.js";
import { DailyView, dayTotals } from "./daily-view.js";
import { openPage } from "./pages.js";

/** @typedef {import("../types.js").HistoryGame} HistoryGame */

/** @param {import("../page/router.js").Route} route @param {import("../types.js").About} about */
export async function open({ query }, { levels }) {
  await openPage("daily", async () => {
    const dailies = await api.daily();
    const daily = new Daily(levels, dailies, query.get("day") ?? dailies.today);
    return [dayTotals(dailies), daily.view.element];
  });
}

export class Daily {
  /**
   * @param {import("../types.js").LevelName[]} levels
   * @param {import("../types.js").Dailies} dailies
   * @param {string} day  of which the boards are shown
   */
  constructor(levels, { today, results }, day) {
    this.levels = levels;
    this.today = today;
    this._results = new Map(results.map((game) => [`${game.date} ${game.level}`, game]));
    this.day = day <= today ? day : today;
    this.month = this.day.slice(0, 7);
    this.view = new DailyView(this);
  }

  /**
   * Return the first attempt at a board, if there was one.
   * @param {string} day
   * @param {string} level
   * @returns {HistoryGame | undefined}
   */
  resultOf(day, level) {
    return this._results.get(`${day} ${level}`);
  }

  /** @param {string} day */
  choose(day) {
    this.day = day;
    rename(`/daily?day=${day}`);
    this.view.draw();
  }

  /** Turn the calendar. @param {number} months  ahead or back */
  turn(months) {
    const [year = 0, month = 0] = this.month.split("-").map(Number);
    const other = new Date(year, month - 1 + months, 1);
    this.month = `${other.getFullYear()}-${String(other.getMonth() + 1).padStart(2, "0")}`;
    this.view.draw();
    say(this.view.monthTitle);
  }

  /** @param {HistoryGame} game */
  async share(game) {
    const sentence = await share(game);
    this.view.showShared(sentence);
    say(sentence);
  }
}
