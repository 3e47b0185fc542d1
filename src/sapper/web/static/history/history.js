/** History: what all games add up to, and the list of games; export and import. */

import { box, element } from "../lib/element.js";
import { file, link } from "../lib/form.js";
import { go } from "../page/router.js";
import { api, Problem } from "../server/api.js";
import { meanings } from "../words/captions.js";
import { say } from "../words/announcer.js";
import { clock, counted, figure, titled } from "../words/words.js";
import { GameList } from "./game-list.js";
import { accuracyCard, card, fact, openPage, table } from "./pages.js";
import { progressAddress } from "./progress.js";

/** @param {import("../page/router.js").Route} _route @param {import("../types.js").About} about */
export async function open(_route, about) {
  await openPage("history", async () => {
    const list = new GameList(about, () => open(_route, about));
    const [statistics] = await Promise.all([api.statistics(), list.load()]);
    return [...summary(statistics), list.element, transferLine(() => open(_route, about))];
  });
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
      levels.length
        ? levelTable(levels)
        : element("p", { class: "note" }, "No ranked games yet."),
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

/** @param {() => Promise<void>} again */
function transferLine(again) {
  const refusal = element("span", { class: "note" });
  const read = async (/** @type {File} */ source) => {
    try {
      const { imported, already, attempts, replays } = await api.import(source);
      if (replays[0]) return go(`/review/${encodeURIComponent(replays[0])}/film`);
      await again();
      const trained = attempts ? ` ${counted(attempts, "puzzle")} of the trainer came too.` : "";
      say(`${counted(imported, "game")} imported, ${already} already known.${trained}`);
    } catch (error) {
      refusal.textContent = error instanceof Problem ? error.message : "The file cannot be read.";
      say(refusal.textContent);
    }
  };
  return box(
    "line",
    link("Export", "/api/export", { download: "sapper-history.json" }),
    file("Import …", read),
    refusal,
  );
}
