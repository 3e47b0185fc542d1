/** Makes elements. Text becomes text nodes only, so that no text is ever read as HTML. */

import { address } from "./address.js";

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, any>} Attributes  `on…` is a listener; false and null leave one out. */

/**
 * Make an element with attributes and children.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  apply(node, attributes);
  node.append(...nodesOf(children));
  return node;
}

/** Make a div of a class. @param {string} name @param {...Child} children */
export function box(name, ...children) {
  return element("div", { class: name }, ...children);
}

/** Replace the children of a node. @param {Element} node @param {...Child} children */
export function refill(node, ...children) {
  node.replaceChildren(...nodesOf(children));
}

/**
 * Make an SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function drawing(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  apply(node, attributes);
  node.append(...nodesOf(children));
  return node;
}

/** @type {Map<string, SVGSVGElement>} */
const icons = new Map();

/** Show a copy of one of the drawings that index.html holds. @param {string} name */
export function icon(name) {
  const original = icons.get(name) ?? copyOfIcon(name);
  icons.set(name, original);
  return /** @type {SVGSVGElement} */ (original.cloneNode(true));
}

/** @param {string} name */
function copyOfIcon(name) {
  const originals = document.querySelectorAll(`#icon-${name} > *`);
  const shapes = [...originals].map((shape) => shape.cloneNode(true));
  return drawing(
    "svg",
    { class: `icon mark-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
    ...shapes,
  );
}

/**
 * Find an element; raise an error if the page does not have it.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {T}
 */
export function find(selector, root = document) {
  const node = root.querySelector(selector);
  if (!node) throw new Error(`the page lacks ${selector}`);
  return /** @type {T} */ (node);
}

/**
 * Listen to several events of a node.
 * @param {HTMLElement} node
 * @param {AddEventListenerOptions} options
 * @param {{ [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void }} handlers
 */
export function listenTo(node, options, handlers) {
  for (const [name, handler] of Object.entries(handlers))
    node.addEventListener(name, /** @type {EventListener} */ (handler), options);
}

/** @param {Element} node @param {Attributes} attributes */
function apply(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined)
      node.setAttribute(name, name === "href" ? hrefOf(String(value)) : String(value));
  }
}

/**
 * Return a link's address on this site; what the server sends is not a part of the page.
 * @param {string} path
 */
const hrefOf = (path) => (path.startsWith("/") && !path.startsWith("/api/") ? address(path) : path);

/** @param {Child[]} children @returns {(Node | string)[]} */
function nodesOf(children) {
  return children
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : unbroken(String(child))));
}

/** Keep a unit in the line of its figure: 42.4 %, 8.3 s. @param {string} text */
const unbroken = (text) => text.replace(/(\d) (?=%|s\b)/g, "$1\u00a0");
