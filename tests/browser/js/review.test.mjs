import assert from "node:assert/strict";
import {test} from "node:test";

import {courseOf, scaleOf} from "../../../duplicate/static/duplicate/review.js";

const round = (number, top, score, more = {}) => ({number, top: {word: "TOP", ref: "H8", score: top}, score, has_top: score === top, solo: null, warning_points: 0, ...more});

test("the course runs in the order of play, with solos and the price of warnings", () => {
  const course = courseOf([round(4, 20, 20, {solo: 10}), round(3, 30, 30, {warning_points: 5}), round(2, 50, 0), round(1, 66, 60)]);
  assert.deepEqual(course.map(({number, lost, negative}) => [number, lost, negative]), [[1, 6, -6], [2, 50, -56], [3, 5, -61], [4, -10, -51]]);
});

test("whoever had the top and lost a penalty on it had it all the same", () => {
  const [{hasTop, lost}] = courseOf([round(1, 66, 61, {has_top: true})]);
  assert.deepEqual([hasTop, lost], [true, 5]);
});

test("a chart shows zero, all values and few lines", () => {
  for (const values of [[0, 0], [-1], [-6, -56], [-4, 10, 30], [-999], [-2400]]) {
    const {low, high, step} = scaleOf(values);
    assert.ok(low <= Math.min(0, ...values) && high >= Math.max(0, ...values) && low < high, String(values));
    assert.ok((high - low) / step <= 6, String(values));
  }
});
