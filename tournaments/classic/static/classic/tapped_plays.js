/**
 * Words of a match that its players enter themselves, laid by tapping: with board, tiles and fields of
 * `word_entry.html` (`tournaments/js/entry.js`).
 *
 * Invariants: nobody names tiles on a rack: all that are not on the board can be laid. Laid tiles stay until the play
 * was accepted, also while the other plays.
 */

import {Entry} from "../tournaments/js/entry.js";
import {isBlank} from "../tournaments/js/notation.js";
import {find} from "../tournaments/js/text.js";
import {lastPlaced} from "./match_turns.js";

/**
 * @param {object} options
 * @param {import("../tournaments/js/store.js").Store} options.store
 * @param {Record<string, number>} options.tiles how many the set has of each
 * @param {any} options.strings those of `match_strings()`
 * @param {(line: string) => Promise<boolean>} options.onPlay whether it was accepted
 */
export function tapPlays({store, tiles, strings, onPlay}) {
  /** Id of the draft: only a play from here changes it. */
  let draft = store.get("laying") ?? 1;
  /** @type {any} */
  let match = null;
  let isOpen = false;
  const onChange = () => (find("#send").disabled = !entry.written.complete);
  const entry = new Entry({store, notation: "english", strings: strings.entry, boardStrings: strings.board, stacked: true, onChange, onSend: play});

  async function play() {
    const {word, ref, complete} = entry.written;
    if (!complete || !(await onPlay(`${ref} ${word}`))) return;
    draft += 1;
    store.set("laying", draft);
    show(match, isOpen);
  }

  /** @param {any} frame @param {boolean} open whether words are laid here now */
  function show(frame, open) {
    [match, isOpen] = [frame, open];
    const {board, values, notation} = frame;
    find("#entry").hidden = !open;
    const round = open ? {id: draft, phase: "running", rack: unseen(board, tiles)} : null;
    entry.update({round, last: lastPlaced(frame), board, values, notation}, {writing: open});
    onChange();
  }

  return {show, settle: onChange};
}

/** Return the tiles that are not on the board. @param {string[][]} board @param {Record<string, number>} tiles */
function unseen(board, tiles) {
  const left = {...tiles};
  for (const token of board.flat()) if (token) left[isBlank(token) ? "?" : token] -= 1;
  return Object.entries(left).flatMap(([tile, count]) => Array(Math.max(0, count)).fill(tile));
}
