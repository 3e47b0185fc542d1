/** Announces results: screen readers speak the text of the live region. */

import { find } from "./element.js";

/**
 * Announce a sentence; the same one twice is spoken twice.
 * @param {string} text
 */
export function announce(text) {
  const region = find("#live");
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
