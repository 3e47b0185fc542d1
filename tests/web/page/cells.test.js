/** What the board reads off the neighbours of a cell. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./stand_in.js";

const { neighboursOf, floating, satisfied } = await load("lib/cells.js");

test("a cell has up to eight neighbours, fewer at an edge", () => {
  assert.deepEqual(neighboursOf(5, 4, 16), [0, 1, 2, 4, 6, 8, 9, 10]);
  assert.deepEqual(neighboursOf(0, 4, 16), [1, 4, 5]);
  assert.deepEqual(neighboursOf(7, 4, 16), [2, 3, 6, 10, 11]);
  assert.deepEqual(neighboursOf(2, 4, 4), [1, 3]); // one row
  assert.deepEqual(neighboursOf(1, 1, 3), [0, 2]); // one column
});

test("a number is done when it has as many flags as it says, no fewer and no more", () => {
  assert.deepEqual(satisfied("F1##", 2), [1]);
  assert.deepEqual(satisfied("F2##", 2), []);
  assert.deepEqual(satisfied("FF1#", 2), []);
});

test("the area that no number touches has one figure, in its middle", () => {
  const texts = Array(10).fill("20");
  assert.deepEqual(floating("1#########", 10, texts), {
    cells: [2, 3, 4, 5, 6, 7, 8, 9],
    middle: 5,
    text: "20",
  });
  assert.equal(floating("1#", 2, ["", "100"]), null);
});
