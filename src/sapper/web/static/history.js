/** History: past games, win rates, accuracy; export and import. */

import { announce } from "./announcer.js";
import { api, Problem } from "./api.js";
import { trendChart } from "./chart.js";
import { box, element, find } from "./element.js";
import { button, file, link } from "./form.js";
import { meanings } from "./meanings.js";
import { clock, counted, figure, titled } from "./words.js";

/** @typedef {import("./types.js").HistoryGame} HistoryGame */
/** @typedef {import("./element.js").Child} Child */

export async function openHistory() {
  find(".frame").hidden = true;
  find("#panel").hidden = true;
  const page = find("#history-page");
  page.hidden = false;
  page.replaceChildren();
  const [statistics, games] = await Promise.all([api.statistics(), api.history()]);
  page.replaceChildren(
    box("history", ...summary(statistics), gamesCard(games), transferLine()),
  );
}

/** @param {import("./types.js").Statistics} statistics */
function summary({ games, won, levels, streak, accuracy_text, accuracy }) {
  return [
    box(
      "grid-cards",
      fact("Finished games", String(games)),
      fact("Won", String(won)),
      fact("Streak (best)", `${streak.current} (${streak.best})`),
      fact("Accuracy", accuracy_text ?? "–"),
    ),
    card(
      "By level",
      table(
        ["Level", "Games", "Won", "Win rate", "Best time", "3BV/s", "IOE"],
        1,
        levels.map((level) => [
          titled(level.level_name),
          level.games,
          level.won,
          level.win_rate_text,
          clock(level.best_time),
          figure(level.bbbv_per_second),
          figure(level.ioe),
        ]),
      ),
      meanings("Accuracy", "3BV/s", "IOE"),
    ),
    accuracy.length > 1 &&
      card(
        "Accuracy over time",
        trendChart(
          accuracy.map((point) => point.accuracy),
          `Accuracy of the last ${accuracy.length} games`,
        ),
      ),
  ].filter((child) => child instanceof Node);
}

/** @param {import("./types.js").History} page */
function gamesCard({ games, next, total }) {
  const list = table(
    ["When", "Level", "Result", "Time", "3BV/s", "Accuracy", ""],
    3,
    games.map(row),
  );
  const more = button(
    "Older games",
    async () => {
      const older = await api.history(next);
      next = older.next;
      find("tbody", list).append(...older.games.map((game) => tableRow(row(game), 3)));
      more.hidden = !next;
    },
    { hidden: !next },
  );
  list.classList.add("games");
  return card(
    `${counted(total, "game")}, finished or not`,
    games.length
      ? list
      : element("p", { class: "note" }, "No games yet."),
    more,
  );
}

/**
 * @param {HistoryGame} game
 * @returns {Child[]}
 */
function row(game) {
  const playing = game.outcome === "playing";
  const marks = [game.outcome, game.undos ? "undo" : "", game.helped ? "help" : ""]
    .filter(Boolean)
    .join(", ");
  return [
    new Date(game.created).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" }),
    `${titled(game.level_name)}${game.tier ? ", no guessing" : ""}${game.kind === "daily" ? ", daily" : ""}`,
    element("span", { class: game.outcome }, marks),
    clock(game.elapsed),
    figure(game.bbbv_per_second),
    game.accuracy_text ?? "–",
    element(
      "a",
      { href: playing ? `/play/${game.id}` : `/review/${game.id}` },
      playing ? "Go on" : "Review",
    ),
  ];
}

function transferLine() {
  const said = element("span", { class: "note", role: "status" });
  const read = async (/** @type {File} */ chosen) => {
    try {
      const { imported, already } = await api.import(chosen);
      await openHistory();
      announce(`${counted(imported, "game")} imported, ${already} already known.`);
    } catch (error) {
      said.textContent = error instanceof Problem ? error.message : "The file cannot be read.";
    }
  };
  return box(
    "line",
    link("Export", "/api/export", { download: "sapper-history.json" }),
    file("Import …", read),
    said,
  );
}

/**
 * @param {string} name
 * @param {string} value
 */
function fact(name, value) {
  return box("card", element("b", {}, value), element("span", {}, name));
}

/**
 * @param {string} title
 * @param {...Child} children
 */
function card(title, ...children) {
  return element(
    "section",
    { class: "card", tabindex: "0", "aria-label": title },
    element("h2", {}, title),
    ...children,
  );
}

/**
 * @param {string[]} heads
 * @param {number} figuresFrom  the first column of figures
 * @param {Child[][]} rows
 */
function table(heads, figuresFrom, rows) {
  const head = element(
    "tr",
    {},
    ...heads.map((name, place) =>
      name
        ? element("th", { scope: "col", class: place >= figuresFrom ? "num" : "" }, name)
        : element("td"),
    ),
  );
  return element(
    "table",
    {},
    element("thead", {}, head),
    element("tbody", {}, ...rows.map((cells) => tableRow(cells, figuresFrom))),
  );
}

/**
 * @param {Child[]} cells
 * @param {number} figuresFrom
 */
function tableRow(cells, figuresFrom) {
  return element(
    "tr",
    {},
    ...cells.map((cell, place) =>
      element("td", { class: place >= figuresFrom ? "num" : "" }, cell),
    ),
  );
}
