/**
 * A link that opens one device: the first phone that opens it goes on with a token of its own making.
 *
 * What always holds: the new token is kept before it is sent, so that a phone that lost the answer is not shut out.
 */

import {ask} from "./http.js";

const WAIT = 2_000;

/**
 * @param {string} url where a device is taken
 * @param {string} token what the link carried, or the phone has had
 * @param {import("./store.js").Store} store
 * @returns {Promise<string>} the token to go on with: the same if it came by no link, or if another phone was quicker
 */
export async function takeDevice(url, token, store) {
  if (!token || !store.get("linked")) return token;
  const fresh = store.get("fresh") ?? newToken();
  store.set("fresh", fresh);
  // With the fresh one as well: the answer to an earlier attempt may have been lost.
  for (const shown of [token, fresh]) {
    const status = await send(url, shown, fresh);
    if (status === 204) {
      settle(store, fresh);
      return fresh;
    }
    if (status !== 401) break;
  }
  settle(store, token);
  return token;
}

/** @param {import("./store.js").Store} store @param {string} token */
function settle(store, token) {
  store.set("token", token);
  store.set("fresh", null);
  store.set("linked", null);
}

/** The status of the answer, however long the network or the server keeps us waiting for one. @param {string} url @param {string} shown @param {string} fresh */
async function send(url, shown, fresh) {
  for (;;) {
    try {
      const headers = {Authorization: `Bearer ${shown}`, "Content-Type": "application/json"};
      const answer = await ask(url, {method: "POST", headers, body: JSON.stringify({token: fresh})});
      if (answer.status < 500 && answer.status !== 429) return answer.status;
    } catch {
      // No network: the page has just come up, and goes on by itself when there is one.
    }
    await new Promise((resolve) => setTimeout(resolve, WAIT));
  }
}

/** 256 random bits, as tokens are written. */
function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
