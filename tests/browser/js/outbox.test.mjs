import assert from "node:assert/strict";
import {afterEach, beforeEach, mock, test} from "node:test";

import {Outbox} from "../../../tournaments/static/tournaments/js/outbox.js";
import {newId, storeFor} from "../../../tournaments/static/tournaments/js/store.js";

const slip = (word) => ({id: newId(), round: 1, round_id: 7, word, ref: "H8", score: null});
const answer = (status, said, headers = {}) => new Response(JSON.stringify(said), {status, headers});
const realFetch = globalThis.fetch;

/**
 * Make an outbox whose requests are answered by `answers` in turn: a function of the slip, or "down" for a dead
 * network.
 */
function outbox(answers, store = storeFor("TEST"), options = {}) {
  const seen = {sent: [], receipts: [], refusals: [], delays: []};
  globalThis.fetch = async (_url, {body}) => {
    const sent = JSON.parse(body);
    seen.sent.push(sent);
    const next = answers.shift();
    if (next === "down") throw new TypeError("network");
    return next(sent);
  };
  const box = new Outbox({
    url: "/slips/",
    token: "secret",
    store,
    onReceipt: (receipt) => seen.receipts.push(receipt),
    onRefusal: (refusal) => seen.refusals.push(refusal),
    onDelay: (delay) => seen.delays.push(delay),
    ...options,
  });
  return {box, seen};
}
const receipt = (sent) => answer(201, {...sent, received_at: 1, late: false});
const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(() => setImmediate(resolve))));

beforeEach(() => mock.timers.enable({apis: ["setTimeout"]}));
afterEach(() => {
  mock.timers.reset();
  globalThis.fetch = realFetch;
});

test("a slip is kept until its receipt, and sent again with the same id", async () => {
  const {box, seen} = outbox(["down", () => answer(502, {}), receipt]);
  box.put(slip("CAT"));
  await settled();
  assert.deepEqual(seen.delays, ["network"]);
  mock.timers.tick(1_300);
  await settled();
  mock.timers.tick(2_600);
  await settled();
  assert.deepEqual(seen.delays, ["network", "busy"]);
  assert.equal(new Set(seen.sent.map(({id}) => id)).size, 1);
  assert.equal(seen.receipts.length, 1);
  assert.equal(box.slip, null);
});

test("a reload takes the waiting slip up again", async () => {
  const store = storeFor("TEST");
  const first = outbox(["down"], store);
  first.box.put(slip("CAT"));
  await settled();
  const {box, seen} = outbox([receipt], store);
  await box.send();
  assert.equal(seen.receipts[0].id, first.seen.sent[0].id);
});

test("when the slip is changed on its way, both go out, in order", async () => {
  const {box, seen} = outbox([receipt, receipt]);
  box.put(slip("CAT"));
  box.put(slip("CATS"));
  await settled();
  assert.deepEqual(seen.receipts.map(({word}) => word), ["CAT", "CATS"]);
  assert.equal(box.slip, null);
});

test("a refusal is told with its reasons, and not sent again", async () => {
  const {box, seen} = outbox([() => answer(400, {code: "invalid", detail: "No such letter.", errors: [{field: "word"}]}), () => answer(409, {code: "round_announced", detail: "Too late."})]);
  box.put(slip("C1T"));
  await settled();
  assert.deepEqual(seen.refusals[0], {status: 400, code: "invalid", detail: "No such letter.", fields: ["word"]});
  box.put(slip("CAT"));
  await settled();
  assert.deepEqual([seen.refusals[1].code, seen.refusals[1].detail, box.slip], ["round_announced", "Too late.", null]);
});

test("told to wait, it waits", async () => {
  const {box, seen} = outbox([() => answer(429, {}, {"Retry-After": "20"}), receipt]);
  box.put(slip("CAT"));
  await settled();
  mock.timers.tick(14_000);
  await settled();
  assert.equal(seen.sent.length, 1);
  mock.timers.tick(12_000);
  await settled();
  assert.equal(seen.receipts.length, 1);
});

test("an outage is told in the server's words, and the slip is sent again", async () => {
  const full = () => answer(503, {code: "disk_full", detail: "The disk is full."}, {"Retry-After": "5"});
  const told = [];
  const {box, seen} = outbox([full, () => answer(503, {code: "busy", detail: "Send it again."}), receipt], undefined, {onDelay: (...delay) => told.push(delay)});
  box.put(slip("CAT"));
  await settled();
  assert.equal(box.slip.word, "CAT");
  for (const wait of [6_300, 10_000]) {
    mock.timers.tick(wait);
    await settled();
  }
  assert.deepEqual(told, [["busy", "The disk is full."], ["busy", ""]]);
  assert.deepEqual([seen.receipts.length, seen.refusals.length, box.slip], [1, 0, null]);
});

test("a slip that took too long to arrive is sent again", async () => {
  const {box, seen} = outbox([() => answer(408, {}, {}), receipt]);
  box.put(slip("CAT"));
  await settled();
  assert.equal(box.slip.word, "CAT");
  mock.timers.tick(12_000);
  await settled();
  assert.deepEqual([seen.receipts.length, seen.refusals.length], [1, 0]);
});

test("an answer that is no receipt for this slip is none, whoever gave it", async () => {
  const {box, seen} = outbox([() => new Response("<html>Log in to the hall's network</html>", {status: 200})]);
  box.put(slip("CAT"));
  await settled();
  assert.deepEqual([seen.receipts.length, seen.delays], [0, ["network"]]);
  assert.equal(box.slip.word, "CAT");
});

test("ids are random UUIDs of version 4", () => {
  assert.match(newId(), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.notEqual(newId(), newId());
});

test("a question goes the same way, and neither it nor a slip takes the place of the other", async () => {
  const store = storeFor("TEST");
  store.set("outbox", slip("TRAIN"));
  const {box, seen} = outbox(["down", (sent) => answer(201, {...sent, asked_at: 1})], store, {key: "question"});
  const question = {id: newId(), round: 1, text: "Why?"};
  box.put(question);
  await settled();
  assert.deepEqual([box.slip, seen.delays], [question, ["network"]]);
  mock.timers.tick(2_000);
  await settled();
  assert.deepEqual([box.slip, seen.receipts.map(({id}) => id)], [null, [question.id]]);
  assert.equal(store.get("outbox").word, "TRAIN");
  store.set("outbox", null);
});
