import assert from "node:assert/strict";
import {test} from "node:test";

import {OwnResults} from "../../../duplicate/static/duplicate/own_results.js";

const line = (number, more = {}) => ({number, questions: [], may_question: false, ...more});
const sheet = (...rounds) => ({total: 10 * rounds.length, rounds});

/** Make results whose requests are answered with `answers`, one after the other; `shown` are those told to the page. */
function resultsOf(t, ...answers) {
  t.mock.timers.enable({apis: ["setTimeout", "Date"]});
  t.mock.method(Math, "random", () => 0.5);
  const requests = [];
  t.mock.method(globalThis, "fetch", async (url, options) => {
    requests.push(options.headers);
    return {status: 200, ok: true, headers: new Map([["ETag", `"${requests.length}"`]]), json: async () => answers.shift()};
  });
  const shown = [];
  const again = [];
  const results = new OwnResults("/me/", "token", {isReady: () => true, onResults: (me) => shown.push(me), onRefused() {}, onJudgedAgain: (rounds) => again.push(rounds.map((round) => round.number)), onSettled: async () => undefined});
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {results, requests, shown, again, settled};
}

test("what the stream brings is added, and nothing is asked for", async (t) => {
  const {results, requests, shown} = resultsOf(t, sheet(line(1, {may_question: true})));
  await results.ask();
  results.expect(6000);
  results.add({after: 1, sheet: {total: 30, rounds: [line(2, {may_question: true})]}}, 6000);
  t.mock.timers.tick(60_000);
  assert.equal(requests.length, 1);
  assert.deepEqual(shown.at(-1), {total: 30, rounds: [line(2, {may_question: true}), line(1)]});
  assert.equal(results.tag, "", "the next answer is taken whole");
});

test("rounds that come back with another result have been judged again", async (t) => {
  const {results, again, settled} = resultsOf(t, sheet(line(2, {score: 0}), line(1, {score: 9})), sheet(line(2, {score: 66}), line(1, {score: 9})), sheet(line(3, {score: 5}), line(2, {score: 66}), line(1, {score: 9})));
  await results.ask();
  assert.deepEqual(again, [], "nothing was known before");
  results.add(null, 10);
  t.mock.timers.tick(5_000);
  await settled();
  assert.deepEqual(again, [[2]]);
  await results.ask();
  assert.deepEqual(again, [[2]], "a new round is not judged again");
});

test("the first round is added to an empty sheet", async (t) => {
  const {results, shown} = resultsOf(t, sheet());
  await results.ask();
  results.add({after: 0, sheet: sheet(line(1))}, 10);
  assert.deepEqual(shown.at(-1).rounds, [line(1)]);
});

for (const [name, held, news] of [
  ["where the round before is missing", sheet(line(1)), {after: 2, sheet: sheet(line(3))}],
  ["where the stream tells to", sheet(line(1)), null],
  ["where the sheet has the round already", sheet(line(2), line(1)), {after: 1, sheet: sheet(line(2))}],
]) {
  test(`the whole sheet is asked for ${name}, and not by all at once`, async (t) => {
    const {results, requests, settled} = resultsOf(t, held, sheet(line(9)));
    await results.ask();
    results.add(news, 1000);
    t.mock.timers.tick(1_499);
    assert.equal(requests.length, 1);
    t.mock.timers.tick(1);
    await settled();
    assert.equal(requests.length, 2);
  });
}

test("it is asked for by itself if the stream brings nothing", async (t) => {
  const {results, requests, settled} = resultsOf(t, sheet(), sheet(line(1)));
  await results.ask();
  results.expect(100);
  t.mock.timers.tick(5_000);
  assert.equal(requests.length, 1);
  t.mock.timers.tick(750);
  await settled();
  assert.equal(requests.length, 2);
});

test("an open question goes on asking after what the stream brought", async (t) => {
  const asking = line(1, {questions: [{answered_at: null}]});
  const {results, requests, settled} = resultsOf(t, sheet(asking), sheet(asking));
  await results.ask();
  results.add({after: 1, sheet: sheet(line(2))}, 10);
  t.mock.timers.tick(9_000);
  await settled();
  assert.equal(requests.length, 2);
});
