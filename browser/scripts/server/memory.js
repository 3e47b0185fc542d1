/** Python's memory after it has loaded everything, kept so that later starts need not load it again. */

import { base } from "../lib/address.js";

const NAME = `${base}memory`;
const LENGTH = "Sapper-Length";

/**
 * Do something with what is kept; a browser that keeps nothing does without it.
 * @template T
 * @param {() => Promise<T>} work
 */
const tried = (work) =>
  work().catch((error) => {
    console.warn("no memory kept:", error);
    return null;
  });

/**
 * Return the memory that an earlier start has kept.
 * @param {string} address  changes with all that was loaded
 * @returns {Promise<Uint8Array | null>}
 */
export const keptMemory = (address) =>
  tried(async () => {
    const kept = await (await caches.open(NAME)).match(address);
    const memory = kept ? new Uint8Array(await kept.arrayBuffer()) : null;
    return memory?.length === Number(kept?.headers.get(LENGTH)) ? memory : null; // else it was cut off
  });

/** Keep the memory, and no other. @param {string} address @param {Uint8Array} memory */
export async function keepMemory(address, memory) {
  await forgetMemory();
  const whole = new Response(/** @type {BufferSource} */ (memory), {
    headers: { [LENGTH]: String(memory.length) },
  });
  await tried(async () => (await caches.open(NAME)).put(address, whole));
}

export const forgetMemory = () => tried(() => caches.delete(NAME));
