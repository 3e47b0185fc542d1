/** Carries requests to the server. The page without a server has another carrier in this file's place. */

/**
 * Ask as `fetch` does.
 * @param {string} path
 * @param {RequestInit} options
 * @returns {Promise<Response>}
 */
export const carry = (path, options) => fetch(path, options);

/** Return what is known before anyone can answer: nothing, since a server answers at once. */
export const cachedAbout = () => null;

/** What is there to answer; a page without a server has to load it first. */
export const readiness = { game: true, help: true };
