/** Loads Python: the parts are fetched packed, and work on a host that compresses nothing. */

/** @typedef {{ folder: string, info: object, module: WebAssembly.Module, loader: ArrayBuffer, library: ArrayBuffer, code: ArrayBuffer, kernel: ArrayBuffer }} Parts */

const runtime = new URL("../../runtime/", import.meta.url).href;

/**
 * Fetch all parts.
 * @param {(done: number, total: number) => void} progress  in bytes
 * @returns {Promise<Parts>}
 */
export async function fetchParts(progress) {
  const names = await (await fetch(new URL("parts.json", import.meta.url))).json();
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
  const [module, loader, library, code, kernel] = await Promise.all([
    WebAssembly.compileStreaming(unpacked(names.module)),
    bytes(names.loader),
    bytes(names.library),
    bytes(names.code),
    bytes(names.kernel),
  ]);
  return { folder: runtime + names.folder, info: names.info, module, loader, library, code, kernel };
}

/**
 * Start Python with Sapper in it.
 * @param {Parts} parts
 * @returns {Promise<any>}
 */
export async function startPython({ folder, info, module, loader, library, code, kernel }) {
  const plain = self.fetch.bind(self);
  self.fetch = async (/** @type {any} */ asked, /** @type {any} */ options) => {
    if (String(asked).endsWith("/library.zip")) return new Response(library);
    return String(asked).endsWith(".wasm") ? new Response() : plain(asked, options);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => ({
    module,
    instance: await WebAssembly.instantiate(module, imports),
  });
  const script = URL.createObjectURL(new Blob([loader], { type: "text/javascript" }));
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([import(`${folder}pyodide.mjs`), import(script)]);
  const python = await loadPyodide({
    createPyodideModule,
    indexURL: folder,
    stdLibURL: `${folder}library.zip`,
    lockFileContents: { info, packages: {} },
    packageBaseUrl: folder,
  });
  const packages = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(new Uint8Array(code), "zip", { extractDir: packages });
  python.FS.writeFile(`${packages}/sapper/_kernel.so`, new Uint8Array(kernel));
  return python;
}
