/** Names long work and lets the player cancel it; quick work stays silent. */

import { element, find } from "../lib/element.js";
import { button } from "../lib/form.js";
import { say } from "../words/announcer.js";

const PATIENCE_MS = 200;

/**
 * Wait for something that a signal can cancel.
 * @template T
 * @param {string} words
 * @param {(signal: AbortSignal) => Promise<T>} work
 * @param {AbortController} [stop]  what else may cancel it
 * @returns {Promise<T>}
 */
export async function waiting(words, work, stop = new AbortController()) {
  const line = find("#waiting");
  const timer = setTimeout(() => {
    line.replaceChildren(
      element("span", {}, words),
      button("Cancel", () => stop.abort()),
    );
    line.hidden = false;
    say(words);
  }, PATIENCE_MS);
  try {
    return await work(stop.signal);
  } finally {
    clearTimeout(timer);
    line.hidden = true;
  }
}
