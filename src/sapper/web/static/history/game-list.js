/** Shows the list of games: filtered, page by page, to review, continue or delete. */

import { box, element, find } from "../lib/element.js";
import { button, choice } from "../lib/form.js";
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
  /** @param {import("../types.js").About} about @param {import("./history.js").History} history */
  constructor(about, history) {
    this._history = history;
    this._damaged = 0;
    this._table = table(HEADS, FIGURES, [], "games");
    this._note = element("p", { class: "note" });
    this._more = button("Older games", () => history.showOlder());
    this._delete = button("Delete", () => this._confirmDelete(), { hidden: true });
    const buttons = box("line", this._more, this._delete);
    this.element = card("Games", this._fields(about), this._note, this._table, buttons);
    this._table.addEventListener("change", () => this._count());
  }

  get title() {
    return find("h2", this.element).textContent ?? "";
  }

  /** Show the first games. @param {import("../types.js").History} page */
  show(page) {
    find("tbody", this._table).replaceChildren();
    find("h2", this.element).textContent = `${counted(page.total, "game")}, finished or not`;
    this._damaged = 0;
    this._table.hidden = !page.total;
    this.add(page);
    this._count();
  }

  /** Add older games. @param {import("../types.js").History} page */
  add({ games, next, total, damaged }) {
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
    ) => choice(label, options, "", (value) => this._history.filter(name, value));
    const day = (/** @type {string} */ label, /** @type {string} */ name) => {
      const input = element("input", {
        type: "date",
        onchange: () => this._history.filter(name, input.value),
      });
      return element("label", { class: "field-label" }, label, input);
    };
    return box(
      "filters",
      field("Level", "level", [["", "all"], ...levels.map(levelOption)]),
      field("Kind", "kind", KINDS),
      field("Result", "outcome", [
        ["", "all"],
        ["won", "won"],
        ["lost", "lost"],
        ["playing", "not over"],
      ]),
      field("Ranked", "ranked", [
        ["", "all"],
        ["true", "ranked"],
        ["false", "unranked"],
      ]),
      day("From", "since"),
      day("To", "until"),
    );
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
  _confirmDelete() {
    const ids = this._selection;
    if (this._delete.classList.contains("danger")) return void this._history.delete(ids);
    this._delete.classList.add("danger");
    this._delete.textContent = `Really delete ${counted(ids.length, "game")}?`;
    say(this._delete.textContent);
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
      element("input", {
        type: "checkbox",
        value: game.id,
        "aria-label": `Choose ${name}, ${when}`,
      }),
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
