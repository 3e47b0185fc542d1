/** Starts the page: settings, modes by address, keys and dialogs. */

import { Board } from "./board/board.js";
import { show } from "./page/theme.js";
import { api, Problem } from "./server/api.js";
import { cachedAbout } from "./server/carrier.js";
import { find } from "./lib/element.js";
import { forgetPage, keepPage } from "./server/offline.js";
import * as play from "./play/play.js";
import { clipboard, pictureIn } from "./page/paste.js";
import { go, listen } from "./page/router.js";
import { clear, isForPage, start } from "./page/mode.js";
import { complain } from "./page/panel.js";
import { board, zoom } from "./page/stage.js";
import { announceNeighbours, say } from "./words/announcer.js";
import { cancelled } from "./lib/latest.js";
import { titled } from "./words/words.js";

/** @typedef {import("./page/router.js").Route} Route */
/** @typedef {import("./types.js").About} About */

/** @typedef {{ open: (route: Route, about: About) => Promise<void> }} Mode */

/** @type {Record<Route["mode"], () => Mode | Promise<Mode>>} All but Play are loaded when they are wanted. */
const MODES = {
  play: () => play,
  analyse: () => import("./analyse/analyse.js"),
  watch: () => import("./replay/watch.js"),
  review: () => import("./replay/review.js"),
  history: () => import("./history/history.js"),
  train: () => import("./train/train.js"),
  techniques: () => import("./train/techniques.js"),
  progress: () => import("./history/progress.js"),
  daily: () => import("./history/daily.js"),
};
/** @type {Record<string, string>} The tab of a mode that has none of its own. */
const TABS = { progress: "history", daily: "history" };
/** @type {Record<string, string>} The tab of what looks different from its other pages. */
const WITHIN = { techniques: "train" };
let isFirst = true;

/** @type {Route | null} */
let current = null;

/** Show the mode of an address. @param {Route} route @param {About} about */
async function arrive(route, about) {
  current = route;
  clear();
  const tab = TABS[route.mode] ?? route.mode;
  document.body.dataset.mode = tab;
  const name = titled(route.mode);
  document.title = `${name} · Sapper`;
  if (!isFirst) say(`${name}.`); // at first, the browser reads the title
  isFirst = false;
  find("#heading").textContent = name;
  find("#zoom-fit").title = route.mode === "analyse" ? "Fit the board" : "Fit the board (0)";
  markTab(WITHIN[tab] ?? tab);
  try {
    const mode = await loaded(MODES[route.mode]);
    if (current === route) await mode.open(route, about); // unless another mode was chosen since
  } catch (error) {
    if (!cancelled(error)) report(error);
  }
}

/** Mark the link to the mode that is shown. @param {string} tab */
function markTab(tab) {
  for (const link of document.querySelectorAll(".modes a")) {
    if (link.getAttribute("data-mode") === tab) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/**
 * Load a part of the page, now or as soon as the server answers again.
 * @template T
 * @param {() => T | Promise<T>} load
 */
async function loaded(load) {
  try {
    return await load();
  } catch {
    await api.about();
    return load();
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
  clipboard.file = pictureIn(event.clipboardData?.files);
  if (clipboard.file) {
    event.preventDefault();
    go(`/analyse?pasted=${Date.now()}`);
    return;
  }
  const text = event.clipboardData?.getData("text/plain").trim();
  if (!text) return;
  event.preventDefault();
  go(`/analyse?position=${encodeURIComponent(text)}`);
}

/** @param {"showKeys" | "showSettings"} which */
async function showDialog(which) {
  await loaded(() => import("./page/dialogs.js")).then((dialogs) => dialogs[which](), report);
}

/** Move the cursor to the cell that is pointed at. */
function goToHinted() {
  if (board.hinted >= 0) board.focus(board.hinted);
  else say("No cell is pointed at.");
}

show();
start(new Board(find("#board")));
find("#show-keys").addEventListener("click", () => showDialog("showKeys"));
find("#show-settings").addEventListener("click", () => showDialog("showSettings"));
document.addEventListener("paste", onPaste);
document.addEventListener("keydown", (event) => {
  if (!isForPage(event)) return;
  if (event.key === "?") void showDialog("showKeys");
  if (event.key.toLowerCase() === "g") goToHinted();
  if (event.key.toLowerCase() === "l" && board.focused >= 0)
    announceNeighbours(board.focused, board);
  if (event.key === "+") zoom.step(1);
  if (event.key === "-") zoom.step(-1);
  if (event.key === "0" && !event.defaultPrevented) zoom.whole(); // in Analyse it is a clue
});
const loadedAbout = api.about().catch(async (error) => {
  const isForeign = error instanceof Problem && error.kind === "unknown"; // not Sapper's answer
  if (isForeign && (await forgetPage())) location.reload();
  else report(error);
});
const about = cachedAbout() ?? (await loadedAbout);
if (about) listen((route) => void arrive(route, about));
void loadedAbout.then((now) => now && keepPage(now.shell));
