/** Carries requests to the server. The page without a server has another carrier in this file's place. */

/**
 * Ask as `fetch` does.
 * @param {string} path
 * @param {RequestInit} options
 * @returns {Promise<Response>}
 */
export const carry = (path, options) => fetch(path, options);
