/** Short texts about games, chances and positions. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./stand_in.js";

const { description, facts } = await load("words/captions.js");
const { whole } = await load("insight/chance.js");
const { layouts } = await load("analyse/layouts.js");
const { appearance, label, layerBits, layersOf } = await load("board/look.js");
const game = { level_name: "beginner", kind: "plain", tier: null, width: 9, height: 9, mines: 10 };

test("a game is described by its level and kind", () => {
  assert.equal(description(game), "Beginner");
  assert.equal(description({ ...game, tier: 3 }), "Beginner, no guessing");
  assert.equal(
    description({ ...game, kind: "daily", date: "2026-01-02" }),
    "Beginner, daily board of 2026-01-02",
  );
  assert.equal(description({ ...game, kind: "daily", date: null }), "Beginner");
  assert.equal(description({ ...game, kind: "position" }), "Beginner, from a position");
});

test("its facts say what help it had", () => {
  assert.equal(facts(game), "Beginner · 9 × 9, 10 mines");
  const marked = facts({ ...game, undos: 2, helped: true, unranked: "Help was used." });
  assert.equal(marked, "Beginner · 9 × 9, 10 mines · after an undo, with help, unranked");
});

test("only a certain win is 100, and only a loss is 0", () => {
  assert.deepEqual([0, 0.001, 0.5, 0.999, 1].map(whole), ["0", "1", "50", "99", "100"]);
});

test("few layouts are counted, many are rounded", () => {
  const exact = { exact: true };
  assert.equal(layouts(null), "");
  assert.equal(layouts({ ...exact, layouts: "1" }), "Only one way to lay the mines fits.");
  assert.equal(layouts({ ...exact, layouts: "1632" }), "1,632 ways to lay the mines fit.");
  assert.equal(
    layouts({ ...exact, layouts: null, log10_layouts: 13.3 }),
    "About 20 trillion ways to lay the mines fit.",
  );
  const vast = layouts({ exact: false, layouts: null, log10_layouts: 95.2 });
  assert.equal(vast, "About 10⁹⁵ ways to lay the mines fit. Some risks are estimates.");
});

test("a cell says its name, what stands on it, and what is known of it", () => {
  assert.equal(label([3, 2], "#", [], "33"), "C4, unopened, 33 % likely a mine");
  assert.equal(
    label([3, 2], "#", ["safe", "best"], "0"),
    "C4, unopened, certainly safe, best move",
  );
  assert.equal(label([0, 0], "2", ["lit"], ""), "A1, two, part of the reason");
});

test("what stands on a cell goes before what is known of it", () => {
  assert.deepEqual(appearance("F", ["mines"], "100"), ["closed flagged stamp-flag", ""]);
  assert.deepEqual(appearance("#", ["safe"], "0"), ["closed stamp-safe", ""]);
  assert.deepEqual(appearance("#", [], "33"), ["closed has-risk", "33"]);
  assert.deepEqual(appearance("#", ["hushed"], "33"), ["closed has-risk", ""]);
  assert.deepEqual(appearance("3", [], ""), ["number n3", "3"]);
});

test("layers are kept as bits and come back as they were", () => {
  const bits = layerBits({ safe: [0], lit: [1], confirm: [0, 1] }, new Uint16Array(3));
  assert.deepEqual([...bits].map(layersOf), [["safe", "confirm"], ["lit", "confirm"], []]);
});
