/** A short sign of joy over a cell; none where motion is not wanted. */

import { element, icon } from "./element.js";

/** @type {HTMLElement | null} */
let shown = null;

/**
 * @param {HTMLElement} root  the grid of cells
 * @param {[number, number]} cell
 */
export function celebrate(root, [row, column]) {
  shown?.remove();
  const sign = element("div", { class: "joy", "aria-hidden": "true" }, icon("tick"));
  sign.style.setProperty("--top", String(row));
  sign.style.setProperty("--left", String(column));
  sign.addEventListener("animationend", (event) => event.target === sign && sign.remove());
  root.append(sign);
  shown = sign;
}
