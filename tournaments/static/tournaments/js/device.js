/**
 * A link for one device: the first phone that opens it creates a token of its own.
 *
 * Invariant: the new token is stored before it is sent, so that a phone that loses the answer keeps its access.
 */

import {ask} from "./http.js";

const WAIT = 2_000;

/**
 * @param {string} url that registers a device
 * @param {string} token the token of the link, or the phone's earlier one
 * @param {import("./store.js").Store} store
 * @returns {Promise<string>} the token to use: the same if it came by no link, or if another phone was quicker
 */
export async function takeDevice(url, token, store) {
  if (!token || !store.get("linked")) return token;
  const fresh = store.get("fresh") ?? newToken();
  store.set("fresh", fresh);
  // Try the fresh token as well: the answer to an earlier attempt may have been lost.
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

/** Return the status of the answer; retry until there is one. @param {string} url @param {string} shown @param {string} fresh */
async function send(url, shown, fresh) {
  for (;;) {
    try {
      const headers = {Authorization: `Bearer ${shown}`, "Content-Type": "application/json"};
      const answer = await ask(url, {method: "POST", headers, body: JSON.stringify({token: fresh})});
      if (answer.status < 500 && answer.status !== 429) return answer.status;
    } catch {
      // No network yet: try again.
    }
    await new Promise((resolve) => setTimeout(resolve, WAIT));
  }
}

/** Return 256 random bits, written as a token. */
function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
