/** The service worker: keeps the page in the browser, so that it starts at once, and while the server is off. Data is never kept. */

const worker = /** @type {any} */ (self); // the types of a page do not know service workers
const version = location.search.slice(1);
const base = new URL("./", location.href).pathname;
const files = `${base}static/${version}/`;
const runtime = `${base}runtime/`; // what a page without a server needs; the names change with the contents
const alone = version.startsWith("site-"); // then the page is at one address only
const page = alone ? base : `${base}play`; // every address has the same page

/** Keep what the first screen needs, which the browser has just loaded; the rest is kept when it is used. */
async function keep() {
  const names = await (await fetch(`${files}shell.json`)).json();
  const cache = await caches.open(files);
  await cache.add(page);
  await Promise.all(
    names.map((/** @type {string} */ name) =>
      keepFile(cache, new URL(files + name, location.href).pathname),
    ),
  );
}

/**
 * Keep a file; one from an earlier version is not requested again.
 * @param {Cache} cache
 * @param {string} address
 */
async function keepFile(cache, address) {
  const kept = await caches.match(address);
  await (kept ? cache.put(address, kept) : cache.add(address));
}

async function forgetOthers() {
  const names = (await caches.keys()).filter(
    (name) => name.startsWith(`${base}static/`) && name !== files,
  );
  await Promise.all(names.map((name) => caches.delete(name)));
  if (alone) await worker.clients.claim(); // a first visitor whose network goes away can stay
}

/** @param {Request} request @param {string} address */
async function answer(request, address) {
  const cache = await caches.open(files);
  const kept = await cache.match(address);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && address !== page) await cache.put(address, response.clone());
  return response;
}

/**
 * Lead to the one address that the page has, which then shows the requested one.
 * @param {string} path
 */
const redirectTo = (path) =>
  Response.redirect(`${base}?at=${encodeURIComponent(path.slice(base.length))}`);

/** @param {Request} request */
function isForPage({ mode, url }) {
  const { pathname, searchParams } = new URL(url);
  const data =
    pathname.startsWith(`${base}api/`) ||
    pathname.startsWith(`${base}static/`) ||
    pathname.endsWith(".html");
  return mode === "navigate" && !data && !searchParams.has("token");
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(forgetOthers()));
worker.addEventListener("message", () => worker.skipWaiting()); // the player wants the new version
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { pathname, search } = new URL(event.request.url);
  if (pathname.startsWith(files) || pathname.startsWith(runtime))
    event.respondWith(answer(event.request, pathname));
  else if (!isForPage(event.request)) return;
  else if (alone && pathname !== base) event.respondWith(redirectTo(pathname + search));
  else event.respondWith(answer(event.request, page));
});
