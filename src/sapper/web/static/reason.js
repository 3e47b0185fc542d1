/** Puts a hint or a reason into the panel. */

import { element } from "./element.js";
import { at, sentence, slug } from "./words.js";

/**
 * @param {import("./types.js").Hint} hint
 */
export function hintLines(hint) {
  const title = !hint.cell
    ? "No hint"
    : hint.certain
      ? `${at(...hint.cell)} is safe`
      : `Guess ${at(...hint.cell)}${hint.risk_text ? `: ${hint.risk_text} likely a mine` : ""}`;
  return [
    element("h2", {}, title),
    element("p", {}, sentence(hint.reason)),
    hint.tier_name && element("p", {}, techniqueLink(hint.tier_name)),
    hint.chance_text &&
      element("p", { class: "note" }, `Chance to win from here: ${hint.chance_text}`),
  ];
}

/**
 * @param {import("./types.js").Reason} reason
 */
export function reasonLines(reason) {
  const title = `${at(...reason.cell)} is ${reason.is_mine ? "a mine" : "safe"}`;
  return [
    element("h2", {}, title),
    element("p", {}, sentence(reason.text)),
    reason.tier_name && element("p", {}, techniqueLink(reason.tier_name)),
  ];
}

/**
 * Name a technique; the link explains it.
 * @param {string} name
 */
export function techniqueLink(name) {
  return element("a", { class: "tier", href: `/techniques/${slug(name)}`, title: "How it works" }, name);
}
