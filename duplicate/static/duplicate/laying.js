/** The move of an announcement laid tile by tile on the projector; at once where motion is not wanted (projector.css). */

import {moveSquares} from "../tournaments/js/board.js";
import {SIZE} from "../tournaments/js/notation.js";

/**
 * Return the squares that a new announcement fills, in the order of the word; none for the first frame of a page.
 * @param {any} before the frame that was shown until now
 * @param {any} after
 * @returns {number[]}
 */
export function newTiles(before, after) {
  const {last, notation, values} = after;
  if (!before || !last || last.number <= (before.last?.number ?? 0)) return [];
  const cell = (/** @type {any} */ frame, /** @type {number} */ square) => frame.board[Math.floor(square / SIZE)][square % SIZE];
  return [...moveSquares(last, notation, values)].filter((square) => cell(after, square) && !cell(before, square));
}

/** @param {(HTMLElement | null)[]} elements */
export function layOneByOne(elements) {
  elements.forEach((element, nth) => {
    element?.style.setProperty("--nth", String(nth));
    element?.classList.add("laid");
  });
}
