/** The token of a player: taken from a personal link, or kept from an earlier game of the event. */

import {takeLink} from "../tournaments/js/links.js";
import {handOver, storeFor} from "../tournaments/js/store.js";

/** @typedef {{code: string, others: string[]}} Games `others`: the other games of the event */

/**
 * Take the token of a personal link.
 * @param {Games} games
 * @param {import("../tournaments/js/store.js").Store} store
 * @returns {string} "" where there is none
 */
export function takeToken({code, others}, store) {
  const carried = takeLink().get("t");
  if (carried) {
    // The same link was opened again: the phone has a token of its own by now.
    if (carried !== store.get("link") || !store.get("token")) {
      handOver(code, carried, carried);
      store.set("linked", true);
    }
  }
  const earlier = others.map((other) => storeFor(other).get("token")).find(Boolean);
  // A player has one token in all games of an event.
  if (!store.get("token") && earlier) store.set("token", earlier);
  return store.get("token") ?? "";
}

/** Forget an invalid token in all games of the event. @param {Games} games @param {string} token */
export function forgetToken({code, others}, token) {
  for (const game of [code, ...others]) {
    if (storeFor(game).get("token") === token) handOver(game, null);
  }
}
