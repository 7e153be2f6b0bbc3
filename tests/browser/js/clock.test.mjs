import assert from "node:assert/strict";
import {test} from "node:test";

import {mountClock, readClock} from "../../../tournaments/static/tournaments/js/clock.js";
import {ServerTime} from "../../../tournaments/static/tournaments/js/servertime.js";
import {minutes} from "../../../tournaments/static/tournaments/js/text.js";

globalThis.document = {documentElement: {lang: "en"}};

const running = {phase: "running", closes_at: 180_000, remaining: null, calls: [30]};

test("the clock runs, calls and ends by the server's time", () => {
  assert.deepEqual(readClock(running, 0), {state: "running", left: 180_000, called: 0});
  assert.equal(readClock(running, 149_999).state, "running");
  assert.equal(readClock(running, 150_000).state, "call");
  assert.deepEqual(readClock(running, 180_001), {state: "time", left: 0, called: 0});
});

test("each call of several is passed", () => {
  const three = {...running, calls: [60, 30, 5]};
  const passed = [120_000, 120_001, 149_999, 150_000, 175_000, 179_999].map((now) => readClock(three, now).called);
  assert.deepEqual(passed, [1, 1, 1, 2, 3, 3]);
  assert.deepEqual(readClock({...running, calls: []}, 179_999), {state: "running", left: 1, called: 0});
});

/** Make a clock on an element, with the list of its announcements. */
function mounted(round) {
  const element = {dataset: {}, classList: {add() {}}, setAttribute() {}};
  const hands = {now: 0};
  const said = [];
  let calls = 0;
  const announcer = {set textContent(words) { said.push(words); }};
  const strings = {call: {one: "{seconds} is left", other: "{seconds} left"}, time: "Time"};
  const told = [];
  const clock = mountClock(element, {now: () => hands.now, strings, announcer, onCall: () => { calls += 1; }, onTime: () => told.push(clock.state)});
  clock.update(round);
  const at = (now) => { hands.now = now; clock.refresh(); };
  return {at, said, told, update: clock.update, stop: () => clock.update(null), calls: () => calls};
}

test("every call is said once, while the clock runs", () => {
  const {at, said, calls, stop} = mounted({...running, calls: [60, 30, 1]});
  for (const now of [1_000, 120_000, 121_000, 150_000, 151_000, 179_000, 180_000]) at(now);
  assert.deepEqual(said, ["60 left", "30 left", "1 is left", "Time"]);
  assert.equal(calls(), 3);
  stop();
});

test("who is told that time is up finds the clock at time", () => {
  const {at, told, stop} = mounted(running);
  for (const now of [1_000, 180_000, 180_500]) at(now);
  assert.deepEqual(told, ["time"]);
  stop();
});

test("a screen that opens after a call does not say it", () => {
  const clock = mounted({...running, calls: [60, 30, 5]});
  clock.stop();
  clock.at(121_000);
  clock.update({...running, calls: [60, 30, 5]});
  assert.deepEqual(clock.said, []);
  clock.at(176_000); // it slept through a call: only the last is announced
  assert.deepEqual(clock.said, ["5 left"]);
  clock.stop();
});

test("a standing clock shows what is left on it", () => {
  assert.deepEqual(readClock({phase: "paused", closes_at: null, remaining: 61_000, calls: [30]}, 999), {state: "standing", left: 61_000, called: 0});
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
  time.answered(6_050, 0, 2_000); // a slow answer adds nothing
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
