/** The panel on a phone: a sheet at the lower edge, opened and closed by a tap or a drag. */

import { find } from "./element.js";

const SLACK_PX = 6; // less is a tap
const FLING = 0.3; // pixels per millisecond: above this, the direction decides and not the position
const SNAP_MS = 140;
const OWN_DRAG = "textarea, select, input:not([type=radio]), .moves, .chart"; // a drag does something else there

/**
 * @typedef {object} Draw  a finger that may be drawing the sheet
 * @property {number} x  where the finger came down
 * @property {number} y
 * @property {number} height  of the sheet at that time
 * @property {boolean} upToo  whether an upward drag moves the sheet; else it scrolls
 * @property {boolean} begun
 * @property {{ y: number, time: number, speed: number }} last  speed downwards, in pixels per millisecond
 */

const panel = find("#panel");
const handle = find("#handle");
const still = matchMedia("(prefers-reduced-motion: reduce)");

export function isOpen() {
  return panel.classList.contains("is-open");
}

export function closePanel() {
  if (isOpen()) snap(false);
}

/** @param {boolean} open */
function snap(open) {
  const before = panel.offsetHeight;
  panel.classList.toggle("is-open", open);
  panel.style.height = "";
  handle.setAttribute("aria-expanded", String(open));
  if (!open) panel.scrollTop = 0;
  const after = panel.offsetHeight;
  if (still.matches || before === after || handle.offsetHeight === 0) return;
  const heights = [before, after].map((height) => ({ height: `${height}px`, maxHeight: "none" }));
  panel.animate(heights, { duration: SNAP_MS, easing: "ease-out" });
}

/**
 * @param {TouchEvent} event
 * @returns {Draw | null}
 */
function laid(event) {
  const [touch] = event.touches;
  const target = /** @type {Element} */ (event.target);
  const onHandle = handle.contains(target);
  const scrolled = isOpen() && panel.scrollTop > 0;
  if (!touch || event.touches.length > 1 || handle.offsetHeight === 0) return null;
  if (!onHandle && (scrolled || target.closest(OWN_DRAG))) return null;
  const { clientX: x, clientY: y } = touch;
  const last = { y, time: event.timeStamp, speed: 0 };
  return { x, y, height: panel.offsetHeight, upToo: onHandle || !isOpen(), begun: false, last };
}

/**
 * Return whether a drag moves the sheet: it is mostly vertical and does not scroll.
 * @param {Draw} draw
 * @param {Touch} touch
 */
function draws({ x, y, upToo }, touch) {
  const down = touch.clientY - y;
  return Math.abs(down) > Math.abs(touch.clientX - x) && (upToo || down > 0);
}

/**
 * @param {Draw} draw
 * @param {TouchEvent} event
 */
function follow(draw, event) {
  const { clientY: y } = /** @type {Touch} */ (event.touches[0]);
  const { last } = draw;
  const time = Math.max(event.timeStamp, last.time + 1);
  draw.last = { y, time, speed: (y - last.y) / (time - last.time) };
  panel.style.height = `${draw.height + draw.y - y}px`;
}

/** @param {Draw} draw */
function release({ last, height, y }) {
  if (Math.abs(last.speed) > FLING) snap(last.speed < 0);
  else snap(isOpen() ? height - panel.offsetHeight < height / 4 : y - last.y > height / 4);
}

/** Let taps and fingers open and close the sheet. */
export function wireSheet() {
  /** @type {Draw | null} */
  let draw = null;
  handle.addEventListener("click", () => snap(!isOpen()));
  panel.addEventListener("touchstart", (event) => (draw = laid(event)), { passive: true });
  panel.addEventListener(
    "touchmove",
    (event) => {
      const touch = event.touches[0];
      if (!draw || !touch) return;
      const far = Math.hypot(touch.clientX - draw.x, touch.clientY - draw.y) > SLACK_PX;
      if (!draw.begun && !far) return;
      if (draw.begun || draws(draw, touch)) {
        draw.begun = true;
        if (event.cancelable) event.preventDefault(); // or the page would move as well
        follow(draw, event);
      } else draw = null;
    },
    { passive: false },
  );
  const lift = (/** @type {TouchEvent} */ event) => {
    if (draw?.begun) {
      if (event.cancelable) event.preventDefault(); // or a click would follow
      release(draw);
    }
    draw = null;
  };
  panel.addEventListener("touchend", lift);
  panel.addEventListener("touchcancel", lift);
}
