/** A move laid out on the board before it is placed. */

import {onBoard, parseReference, SIZE, stepped, wordTokens} from "../tournaments/js/notation.js";

/**
 * @param {string} reference
 * @param {string} word
 * @param {{board: string[][], notation: import("../tournaments/js/notation.js").Convention, values: Record<string, number>}} ground
 * @returns {Map<number, string>} the tiles that are not there yet
 */
export function layOut(reference, word, {board, notation, values}) {
  const start = parseReference(reference, notation);
  const laid = new Map();
  if (!start) return laid;
  wordTokens(word, values).forEach((token, index) => {
    const square = stepped(start, index);
    if (onBoard(square) && !board[square.row][square.column]) {
      laid.set(square.row * SIZE + square.column, token);
    }
  });
  return laid;
}
