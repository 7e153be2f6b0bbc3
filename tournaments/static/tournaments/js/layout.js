/** The ground of a slip, and the layout of its word. */

import {SIZE} from "./notation.js";

/** @typedef {import("./notation.js").Start} Start */
/**
 * @typedef {object} Ground board and tiles of a slip
 * @property {string[][]} cells the tiles on the board
 * @property {string[]} rack its tiles, "?" a blank
 * @property {Record<string, number>} values every tile of the set
 */
/** @typedef {{row: number, column: number, token: string}} Laid a tile from the rack */
/**
 * @typedef {object} Problem
 * @property {"no_word" | "no_square" | "unknown_letter" | "off_board" | "square_taken" | "not_in_rack" | "no_tile" | "not_on_centre" | "not_connected" | "too_short"} code
 * @property {string} [letters]
 */
/**
 * @typedef {object} Layout
 * @property {Start | null} start of the whole word; null when no square is chosen
 * @property {string} word the whole word, blanks in lower case, also those that the rack made necessary
 * @property {string} written the whole word with only those blanks that the player chose
 * @property {Laid[]} laid
 * @property {Start | null} next the square after the last tile, if it is on the board
 * @property {Problem | null} problem the first thing that is wrong
 */

/** @type {string[][]} */
export const EMPTY_BOARD = Array.from({length: SIZE}, () => Array(SIZE).fill(""));
