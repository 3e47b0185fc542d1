/** Delays work until the next frame is painted and the browser is idle. */

const PATIENCE_MS = 200;

/** Do something after the next frame. @param {() => void} work */
export function afterFrame(work) {
  if (document.hidden) setTimeout(work);
  else requestAnimationFrame(() => whenIdle(work));
}

/** @param {() => void} work */
function whenIdle(work) {
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: PATIENCE_MS });
  else setTimeout(work, PATIENCE_MS / 10);
}
