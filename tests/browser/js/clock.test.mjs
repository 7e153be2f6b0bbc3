import assert from "node:assert/strict";
import {test} from "node:test";

import {readClock} from "../../../duplicate/static/duplicate/clock.js";
import {ServerTime} from "../../../duplicate/static/duplicate/servertime.js";
import {minutes} from "../../../duplicate/static/duplicate/text.js";

const running = {phase: "running", closes_at: 180_000, remaining: null, call: 30};

test("the clock runs, calls and ends by the server's time", () => {
  assert.deepEqual(readClock(running, 0), {state: "running", left: 180_000});
  assert.equal(readClock(running, 149_999).state, "running");
  assert.equal(readClock(running, 150_000).state, "call");
  assert.deepEqual(readClock(running, 180_001), {state: "time", left: 0});
});

test("a standing clock shows what is left on it", () => {
  assert.deepEqual(readClock({phase: "paused", closes_at: null, remaining: 61_000, call: 30}, 999), {state: "standing", left: 61_000});
  assert.equal(readClock(null, 0).state, "off");
  assert.equal(readClock({...running, phase: "announced"}, 0).state, "off");
});

test("a second is shown until it is over", () => {
  assert.deepEqual([minutes(180_000), minutes(179_001), minutes(1), minutes(0)], ["3:00", "3:00", "0:01", "0:00"]);
});

test("the offset lies where all samples meet", () => {
  let local = 1_000;
  const time = new ServerTime(() => local);
  time.answered(6_000, 900, 1_100); // offset between 4900 and 5100
  assert.equal(time.offset, 5_000);
  time.answered(6_050, 0, 2_000); // a slow one says nothing new
  assert.equal(time.offset, 5_000);
  local = 2_000;
  time.pushed(6_980); // at least 4980
  assert.equal(time.offset, 5_040);
  assert.equal(time.now(), 7_040);
});

test("a device whose clock was set starts afresh", () => {
  let local = 0;
  const time = new ServerTime(() => local);
  time.answered(5_000, -50, 50);
  local = 100_000;
  time.answered(6_000, 99_990, 100_010);
  assert.equal(time.offset, -94_000);
});

test("after a sleep the old offset is believed until the server is heard again", () => {
  const time = new ServerTime(() => 0);
  time.answered(5_000, -50, 50);
  time.forget();
  assert.equal(time.offset, 5_000);
  time.answered(5_500, -50, 50);
  assert.equal(time.offset, 5_500);
});
