/** Carries requests to the worker that answers them; one worker serves all tabs. */

import { base } from "../lib/address.js";
import { element, find } from "../lib/element.js";
import { say } from "../words/announcer.js";

/** @typedef {{ request: string, take: (kind: string, text: string) => void }} Waiting */

const NAME = `sapper ${base}`;
const channel = new BroadcastChannel(NAME);
const tab = crypto.getRandomValues(new Uint32Array(2)).join("-");
const line = find("#connection");
const READY = "Help is ready";
const READY_MS = 2500;

/** @type {Map<string, Waiting>} The requests that are not answered yet. */
const waiting = new Map();
let count = 0;

/** The parts that have loaded: the game's comes first, then the one for help. */
export const readiness = { game: false, help: false };

/** Return what is known before anyone can answer: levels, rules, players and limits. */
export const cachedAbout = () => JSON.parse(find("#offer").textContent ?? "");

/**
 * Ask as `fetch` does.
 * @param {string} path
 * @param {RequestInit} options
 * @returns {Promise<Response>}
 */
export async function carry(path, options) {
  const key = `${tab} ${count++}`;
  const is_file = options.body instanceof Blob;
  const body =
    options.body instanceof Blob ? lettered(await options.body.arrayBuffer()) : options.body;
  const cells = new Headers(options.headers).get("Sapper-Cells");
  const request = JSON.stringify({
    method: options.method ?? "GET",
    path,
    cells,
    body: body ?? null,
    is_file,
  });
  return new Promise((resolve, reject) => {
    const stop = (/** @type {unknown} */ reason) => {
      if (!waiting.delete(key)) return;
      channel.postMessage({ kind: "leave", key });
      reject(reason);
    };
    options.signal?.addEventListener("abort", () => stop(options.signal?.reason));
    if (options.signal?.aborted) return reject(options.signal.reason);
    waiting.set(key, { request, take: taking(key, resolve) });
    if (readiness.game) channel.postMessage({ kind: "ask", key, request });
  });
}

/** Write bytes as text, a letter for each. @param {ArrayBuffer} bytes */
const lettered = (bytes) =>
  new TextDecoder("x-user-defined")
    .decode(bytes)
    .replace(/[^\0-\x7f]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) & 255));

/**
 * Return what makes a response of the messages of an answer.
 * @param {string} key
 * @param {(response: Response) => void} resolve
 */
function taking(key, resolve) {
  const letters = new TextEncoder();
  /** @type {ReadableStreamDefaultController<Uint8Array> | null} */
  let parts = null;
  return (/** @type {string} */ kind, /** @type {string} */ text) => {
    if (kind === "head") {
      const { status, headers } = JSON.parse(text);
      const leave = () => waiting.delete(key) && channel.postMessage({ kind: "leave", key });
      const stream = new ReadableStream({
        start: (control) => void (parts = control),
        cancel: () => void leave(),
      });
      resolve(new Response(status === 204 ? null : stream, { status, headers }));
    }
    if (kind === "part" && text) parts?.enqueue(letters.encode(text));
    if (kind === "bytes") parts?.enqueue(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
    if (kind === "end") {
      waiting.delete(key);
      parts?.close();
    }
  };
}

channel.addEventListener("message", ({ data }) => {
  if (data.kind === "ready") greet(data.helps, data.announces);
  if (data.kind === "helps") announce();
  if (data.kind === "answer") waiting.get(data.key)?.take(data.part, data.text);
  if (data.kind === "loading" || data.kind === "failed" || data.kind === "unkept") tell(data);
});

/**
 * Send what waits: a worker is there, perhaps a new one, which knows nothing of it.
 * @param {boolean} helps  whether the part for help has loaded as well
 * @param {boolean} announces  whether the load takes long enough to announce its end
 */
function greet(helps, announces) {
  Object.assign(readiness, { game: true, help: helps });
  if (line.classList.contains("loading")) line.hidden = true;
  if (announces && !helps) tell({ kind: "loading", text: "You can play. Help is loading …" });
  for (const [key, { request }] of waiting) channel.postMessage({ kind: "ask", key, request });
}

/** Say once that help is there, if this tab said that it was not. */
function announce() {
  readiness.help = true;
  if (line.hidden || !line.classList.contains("loading")) return;
  line.textContent = READY;
  say(`${READY}.`);
  setTimeout(() => line.textContent === READY && (line.hidden = true), READY_MS);
}

/**
 * Say what happens while the worker loads, or what it cannot do.
 * @param {{ kind: string, text: string }} message
 */
function tell({ kind, text }) {
  line.classList.toggle("loading", kind === "loading");
  line.replaceChildren(text);
  if (kind === "failed")
    line.append(
      " ",
      element(
        "button",
        { type: "button", class: "button", onclick: () => location.reload() },
        "Try again",
      ),
    );
  line.hidden = false;
}

/** Start the worker if no other tab has one; take over when that tab is closed. */
async function lead() {
  const worker = new URL("backend.js", import.meta.url);
  await navigator.locks.request(NAME, async () => {
    Object.assign(readiness, { game: false, help: false });
    const backend = new Worker(worker, { type: "module", name: NAME });
    backend.addEventListener("error", () =>
      tell({ kind: "failed", text: "Sapper could not be started." }),
    );
    await new Promise(() => {}); // as long as this tab is open
  });
}

/** Save what a link to the server's data leads to. @param {MouseEvent} event */
async function save(event) {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const path = link?.getAttribute("href") ?? "";
  if (!link || !path.startsWith("/api/")) return;
  event.preventDefault();
  const blob = await (await carry(path, {})).blob();
  const url = URL.createObjectURL(blob);
  element("a", { href: url, download: link.download }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

document.addEventListener("click", (event) => void save(event), true);
void navigator.storage?.persist?.();
if (!navigator.locks)
  tell({
    kind: "failed",
    text: "This browser is too old, or the address is neither https nor localhost.",
  });
else {
  channel.postMessage({ kind: "hello" });
  void lead();
}
