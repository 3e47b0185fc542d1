/** What the buttons of a mouse do on the board. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { load, node, send } from "./stand_in.js";

const { listenToMouse } = await load("board/mouse.js");
const [LEFT, RIGHT, MIDDLE] = [1, 2, 4];

let board;
/** @type {unknown[]} */
let done;

beforeEach(() => {
  board = {
    root: node(),
    grid: { size: 9, cell: () => node() },
    width: 3,
    indexOf: () => board.at,
    at: 4,
  };
  done = [];
  const note =
    (name) =>
    (...values) =>
      void done.push([name, ...values]);
  listenToMouse(board, {
    open: note("open"),
    flag: note("flag"),
    chord: note("chord"),
    hover: note("hover"),
  });
});

/** Press a button while others are held: `buttons` is what is down afterwards. */
const down = (buttons, detail = 1) => send(board.root, "mousedown", { buttons, detail });
const up = (button, buttons = 0) => {
  const event = send(board.root, "mouseup", { button, buttons });
  send(window, "mouseup", { button, buttons });
  return event;
};

test("the left button opens when it is let go", () => {
  down(LEFT);
  assert.deepEqual(done, []);
  up(0);
  assert.deepEqual(done, [["open", 4, "click"]]);
});

test("a press that leaves its cell opens nothing", () => {
  down(LEFT);
  board.at = 5;
  up(0);
  assert.deepEqual(done, []);
});

test("the second click of a double one says so", () => {
  down(LEFT, 1);
  up(0);
  down(LEFT, 2);
  up(0);
  assert.deepEqual(
    done.map(([, , way]) => way),
    ["click", "double"],
  );
});

test("the right button flags when it is pressed", () => {
  down(RIGHT);
  assert.deepEqual(done, [["flag", 4]]);
});

test("both buttons chord, once, in any order of release", () => {
  for (const [first, second] of [
    [2, 0],
    [0, 2],
  ]) {
    done = [];
    down(LEFT);
    down(LEFT | RIGHT);
    up(first, second === 0 ? LEFT : RIGHT);
    up(second);
    assert.deepEqual(done, [["chord", 4, "both"]]);
  }
});

test("the middle button chords, and neither scrolls nor pastes", () => {
  const pressed = down(MIDDLE);
  const lifted = up(1);
  assert.deepEqual(done, [["chord", 4, "middle"]]);
  assert.deepEqual([pressed.defaultPrevented, lifted.defaultPrevented], [true, true]);
});

test("a screen reader's click, which has no button, opens", () => {
  send(board.root, "click", { detail: 0 });
  assert.deepEqual(done, [["open", 4, "key"]]);
});

test("the pointer is followed over cells, and out of the board", () => {
  send(board.root, "mouseover", { buttons: 0 });
  send(board.root, "mouseleave");
  assert.deepEqual(done, [
    ["hover", 4],
    ["hover", -1],
  ]);
});
