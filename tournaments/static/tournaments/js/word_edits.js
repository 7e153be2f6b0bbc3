/** Edits of a word during writing: typing, taking back, dropping a tile. Does not use the page. */

import {joinTokens, onBoard, raiseCase, stepped, tokenAt, wordTokens} from "./notation.js";

/** @typedef {import("./notation.js").Start} Start */
/** @typedef {import("./layout.js").Ground} Ground */
/** @typedef {import("./layout.js").Laid} Laid */
/** @typedef {import("./layout.js").Layout} Layout */

/**
 * Return the word after an edit of the word field. Keyboards choose the case as they please, so letters become
 * capitals; only where several come at once in both cases, the small ones are blanks, or those in brackets. Earlier
 * letters keep their case. Accents of letters that the set does not have are dropped.
 * @param {string} before the word so far, blanks in lower case
 * @param {string} after text of the field now
 * @param {Ground} ground
 * @returns {string} the word now, blanks in lower case
 */
export function retyped(before, after, ground) {
  const raiseLetter = (/** @type {string} */ letter) => raiseCase(letter.replace(/[()]/gu, ""), ground.values);
  const isSame = (/** @type {string} */ one, /** @type {string} */ other) => raiseLetter(one) === raiseLetter(other);
  let head = 0;
  while (head < Math.min(before.length, after.length) && isSame(before[head], after[head])) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && isSame(before.at(-1 - tail) ?? "", after.at(-1 - tail) ?? "")) tail++;
  const inserted = foldAccents(after.slice(head, after.length - tail), ground.values);
  const written = inserted.replace(/\([^)]*\)/gu, "");
  const small = written.match(/\p{Ll}/gu)?.length ?? 0;
  const meant = /\p{Lu}/u.test(written) && small <= ground.rack.filter((tile) => tile === "?").length;
  const raised = inserted.replace(/\([^)]*\)|[^(]+/gu, (piece) => (piece[0] === "(" ? piece : raiseLetter(piece)));
  return before.slice(0, head) + (meant ? inserted : raised) + before.slice(before.length - tail);
}

/**
 * @param {string} text
 * @param {Record<string, number>} values
 */
function foldAccents(text, values) {
  const fold = (/** @type {string} */ letter) => (raiseCase(letter, values) in values ? letter : letter.normalize("NFD").replace(/\p{M}/gu, ""));
  return [...text.normalize("NFC").replace(/œ/g, "oe").replace(/Œ/g, "OE")].map(fold).join("");
}

/**
 * Return the word without its last laid tile and the letters after it; "" when no laid tile is left.
 * @param {Layout} layout
 * @param {Record<string, number>} values
 */
export function withoutLast(layout, values) {
  const {start, laid} = layout;
  const tokens = wordTokens(layout.written, values);
  if (!start) return joinTokens(tokens.slice(0, -1), values);
  if (laid.length < 2) return "";
  const last = laid[laid.length - 1];
  return joinTokens(tokens.slice(0, last.row - start.row + last.column - start.column), values);
}

/**
 * Return the laid letters as written, to be laid again elsewhere.
 * @param {Layout} layout
 * @param {Record<string, number>} values
 */
export function laidLetters(layout, values) {
  return layout.start ? joinTokens(laidTiles(layout, values).map(({token}) => token), values) : layout.written;
}

/**
 * Return the laid tiles as written.
 * @param {Layout} layout
 * @param {Record<string, number>} values
 * @returns {Laid[]}
 */
export function laidTiles({start, laid, written}, values) {
  if (!start) return [];
  const tokens = wordTokens(written, values);
  return laid.map(({row, column}) => ({row, column, token: tokens[row - start.row + column - start.column]}));
}

/**
 * Return the laid tiles after one was dropped on a square. A word has no gaps: a tile dropped apart joins the others
 * at the nearer end. The second tile's place sets the direction.
 * @param {Laid} tile
 * @param {Laid[]} others in the order of the word
 * @param {"across" | "down"} direction so far
 * @param {string[][]} cells
 * @returns {{anchor: Start, text: string}}
 */
export function withDropped(tile, others, direction, cells) {
  const [first] = others;
  if (!first) return {anchor: {row: tile.row, column: tile.column, direction}, text: tile.token};
  if (others.length === 1 && tile.row === first.row && tile.column !== first.column) direction = "across";
  if (others.length === 1 && tile.column === first.column && tile.row !== first.row) direction = "down";
  const along = (/** @type {Laid} */ {row, column}) => (direction === "across" ? column : row);
  const place = others.filter((other) => along(other) < along(tile)).length;
  const text = [...others.slice(0, place), tile, ...others.slice(place)].map(({token}) => token).join("");
  const anchor = {row: first.row, column: first.column, direction};
  const taken = others.some(({row, column}) => row === tile.row && column === tile.column);
  if (place > 0 || taken) return {anchor, text};
  let before = stepped(anchor, -1);
  while (tokenAt(cells, before)) before = stepped(before, -1);
  return {anchor: onBoard(before) ? before : anchor, text};
}
