/** The list of games: filtered, page by page, to review, continue or delete. */

import { box, element, find } from "../lib/element.js";
import { button, choice } from "../lib/form.js";
import { api } from "../server/api.js";
import { say } from "../words/announcer.js";
import { clock, counted, dayWords, figure, titled } from "../words/words.js";
import { card, table, tableRow } from "./pages.js";

const FIGURES = 4; // the first column of figures
const HEADS = ["", "When", "Game", "Result", "Time", "3BV/s", "Accuracy", ""];
/** @type {import("../lib/form.js").Options} */
const KINDS = [
  ["", "all"],
  ["plain", "drawn"],
  ["no_guess", "no guess"],
  ["daily", "daily"],
  ["again", "same board"],
  ["board", "chosen board"],
  ["position", "from a position"],
  ["imported", "imported"],
];

export class GameList {
  /**
   * @param {import("../types.js").About} about
   * @param {() => Promise<void>} onDelete  called after games were deleted
   */
  constructor(about, onDelete) {
    this._onDelete = onDelete;
    /** @type {Record<string, string>} */
    this._filters = {};
    /** @type {string | null} */
    this._next = null;
    this._damaged = 0;
    this._table = table(HEADS, FIGURES, [], "games");
    this._note = element("p", { class: "note" });
    this._more = button("Older games", () => this._older());
    this._delete = button("Delete", () => this._confirmDelete(), { hidden: true });
    this.element = card(
      "Games",
      this._fields(about),
      this._note,
      this._table,
      box("line", this._more, this._delete),
    );
    this._table.addEventListener("change", () => this._count());
  }

  /** Load the first page. */
  async load() {
    const page = await api.history(this._filters);
    find("tbody", this._table).replaceChildren();
    find("h2", this.element).textContent = `${counted(page.total, "game")}, finished or not`;
    this._damaged = 0;
    this._table.hidden = !page.total;
    this._append(page);
    this._count();
  }

  async _older() {
    this._append(await api.history(this._filters, this._next));
  }

  /** @param {import("../types.js").History} page */
  _append({ games, next, total, damaged }) {
    this._next = next;
    this._damaged += damaged;
    this._note.textContent = total ? damageWords(this._damaged) : "No such games.";
    this._more.hidden = !next;
    find("tbody", this._table).append(...games.map((game) => tableRow(row(game), FIGURES)));
  }

  /** @param {import("../types.js").About} about */
  _fields({ levels }) {
    const field = (
      /** @type {string} */ label,
      /** @type {string} */ name,
      /** @type {import("../lib/form.js").Options} */ options,
    ) => choice(label, options, "", (value) => this._filter(name, value));
    const day = (/** @type {string} */ label, /** @type {string} */ name) => {
      const input = element("input", {
        type: "date",
        onchange: () => this._filter(name, input.value),
      });
      return element("label", { class: "field-label" }, label, input);
    };
    return box(
      "filters",
      field("Level", "level", [["", "all"], ...levels.map(levelOption)]),
      field("Kind", "kind", KINDS),
      field("Result", "outcome", [["", "all"], ["won", "won"], ["lost", "lost"], ["playing", "not over"]]),
      field("Ranked", "ranked", [["", "all"], ["true", "ranked"], ["false", "unranked"]]),
      day("From", "since"),
      day("To", "until"),
    );
  }

  /** @param {string} name @param {string} value */
  async _filter(name, value) {
    this._filters[name] = value;
    await this.load();
    say(find("h2", this.element).textContent ?? "");
  }

  /** @returns {string[]} */
  get _selection() {
    const checked = this._table.querySelectorAll("input:checked");
    return [...checked].map((input) => /** @type {HTMLInputElement} */ (input).value);
  }

  _count() {
    const { length } = this._selection;
    this._delete.hidden = !length;
    this._delete.textContent = `Delete ${counted(length, "game")} …`;
    this._delete.classList.remove("danger");
  }

  /** Delete what is chosen, at the second click. */
  async _confirmDelete() {
    const ids = this._selection;
    if (!this._delete.classList.contains("danger")) {
      this._delete.classList.add("danger");
      this._delete.textContent = `Really delete ${counted(ids.length, "game")}?`;
      say(this._delete.textContent);
      return;
    }
    const { deleted } = await api.deleteGames(ids);
    await this._onDelete();
    say(`${counted(deleted, "game")} deleted.`);
  }
}

/** Say how many games could not be read. @param {number} damaged */
function damageWords(damaged) {
  if (!damaged) return "";
  return `${counted(damaged, "game")} cannot be shown: the file of games is damaged there.`;
}

/** @param {import("../types.js").LevelName} level @returns {[string, string]} */
function levelOption({ name }) {
  return [name, name];
}

/**
 * @param {import("../types.js").HistoryGame} game
 * @returns {import("../lib/element.js").Child[]}
 */
function row(game) {
  const playing = game.outcome === "playing";
  const when = dayWords(game.created, { dateStyle: "medium", timeStyle: "short" });
  const name = `${titled(game.name)}${game.kind === "daily" && game.date ? ` of ${dayWords(game.date)}` : ""}`;
  return [
    element(
      "label",
      { class: "pick" },
      element("input", { type: "checkbox", value: game.id, "aria-label": `Choose ${name}, ${when}` }),
    ),
    when,
    name,
    box(
      "result",
      element("span", { class: game.outcome }, playing ? "not over" : game.outcome),
      element("small", {}, game.unranked ?? "Ranked"),
    ),
    clock(game.elapsed),
    figure(game.bbbv_per_second),
    game.accuracy_text ?? "–",
    element(
      "a",
      { href: playing ? `/play/${game.id}` : `/review/${game.id}` },
      playing ? "Go on" : "Review",
    ),
  ];
}
