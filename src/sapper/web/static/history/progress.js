/** Progress at one level: bests, trends, win rate, and which techniques were missed. */

import { trendFigure } from "../insight/chart.js";
import { techniqueLink } from "../insight/reason.js";
import { box, element } from "../lib/element.js";
import { choice, link } from "../lib/form.js";
import { go } from "../page/router.js";
import { api } from "../server/api.js";
import { meanings } from "../words/captions.js";
import { clock, counted, dayWords, figure, titled } from "../words/words.js";
import { accuracyCard, card, fact, openPage, table } from "./pages.js";

/** @typedef {import("../types.js").Progress} Progress */
/** @typedef {Pick<import("../types.js").LevelStatistics, "level" | "kind" | "tier">} Row */

/** Return the address of a row's page. @param {Row} row */
export function progressAddress({ level, kind, tier }) {
  const query = new URLSearchParams({ level, kind });
  if (tier) query.set("tier", String(tier));
  return `/progress?${query}`;
}

/** @param {import("../page/router.js").Route} route @param {import("../types.js").About} about */
export async function open({ query }, about) {
  await openPage("progress", async () => {
    const statistics = await api.statistics();
    const chosen = query.has("level") ? query.toString() : mostPlayed(statistics.levels);
    const progress = await api.progress(chosen);
    return [chooser(statistics.levels, about, chosen), ...parts(progress)];
  });
}

/** @param {import("../types.js").LevelStatistics[]} rows */
function mostPlayed(rows) {
  return rows[0] ? queryOf(rows[0]) : "level=9x9%2F10&kind=plain";
}

/** @param {Row} row */
function queryOf(row) {
  return progressAddress(row).split("?")[1] ?? "";
}

/**
 * @param {import("../types.js").LevelStatistics[]} rows
 * @param {import("../types.js").About} about
 * @param {string} chosen
 */
function chooser(rows, { levels }, chosen) {
  const options = new Map(
    levels.map(({ level, name }) => [queryOf({ level, kind: "plain", tier: null }), titled(name)]),
  );
  for (const row of rows) options.set(queryOf(row), titled(row.name));
  if (!options.has(chosen))
    options.set(chosen, titled(new URLSearchParams(chosen).get("level") ?? ""));
  return choice("Level", [...options], chosen, (value) => go(`/progress?${value}`));
}

/** @param {Progress} progress */
function parts({ row, best_times, best_paces, trend, accuracy, accuracy_text, mistakes }) {
  if (!row) return [nothingYet(), missed(mistakes)];
  const { won, games, interval_text: interval } = row;
  return [
    box(
      "grid-cards",
      fact("Win rate", row.win_rate_text, `${won} of ${games}; 95 %: ${interval}`),
      fact("Best time", clock(row.best_time), `on average ${clock(row.mean_time)}`),
      fact("3BV/s", figure(row.bbbv_per_second), `efficiency (IOE) ${figure(row.ioe)}`),
      fact("Accuracy", accuracy_text ?? "–", counted(accuracy.length, "reviewed game")),
    ),
    box(
      "halves-page",
      bests("Best times", best_times, (win) => clock(win.elapsed)),
      bests("Best 3BV/s", best_paces, (win) => figure(win.bbbv_per_second)),
    ),
    trend.length > 1 && timesCard(trend.map((win) => win.elapsed)),
    accuracyCard("Accuracy", accuracy, "reviewed games"),
    missed(mistakes),
    meanings("Accuracy", "3BV/s", "IOE"),
  ];
}

function nothingYet() {
  return card(
    "No ranked games yet",
    element("p", {}, "Finish a game here without help, and it is counted."),
    link("Play", "/play", { class: "button main" }),
  );
}

/** @param {number[]} times */
function timesCard(times) {
  const words = `Times of the last ${times.length} wins`;
  return card(
    "Times",
    trendFigure(times, Math.max(...times), (value) => clock(value), words),
  );
}

/**
 * @param {string} title
 * @param {import("../types.js").Win[]} wins
 * @param {(win: import("../types.js").Win) => string} value
 */
function bests(title, wins, value) {
  const rows = wins.map((win, place) => [
    `${place + 1}.`,
    value(win),
    element("a", { href: `/review/${win.id}` }, dayWords(win.ended)),
  ]);
  return card(
    title,
    rows.length ? table([], 9, rows) : element("p", { class: "note" }, "No timed win yet."),
  );
}

/** @param {import("../types.js").Mistakes[]} mistakes */
function missed(mistakes) {
  if (!mistakes.length) return null;
  const most = Math.max(...mistakes.map(({ count }) => count));
  const rows = mistakes.flatMap(({ tier, name, count }) => {
    const bar = element("i", { class: "bar" });
    bar.style.setProperty("--share", String(count / most));
    return [
      element("dt", {}, tier ? techniqueLink(name) : "a better guess"),
      element("dd", {}, bar, element("b", {}, count)),
    ];
  });
  return card(
    "What was missed",
    element("dl", { class: "missed" }, ...rows),
    element(
      "p",
      { class: "note" },
      "By technique, in all reviewed games of this level, ranked or not.",
    ),
  );
}
