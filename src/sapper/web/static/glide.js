/** Knows when the board last moved: a touch that stops a gliding board does nothing else. */

const STILL_MS = 300; // a finger that came down to stop the board may be as late as this

export class Glide {
  /** @param {HTMLElement} root  what may move, by itself or with what holds it */
  constructor(root) {
    this._moved = -Infinity;
    const note = (/** @type {Event} */ { target }) => {
      if (target instanceof Node && target.contains(root)) this._moved = performance.now();
    };
    document.addEventListener("scroll", note, { capture: true, passive: true });
  }

  /**
   * Tell whether the board has moved since a time, or shortly before.
   * @param {number} time  of an event
   */
  since(time) {
    return this._moved > time - STILL_MS;
  }
}
