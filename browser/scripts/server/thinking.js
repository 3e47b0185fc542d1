/** The worker that computes: it gets the parts of Python, then one job after the other. */

import { startPython } from "./boot.js";

/** @type {Promise<any>} */
let thinker;

self.addEventListener("message", async ({ data }) => {
  if (data.parts) {
    thinker = startPython(data.parts).then((python) => {
      const jobs = python.pyimport("sapper.web.carriers.job_runner");
      jobs.warm_up();
      return jobs;
    });
    await thinker;
    postMessage({ kind: "ready" });
  } else {
    (await thinker).run_job(data.job, (/** @type {string} */ kind, /** @type {string} */ text) =>
      postMessage({ kind, text }),
    );
  }
});
