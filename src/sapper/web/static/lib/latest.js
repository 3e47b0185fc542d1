/** Keeps only the latest of several requests: a new one drops the answer of the one before. */

/**
 * Make a function that waits a little, drops the request before, and passes on the latest answer.
 * @param {number} ms
 * @returns {<T>(ask: (signal: AbortSignal) => Promise<T>, answer: (value: T) => void, fail?: (error: unknown) => void) => void}
 */
export function latest(ms) {
  let stop = new AbortController();
  let timer = 0;
  return (ask, answer, fail = () => {}) => {
    stop.abort();
    clearTimeout(timer);
    const own = (stop = new AbortController());
    timer = window.setTimeout(async () => {
      try {
        const value = await ask(own.signal);
        if (!own.signal.aborted) answer(value);
      } catch (error) {
        if (!cancelled(error) && !own.signal.aborted) fail(error);
      }
    }, ms);
  };
}

/** Return whether an error only means that something was cancelled. @param {unknown} error */
export function cancelled(error) {
  return error instanceof DOMException && error.name === "AbortError";
}
