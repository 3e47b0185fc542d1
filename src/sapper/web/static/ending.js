/** The lines after a game: what decided it, how well it was played, and what to do next. */

import { announce } from "./announcer.js";
import { share } from "./daily.js";
import { box, element, icon } from "./element.js";
import { button, link, pairs } from "./form.js";
import { analyseButton } from "./insight.js";
import { meanings } from "./meanings.js";
import { indices } from "./picture.js";
import { go } from "./router.js";
import { clock, figure } from "./words.js";

/** @typedef {import("./types.js").Ending} Ending */

/**
 * @param {import("./types.js").GameState} state
 * @param {Ending | null} ending  null while it is on its way
 * @param {{ undo: () => void, again: () => void, fresh: () => void, share: () => void, analyse: () => void }} handlers
 */
export function endingLines(state, ending, handlers) {
  const won = state.outcome === "won";
  return [
    element("h2", { class: won ? "won" : "lost" }, won ? "Won" : "Lost"),
    ending?.news && element("p", { class: "news" }, icon("star"), ending.news),
    won
      ? element("div", {}, winFigures(state, ending), meanings("3BV/s", "Accuracy", "Survival"))
      : element("p", {}, ending?.sentence ?? "You opened a mine."),
    box(
      "line",
      button("Review", () => go(`/review/${state.id}`), { main: true }),
      !won && button("Undo", handlers.undo, { key: "U" }),
      button("Same board", handlers.again),
      button("New", handlers.fresh, { key: "N" }),
    ),
    element("p", { class: "note" }, state.unranked ?? "Ranked: it counts for your records."),
    state.kind === "daily" && ending && dailyLine(state, ending),
    element(
      "p",
      { class: "line" },
      analyseButton(handlers.analyse),
      state.kind !== "daily" && state.board && button("Copy link to this board", handlers.share),
    ),
  ];
}

/**
 * @param {import("./types.js").GameState} state
 * @param {Ending} ending
 */
function dailyLine(state, ending) {
  const said = element("span", { class: "note", role: "status" });
  const tell = async () => {
    said.textContent = await share({ ...state, ...ending, elapsed: state.clock.elapsed });
  };
  return box("line", button("Share result", tell), link("Daily boards", "/daily"), said);
}

/**
 * @param {import("./types.js").GameState} state
 * @param {Ending | null} ending
 */
function winFigures(state, ending) {
  return pairs("figures", [
    ["Time", clock(state.clock.elapsed)],
    ["3BV/s", figure(ending?.bbbv_per_second)],
    ["Accuracy", ending?.accuracy_text ?? "–"],
    ["Survival", ending?.survival_text ?? "–"],
  ]);
}

/**
 * Mark on the board what the sentence after a loss speaks of: the better cell, and what proves it.
 * @param {Ending | null} ending
 * @param {number} width
 */
export function endingLayers(ending, width) {
  if (!ending?.best) return {};
  return { missed: indices([ending.best], width), lit: indices(ending.clues, width) };
}

/**
 * Say how the game ended.
 * @param {import("./types.js").GameState} state
 * @param {Ending | null} ending
 */
export function announceEnd(state, ending) {
  announce(
    state.outcome === "won"
      ? `Won in ${clock(state.clock.elapsed)}. ${ending?.news ?? ""}`
      : `Lost. ${ending?.sentence ?? ""}`,
  );
}
