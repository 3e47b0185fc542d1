/** The worker that answers all tabs: it has the games, and another worker computes for it. */

import { base, version } from "../lib/address.js";
import { fetchParts, startPython } from "./boot.js";
import { openDisk } from "./disk.js";
import { forgetMemory, keepMemory } from "./memory.js";

const THINKER_MS = 400;
const VERSION_MS = 1000; // a slower host has another try at the next visit
const FILE = "/games/games.sqlite";
const UNKEPT =
  "This browser keeps no games here (a private window?): they are gone when the last tab is closed. History can export them.";
const channel = new BroadcastChannel(self.name);

/** @type {Map<string, number>} The requests that are being answered, by their keys. */
const numbers = new Map();
/** @type {Map<number, string>} */
const keys = new Map();
/** The message to every tab, once there is one. @type {{ kind: "ready", helps: boolean, announces: boolean } | null} */
let ready = null;
let lastShare = 0;

/** @param {number} done @param {number} total */
function progress(done, total) {
  const share = Math.floor((100 * done) / total);
  if (share > lastShare)
    channel.postMessage({
      kind: "loading",
      text: `Loading Sapper: ${(lastShare = share)} % of ${(total / 1e6).toFixed(1)} MB …`,
    });
}

/**
 * Return the thinker and what starts its worker, again and again if it has to be ended.
 * @param {import("./boot.js").Parts} parts
 * @param {any} python
 */
function thinking(parts, python) {
  /** @type {Worker} */
  let worker;
  const start = () => {
    worker = new Worker(new URL("thinking.js", import.meta.url), { type: "module" });
    worker.postMessage({ parts });
    worker.addEventListener("message", ({ data: { kind, text } }) =>
      kind === "ready" ? helps() : thinker.hear(kind, text),
    );
  };
  const helps = () => {
    thinker.is_ready();
    if (ready) ready.helps = true;
    channel.postMessage({ kind: "helps" });
  };
  const restart = () => {
    worker.terminate();
    start();
  };
  const post = (/** @type {string} */ job) => worker.postMessage({ job });
  const thinker = python.pyimport("sapper.web.carriers.job_runner").BrowserJobRunner(post, restart);
  return { thinker, start };
}

/** Return the version that the host has now; the page offers it if it is another. */
async function latestVersion() {
  try {
    const answer = await fetch(`${base}version.txt`, {
      cache: "no-store",
      signal: AbortSignal.timeout(VERSION_MS),
    });
    return answer.ok ? await answer.text() : version;
  } catch {
    return version; // also if the host stops within the answer
  }
}

async function start() {
  const latest = latestVersion();
  const [parts, disk] = await Promise.all([fetchParts(progress), openDisk()]);
  channel.postMessage({ kind: "loading", text: "Starting …" });
  const fresh = !parts.memory;
  const python = await startPython(parts);
  disk.mount(python.FS, "/games");
  const send = (
    /** @type {number} */ number,
    /** @type {string} */ part,
    /** @type {string} */ text,
  ) => {
    if (part === "head") disk.flush(); // an action is answered when it is stored
    const key = keys.get(number);
    channel.postMessage({ kind: "answer", key, part, text });
    if (part === "end" && key) forget(key, number);
  };
  const { thinker, start: think } = thinking(parts, python);
  const backend = python
    .pyimport("sapper.web.carriers.backend")
    .Backend(FILE, await latest, send, thinker);
  listen(backend);
  ready = { kind: "ready", helps: false, announces: fresh };
  channel.postMessage(ready);
  setTimeout(think, THINKER_MS); // the first board does not wait for it
  if (!disk.keeps) channel.postMessage({ kind: "unkept", text: UNKEPT });
  else if (fresh && parts.memory) await keepMemory(parts.address, parts.memory);
}

/** @param {string} key @param {number} number */
function forget(key, number) {
  numbers.delete(key);
  keys.delete(number);
}

/** @param {any} backend */
function listen(backend) {
  let count = 0;
  channel.addEventListener("message", ({ data: { kind, key, request } }) => {
    if (kind === "ask" && !numbers.has(key)) {
      numbers.set(key, ++count);
      keys.set(count, key);
      backend.ask(count, request);
    }
    if (kind === "leave" && numbers.has(key)) backend.leave(numbers.get(key));
  });
}

channel.addEventListener("message", ({ data }) => {
  if (data.kind === "hello" && ready) channel.postMessage(ready);
});
start().catch((error) => {
  void forgetMemory(); // in case that it is at fault: trying again is a fresh start
  channel.postMessage({ kind: "failed", text: `Sapper could not be loaded: ${error.message}.` });
  throw error;
});
