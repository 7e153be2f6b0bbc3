/** The page of a finished round: the board of that moment, with the placed move, and the fields that correct it. */

import {mountBoard, moveSquares} from "../tournaments/js/board.js";
import {parseReference, SIZE, stepped, wordTokens} from "../tournaments/js/notation.js";
import {showReadings} from "../tournaments/js/readings.js";
import {find, pageData} from "../tournaments/js/text.js";

const {notation, board: cells, values, move} = pageData("round-data");
const strings = pageData("strings");
const board = mountBoard(find("#board"), {notation, strings: strings.board});
board.draw({cells: withMove(), values, fresh: moveSquares(move, notation, values)});
showReadings(() => values, strings.readAs);

/** @returns {string[][]} */
function withMove() {
  const start = move.word ? parseReference(move.ref, notation) : null;
  const after = cells.map((/** @type {string[]} */ row) => [...row]);
  if (start) {
    wordTokens(move.word, values).forEach((token, index) => {
      const {row, column} = stepped(start, index);
      if (row < SIZE && column < SIZE) after[row][column] ||= token;
    });
  }
  return after;
}
