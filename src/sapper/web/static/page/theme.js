/**
 * Shows the settings that the style sheet reads, and makes one small image of each drawing that
 * cells show, in the theme's colours, for all to share.
 */

import { element, icon } from "../lib/element.js";
import { onChange, settings } from "../lib/settings.js";

/** The style sheet's colour of each drawing. */
const COLOURS = {
  flag: "--flag",
  wrong: "--flag",
  question: "--question",
  mine: "--mine",
  safe: "--safe-mark",
  outline: "--mine-mark",
};
const PIXELS = 128; // enough for the largest cell on a fine screen

const dark = matchMedia("(prefers-color-scheme: dark)");
const stark = matchMedia("(prefers-contrast: more)");
const forced = matchMedia("(forced-colors: active)");
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);
let renderedKey = "";

// as colours, they are read in the theme's own shade
for (const name of new Set(Object.values(COLOURS)))
  CSS.registerProperty({ name, syntax: "<color>", inherits: true, initialValue: "black" });

/** Apply to the page what its style sheet reads. */
export function show() {
  const root = document.documentElement;
  const theme = settings.theme === "system" ? (dark.matches ? "dark" : "light") : settings.theme;
  const contrast = settings.contrast === "system" && stark.matches ? "more" : settings.contrast;
  root.dataset.theme = theme;
  root.dataset.contrast = contrast;
  root.dataset.palette = settings.palette;
  root.dataset.thumb = settings.thumb;
  root.dataset.counter = settings.counter;
  root.dataset.clock = settings.clock;
  root.classList.toggle("is-folded", settings.folded);
  const { backgroundColor } = getComputedStyle(document.body);
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", backgroundColor);
  void renderIcons();
}

/** Make the images again where their colours have changed. */
async function renderIcons() {
  const style = getComputedStyle(document.documentElement);
  const colours = Object.entries(COLOURS).map(
    ([name, colour]) => /** @type {const} */ ([name, style.getPropertyValue(colour)]),
  );
  const key = colours.join();
  if (key === renderedKey) return;
  renderedKey = key;
  const rules = await Promise.all(colours.map(([name, colour]) => rule(name, colour)));
  if (key === renderedKey) sheet.replaceSync(rules.join("\n"));
}

/** @param {string} name @param {string} colour */
async function rule(name, colour) {
  const svg = icon(name);
  for (const [key, value] of Object.entries({ color: colour, width: PIXELS, height: PIXELS }))
    svg.setAttribute(key, String(value));
  const text = new XMLSerializer().serializeToString(svg);
  const image = await rasterise(`data:image/svg+xml,${encodeURIComponent(text)}`);
  return `.stamp-${name} { background-image: url("${image}"); }`;
}

/**
 * Turn a drawing into pixels, which paint faster; return it unchanged if the browser hides pixels.
 * @param {string} address
 */
async function rasterise(address) {
  const image = new Image(PIXELS, PIXELS);
  image.src = address;
  await image.decode();
  const canvas = element("canvas", { width: PIXELS, height: PIXELS });
  const context = canvas.getContext("2d");
  context?.drawImage(image, 0, 0);
  const corner = context?.getImageData(0, 0, 1, 1).data; // every drawing leaves it transparent
  return corner?.[3] === 0 ? canvas.toDataURL() : address;
}

dark.addEventListener("change", show);
stark.addEventListener("change", show);
forced.addEventListener("change", () => void renderIcons());
onChange(show);
