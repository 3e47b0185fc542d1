/** The worker that thinks: it gets the parts of Python, then one job after the other. */

import { startPython } from "./boot.js";

/** @type {Promise<any>} */
let thinker;

self.addEventListener("message", async ({ data }) => {
  if (data.parts) {
    thinker = startPython(data.parts).then((python) => {
      python.runPython("import sapper.web.thinking.jobs");
      return python.pyimport("sapper.web.browser.thinker");
    });
    await thinker;
    postMessage({ kind: "ready" });
  } else {
    (await thinker).think(data.job, (/** @type {string} */ kind, /** @type {string} */ text) => postMessage({ kind, text }));
  }
});
