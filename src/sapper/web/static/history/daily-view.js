/** Shows the daily boards: those of a day, and a calendar. */

import { box, element, find } from "../lib/element.js";
import { button, link } from "../lib/form.js";
import { clock, dayWords, titled } from "../words/words.js";
import { card, fact } from "./pages.js";

/** @typedef {import("../types.js").HistoryGame} HistoryGame */

/** @param {import("../types.js").Dailies} dailies */
export function dayTotals({ streak, results }) {
  return box(
    "grid-cards",
    fact("Days in a row", String(streak.current)),
    fact("Most days in a row", String(streak.best)),
    fact("Boards played", String(results.length)),
    fact("Boards won", String(results.filter(({ outcome }) => outcome === "won").length)),
  );
}

export class DailyView {
  /** @param {import("./daily.js").Daily} daily */
  constructor(daily) {
    this.daily = daily;
    this.element = box("daily");
    this.draw();
  }

  get monthTitle() {
    return find(".month b", this.element).textContent ?? "";
  }

  /** Show a sentence below the boards of the day. @param {string} sentence */
  showShared(sentence) {
    const place =
      document.querySelector(".daily .shared") ?? element("p", { class: "note shared" });
    place.textContent = sentence;
    document.querySelector(".sizes")?.after(place);
  }

  draw() {
    this.element.replaceChildren(this._dayCard(), this._calendar());
  }

  _dayCard() {
    const { day, today, levels } = this.daily;
    const words = dayWords(day, { dateStyle: "full" });
    return card(
      day === today ? `Today, ${words}` : words,
      element(
        "p",
        { class: "note" },
        "Never a guess, and the same for everyone. The week gets harder from Monday on. The first attempt at each size counts; its clock starts at once.",
      ),
      box("sizes", ...levels.map((level) => this._size(level))),
    );
  }

  /** @param {import("../types.js").LevelName} level */
  _size({ name, level }) {
    const { daily } = this;
    const game = daily.resultOf(daily.day, level);
    const play = `/play?${new URLSearchParams({ daily: daily.day, level: name })}`;
    const finished = game?.outcome === "playing" ? undefined : game;
    return box(
      "size",
      element("h3", {}, titled(name)),
      element("p", { class: finished?.outcome ?? "note" }, resultWords(game)),
      game?.unranked && element("p", { class: "note" }, game.unranked),
      finished
        ? this._finishedLine(finished, play)
        : box("line", link(game ? "Go on" : "Play", play, { class: "button main" })),
    );
  }

  /** @param {HistoryGame} game @param {string} play  the address of its board */
  _finishedLine(game, play) {
    return box(
      "line",
      button("Share", () => this.daily.share(game), { main: true }),
      link("Review", `/review/${game.id}`),
      link("Again", play, { title: "Play it again, unranked" }),
    );
  }

  _calendar() {
    const first = new Date(`${this.daily.month}-01T00:00`);
    const days = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate();
    const before = (first.getDay() + 6) % 7; // weeks begin on Monday
    return card(
      "Calendar",
      this._monthLine(first),
      box(
        "calendar",
        ...weekdays(),
        ...Array.from({ length: before }, () => element("span")),
        ...Array.from({ length: days }, (_, place) => this._dayButton(place + 1)),
      ),
      legend(),
    );
  }

  /** @param {Date} first  of the month */
  _monthLine(first) {
    const { daily } = this;
    const isLast = daily.month >= daily.today.slice(0, 7);
    return box(
      "line month",
      button("‹", () => daily.turn(-1), { "aria-label": "Earlier month" }),
      element("b", {}, first.toLocaleString(undefined, { month: "long", year: "numeric" })),
      button("›", () => daily.turn(1), { "aria-label": "Later month", disabled: isLast }),
    );
  }

  /** @param {number} number */
  _dayButton(number) {
    const { daily } = this;
    const day = `${daily.month}-${String(number).padStart(2, "0")}`;
    const games = daily.levels.map(({ level }) => daily.resultOf(day, level));
    const played = games.flatMap((game) =>
      game ? [`${game.level_name} ${resultWords(game).toLowerCase()}`] : [],
    );
    const marks = games.map((game) => element("i", { class: `mark ${markOf(game)}` }));
    return element(
      "button",
      {
        type: "button",
        class: `day${day === daily.today ? " today" : ""}`,
        disabled: day > daily.today,
        "aria-pressed": String(day === daily.day),
        "aria-label": [dayWords(day, { dateStyle: "long" }), ...played].join(", "),
        onclick: () => daily.choose(day),
      },
      element("span", {}, number),
      element("span", { class: "marks" }, ...(played.length ? marks : [])),
    );
  }
}

function weekdays() {
  return Array.from({ length: 7 }, (_, place) => {
    const name = new Date(2024, 0, 1 + place).toLocaleString(undefined, { weekday: "short" });
    return element("span", { class: "weekday", "aria-hidden": "true" }, name);
  });
}

function legend() {
  const meanings = { won: "won", unranked: "won, unranked", lost: "lost", playing: "not over" };
  return element(
    "p",
    { class: "note marks-legend" },
    ...Object.entries(meanings).flatMap(([mark, words]) => [
      element("i", { class: `mark ${mark}` }),
      element("span", {}, words),
    ]),
  );
}

/** @param {HistoryGame | undefined} game */
function markOf(game) {
  return !game ? "" : game.outcome === "won" && game.unranked ? "unranked" : game.outcome;
}

/** @param {HistoryGame | undefined} game */
function resultWords(game) {
  if (!game) return "Not played yet";
  if (game.outcome === "playing") return "Not over yet";
  return game.outcome === "won"
    ? `Won in ${clock(game.elapsed)}`
    : `Lost after ${clock(game.elapsed)}`;
}
