/** Copies text, and says whether it could. */

import { element } from "./element.js";

/** @param {string} text @param {string} what @returns {Promise<string>} a sentence to show */
export async function copy(text, what) {
  const copied = (await toClipboard(text)) || copySelection(text);
  return copied ? `${what} copied.` : `This browser does not let the page copy. ${what}: ${text}`;
}

/** @param {string} text */
async function toClipboard(text) {
  try {
    await navigator.clipboard.writeText(text); // does not exist at a plain http address
    return true;
  } catch {
    return false;
  }
}

/** Copy as browsers did before: from a field in which the text is selected. @param {string} text */
function copySelection(text) {
  const before = document.activeElement;
  const field = element("textarea", { class: "unseen", "aria-hidden": "true", readonly: true });
  field.value = text;
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return copied;
}
