/** Makes one small image of each drawing that cells show, in the theme's colours, for all to share. */

import { element, icon } from "./element.js";

/** The style sheet's colour of each drawing. */
const COLOURS = {
  flag: "--flag",
  wrong: "--flag",
  mine: "--mine",
  safe: "--safe-mark",
  outline: "--mine-mark",
};
const PIXELS = 128; // enough for the largest cell on a fine screen

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);
let stamped = "";

/** Make the images anew where their colours have changed. */
export async function stamp() {
  const style = getComputedStyle(document.documentElement);
  const wanted = Object.entries(COLOURS).map(
    ([name, colour]) => /** @type {const} */ ([name, style.getPropertyValue(colour)]),
  );
  const key = wanted.join();
  if (key === stamped) return;
  stamped = key;
  const rules = await Promise.all(wanted.map(([name, colour]) => rule(name, colour)));
  if (key === stamped) sheet.replaceSync(rules.join("\n"));
}

/**
 * @param {string} name
 * @param {string} colour
 */
async function rule(name, colour) {
  const drawn = icon(name);
  drawn.setAttribute("color", colour);
  drawn.setAttribute("width", String(PIXELS));
  drawn.setAttribute("height", String(PIXELS));
  const text = new XMLSerializer().serializeToString(drawn);
  const image = new Image(PIXELS, PIXELS);
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = element("canvas", { width: PIXELS, height: PIXELS });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return `.stamp-${name} { background-image: url("${canvas.toDataURL()}"); }`;
}
