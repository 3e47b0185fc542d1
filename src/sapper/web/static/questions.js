/** Question marks of one game: they prove nothing, so this tab keeps them to itself. */

export class Questions {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this._session = session;
    /** @type {Set<number>} */
    this._cells = new Set(JSON.parse(sessionStorage.getItem(this._key) ?? "[]"));
  }

  get _key() {
    return `sapper-questions-${this._session.state.id}`;
  }

  /**
   * Set a question mark on a cell, or remove it.
   * @param {number} index
   * @param {boolean} on
   */
  put(index, on) {
    if (on) this._cells.add(index);
    else this._cells.delete(index);
    if (this._session.state.id) sessionStorage.setItem(this._key, JSON.stringify([...this._cells]));
  }

  /**
   * Write the question marks over unopened cells without a flag.
   * @param {string} marks
   */
  over(marks) {
    if (!this._cells.size) return marks;
    const letters = marks.split("");
    for (const index of this._cells) if (letters[index] === "#") letters[index] = "?";
    return letters.join("");
  }
}
