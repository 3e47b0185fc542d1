/** Draws the chance of each number in a cell. */

import { element } from "../lib/element.js";
import { at } from "../words/words.js";

/** @param {import("../types.js").Numbers | null} numbers */
export function chances(numbers) {
  if (!numbers)
    return element("p", { class: "note" }, "Point at an unopened cell to see what it may show.");
  const tallest = Math.max(...numbers.numbers, numbers.risk);
  const bars = numbers.numbers.map((chance, number) =>
    bar(String(number), `n${number}`, chance / tallest, numbers.texts[number] ?? ""),
  );
  const words = `${at(...numbers.cell)}: ${numbers.risk_text} likely a mine`;
  return element(
    "figure",
    { class: "chances-figure" },
    element("figcaption", { class: "note" }, words),
    element(
      "ul",
      { class: "chances" },
      ...bars,
      bar("✱", "lost", numbers.risk / tallest, numbers.risk_text),
    ),
  );
}

/**
 * @param {string} name
 * @param {string} hue
 * @param {number} height  0 to 1
 * @param {string} text
 */
function bar(name, hue, height, text) {
  const rod = element("i", { class: "bar" });
  rod.style.setProperty("--chance", String(height));
  const figures =
    height === 0 ? "" : text.replace(" %", "").replace("under 0.", "<.").replace("over ", ">");
  return element(
    "li",
    { class: hue, title: `${name}: ${text}` },
    element("span", {}, figures),
    rod,
    element("b", {}, name),
  );
}
