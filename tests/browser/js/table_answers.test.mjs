import assert from "node:assert/strict";
import {test} from "node:test";

import {endsSomething} from "../../../duplicate/static/duplicate/table_answers.js";

const counts = (missing, conflicts = 0, unchecked = 0) => ({awaited: 8, received: 8 - missing, missing, conflicts, unchecked});

test("the last slip, conflict or second entry is the last of its kind", () => {
  assert.equal(endsSomething(counts(1), counts(0)), true);
  assert.equal(endsSomething(counts(3, 1), counts(3, 0)), true);
  assert.equal(endsSomething(counts(0, 0, 1), counts(0, 0, 0)), true);
});

test("neither one of several nor a mark in a complete round is", () => {
  assert.equal(endsSomething(counts(3), counts(2)), false);
  assert.equal(endsSomething(counts(0), counts(0)), false);
  assert.equal(endsSomething(counts(0, 2), counts(1, 2)), false);
});

test("without earlier counts any act may have been", () => {
  assert.equal(endsSomething(null, counts(5)), true);
  assert.equal(endsSomething(counts(5), null), false);
});
