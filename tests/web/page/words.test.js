/** Texts of cells, times and counts. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { load } from "./stand_in.js";

const words = await load("words/words.js");
const { settings } = await load("lib/settings.js");

afterEach(() => {
  settings.cells = "names";
});

test("columns are named as in a spreadsheet", () => {
  const named = [0, 25, 26, 51, 52, 701, 702, 999].map(words.columnLabel);
  assert.deepEqual(named, ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA", "ALL"]);
});

test("a cell is named by column and row, or as a pair from 0", () => {
  assert.equal(words.at(3, 2), "C4");
  settings.cells = "pairs";
  assert.equal(words.at(3, 2), "(3,2)");
  assert.deepEqual([words.columnLabel(27), words.rowLabel(27)], ["27", "27"]);
});

test("every mark has words", () => {
  const said = [..."#F?*!x0138"].map(words.markWords);
  assert.equal(said[1], "unopened, flagged");
  assert.equal(said[4], "mine, the one that was opened");
  assert.deepEqual(said.slice(6), ["empty", "one", "three", "eight"]);
});

test("a time has a tenth under a minute, then minutes and seconds", () => {
  assert.equal(words.clock(null), "–");
  assert.equal(words.clock(0), "0.0 s");
  assert.equal(words.clock(59.94), "59.9 s");
  assert.equal(words.clock(59.97), "59.9 s"); // never 60.0 s, which would be 1:00
  assert.equal(words.clock(60), "1:00");
  assert.equal(words.clock(59999.9), "999:59");
});

test("counts agree with their nouns", () => {
  assert.equal(words.counted(1, "mine"), "1 mine");
  assert.equal(words.counted(0, "mine"), "0 mines");
  assert.equal(words.counted(1500, "guess", "guesses"), "1,500 guesses");
});

test("lists are joined with and", () => {
  assert.equal(words.joined([]), "");
  assert.equal(words.joined(["A1"]), "A1");
  assert.equal(words.joined(["A1", "B2", "C3"]), "A1, B2 and C3");
});

test("a short percentage is written in full", () => {
  assert.equal(words.percentWords("<.1"), "under 0.1 %");
  assert.equal(words.percentWords(">99.9"), "over 99.9 %");
  assert.equal(words.percentWords("33"), "33 %");
});

test("a reason becomes a sentence, with one full stop", () => {
  assert.equal(words.sentence("the 1 at B2 needs it"), "The 1 at B2 needs it.");
  assert.equal(words.sentence("Is it?"), "Is it?");
  assert.equal(words.sentence(""), "");
});

test("figures have decimals, or a dash", () => {
  assert.equal(words.figure(1.005, 1), "1.0");
  assert.equal(words.figure(undefined), "–");
  assert.equal(words.slug("one clue"), "one-clue");
  assert.equal(words.titled("beginner"), "Beginner");
});
