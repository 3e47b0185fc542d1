/** Draws the risk of a game move by move, and a trend. */

import { drawing, element } from "./element.js";

/** @typedef {import("./types.js").ReviewedMove} ReviewedMove */

const HIGH = 100;
const SCALE = ["100 %", "50 %", "0 %"];

/**
 * Draw the risk taken by each move (bars) and the least possible risk (line).
 * @param {ReviewedMove[]} moves
 * @param {(number: number) => void} chosen
 */
export function riskChart(moves, chosen) {
  const wide = Math.max(moves.length, 1);
  const bars = moves.map((move, place) => {
    const tall = Math.max(
      (move.risk ?? 0) * HIGH,
      move.judgement && move.judgement !== "certain" ? 3 : 0,
    );
    return drawing("rect", {
      class: `taken judged-${move.judgement ?? "none"}`,
      x: place + 0.08,
      y: HIGH - tall,
      width: 0.84,
      height: tall,
    });
  });
  const least = moves
    .map((move, place) => `${place ? "L" : "M"}${place} ${HIGH - (move.least ?? 0) * HIGH}h1`)
    .join("");
  const now = drawing("line", { class: "now", x1: -1, x2: -1, y1: 0, y2: HIGH });
  const line = drawing("path", { class: "least", d: least });
  const chart = plot(wide, chartWords(moves), ...bars, line, now);
  chart.addEventListener("click", (event) => {
    const frame = chart.getBoundingClientRect();
    chosen(
      moves[Math.min(Math.floor(((event.clientX - frame.left) / frame.width) * wide), wide - 1)]
        ?.number ?? 0,
    );
  });
  return {
    figure: element(
      "figure",
      { class: "risk-figure" },
      element("div", { class: "scale", "aria-hidden": "true" }, ...SCALE.map((text) => element("span", {}, text))),
      chart,
      element("figcaption", { class: "note" }, ...legend()),
    ),
    mark: (/** @type {number} */ place) =>
      ["x1", "x2"].forEach((name) => now.setAttribute(name, String(place - 0.5))),
  };
}

function legend() {
  return [
    element("i", { class: "key bar-key" }),
    "risk taken at each move, from left to right; ",
    element("i", { class: "key line-key" }),
    "the least possible risk",
  ];
}

/** @param {ReviewedMove[]} moves */
function chartWords(moves) {
  const risky = moves.filter(({ risk }) => risk);
  const tallest = risky.reduce((most, move) => Math.max(most, move.risk ?? 0), 0);
  const worst = moves.find(({ risk }) => risk === tallest);
  return risky.length
    ? `Risk by move: ${risky.length} of ${moves.length} moves took a risk, at most ${worst?.risk_text}, at move ${worst?.number}.`
    : "Risk by move: no move took a risk.";
}

/**
 * Write a step of a scale from 0 to 1.
 * @param {number} value
 */
export function hundredths(value) {
  return `${Math.round(value * 100)} %`;
}

/**
 * Draw values between 0 and 1 over time.
 * @param {number[]} values
 * @param {string} words
 */
function trendChart(values, words) {
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
