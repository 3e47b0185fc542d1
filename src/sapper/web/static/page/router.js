/** Reads and writes the address: every state of the page has one, and Back works. */

import { address, base, currentPath } from "../lib/address.js";

/**
 * @typedef {object} Route
 * @property {typeof MODES[number]} mode
 * @property {string[]} parts  what follows in the path
 * @property {URLSearchParams} query
 */

const MODES = /** @type {const} */ ([
  "play",
  "analyse",
  "watch",
  "review",
  "history",
  "train",
  "techniques",
  "progress",
  "daily",
]);

/** @type {(route: Route) => void} */
let arrive = () => {};

/** @returns {Route} */
export function route() {
  const [mode = "", ...parts] = location.pathname
    .slice(base.length)
    .split("/")
    .filter(Boolean)
    .map(decodeURIComponent);
  return {
    mode: MODES.find((known) => known === mode) ?? "play",
    parts,
    query: new URLSearchParams(location.search),
  };
}

/** Go to an address, as a link does. @param {string} path */
export function go(path) {
  remember(path);
  arrive(route());
}

/** Change the address of what is shown, without a step to go back to. @param {string} path */
export function rename(path) {
  history.replaceState(null, "", address(path));
}

/** Remember a step to go back to, though the page already shows it. @param {string} path */
export function remember(path) {
  if (path !== currentPath()) history.pushState(null, "", address(path));
}

/** Follow links, Back and Forward within the page. @param {(route: Route) => void} listener */
export function listen(listener) {
  arrive = listener;
  const path = new URLSearchParams(location.search).get("at");
  if (path !== null) rename(`/${path}`); // a static host has the page at one address only
  for (const link of document.querySelectorAll('a[href^="/"]'))
    link.setAttribute("href", address(link.getAttribute("href") ?? "/"));
  window.addEventListener("popstate", () => arrive(route()));
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;
    if (
      !link ||
      !plain ||
      link.origin !== location.origin ||
      link.hash ||
      link.hasAttribute("download")
    )
      return;
    if (link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    go("/" + link.pathname.slice(base.length) + link.search);
  });
  arrive(route());
}
