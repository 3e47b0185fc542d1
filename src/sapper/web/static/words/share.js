/** The result of a daily board, to share. */

import { copy } from "../lib/copy.js";
import { clock, figure } from "./words.js";

/** @typedef {Pick<import("../types.js").HistoryGame, "date" | "level_name" | "outcome" | "elapsed" | "bbbv_per_second" | "accuracy" | "unranked">} Result */

const SQUARES = 5;

/** Write a result that gives nothing away about the board. @param {Result} result */
export function resultText({
  date,
  level_name,
  outcome,
  elapsed,
  bbbv_per_second,
  accuracy,
  unranked,
}) {
  const won = outcome === "won";
  const pace = bbbv_per_second ? ` · 3BV/s ${figure(bbbv_per_second)}` : "";
  const full = Math.round((accuracy ?? 0) * SQUARES);
  const squares =
    accuracy === null ? "" : `${"🟩".repeat(full)}${"⬜".repeat(SQUARES - full)} accuracy\n`;
  return (
    `Sapper, daily board of ${date}, ${level_name}${unranked ? " (unranked)" : ""}\n` +
    `${won ? "Won in" : "Lost after"} ${clock(elapsed)}${pace}\n${squares}`
  ).trim();
}

/**
 * Open the system's share sheet on a phone, else copy; return a sentence to show.
 * @param {Result} result
 */
export async function share(result) {
  const text = resultText(result);
  if (!("share" in navigator && matchMedia("(pointer: coarse)").matches))
    return copy(text, "Result");
  try {
    await navigator.share({ text });
    return "Result shared.";
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError" ? "" : copy(text, "Result");
  }
}
