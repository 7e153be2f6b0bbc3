import assert from "node:assert/strict";
import {test} from "node:test";

import {connect} from "../../../tournaments/static/tournaments/js/live.js";

/**
 * Make a page that follows a game by polling, with its requests (each to be answered by hand) and a way to wake it
 * up.
 */
function followed(t) {
  t.mock.timers.enable({apis: ["setTimeout", "setInterval", "Date"]});
  const wakers = [];
  const listens = {addEventListener: (event, heard) => event === "online" && wakers.push(heard), removeEventListener() {}};
  Object.assign(globalThis, {window: listens, document: {...listens, visibilityState: "visible"}});
  const requests = [];
  t.mock.method(globalThis, "fetch", () => new Promise((resolve, reject) => requests.push({resolve, reject})));
  const link = connect("ABCDE", {onFrame() {}});
  t.after(() => link.close());
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {requests, wake: () => wakers.forEach((heard) => heard()), settled};
}

const unchanged = {status: 304, headers: new Map()};

test("a request that a sleep has cut off is made anew at once", async (t) => {
  const {requests, wake, settled} = followed(t);
  wake();
  assert.equal(requests.length, 1);
  requests[0].reject(new Error("cut off"));
  await settled();
  assert.equal(requests.length, 2);
  requests[1].reject(new Error("no network"));
  await settled();
  assert.equal(requests.length, 2, "and once only");
});

test("one that is answered after all is not", async (t) => {
  const {requests, wake, settled} = followed(t);
  wake();
  requests[0].resolve(unchanged);
  await settled();
  assert.equal(requests.length, 1);
});
