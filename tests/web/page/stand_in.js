/** As much of a browser as the page's modules need to be loaded and tested in Node. */

class Store {
  #kept = new Map();
  /** @param {string} key */
  getItem = (key) => this.#kept.get(key) ?? null;
  /** @param {string} key @param {string} value */
  setItem = (key, value) => void this.#kept.set(key, String(value));
  clear = () => this.#kept.clear();
}

/** Nodes keep their children, attributes, classes and style, and can be listened to. */
class StandIn extends EventTarget {
  /** @param {string} tag */
  constructor(tag) {
    super();
    this.tagName = tag;
    this.children = [];
    this.attributes = new Map();
    this.hidden = false;
    this.dataset = {};
    const style = new Map();
    this.style = {
      setProperty: (name, value) => style.set(name, value),
      getPropertyValue: (name) => style.get(name) ?? "",
    };
    const classes = () => new Set((this.getAttribute("class") ?? "").split(" ").filter(Boolean));
    const put = (names) => this.setAttribute("class", [...names].join(" "));
    this.classList = {
      contains: (name) => classes().has(name),
      add: (name) => put(classes().add(name)),
      remove: (name) => put([...classes()].filter((one) => one !== name)),
      toggle: (name, on = !classes().has(name)) => this.classList[on ? "add" : "remove"](name),
    };
  }
  append = (...nodes) => void this.children.push(...nodes);
  replaceChildren = (...nodes) => void (this.children = nodes);
  cloneNode = () => new StandIn(this.tagName);
  setAttribute = (name, value) => void this.attributes.set(name, value);
  getAttribute = (name) => this.attributes.get(name) ?? null;
  querySelectorAll = () => [];
  getBoundingClientRect = () => ({ left: 0, top: 0, width: 0, height: 0 });
  get textContent() {
    return this.children
      .map((child) => (typeof child === "string" ? child : child.textContent))
      .join("");
  }
  set textContent(text) {
    this.children = [text];
  }
}

const document = Object.assign(new StandIn("document"), {
  adoptedStyleSheets: [],
  documentElement: new StandIn("html"),
  body: new StandIn("body"),
  createElement: (tag) => new StandIn(tag),
  createElementNS: (_, tag) => new StandIn(tag),
  found: new Map(),
  /** Find an element as index.html would have it: the same one for the same selector. */
  querySelector(selector) {
    if (!this.found.has(selector)) this.found.set(selector, new StandIn(selector));
    return this.found.get(selector);
  },
});

const events = new EventTarget();

const provided = {
  addEventListener: events.addEventListener.bind(events),
  removeEventListener: events.removeEventListener.bind(events),
  dispatchEvent: events.dispatchEvent.bind(events),
  document,
  window: globalThis,
  Node: StandIn,
  Element: StandIn,
  HTMLElement: StandIn,
  localStorage: new Store(),
  sessionStorage: new Store(),
  matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
  location: { pathname: "/play", search: "", origin: "http://127.0.0.1" },
  CSSStyleSheet: class {},
  ResizeObserver: class {
    observe() {}
  },
  CSS: { registerProperty() {} },
  getComputedStyle: (node) => node.style,
  navigator: {},
  requestAnimationFrame: (work) => setTimeout(work, 0),
  cancelAnimationFrame: (timer) => clearTimeout(timer),
};
for (const [name, value] of Object.entries(provided))
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });

delete globalThis.BroadcastChannel; // an open one would keep the tests from ending

/** Make an element. */
export const node = (tag = "div") => new StandIn(tag);

/** Send an event with these fields to a node. */
export function send(target, name, fields = {}) {
  const event = new Event(name, { cancelable: true });
  for (const [field, value] of Object.entries(fields))
    Object.defineProperty(event, field, { value });
  target.dispatchEvent(event);
  return event;
}

/** Load a module of the page. */
export const load = (name) =>
  import(new URL(`../../../src/sapper/web/static/${name}`, import.meta.url));
