/** The panel on a phone: a sheet at the lower edge that peeks, or is half or fully drawn out, by a tap or a drag. */

import { find } from "../lib/element.js";

const SLACK_PX = 6; // less is a tap
const FLING = 0.3; // pixels per millisecond: above this, the direction decides and not the position
const SNAP_MS = 140;
const OWN_DRAG = "textarea, select, input:not([type=radio]), .moves, .chart"; // a drag does something else there

/** @typedef {"peek" | "half" | "full"} Stop */
/**
 * @typedef {object} Draw  a finger or mouse that may be drawing the sheet
 * @property {number} x  where it came down
 * @property {number} y
 * @property {number} height  of the sheet at that time
 * @property {boolean} upToo  whether an upward drag moves the sheet; else it scrolls
 * @property {boolean} begun
 * @property {{ y: number, time: number, speed: number }} last  speed downwards, in pixels per millisecond
 */
/** @typedef {{ clientX: number, clientY: number }} Point */

/** @type {Stop[]} */
const STOPS = ["peek", "half", "full"];
const panel = find("#panel");
const handle = find("#handle");
const still = matchMedia("(prefers-reduced-motion: reduce)");

export function isOpen() {
  return panel.classList.contains("is-open");
}

/** Tell whether the sheet leaves half of the window to the board. */
export function isHalf() {
  return document.body.dataset.sheet === "half";
}

/** Show what is in the sheet beside the board; a panel that is no sheet stays as it is. */
export function openPanel() {
  if (handle.offsetHeight) snap("half");
}

export function closePanel() {
  if (isOpen()) snap("peek");
}

/** @param {Stop} stop */
function set(stop) {
  document.body.dataset.sheet = stop;
  panel.classList.toggle("is-open", stop !== "peek");
  panel.style.height = "";
}

/** @param {Stop} stop */
function snap(stop) {
  const before = panel.offsetHeight;
  set(stop);
  handle.setAttribute("aria-expanded", String(isOpen()));
  if (!isOpen()) rest();
  const after = panel.offsetHeight;
  if (still.matches || before === after || handle.offsetHeight === 0) return;
  const heights = [before, after].map((height) => ({ height: `${height}px`, maxHeight: "none" }));
  panel.animate(heights, { duration: SNAP_MS, easing: "ease-out" });
}

/** Show the head of the closed sheet; what has the focus must not be out of sight. */
function rest() {
  panel.scrollTop = 0;
  if (handle.offsetHeight && find("#panel-body").contains(document.activeElement)) handle.focus();
}

/** @param {Point} point @param {Event} event @returns {Draw | null} */
function dragFrom({ clientX: x, clientY: y }, { target, timeStamp: time }) {
  const place = /** @type {Element} */ (target);
  const onHandle = handle.contains(place);
  const scrolled = isOpen() && panel.scrollTop > 0;
  if (handle.offsetHeight === 0) return null;
  if (!onHandle && (scrolled || place.closest(OWN_DRAG))) return null;
  const upToo = onHandle || document.body.dataset.sheet !== "full";
  return { x, y, height: panel.offsetHeight, upToo, begun: false, last: { y, time, speed: 0 } };
}

/**
 * Return whether a drag moves the sheet: it is mostly vertical and does not scroll.
 * @param {Draw} draw
 * @param {Point} point
 */
function movesSheet({ x, y, upToo }, point) {
  const down = point.clientY - y;
  return Math.abs(down) > Math.abs(point.clientX - x) && (upToo || down > 0);
}

/**
 * Move the sheet along; return whether the drag is one of the sheet, or null while that is open.
 * @param {Draw} draw
 * @param {Point} point
 * @param {number} now
 */
function follow(draw, point, now) {
  const far = Math.hypot(point.clientX - draw.x, point.clientY - draw.y) > SLACK_PX;
  if (!draw.begun && !far) return null;
  if (!draw.begun && !movesSheet(draw, point)) return false;
  const { clientY: y } = point;
  const { last } = draw;
  const time = Math.max(now, last.time + 1);
  draw.begun = true;
  draw.last = { y, time, speed: (y - last.y) / (time - last.time) };
  panel.style.height = `${draw.height + draw.y - y}px`;
  return true;
}

/** Snap to the next stop in the direction of a fling, else to the nearest one. */
function release(/** @type {Draw} */ { last }) {
  const height = panel.offsetHeight;
  const heights = STOPS.map((stop) => {
    set(stop);
    return panel.offsetHeight;
  });
  panel.style.height = `${height}px`;
  const ways = heights.map((stop) => Math.abs(stop - height));
  const nearest = STOPS[ways.indexOf(Math.min(...ways))] ?? "peek";
  const above = STOPS[heights.findIndex((stop) => stop > height)] ?? "full";
  const below = STOPS[heights.findLastIndex((stop) => stop < height)] ?? "peek";
  if (Math.abs(last.speed) > FLING) snap(last.speed < 0 ? above : below);
  else snap(nearest);
}

/** Let fingers draw the sheet by its handle and its contents. */
function listenToFingers() {
  /** @type {Draw | null} */
  let draw = null;
  const start = (/** @type {TouchEvent} */ event) => {
    const [touch] = event.touches;
    draw = touch && event.touches.length === 1 ? dragFrom(touch, event) : null;
  };
  const move = (/** @type {TouchEvent} */ event) => {
    const [touch] = event.touches;
    const moved = draw && touch ? follow(draw, touch, event.timeStamp) : null;
    if (moved === false) draw = null;
    if (moved && event.cancelable) event.preventDefault(); // or the page would move as well
  };
  const lift = (/** @type {TouchEvent} */ event) => {
    if (draw?.begun) {
      if (event.cancelable) event.preventDefault(); // or a click would follow
      release(draw);
    }
    draw = null;
  };
  panel.addEventListener("touchstart", start, { passive: true });
  panel.addEventListener("touchmove", move, { passive: false });
  panel.addEventListener("touchend", lift);
  panel.addEventListener("touchcancel", lift);
}

/** Let a mouse draw the sheet by its handle; a click that does not move opens or closes it. */
function listenToMouse() {
  /** @type {Draw | null} */
  let draw = null;
  let dragged = false;
  handle.addEventListener("pointerdown", (event) => {
    dragged = false;
    draw = event.pointerType === "mouse" ? dragFrom(event, event) : null;
    if (draw) handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener("pointermove", (event) => {
    if (draw) follow(draw, event, event.timeStamp);
  });
  document.addEventListener("dragstart", (event) => {
    if (draw) event.preventDefault(); // a link has moved to where the mouse came down
  });
  handle.addEventListener("pointerup", () => {
    dragged = draw?.begun ?? false;
    if (draw?.begun) release(draw);
    draw = null;
  });
  handle.addEventListener("click", () => {
    if (!dragged) snap(isOpen() ? "peek" : "half");
    dragged = false;
  });
}

/** Let taps, fingers, a mouse and Escape open and close the sheet. */
export function wireSheet() {
  set("peek");
  listenToFingers();
  listenToMouse();
  document.addEventListener("keydown", (event) => {
    if (
      event.key === "Escape" &&
      !event.defaultPrevented &&
      !document.querySelector("dialog[open]")
    )
      closePanel();
  });
}
