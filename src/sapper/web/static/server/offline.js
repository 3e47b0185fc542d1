/** Keeps the page in the browser, and offers a new version of it when the server has one. */

import { base, version as own } from "../lib/address.js";
import { element, find } from "../lib/element.js";
import { say } from "../words/announcer.js";

const READY = "A new version of the page is ready.";

/**
 * Install the worker of the server's version; browsers allow none at a plain http address.
 * @param {string} version
 */
export async function keepPage(version) {
  if (!navigator.serviceWorker) return;
  const script = `${base}worker.js?${version}`;
  const options = /** @type {const} */ ({ updateViaCache: "all" }); // its address changes with it
  const registration = await navigator.serviceWorker.register(script, options).catch(() => null);
  const fresh = registration?.installing ?? registration?.waiting;
  if (!fresh || version === own) return;
  if (fresh.state === "installed") offer(fresh);
  else fresh.addEventListener("statechange", () => fresh.state === "installed" && offer(fresh));
}

/**
 * Forget the page that was kept: at this address there is another server now.
 * @returns {Promise<boolean>} whether one was kept
 */
export async function forgetPage() {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return false;
  for (const name of await caches.keys())
    if (import.meta.url.includes(name)) await caches.delete(name);
  return registration.unregister();
}

/** Load the new version when the player says so, and never before. @param {ServiceWorker} fresh */
function offer(fresh) {
  const take = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    fresh.postMessage("take over");
  };
  const button = element("button", { type: "button", class: "button", onclick: take }, "Load it");
  find("#update").replaceChildren(READY, " ", button);
  find("#update").hidden = false;
  say(READY);
}
