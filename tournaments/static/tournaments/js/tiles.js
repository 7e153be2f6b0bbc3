/** Tiles as elements: a letter, its value, and whether it is a blank. Their style is in board.css. */

import {isBlank, plain, readingDirection, wordTokens} from "./notation.js";
import {make} from "./text.js";

/**
 * @param {string} token "A", "CH", lower case for a blank with a letter, "?" for one without
 * @param {Record<string, number>} values
 * @param {string} [tag]
 */
export function tileElement(token, values, tag = "span") {
  const blank = isBlank(token) || token === "?";
  const tile = make(tag, "tile");
  tile.classList.toggle("blank", blank);
  tile.classList.toggle("two-letters", plain(token).length > 1);
  tile.classList.toggle("three-letters", plain(token).length > 2);
  tile.append(make("span", "tile-letter", token === "?" ? "?" : plain(token)));
  tile.classList.toggle("two-figures", !blank && (values[token] ?? 0) > 9);
  if (!blank) tile.append(make("span", "tile-value", String(values[token] ?? "")));
  return tile;
}

/**
 * Make a row of tiles of a word; a screen reader reads the word itself.
 * @param {string} word
 * @param {Record<string, number>} values
 */
export function wordElement(word, values) {
  return tileRow(wordTokens(word, values), word, values);
}

/**
 * @param {string[]} tokens
 * @param {string} label text for a screen reader
 * @param {Record<string, number>} values
 */
export function tileRow(tokens, label, values) {
  const row = make("span", "word-tiles");
  row.setAttribute("role", "img");
  row.setAttribute("aria-label", label);
  row.dir = readingDirection(values);
  row.append(...tokens.map((token) => tileElement(token, values)));
  return row;
}
