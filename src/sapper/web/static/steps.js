/** Shows a reason step by step; a step that is pointed at lights only its own clues. */

import { element } from "./element.js";
import { sentence } from "./words.js";

/** @typedef {import("./types.js").Step} Step */

/**
 * @param {{ text: string, steps: Step[] }} reason
 * @param {(step: Step | null) => void} light
 */
export function stepList({ text, steps }, light) {
  if (steps.length < 2) return [element("p", {}, sentence(text))];
  const items = steps.map((step) => {
    const show = () => light(step);
    const hide = () => light(null);
    const words = { type: "button", class: "step", onfocus: show, onblur: hide, onmouseenter: show, onmouseleave: hide };
    return element("li", {}, element("button", words, sentence(step.text)));
  });
  return [element("ol", { class: "steps" }, ...items)];
}
