/** What a click does to a cell, as the settings say. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { load } from "./stand_in.js";

const { ClickActions } = await load("play/click-actions.js");
const { settings } = await load("lib/settings.js");
const WAYS = ["click", "double", "middle", "both", "key"];
const MARKS = "F1#0";

/** @type {string[]} */
let done;
let mode;
let clicks;
let session;

beforeEach(() => {
  Object.assign(settings, { chord: "any", questions: false });
  done = [];
  mode = { on: false };
  session = {
    ...{ marks: MARKS, pending: [], changed() {} },
    state: { width: 4, outcome: "playing", end: null, mines_left: 1 },
    act: (verb, index) => void done.push(`${verb} ${index}`),
  };
  clicks = new ClickActions(session, mode, { agreed: () => true, forget() {} });
});

test("a click opens what is closed, and leaves flags and empty cells alone", () => {
  for (const index of [2, 0, 3]) clicks.click(index);
  assert.deepEqual(done, ["open 2"]);
});

test("in flag mode a click flags, and the other button opens", () => {
  mode.on = true;
  clicks.click(2);
  clicks.flag(2);
  clicks.flag(0);
  assert.deepEqual(done, ["flag 2", "open 2", "flag 0"]);
});

for (const chosen of [...WAYS.slice(0, 4), "any", "off"])
  test(`with chords set to ${chosen}, only that chords`, () => {
    settings.chord = chosen;
    const wanted = WAYS.filter(
      (way) => chosen === "any" || (chosen !== "off" && (way === "key" || way === chosen)),
    );
    assert.deepEqual(
      WAYS.filter((way) => clicks.chords(1, way)),
      wanted,
    );
    for (const way of WAYS) clicks.chord(1, way);
    assert.deepEqual(
      done,
      wanted.map(() => "chord 1"),
    );
  });

test("only numbers chord, and none after the end", () => {
  assert.deepEqual(
    [0, 2, 3].map((index) => clicks.chords(index, "click")),
    [false, false, false],
  );
  session.state.outcome = "lost";
  assert.equal(clicks.chords(1, "click"), false);
  clicks.click(2);
  assert.deepEqual(done, []);
});

test("a cell whose opening is on its way is not opened twice", () => {
  session.pending = [2];
  clicks.click(2);
  assert.deepEqual(done, []);
});

test("what needs a second click waits for it", () => {
  clicks.confirm.agreed = () => false;
  clicks.click(2);
  clicks.chord(1, "key");
  assert.deepEqual(done, []);
});
