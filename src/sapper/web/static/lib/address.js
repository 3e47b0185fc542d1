/** Addresses of the page: it may be served from any folder of a site. */

/** The folder of the page: its files are in static/<version>/ there. */
export const base = new URL("../../../", import.meta.url).pathname;
export const version = new URL("../", import.meta.url).pathname.split("/").at(-2) ?? "";

/** Return where a path of the page, such as /play, is on this site. @param {string} path */
export const address = (path) => base + path.slice(1);

/** Return the path of the page that is shown, such as /play, with its query. */
export const currentPath = () => "/" + location.pathname.slice(base.length) + location.search;
