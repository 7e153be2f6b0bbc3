import assert from "node:assert/strict";
import {afterEach, test} from "node:test";

globalThis.window = {addEventListener() {}};
const {ClockOutbox} = await import("../../../tournaments/classic/static/classic/clock_outbox.js");
const {newId, storeFor} = await import("../../../tournaments/static/tournaments/js/store.js");

const press = () => ({id: newId(), at: 1, act: "press", side: 0, number: 1});
const answer = (status, said = {}) => new Response(JSON.stringify(said), {status, headers: {"Server-Time": "1"}});
const realFetch = globalThis.fetch;
const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(() => setImmediate(resolve))));

/** Make an outbox whose requests are answered in turn, with the results. */
function outbox(store, token, ...answers) {
  const seen = {sent: [], refused: []};
  globalThis.fetch = async (_url, {body, headers}) => {
    seen.sent.push([headers.Authorization, JSON.parse(body).id]);
    return answers.shift();
  };
  const box = new ClockOutbox({url: "/acts/", token, store, onDone() {}, onRefused: (status) => seen.refused.push(status)});
  return {box, seen};
}

afterEach(() => {
  globalThis.fetch = realFetch;
});

test("what was pressed before the link was renewed is sent by the new link", async () => {
  const store = storeFor("renewed");
  const acts = [press(), press()];
  const old = outbox(store, "old", answer(401));
  old.box.put(acts[0]);
  await settled();
  old.box.put(acts[1]);
  await settled();
  assert.deepEqual([old.seen.sent.length, old.seen.refused, old.box.acts], [1, [401], acts]);

  const renewed = outbox(store, "new", answer(201), answer(201));
  await renewed.box.flush();
  await settled();
  assert.deepEqual(renewed.seen.sent, acts.map((act) => ["Bearer new", act.id]));
  assert.deepEqual(renewed.box.acts, []);
});

test("what the clock does not take goes, with what was built on it", async () => {
  const {box, seen} = outbox(storeFor("refused"), "good", answer(409, {detail: "Not your turn."}));
  box.put(press());
  await settled();
  assert.deepEqual([seen.refused, box.acts], [[409], []]);
});
