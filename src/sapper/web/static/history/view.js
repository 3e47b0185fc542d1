/** Shows what all games add up to, and how to export and import them. */

import { box, element } from "../lib/element.js";
import { file, link } from "../lib/form.js";
import { meanings } from "../words/captions.js";
import { clock, counted, figure, titled } from "../words/words.js";
import { accuracyCard, card, fact, table } from "./pages.js";
import { progressAddress } from "./progress.js";

/** @param {import("./history.js").History} history @param {import("../types.js").Statistics} statistics */
export function historyParts(history, statistics) {
  return [...summary(statistics), history.list.element, transferLine(history)];
}

/** @param {import("../types.js").Statistics} statistics */
function summary({ games, ranked, won, levels, streak, accuracy_text, accuracy }) {
  return [
    box(
      "grid-cards",
      fact("Ranked games", String(ranked), `of ${counted(games, "finished game")}`),
      fact("Won", String(won)),
      fact("Wins in a row (best)", `${streak.current} (${streak.best})`),
      fact("Accuracy", accuracy_text ?? "–"),
    ),
    card(
      "By level",
      levels.length ? levelTable(levels) : element("p", { class: "note" }, "No ranked games yet."),
      element(
        "p",
        { class: "note" },
        "Ranked games are first attempts at boards that were drawn for you, without help and without undo. Only they count.",
      ),
      meanings("Accuracy", "3BV/s", "IOE"),
    ),
    accuracyCard("Accuracy over time", accuracy, "ranked games"),
  ];
}

/** @param {import("../types.js").LevelStatistics[]} levels */
function levelTable(levels) {
  return table(
    ["Level", "Games", "Won", "Win rate", "Best time", "3BV/s", "IOE"],
    1,
    levels.map((row) => [
      element("a", { href: progressAddress(row) }, titled(row.name)),
      row.games,
      row.won,
      row.win_rate_text,
      clock(row.best_time),
      figure(row.bbbv_per_second),
      figure(row.ioe),
    ]),
    "levels",
  );
}

/** @param {import("./history.js").History} history */
function transferLine(history) {
  const refusal = element("span", { class: "note" });
  const read = async (/** @type {File} */ source) => {
    refusal.textContent = await history.importFile(source);
  };
  return box(
    "line",
    link("Export", "/api/export", { download: "sapper-history.json" }),
    file("Import …", read),
    refusal,
  );
}
