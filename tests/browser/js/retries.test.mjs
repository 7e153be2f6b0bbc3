import assert from "node:assert/strict";
import {test} from "node:test";

import {Retries} from "../../../duplicate/static/duplicate/retries.js";

const answer = (status, after) => new Response("{}", {status, headers: after ? {"Retry-After": after} : {}});

test("a refusal for the number of joins is tried again, later each time", () => {
  const retries = new Retries(() => 0);
  assert.deepEqual([1, 2, 3, 4, 5].map(() => retries.next(answer(429))), [2, 4, 8, 15, 15]);
});

test("phones do as the server says, spread out, and never wait long", () => {
  assert.equal(new Retries(() => 0).next(answer(429, "6")), 6);
  assert.equal(new Retries(() => 1).next(answer(429, "6")), 9);
  assert.equal(new Retries(() => 0).next(answer(429, "58")), 15);
  assert.equal(new Retries(() => 0.5).next(answer(503, "1")), 3);
});

test("other answers, and ten minutes, are for the person", () => {
  const retries = new Retries();
  assert.equal(retries.next(answer(201)), null);
  assert.equal(retries.next(answer(400)), null);
  assert.equal(retries.next(answer(429, "600")), null);
});
