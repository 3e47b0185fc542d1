/** Daily boards: today's three, and a calendar of past days. */

import { box, element, find } from "../lib/element.js";
import { button, link } from "../lib/form.js";
import { rename } from "../page/router.js";
import { api } from "../server/api.js";
import { share } from "../words/share.js";
import { say } from "../words/announcer.js";
import { clock, dayWords, titled } from "../words/words.js";
import { card, fact, openPage } from "./pages.js";

/** @typedef {import("../types.js").HistoryGame} HistoryGame */

/** @param {import("../page/router.js").Route} route @param {import("../types.js").About} about */
export async function open({ query }, about) {
  await openPage("daily", async () => {
    const { today, streak, results } = await api.daily();
    const day = query.get("day") ?? today;
    const page = new Daily(about, today, results, day <= today ? day : today);
    return [
      box(
        "grid-cards",
        fact("Days in a row", String(streak.current)),
        fact("Most days in a row", String(streak.best)),
        fact("Boards played", String(results.length)),
        fact("Boards won", String(results.filter(({ outcome }) => outcome === "won").length)),
      ),
      page.element,
    ];
  });
}

class Daily {
  /**
   * @param {import("../types.js").About} about
   * @param {string} today
   * @param {HistoryGame[]} results
   * @param {string} day
   */
  constructor(about, today, results, day) {
    this._levels = about.levels;
    this._today = today;
    this._results = new Map(results.map((game) => [`${game.date} ${game.level}`, game]));
    this._day = day;
    this._month = day.slice(0, 7);
    this.element = box("daily");
    this._draw();
  }

  _draw() {
    this.element.replaceChildren(this._dayCard(), this._calendar());
  }

  _dayCard() {
    const isToday = this._day === this._today;
    const words = dayWords(this._day, { dateStyle: "full" });
    return card(
      isToday ? `Today, ${words}` : words,
      element(
        "p",
        { class: "note" },
        "Never a guess, and the same for everybody. The week gets harder from Monday on. The first attempt at each size counts; its clock starts at once.",
      ),
      box("sizes", ...this._levels.map((level) => this._size(level))),
    );
  }

  /** @param {import("../types.js").LevelName} level */
  _size({ name, level }) {
    const game = this._results.get(`${this._day} ${level}`);
    const play = `/play?${new URLSearchParams({ daily: this._day, level: name })}`;
    const over = game && game.outcome !== "playing";
    return box(
      "size",
      element("h3", {}, titled(name)),
      element("p", { class: over ? game.outcome : "note" }, resultWords(game)),
      game?.unranked && element("p", { class: "note" }, game.unranked),
      box(
        "line",
        !over && link(game ? "Go on" : "Play", play, { class: "button main" }),
        over && button("Share", async () => showShared(await share(game)), { main: true }),
        over && link("Review", `/review/${game.id}`),
        over && link("Again", play, { title: "Play it again, unranked" }),
      ),
    );
  }

  _calendar() {
    const first = new Date(`${this._month}-01T00:00`);
    const days = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate();
    const before = (first.getDay() + 6) % 7; // weeks begin on Monday
    const title = first.toLocaleString(undefined, { month: "long", year: "numeric" });
    const names = Array.from({ length: 7 }, (_, place) =>
      new Date(2024, 0, 1 + place).toLocaleString(undefined, { weekday: "short" }),
    );
    const turn = (/** @type {number} */ step) => {
      const other = new Date(first.getFullYear(), first.getMonth() + step, 1);
      this._month = `${other.getFullYear()}-${String(other.getMonth() + 1).padStart(2, "0")}`;
      this._draw();
      say(find(".month b", this.element).textContent ?? "");
    };
    return card(
      "Calendar",
      box(
        "line month",
        button("‹", () => turn(-1), { "aria-label": "Earlier month" }),
        element("b", {}, title),
        button("›", () => turn(1), {
          "aria-label": "Later month",
          disabled: this._month >= this._today.slice(0, 7),
        }),
      ),
      box(
        "calendar",
        ...names.map((name) => element("span", { class: "weekday", "aria-hidden": "true" }, name)),
        ...Array.from({ length: before }, () => element("span")),
        ...Array.from({ length: days }, (_, place) => this._dayButton(place + 1)),
      ),
      legend(),
    );
  }

  /** @param {number} number */
  _dayButton(number) {
    const day = `${this._month}-${String(number).padStart(2, "0")}`;
    const games = this._levels.map(({ level }) => this._results.get(`${day} ${level}`));
    const marks = games.map((game) => element("i", { class: `mark ${markOf(game)}` }));
    const played = games.flatMap((game) =>
      game ? [`${game.level_name} ${resultWords(game).toLowerCase()}`] : [],
    );
    const choose = () => {
      this._day = day;
      rename(`/daily?day=${day}`);
      this._draw();
    };
    return element(
      "button",
      {
        type: "button",
        class: `day${day === this._today ? " today" : ""}`,
        disabled: day > this._today,
        "aria-pressed": String(day === this._day),
        "aria-label": [dayWords(day, { dateStyle: "long" }), ...played].join(", "),
        onclick: choose,
      },
      element("span", {}, number),
      element("span", { class: "marks" }, ...(played.length ? marks : [])),
    );
  }
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
  return game.outcome === "won" ? `Won in ${clock(game.elapsed)}` : `Lost after ${clock(game.elapsed)}`;
}

/** @param {string} sentence */
function showShared(sentence) {
  const place = document.querySelector(".daily .shared") ?? element("p", { class: "note shared" });
  place.textContent = sentence;
  document.querySelector(".sizes")?.after(place);
  say(sentence);
}
