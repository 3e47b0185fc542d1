/** Loads Python: the parts are fetched packed, and work on a host that compresses nothing. */

import { base } from "../lib/address.js";
import { keptMemory } from "./memory.js";

/** @typedef {{ folder: string, info: object, players: string, module: WebAssembly.Module, loader: ArrayBuffer, library: ArrayBuffer, code: ArrayBuffer, kernel: string, memory: Uint8Array | null, address: string }} Parts */

const runtime = new URL(`${base}runtime/`, import.meta.url).href;

/**
 * Fetch all parts but the kernel, which comes when it is first used.
 * @param {(done: number, total: number) => void} progress  in bytes
 * @returns {Promise<Parts>}
 */
export async function fetchParts(progress) {
  const names = await (await fetch(new URL("../parts.json", import.meta.url))).json();
  let done = 0;
  /** @param {string} name */
  const unpacked = async (name) => {
    const { body, ok } = await fetch(runtime + name);
    if (!ok || !body) throw new Error(`${name} is missing`);
    const counter = new TransformStream({
      transform(part, to) {
        progress((done += part.length), names.total);
        to.enqueue(part);
      },
    });
    const whole = body.pipeThrough(counter).pipeThrough(new DecompressionStream("gzip"));
    return new Response(whole, { headers: { "Content-Type": "application/wasm" } });
  };
  const bytes = async (/** @type {string} */ name) => (await unpacked(name)).arrayBuffer();
  const address = `${runtime}memory/${names.memory}`;
  const [module, loader, library, code, memory] = await Promise.all([
    WebAssembly.compileStreaming(unpacked(names.module)),
    bytes(names.loader),
    bytes(names.library),
    bytes(names.code),
    keptMemory(address),
  ]);
  return {
    folder: runtime + names.folder,
    info: names.info,
    players: names.players,
    module,
    loader,
    library,
    code,
    kernel: runtime + names.kernel,
    memory,
    address,
  };
}

/**
 * Start Python with Sapper in it: from its memory after an earlier start, if there is one.
 * @param {Parts} parts  gets that memory
 * @returns {Promise<any>}
 */
export async function startPython(parts) {
  const { folder, info, players, module, loader, library, code, kernel, memory } = parts;
  const plain = self.fetch.bind(self);
  self.fetch = async (/** @type {any} */ address, /** @type {any} */ options) => {
    if (String(address).endsWith("/library.zip")) return new Response(library);
    return String(address).endsWith(".wasm") ? new Response() : plain(address, options);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => ({
    module,
    instance: await WebAssembly.instantiate(module, imports),
  });
  const script = URL.createObjectURL(new Blob([loader], { type: "text/javascript" }));
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
    import(`${folder}pyodide.mjs`),
    import(script),
  ]);
  const python = await loadPyodide({
    createPyodideModule,
    indexURL: folder,
    stdLibURL: `${folder}library.zip`,
    lockFileContents: { info, packages: {} },
    packageBaseUrl: folder,
    ...(memory ? { _loadSnapshot: memory } : { _makeSnapshot: true }),
  });
  python.FS.mkdirTree("/beside/sapper-0.dist-info");
  python.FS.writeFile("/beside/sapper-0.dist-info/entry_points.txt", players);
  python.FS.writeFile("/sapper.zip", new Uint8Array(code));
  if (!memory) {
    python.runPython(
      "import sys; sys.path += ['/sapper.zip', '/beside']; import sapper.web.carriers.preload",
    );
    const files = python.FS.streams.filter(
      (/** @type {any} */ one, /** @type {number} */ number) => one && number > 2,
    );
    if (files.length) throw new Error("files are open"); // in kept memory, their numbers would be those of others
    parts.memory = python.makeMemorySnapshot();
  } else python.pyimport("random").seed(); // its state was kept, too
  python.pyimport("sapper.web.carriers.preload").fetch_by(() => python.toPy(fetchNow(kernel)));
  return python;
}

/**
 * Fetch a file while everything else waits: Python cannot go on without it.
 * @param {string} address
 */
function fetchNow(address) {
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${address} is missing`);
  return new Uint8Array(request.response);
}
