/** A place in a sequence of moves, and a time of a recording. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { load, send } from "./stand_in.js";

const { MoveTimeline, TimeTimeline } = await load("replay/timeline.js");

/** @type {number[]} */
let places;
let timeline;

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  places = [];
  timeline = new MoveTimeline((place) => places.push(place));
  timeline.extend(5);
});

afterEach(() => {
  timeline.pause();
  mock.timers.reset();
});

test("no jump leaves the moves", () => {
  for (const place of [3, -1, 99]) timeline.jump(place);
  assert.deepEqual(places, [3, 0, 5]);
  assert.equal(timeline.slider.getAttribute("aria-valuetext"), "5 of 5 moves made");
});

test("it plays at its speed, from the start if it is at the end, and then stops", () => {
  timeline.jump(5);
  timeline.speed = 10;
  timeline.toggle();
  assert.equal(timeline.playButton.getAttribute("aria-label"), "Pause");
  for (let tick = 0; tick < 2; tick++) mock.timers.tick(100);
  assert.deepEqual(places.slice(1), [0, 1, 2]);
  for (let tick = 0; tick < 4; tick++) mock.timers.tick(100);
  assert.deepEqual([timeline.place, timeline.playing], [5, false]);
});

test("while moves still come, playing waits for them", () => {
  timeline.ended = false;
  timeline.jump(5);
  timeline.playing = false;
  timeline.jump(4);
  timeline.play();
  mock.timers.tick(5000);
  assert.deepEqual([timeline.place, timeline.playing], [5, true]);
  timeline.extend(6);
  mock.timers.tick(250);
  assert.equal(timeline.place, 6);
});

test("the last move is followed while more come, until one goes elsewhere", () => {
  timeline.ended = false;
  timeline.keys().end();
  timeline.extend(9);
  assert.equal(timeline.place, 9);
  timeline.keys().arrowleft();
  timeline.extend(12);
  assert.equal(timeline.place, 8);
});

test("the slider jumps", () => {
  timeline.slider.value = "2";
  send(timeline.slider, "input");
  assert.deepEqual(places, [2]);
});

test("a recording is stepped through from action to action", () => {
  const times = [];
  const recording = new TimeTimeline(
    (time) => times.push(time),
    [100, 100, 250],
    (time, end) => `${time} of ${end}`,
  );
  recording.extend(400);
  for (const way of [1, 1, 1, -1, -1, -1]) recording.step(way);
  assert.deepEqual(times, [100, 250, 400, 250, 100, 0]);
  assert.equal(recording.slider.getAttribute("aria-valuetext"), "0 of 400");
});
