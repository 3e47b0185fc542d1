/** Only the latest of several requests counts. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { load } from "./stand_in.js";

const { latest } = await load("lib/latest.js");

/** Let what was promised arrive. */
const arrive = async () => {
  for (let turn = 0; turn < 5; turn++) await null;
};

beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => mock.timers.reset());

test("a request is sent after a pause, and only the last of a burst", async () => {
  const [sent, answered] = [[], []];
  const ask = latest(100);
  for (const name of ["one", "two", "three"])
    ask(
      async () => (sent.push(name), name),
      (value) => answered.push(value),
    );
  mock.timers.tick(99);
  assert.deepEqual(sent, []);
  mock.timers.tick(1);
  await arrive();
  assert.deepEqual([sent, answered], [["three"], ["three"]]);
});

test("an answer or a failure that comes too late is dropped", async () => {
  const answered = [];
  const failed = [];
  const late = [Promise.withResolvers(), Promise.withResolvers()];
  const ask = latest(0);
  for (const { promise } of late) {
    ask(
      () => promise,
      (value) => answered.push(value),
      (error) => failed.push(error),
    );
    mock.timers.tick(0);
  }
  ask(
    async () => "newest",
    (value) => answered.push(value),
  );
  mock.timers.tick(0);
  late[0].resolve("old");
  late[1].reject(new Error("old"));
  await arrive();
  assert.deepEqual([answered, failed], [["newest"], []]);
});

test("a failure of the latest request is reported", async () => {
  const failed = [];
  latest(0)(
    async () => {
      throw new Error("down");
    },
    () => {},
    (error) => failed.push(error.message),
  );
  mock.timers.tick(0);
  await arrive();
  assert.deepEqual(failed, ["down"]);
});
