/** The part of the panel that starts a game: level, rule, guessing, board by id. */

import { box, element } from "../lib/element.js";
import { button, choice, entry, link, number } from "../lib/form.js";
import { change, settings } from "../lib/settings.js";
import { openPanel } from "../page/sheet.js";
import { part } from "../page/panel.js";
import { titled } from "../words/words.js";

/** @typedef {import("../types.js").About} About */

/** @type {Record<string, string>} */
const RULES = { zero: "opens an area", safe: "is safe", none: "may be a mine" };

/** Return the game that the settings ask for. @returns {object} */
export function gameRequest() {
  const { level, first_click, no_guess } = settings;
  return no_guess ? { level, no_guess } : { level, first_click };
}

/** @param {import("./play.js").Play} play */
export function newGamePart(play) {
  const { about } = play;
  const choose = (/** @type {Partial<typeof settings>} */ changes) => {
    change(changes);
    void play.choose();
  };
  const guessing = choice("Guesses", guessOptions(about), String(settings.no_guess), (value) => {
    rule.hidden = Number(value) > 0;
    choose({ no_guess: Number(value) });
  });
  const rule = choice(
    "The first click",
    about.first_clicks.map((name) => [name, RULES[name] ?? name]),
    settings.first_click,
    (value) => choose({ first_click: value }),
  );
  rule.hidden = settings.no_guess > 0; // the first click opens an area on every such board
  return part(
    "New game",
    levels(about, (level) => choose({ level })),
    guessing,
    rule,
    box(
      "halves",
      play.actions.button("fresh", { label: "New game", main: true }),
      link("Daily boards", "/daily"),
    ),
    element("p", { id: "refusal", class: "error" }),
    entry("Board id or link", (text) => text && play.begin({ board: boardFrom(text) }), "Open"),
  );
}

/** Lead a new visitor to what a closed sheet hides. */
export function otherGames() {
  return box("line sheet-only", button("Levels", openPanel), link("Daily boards", "/daily"));
}

/** @param {About} about @returns {[string, string][]} */
function guessOptions({ tiers }) {
  return [
    ["0", "may be needed"],
    ...tiers.map(
      ({ tier, name }) =>
        /** @type {[string, string]} */ ([
          String(tier),
          `never needed, ${tier === 1 ? "only" : "up to"} ${name}`,
        ]),
    ),
  ];
}

/** Show why no game was started; "" removes the message. @param {string} sentence */
export function refuse(sentence) {
  const place = document.querySelector("#refusal");
  if (!place || place.textContent === sentence) return;
  place.textContent = sentence;
  if (sentence) place.scrollIntoView({ block: "nearest" });
}

/** @param {About} about @param {(level: string) => void} choose */
function levels(about, choose) {
  const named = about.levels.map(({ name }) => name);
  const custom = !named.includes(settings.level);
  const own = element("div", { class: "thirds", hidden: !custom }, ...customInputs(about, choose));
  const pick = (/** @type {string} */ value) => {
    refuse("");
    own.hidden = value !== "custom";
    if (value !== "custom") choose(value);
    else change({ level: levelOf(sizes(about)) }); // the same board, until a number changes
  };
  const options = [...named, "custom"].map((name) =>
    chip(name, name === (custom ? "custom" : settings.level), () => pick(name)),
  );
  return element(
    "fieldset",
    { class: "chips" },
    element("legend", { class: "unseen" }, "Level"),
    ...options,
    own,
  );
}

/** @param {string} name @param {boolean} checked @param {() => void} onchange */
function chip(name, checked, onchange) {
  const input = element("input", { type: "radio", name: "level", value: name, checked, onchange });
  return element("label", { class: "chip" }, input, titled(name));
}

/** @param {About} about @param {(level: string) => void} choose */
function customInputs(about, choose) {
  return /** @type {const} */ (["width", "height", "mines"]).map((name) =>
    number(
      titled(name),
      sizes(about)[name],
      (value) => choose(levelOf({ ...sizes(about), [name]: value })),
      { min: name === "mines" ? 0 : 1 },
    ),
  );
}

/** Read a level as three numbers. @param {About} about @param {string} [level] */
export function sizes(about, level = settings.level) {
  const named = about.levels.find(({ name }) => name === level);
  const [width = 9, height = 9, mines = 10] = level.split(/[x/]/).map(Number);
  return named ?? { width, height, mines };
}

/** @param {{ width: number, height: number, mines: number }} sizes */
function levelOf({ width, height, mines }) {
  return `${width}x${height}/${mines}`;
}

/** Take the board id out of a link. @param {string} text */
function boardFrom(text) {
  const match = /[?&]board=([^&#]+)/.exec(text);
  return match?.[1] ? decodeURIComponent(match[1]) : text;
}
