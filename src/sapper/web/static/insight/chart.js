/** Draws a game move by move: the chance of winning and the risks that were taken; and trends. */

import { drawing, element } from "../lib/element.js";
import { whole } from "./chance.js";

/**
 * @typedef {object} Charted  a move
 * @property {number} number
 * @property {number | null} risk
 * @property {string | null} risk_text
 * @property {string | null} judged
 * @property {number | null} chance_after
 */

const HIGH = 100;
const SCALE = ["100 %", "50 %", "0 %"];

/**
 * Draw the chance of winning before and after each move (curve) and the risk it took (bars).
 * @param {Charted[]} moves
 * @param {number | null} start  the chance before the first move
 * @param {(number: number) => void} onChoose
 */
export function gameChart(moves, start, onChoose) {
  const wide = Math.max(moves.length, 1);
  const chances = [start, ...moves.map(({ chance_after }) => chance_after)];
  const now = drawing("line", { class: "now", x1: -1, x2: -1, y1: 0, y2: HIGH });
  const area = drawing("path", { class: "area", d: `${curve(chances)}V${HIGH}H0Z` });
  const line = drawing("path", { class: "chance", d: curve(chances) });
  const chart = plot(wide, chartWords(moves, chances), area, ...riskBars(moves), line, now);
  chart.addEventListener("click", (event) => {
    const frame = chart.getBoundingClientRect();
    onChoose(
      moves[Math.min(Math.floor(((event.clientX - frame.left) / frame.width) * wide), wide - 1)]
        ?.number ?? 0,
    );
  });
  return {
    figure: element(
      "figure",
      { class: "risk-figure" },
      element(
        "div",
        { class: "scale", "aria-hidden": "true" },
        ...SCALE.map((text) => element("span", {}, text)),
      ),
      chart,
      element("figcaption", { class: "note" }, ...legend()),
    ),
    /** Marks a move by its number. */
    mark: (/** @type {number} */ number) =>
      ["x1", "x2"].forEach((name) => now.setAttribute(name, String(number - 0.5))),
  };
}

/** @param {Charted[]} moves */
function riskBars(moves) {
  const width = Math.min(0.84, moves.length * 0.06); // the bars of a short game are no walls
  return moves.map(({ risk, judged }, place) => {
    const height = Math.max((risk ?? 0) * HIGH, judged && judged !== "certain" ? 3 : 0);
    const corner = { x: place + (1 - width) / 2, y: HIGH - height };
    return drawing("rect", { class: `taken judged-${judged ?? "none"}`, ...corner, width, height });
  });
}

/** Join the known values by a line, from left to right. @param {(number | null)[]} values */
function curve(values) {
  const known = values.flatMap((value, place) =>
    value === null ? [] : [`${place} ${HIGH - value * HIGH}`],
  );
  return known.length ? `M${known.join("L")}` : `M0 ${HIGH}`;
}

function legend() {
  return [
    element("i", { class: "key line-key" }),
    "chance of winning, from move to move; ",
    element("i", { class: "key bar-key" }),
    "the risk that a move took",
  ];
}

/** @param {Charted[]} moves @param {(number | null)[]} chances */
function chartWords(moves, chances) {
  const risky = moves.filter(({ risk }) => risk);
  const tallest = risky.reduce((most, move) => Math.max(most, move.risk ?? 0), 0);
  const worst = moves.find(({ risk }) => risk === tallest);
  const risks = risky.length
    ? `Risk by move: ${risky.length} of ${moves.length} moves took a risk, at most ${worst?.risk_text}, at move ${worst?.number}.`
    : "Risk by move: no move took a risk.";
  const known = chances.filter((chance) => chance !== null);
  const [first, last] = [known[0], known.at(-1)];
  return first === undefined || last === undefined
    ? risks
    : `${risks} Chance of winning: ${whole(first)} % at first, ${whole(last)} % at the end.`;
}

/** Write a step of a scale from 0 to 1. @param {number} value */
export function hundredths(value) {
  return `${Math.round(value * 100)} %`;
}

/** Draw values between 0 and 1 over time. @param {number[]} values @param {string} words */
export function trendChart(values, words) {
  const last = Math.max(values.length - 1, 1);
  const path = values
    .map((value, place) => `${place ? "L" : "M"}${(place / last) * 100} ${4 + (1 - value) * 92}`)
    .join("");
  return plot(100, words, drawing("path", { class: "trend", d: path }));
}

/**
 * Draw values over time, with what the top and the bottom of the scale mean.
 * @param {number[]} values
 * @param {number} most
 * @param {(value: number) => string} written
 * @param {string} words
 */
export function trendFigure(values, most, written, words) {
  const scale = [most, most / 2, 0].map((value) => element("span", {}, written(value)));
  const chart = trendChart(
    values.map((value) => value / (most || 1)),
    words,
  );
  const named = element("div", { class: "scale", "aria-hidden": "true" }, ...scale);
  return element("figure", { class: "trend-figure" }, named, chart);
}

/**
 * Draw shapes over an axis at half of the height.
 * @param {number} wide
 * @param {string} words
 * @param {...SVGElement} shapes
 */
function plot(wide, words, ...shapes) {
  return drawing(
    "svg",
    {
      class: "chart",
      viewBox: `0 0 ${wide} ${HIGH}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": words,
    },
    drawing("line", { class: "axis", x1: 0, x2: wide, y1: HIGH / 2, y2: HIGH / 2 }),
    ...shapes,
  );
}
