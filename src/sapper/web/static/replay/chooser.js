/** Lets the user choose a game to review, or import one from a file. */

import { element } from "../lib/element.js";
import { file } from "../lib/form.js";
import { untilLeft } from "../page/mode.js";
import { body, complain, lead, part, status } from "../page/panel.js";
import { go } from "../page/router.js";
import { openPanel } from "../page/sheet.js";
import { board, zoom } from "../page/stage.js";
import { api, Problem } from "../server/api.js";
import { clock, dayWords, titled } from "../words/words.js";

const MOST = 20;

export async function openChooser() {
  const { signal } = untilLeft();
  const { games } = await api.history();
  if (signal.aborted) return;
  const finished = games.filter(({ outcome }) => outcome !== "playing");
  board.draw({ width: 9, height: 9, marks: "#".repeat(81) });
  zoom.fit();
  status({ mines: null, time: "", face: "playing" });
  const first = finished.length ? "Choose one of your games" : "Finish a game first";
  lead(
    element("h2", {}, "Review a game"),
    element("p", { class: "note" }, `${first}, or import one, also a replay of another program.`),
  );
  const items = finished.slice(0, MOST).map((game) => element("li", {}, gameLink(game)));
  body(
    finished.length > 0 && part("Your games", element("ul", { class: "plain-list" }, ...items)),
    part("From elsewhere", file("Import a game …", importGame)),
  );
  openPanel();
}

/**
 * Name a game by level, result and time of play.
 * @param {import("../types.js").HistoryGame} game
 */
function gameLink({ id, name, outcome, elapsed, created }) {
  return element(
    "a",
    { class: "button", href: `/review/${id}` },
    element("span", {}, titled(name)),
    element("span", { class: outcome }, `${outcome}, ${clock(elapsed)}`),
    element("small", {}, dayWords(created, { dateStyle: "medium", timeStyle: "short" })),
  );
}

/** @param {File} source */
async function importGame(source) {
  try {
    const { ids, replays } = await api.import(source);
    if (replays[0]) go(replayAddress(replays[0]));
    else go(ids[0] ? `/review/${ids[0]}` : "/history");
  } catch (error) {
    const sentence = error instanceof Problem ? error.message : "The file cannot be read.";
    complain("This cannot be imported", sentence);
  }
}

/** @param {string} id  of a game with the way of the mouse */
export function replayAddress(id) {
  return `/review/${encodeURIComponent(id)}/film`;
}
