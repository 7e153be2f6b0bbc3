import assert from "node:assert/strict";
import {afterEach, test} from "node:test";

import {takeDevice} from "../../../tournaments/static/tournaments/js/device.js";
import {storeFor} from "../../../tournaments/static/tournaments/js/store.js";

const realFetch = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = realFetch;
});

/** Make a server that answers with these statuses in turn, with the list of its requests. */
function server(...statuses) {
  const asked = [];
  globalThis.fetch = async (_url, {headers, body}) => {
    asked.push({shown: headers.Authorization.slice(7), token: JSON.parse(body).token});
    return new Response(null, {status: statuses.shift()});
  };
  return asked;
}

function linked(name, fresh = null) {
  const store = storeFor(name);
  store.set("token", "link");
  store.set("linked", true);
  store.set("fresh", fresh);
  return store;
}

test("the phone that opens the link goes on with a token of its own", async () => {
  const store = linked("FIRST");
  const asked = server(204);
  const token = await takeDevice("/device/", "link", store);
  assert.deepEqual(asked, [{shown: "link", token}]);
  assert.match(token, /^[A-Za-z0-9_-]{43}$/);
  assert.deepEqual([store.get("token"), store.get("linked"), store.get("fresh")], [token, null, null]);
});

test("an answer that was lost shuts nobody out", async () => {
  const fresh = "f".repeat(43);
  const asked = server(401, 204);
  assert.equal(await takeDevice("/device/", "link", linked("LOST", fresh)), fresh);
  assert.deepEqual(asked.map(({shown}) => shown), ["link", fresh]);
});

test("whoever comes second keeps the link, which the server refuses", async () => {
  const store = linked("SECOND");
  server(401, 401);
  assert.equal(await takeDevice("/device/", "link", store), "link");
  assert.equal(store.get("linked"), null);
});

test("who joined by name has no link to give up", async () => {
  const store = storeFor("JOINED");
  const asked = server();
  assert.equal(await takeDevice("/device/", "joined", store), "joined");
  assert.equal(asked.length, 0);
});
