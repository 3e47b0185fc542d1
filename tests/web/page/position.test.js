/** A position that is being entered. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./stand_in.js";

const { Position } = await load("analyse/position.js");
const { positionQuery, viewOf } = await load("insight/position.js");

test("painting changes one cell, and can be undone", () => {
  const position = new Position();
  assert.equal(position.set(40, "3"), true);
  assert.equal(position.set(40, "3"), false);
  assert.equal(position.set(-1, "3"), false);
  assert.equal(position.view.rows[4], "####3####");
  assert.equal(position.undo(), true);
  assert.equal(position.marks, "#".repeat(81));
  assert.equal(position.undo(), false);
});

test("another size keeps the marks at the top left", () => {
  const position = new Position();
  position.set(0, "1");
  position.set(10, "2");
  position.resize(2, 3);
  assert.deepEqual(position.view.rows, ["1#", "#2", "##"]);
  position.resize(3, 1);
  assert.deepEqual(position.view.rows, ["1##"]);
  position.undo();
  assert.deepEqual(position.view.rows, ["1#", "#2", "##"]);
});

test("a total that was unknown comes back, but never above the number of cells", () => {
  const position = new Position();
  position.count(null);
  assert.equal(position.view.mines, null);
  position.recount();
  assert.equal(position.mines, 10);
  position.resize(2, 2);
  position.recount();
  assert.equal(position.mines, 4);
});

test("clearing keeps the size", () => {
  const position = new Position();
  position.load(viewOf({ width: 2, height: 1, mines: 1 }, "1#"));
  position.clear();
  assert.deepEqual([position.width, position.marks, position.mines], [2, "##", 1]);
});

test("undo goes back 200 steps and no further", () => {
  const position = new Position();
  for (let step = 0; step < 300; step++) position.set(0, String(step % 9));
  let undone = 0;
  while (position.undo()) undone++;
  assert.equal(undone, 200);
});

test("an address shows no mine, and letters instead of signs that take three characters", () => {
  const board = { width: 3, height: 1, mines: 1 };
  assert.equal(positionQuery(board, "#*1"), `position=${encodeURIComponent("3x1x1\nHH1")}`);
  assert.equal(
    positionQuery({ ...board, mines: null }, "x!1"),
    `position=${encodeURIComponent("F#1")}`,
  );
});
