/** Starts the page: settings, modes by address, keys and dialogs. */

import { openAnalyse } from "./analyse.js";
import { api, Problem } from "./api.js";
import { showKeys, wireDialogs } from "./dialogs.js";
import { find } from "./element.js";
import { openDaily } from "./daily.js";
import { openHistory } from "./history.js";
import { openPlay } from "./play.js";
import { openProgress } from "./progress.js";
import { openReview } from "./review.js";
import { go, listen } from "./router.js";
import { show } from "./settings.js";
import { board, clear, complain, isForPage, start, zoom } from "./shell.js";
import { neighbours, say } from "./speech.js";
import { openTechniques } from "./techniques.js";
import { openTrain } from "./train.js";
import { openWatch } from "./watch.js";
import { cancelled } from "./waiting.js";
import { titled } from "./words.js";

/** @typedef {import("./router.js").Route} Route */
/** @typedef {import("./types.js").About} About */

/** @type {Record<string, (route: Route, about: About) => Promise<void>>} */
const MODES = {
  play: openPlay,
  analyse: openAnalyse,
  watch: openWatch,
  review: openReview,
  history: openHistory,
  train: openTrain,
  techniques: openTechniques,
  progress: openProgress,
  daily: openDaily,
};
/** @type {Record<string, string>} The tab of a mode that has none of its own. */
const TABS = { progress: "history", daily: "history" };
let arrived = false;

/**
 * Show the mode of an address.
 * @param {Route} route
 * @param {About} about
 */
async function arrive(route, about) {
  clear();
  const tab = TABS[route.mode] ?? route.mode;
  document.body.dataset.mode = tab;
  const name = titled(route.mode);
  document.title = `${name} · Sapper`;
  if (arrived) say(`${name}.`); // at first, the browser reads the title
  arrived = true;
  find("#heading").textContent = name;
  find("#zoom-fit").title = route.mode === "analyse" ? "Fit the board" : "Fit the board (0)";
  for (const link of document.querySelectorAll(".modes a")) {
    if (link.getAttribute("data-mode") === tab) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  try {
    await MODES[route.mode]?.(route, about);
  } catch (error) {
    if (!cancelled(error)) report(error);
  }
}

/** @param {unknown} error */
function report(error) {
  const sentence =
    error instanceof Problem
      ? error.message
      : "Something went wrong on this page; loading it again may help.";
  complain("This did not work", sentence);
  if (!(error instanceof Problem)) throw error;
}

/** @param {ClipboardEvent} event */
function onPaste(event) {
  if (event.target instanceof Element && event.target.closest("input, textarea")) return;
  const text = event.clipboardData?.getData("text/plain").trim();
  if (!text) return;
  event.preventDefault();
  go(`/analyse?position=${encodeURIComponent(text)}`);
}

/** Move the cursor to the cell that is pointed at. */
function goToHinted() {
  if (board.hinted >= 0) board.focus(board.hinted);
  else say("No cell is pointed at.");
}

show();
start();
wireDialogs();
document.addEventListener("paste", onPaste);
document.addEventListener("keydown", (event) => {
  if (!isForPage(event)) return;
  if (event.key === "?") showKeys();
  if (event.key.toLowerCase() === "g") goToHinted();
  if (event.key.toLowerCase() === "l" && board.focused >= 0) neighbours(board.focused, board);
  if (event.key === "+") zoom.step(1);
  if (event.key === "-") zoom.step(-1);
  if (event.key === "0" && !event.defaultPrevented) zoom.whole(); // in Analyse it is a clue
});
const about = await api.about().catch(report);
if (about) listen((route) => void arrive(route, about));
