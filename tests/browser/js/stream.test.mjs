import assert from "node:assert/strict";
import {afterEach, beforeEach, mock, test} from "node:test";

import {TokenStream} from "../../../tournaments/static/tournaments/js/stream.js";

const realFetch = globalThis.fetch;
const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(() => setImmediate(resolve))));
const NAMES = ["open", "time", "frame", "replaced", "refused", "error"];

/** Make a stream whose requests are answered in turn: by chunks of bytes, a status, or "down" for a dead network. */
function stream(answers) {
  const seen = {requests: [], events: []};
  globalThis.fetch = async (url, options) => {
    seen.requests.push({url, authorization: options.headers.Authorization});
    const next = answers.shift();
    if (next === "down") throw new TypeError("network");
    if (typeof next === "number") return new Response("", {status: next});
    return new Response(new ReadableStream({
      start(controller) {
        for (const chunk of next) controller.enqueue(new TextEncoder().encode(chunk));
        if (!next.open) controller.close();
      },
    }));
  };
  const source = new TokenStream("/live/ABCDE/", "secret");
  for (const name of NAMES) source.addEventListener(name, (event) => seen.events.push(event.data === undefined ? name : `${name} ${event.data}`));
  return {source, seen};
}

beforeEach(() => mock.timers.enable({apis: ["setTimeout"]}));
afterEach(() => {
  mock.timers.reset();
  globalThis.fetch = realFetch;
});

test("events are read however they are cut, and the token is in no address", async () => {
  const chunks = ["retry: 1200\n\nevent: ti", "me\ndata: 5\n", "\nid: 7\nevent: frame\ndata: {\"a\": \"b: c\"}\n\n"];
  const {source, seen} = stream([Object.assign(chunks, {open: true})]);
  await settled();
  assert.deepEqual(seen.events, ["open", "time 5", "frame {\"a\": \"b: c\"}"]);
  assert.deepEqual(seen.requests, [{url: "/live/ABCDE/", authorization: "Bearer secret"}]);
  assert.equal(source.readyState, 1);
  assert.equal(source.retry, 1_200);
  source.close();
});

test("a lost stream comes back by itself, when the server said", async () => {
  const {seen} = stream([["retry: 1200\n\n"], "down", Object.assign([], {open: true})]);
  await settled();
  mock.timers.tick(1_199);
  await settled();
  assert.equal(seen.requests.length, 1);
  mock.timers.tick(1);
  await settled();
  mock.timers.tick(1_200);
  await settled();
  assert.deepEqual(seen.events, ["open", "error", "error", "open"]);
});

test("a refused stream stays closed, and says whether it was the token", async () => {
  for (const [status, event] of [[401, "refused"], [403, "refused"], [404, "error"], [429, "error"], [502, "error"]]) {
    const {source, seen} = stream([status]);
    await settled();
    mock.timers.tick(60_000);
    await settled();
    assert.deepEqual(seen.events, [event]);
    assert.equal(seen.requests.length, 1);
    assert.equal(source.readyState, 2);
  }
});

test("a closed stream says nothing more", async () => {
  const {source, seen} = stream([["event: time\ndata: 5\n\n"]]);
  source.close();
  await settled();
  mock.timers.tick(60_000);
  await settled();
  assert.deepEqual(seen.events.filter((event) => event.startsWith("time")), []);
  assert.equal(seen.requests.length, 1);
});
