/** Words on a real board, written down by the scorekeeper (`written.html`). */

import {mountBoard, moveSquares} from "../tournaments/js/board.js";
import {find} from "../tournaments/js/text.js";
import {emptyWhenTaken} from "./fields.js";
import {boardWords, config} from "./table.js";

/** @param {(word: string, ref: string) => Promise<boolean>} onPlay whether it was accepted */
export function writingAt(onPlay) {
  const board = mountBoard(find("#board"), {notation: "english", strings: boardWords, readable: true});
  const [word, ref] = [find("#paper-word"), find("#paper-ref")];
  find("#paper").addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!word.value.trim()) return word.focus();
    const empty = emptyWhenTaken(word, ref);
    if (!(await onPlay(word.value.trim(), ref.value.trim()))) return;
    empty();
    word.focus();
  });

  /** @param {string[][]} cells @param {{word: string, ref: string} | null} last */
  function show(cells, last) {
    board.draw({cells, values: config.values, fresh: moveSquares(last, "english", config.values)});
  }

  return {show};
}
