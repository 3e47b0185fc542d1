/** Makes the pages without a board: their frame, their cards and their tables. */

import { hundredths, trendFigure } from "../insight/chart.js";
import { box, element } from "../lib/element.js";
import { button, link } from "../lib/form.js";
import { boardlessPage, untilLeft } from "../page/mode.js";
import { Problem } from "../server/api.js";
import { say } from "../words/announcer.js";

/** @typedef {import("../lib/element.js").Child} Child */

const PAGES = { history: "Games", progress: "Progress", daily: "Daily boards" };
const PATIENCE_MS = 200;

/**
 * Show a page in place of the board once its parts are here; if they fail, say so and offer a way out.
 * @param {keyof typeof PAGES} name
 * @param {() => Promise<Child[]>} load
 */
export async function openPage(name, load) {
  const page = boardlessPage();
  const { signal } = untilLeft();
  const fill = (/** @type {Child[]} */ ...children) => {
    if (!signal.aborted) page.replaceChildren(box("history", subpages(name), ...children));
  };
  const timer = setTimeout(() => fill(element("p", { class: "note" }, "Loading …")), PATIENCE_MS);
  try {
    const children = await load();
    clearTimeout(timer);
    fill(...children);
  } catch (error) {
    clearTimeout(timer);
    const sentence = error instanceof Problem ? error.message : "This page could not be made.";
    const retry = button("Try again", () => openPage(name, load), { main: true });
    fill(card("This did not work", element("p", { class: "error" }, sentence), retry));
    say(sentence);
    if (!(error instanceof Problem)) throw error;
  }
}

/** @param {keyof typeof PAGES} current */
function subpages(current) {
  const links = Object.entries(PAGES).map(([name, title]) =>
    link(title, `/${name}`, { "aria-current": name === current ? "true" : null }),
  );
  return element("nav", { class: "subpages", "aria-label": "Pages" }, ...links);
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string} [more]  what stands below in small letters
 */
export function fact(name, value, more) {
  return box("card", element("b", {}, value), element("span", {}, name), more && box("note", more));
}

/** @param {string} title @param {...Child} children */
export function card(title, ...children) {
  return element(
    "section",
    { class: "card", tabindex: "0", "aria-label": title },
    element("h2", {}, title),
    ...children,
  );
}

/**
 * @param {string} title
 * @param {import("../types.js").AccuracyPoint[]} points
 * @param {string} games  what they are
 */
export function accuracyCard(title, points, games) {
  const values = points.map(({ accuracy }) => accuracy);
  const words = `Accuracy of the last ${values.length} ${games}`;
  return values.length > 1 && card(title, trendFigure(values, 1, hundredths, words));
}

/**
 * @param {string[]} heads
 * @param {number} figuresFrom  the first column of figures
 * @param {Child[][]} rows
 * @param {string} [look]  the class of the table
 */
export function table(heads, figuresFrom, rows, look = "") {
  const head = heads.map((name, place) =>
    name
      ? element("th", { scope: "col", class: place >= figuresFrom ? "num" : "" }, name)
      : element("td"),
  );
  return element(
    "table",
    { class: look },
    element("thead", {}, element("tr", {}, ...head)),
    element("tbody", {}, ...rows.map((cells) => tableRow(cells, figuresFrom))),
  );
}

/** @param {Child[]} cells @param {number} figuresFrom */
export function tableRow(cells, figuresFrom) {
  return element(
    "tr",
    {},
    ...cells.map((cell, place) =>
      element("td", { class: place >= figuresFrom ? "num" : "" }, cell),
    ),
  );
}
