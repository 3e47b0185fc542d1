/** How far the board scrolls for a cell to be in sight. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./stand_in.js";

const { windowShowing } = await load("board/scroll.js");
const window = { top: 10, left: 10, high: 8, wide: 8 };

test("a window that shows the cell with a margin does not move", () => {
  assert.deepEqual(windowShowing(window, [13, 13], []), window);
});

test("it moves just enough, and leaves a cell and a half around", () => {
  assert.deepEqual(windowShowing(window, [20, 13], []), { ...window, top: 14.5 });
  assert.deepEqual(windowShowing(window, [13, 4], []), { ...window, left: 2.5 });
});

test("others come into sight as far as they fit, the nearest first", () => {
  const { top } = windowShowing(
    window,
    [20, 13],
    [
      [26, 13],
      [60, 13],
    ],
  );
  assert.equal(top, 19.5); // rows 20 to 26 leave half a cell on each side
});

test("a window that is lower than its margins shows the cell in its middle", () => {
  assert.equal(windowShowing({ ...window, high: 2 }, [30, 13], []).top, 29.5);
});
