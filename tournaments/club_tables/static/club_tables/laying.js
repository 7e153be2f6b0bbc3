/**
 * Lay words with one's own tiles at a club table: board, rack and fields of `word_entry.html` (`tournaments/js/entry.js`).
 *
 * Invariants: laid tiles stay until the move was accepted, also while others play; a move is sent only on one's turn.
 */

import {Entry} from "../tournaments/js/entry.js";
import {find} from "../tournaments/js/text.js";
import {boardWords, config, words} from "./table.js";

/**
 * @typedef {object} Ground
 * @property {string[][]} board
 * @property {string[]} rack texts of its tiles, "?" a blank
 * @property {{ref: string, word: string} | null} [last] the move that is lit
 * @property {boolean} mayPlay
 * @property {number} [draft] key of the player and the round of the laid tiles, a whole number above 0; without it,
 *   the laid tiles belong to the turn that is played here
 * @property {{ref: string, word: string} | null} [played] the played move, shown as it was laid
 * @property {boolean} [isAtRest] nothing can be laid now; the rack is visible
 */

/**
 * @param {import("./table.js").Table} table
 * @param {(word: string, ref: string) => Promise<boolean>} onPlay whether it was accepted
 * @param {{stacked?: boolean}} [options] whether equal tiles are stacked, with their number
 */
export function layingAt(table, onPlay, {stacked = false} = {}) {
  /** Id of the draft: only one's own play changes it, so that laid tiles stay while others play. */
  let draft = table.store.get("laying") ?? 1;
  /** @type {Ground | null} */
  let ground = null;
  const entry = new Entry({
    store: table.store,
    notation: "english",
    strings: words,
    boardStrings: boardWords,
    stacked,
    onChange: showSend,
    onSend: play,
  });

  function showSend() {
    find("#send").disabled = !(ground?.mayPlay && entry.written.complete);
  }

  async function play() {
    const {word, ref, complete} = entry.written;
    if (!complete || !ground?.mayPlay || !(await onPlay(word, ref))) return;
    draft += 1;
    table.store.set("laying", draft);
    if (ground) show(ground);
  }

  /** @param {Ground} now */
  function show(now) {
    ground = now;
    const id = now.draft ?? draft;
    const round = now.rack.length || now.played ? {id, phase: "running", rack: now.rack} : null;
    const frame = {round, last: now.last ?? null, board: now.board, values: config.values, notation: "english"};
    find("#entry").classList.toggle("at-rest", Boolean(now.isAtRest));
    entry.update(frame, {writing: now.rack.length > 0 && !now.isAtRest});
    if (now.played) entry.show({round_id: id, ...now.played, score: null});
    showSend();
  }

  return {show};
}
