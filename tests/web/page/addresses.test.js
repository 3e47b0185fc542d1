/** Addresses of the page, and what is shown before a game is there. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { load } from "./stand_in.js";

const { address, base, currentPath } = await load("lib/address.js");
const { route } = await load("page/router.js");
const { draftFor, keepDraft, keepForReturn } = await load("play/resume.js");
const sizes = { beginner: { width: 9, height: 9, mines: 10 } };
const about = {
  limits: { cells: 40_000 },
  levels: Object.entries(sizes).map(([name, size]) => ({ name, ...size })),
};

/** Bring the window to a path of the page. */
const visit = (path, search = "") => Object.assign(location, { pathname: base + path, search });

beforeEach(() => sessionStorage.clear());

test("paths lie in the folder that the page is served from", () => {
  assert.equal(address("/play"), `${base}play`);
  visit("review/abc", "?move=3");
  assert.equal(currentPath(), "/review/abc?move=3");
});

test("an address names a mode, what follows, and a query", () => {
  visit("watch/cmd%3A.%2Fsolver", "?level=expert");
  const { mode, parts, query } = route();
  assert.deepEqual([mode, parts, query.get("level")], ["watch", ["cmd:./solver"], "expert"]);
});

test("any other address is Play", () => {
  for (const path of ["", "nowhere", "constructor"]) {
    visit(path);
    assert.equal(route().mode, "play");
  }
});

test("a game that was left is shown as it was, and no other", () => {
  keepDraft({ id: "abc", seq: 7 });
  keepForReturn("abc");
  assert.equal(draftFor({ parts: ["abc"], query: new URLSearchParams() }, about).seq, 7);
  assert.equal(draftFor({ parts: [], query: new URLSearchParams() }, about).seq, 7);
  assert.equal(draftFor({ parts: ["other"], query: new URLSearchParams() }, about), null);
});

test("of a board or a day that is named, nothing is shown before it is known", () => {
  for (const query of ["board=3x3-x", "daily=2026-01-02"])
    assert.equal(draftFor({ parts: [], query: new URLSearchParams(query) }, about), null);
});

test("a level shows a closed board of its size; an impossible one shows none", () => {
  const at = (level) => draftFor({ parts: [], query: new URLSearchParams({ level }) }, about);
  const { rows, mines_left, safe_left, outcome } = at("beginner");
  assert.deepEqual(
    [rows.length, rows[0], mines_left, safe_left, outcome],
    [9, "#########", 10, 71, "playing"],
  );
  assert.equal(at("3x2/1").rows.length, 2);
  assert.equal(at("2x2/4"), null);
  assert.equal(at("1000x1000/5"), null);
});
