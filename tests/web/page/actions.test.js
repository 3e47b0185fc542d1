/** A mode's table of actions gives keys and buttons the same meaning. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { load, send } from "./stand_in.js";

const { Actions } = await load("page/actions.js");

/** @type {string[]} */
let done;
let actions;

beforeEach(() => {
  done = [];
  const controller = { hint: () => done.push("hint"), share: () => done.push("share") };
  const table = { hint: { key: "H", label: "Hint", main: true }, share: { label: "Share" } };
  actions = new Actions(controller, table);
});

test("keys are those of the table, in lower case", () => {
  assert.deepEqual(Object.keys(actions.keys()), ["h"]);
  actions.keys().h();
  assert.deepEqual(done, ["hint"]);
});

test("a button does the same and shows its key, unless its title names it", () => {
  const button = actions.button("hint");
  send(button, "click");
  assert.deepEqual([done, button.textContent], [["hint"], "HintH"]);
  assert.equal(actions.button("hint", { plain: true, title: "Help (H)" }).textContent, "Hint");
});

test("a button may differ from the table", () => {
  const button = actions.button("share", { label: "Share it", title: "Copy a link" });
  send(button, "click");
  assert.deepEqual(
    [done, button.textContent, button.getAttribute("title")],
    [["share"], "Share it", "Copy a link"],
  );
});
