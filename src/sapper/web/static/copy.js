/** Copies text, and says whether it could. */

/**
 * @param {string} text
 * @param {string} what
 * @returns {Promise<string>} a sentence to show
 */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    return `${what} copied.`;
  } catch {
    return `This browser does not let the page copy. ${what}: ${text}`;
  }
}
