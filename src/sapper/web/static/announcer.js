/** Says results aloud: screen readers speak whatever is put into the live region. */

import { find } from "./element.js";

/**
 * Say a sentence; the same one twice is spoken twice.
 * @param {string} text
 */
export function announce(text) {
  const region = find("#live");
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
