import assert from "node:assert/strict";
import {test} from "node:test";

import {deferWhileKeying} from "../../../duplicate/static/duplicate/deferring.js";

/** A desk whose clock the test moves: `key` presses a key in the line, `pass` lets milliseconds pass. */
function desk() {
  let [now, due, work, keys] = [10_000, Infinity, () => {}, () => {}];
  const refreshed = [];
  globalThis.performance = {now: () => now};
  globalThis.window = {setTimeout: (later, left) => { [due, work] = [now + left, later]; return 1; }};
  globalThis.clearTimeout = () => { due = Infinity; };
  const form = {addEventListener: (_name, listener) => { keys = listener; }};
  const later = deferWhileKeying(form, () => refreshed.push(now));
  const pass = (milliseconds) => {
    const end = now + milliseconds;
    while (due <= end) {
      now = due;
      due = Infinity;
      work();
    }
    now = end;
  };
  return {later, pass, key: () => keys(), refreshed};
}

test("nobody keys: the page is refreshed at once", () => {
  const {later, refreshed} = desk();
  later();
  assert.deepEqual(refreshed, [10_000]);
});

test("the refresh after a line waits for a pause, and several become one", () => {
  const {later, pass, key, refreshed} = desk();
  key();
  later();
  pass(200);
  key();
  later();
  pass(299);
  assert.deepEqual(refreshed, []);
  pass(1);
  assert.deepEqual(refreshed, [10_500]);
  pass(5_000);
  assert.equal(refreshed.length, 1);
});

test("it does not wait for ever while line follows line", () => {
  const {later, pass, key, refreshed} = desk();
  for (let line = 0; line < 40; line += 1) {
    key();
    later();
    pass(200);
  }
  assert.deepEqual(refreshed, [13_000, 16_200]);
});
