/** Makes the controls of the panel. */

import { box, element } from "./element.js";

/** @typedef {import("./element.js").Child} Child */
/** @typedef {[value: string, label: string][]} Options */

/**
 * A button; `key` shows the key that does the same.
 * @param {string} label
 * @param {() => void} onclick
 * @param {{ key?: string, main?: boolean, [attribute: string]: any }} [more]
 */
export function button(label, onclick, { key, main, ...attributes } = {}) {
  return element(
    "button",
    { type: "button", class: main ? "button main" : "button", onclick, ...attributes },
    label,
    key && element("kbd", {}, key),
  );
}

/**
 * A button that stays pressed.
 * @param {string} label
 * @param {boolean} pressed
 * @param {() => void} onclick
 * @param {string} key
 * @param {string} title  what it does
 */
export function toggle(label, pressed, onclick, key, title) {
  return button(label, onclick, { key, title, "aria-pressed": String(pressed) });
}

/**
 * @param {string} label
 * @param {Options} options
 * @param {string} value
 * @param {(value: string) => void} onchange
 */
export function choice(label, options, value, onchange) {
  const select = element(
    "select",
    { onchange: () => onchange(select.value) },
    ...options.map(([name, text]) =>
      element("option", { value: name, selected: name === value }, text),
    ),
  );
  return element("label", { class: "field-label" }, label, select);
}

/** @param {string} label @param {boolean} checked @param {(checked: boolean) => void} onchange */
export function check(label, checked, onchange) {
  const input = element("input", {
    type: "checkbox",
    checked,
    onchange: () => onchange(input.checked),
  });
  return element("label", { class: "check" }, input, label);
}

/**
 * @param {string} label
 * @param {number | string} value
 * @param {(value: number) => void} onchange
 * @param {{ min?: number, max?: number }} [bounds]
 */
export function number(label, value, onchange, bounds = {}) {
  const input = element("input", {
    type: "number",
    inputmode: "numeric",
    value,
    ...bounds,
    onchange: () => input.value !== "" && onchange(Number(input.value)),
  });
  return element("label", { class: "field-label" }, label, input);
}

/**
 * @param {string} label
 * @param {(value: string) => void} onenter
 * @param {string} action  what its button says
 */
export function entry(label, onenter, action) {
  const input = element("input", {
    type: "text",
    placeholder: label,
    autocomplete: "off",
    spellcheck: "false",
    "aria-label": label,
    class: "grow",
    onkeydown: (/** @type {KeyboardEvent} */ event) =>
      event.key === "Enter" && onenter(input.value.trim()),
  });
  return box(
    "line",
    input,
    button(action, () => onenter(input.value.trim())),
  );
}

/**
 * A file to choose, behind a button.
 * @param {string} label
 * @param {(chosen: File) => void} onchoice
 */
export function file(label, onchoice) {
  const input = element("input", {
    type: "file",
    accept: ".json,application/json,text/plain,.avf,.rmv,.evf,.mvf,.rawvf",
    hidden: true,
    onchange: () => {
      const chosen = input.files?.[0];
      if (chosen) onchoice(chosen);
      input.value = "";
    },
  });
  return element(
    "span",
    {},
    button(label, () => input.click()),
    input,
  );
}

/**
 * Make a link that looks like a button.
 * @param {string} label
 * @param {string} href
 * @param {import("./element.js").Attributes} [attributes]
 */
export function link(label, href, attributes = {}) {
  return element("a", { class: "button", href, ...attributes }, label);
}

/**
 * List names with their values.
 * @param {string} look  the class of the list
 * @param {[Child | Child[], Child][]} rows
 */
export function pairs(look, rows) {
  const terms = rows.flatMap(([name, value]) => [
    element("dt", {}, ...[name].flat()),
    element("dd", {}, value),
  ]);
  return element("dl", { class: look }, ...terms);
}
