/** The actions of a mode: one table names them, for its keys and its buttons. */

import { button } from "../lib/form.js";

/**
 * What a key or a button of a mode does; `plain` leaves the key off the button, as its title names it.
 * @typedef {{ key?: string, label?: string, title?: string, main?: boolean, plain?: boolean }} Action
 */

/** @template {string} Name */
export class Actions {
  /**
   * @param {Record<NoInfer<Name>, () => unknown>} controller  its methods do what is in the table
   * @param {Record<Name, Action>} table  by the names of the methods
   */
  constructor(controller, table) {
    this._controller = controller;
    this._table = table;
  }

  /** The handlers of the keys that are in the table. */
  keys() {
    const names = /** @type {Name[]} */ (Object.keys(this._table));
    const keys = names.map((name) => this._table[name].key?.toLowerCase());
    return Object.fromEntries(
      names.flatMap((name, place) => (keys[place] ? [[keys[place], this._handler(name)]] : [])),
    );
  }

  /**
   * A button for an action.
   * @param {Name} name
   * @param {Action} [other]  how it differs from the table
   */
  button(name, other = {}) {
    const { label = "", key, plain, ...attributes } = { ...this._table[name], ...other };
    return button(label, this._handler(name), { ...attributes, ...(key && !plain && { key }) });
  }

  /** @param {Name} name */
  _handler(name) {
    return () => void this._controller[name]();
  }
}
