/** The service worker: keeps the page in the browser, so that it starts at once, and while the server is off. Data is never kept. */

const worker = /** @type {any} */ (self); // the types of a page do not know service workers
const version = location.search.slice(1);
const base = new URL("./", location.href).pathname;
const files = `${base}static/${version}/`;
const page = `${base}play`; // every address has the same page

/** Keep what the first screen needs, which the browser has just loaded; the rest is kept when it is used. */
async function keep() {
  const names = await (await fetch(`${files}shell.json`)).json();
  const cache = await caches.open(files);
  await cache.addAll([page, ...names.map((/** @type {string} */ name) => files + name)]);
}

async function forgetOthers() {
  const names = (await caches.keys()).filter((name) => name.startsWith(`${base}static/`) && name !== files);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/**
 * @param {Request} request
 * @param {string} address
 */
async function answer(request, address) {
  const cache = await caches.open(files);
  const kept = await cache.match(address);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && address.startsWith(files)) await cache.put(address, response.clone());
  return response;
}

/** @param {Request} request */
function isForPage({ mode, url }) {
  const { pathname, searchParams } = new URL(url);
  const data = pathname.startsWith(`${base}api/`) || pathname.startsWith(`${base}static/`);
  return mode === "navigate" && !data && !searchParams.has("token");
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(forgetOthers()));
worker.addEventListener("message", () => worker.skipWaiting()); // the player wants the new version
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { pathname } = new URL(event.request.url);
  if (pathname.startsWith(files)) event.respondWith(answer(event.request, pathname));
  else if (isForPage(event.request)) event.respondWith(answer(event.request, page));
});
