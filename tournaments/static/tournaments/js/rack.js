/** Match the tiles of a rack with a word: which letters are blanks, and which tiles are used. Does not use the page. */

import {asBlank, isBlank, joinTokens, plain, wordTokens} from "./notation.js";

/** @typedef {import("./notation.js").Start} Start */

/**
 * Take the laid letters from the rack: blanks for letters written as blanks, and the letter itself for the others, or
 * a blank when the letter is not there (the last of equal letters).
 * @template {{token: string}} T
 * @param {T[]} laid
 * @param {{rack: string[], values: Record<string, number>}} ground
 * @returns {{tokens: T[], missing: string}} the tiles with blanks in lower case; letters that the rack does not have
 */
export function markBlanks(laid, {rack, values}) {
  const left = countTiles(rack);
  const take = (/** @type {string} */ tile) => {
    const count = left.get(tile) ?? 0;
    if (count) left.set(tile, count - 1);
    return count > 0;
  };
  let missing = "";
  const paid = laid.map(({token}) => (isBlank(token) ? take("?") : take(token)));
  const tokens = laid.map((tile, index) => {
    if (paid[index]) return tile;
    if (!isBlank(tile.token) && take("?")) return {...tile, token: asBlank(tile.token, values)};
    // Written as a blank, but none is left: take the letter itself.
    if (isBlank(tile.token) && take(plain(tile.token))) return {...tile, token: plain(tile.token)};
    missing += plain(tile.token);
    return tile;
  });
  return {tokens, missing};
}

/** @param {string[]} rack */
function countTiles(rack) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const tile of rack) counts.set(tile, (counts.get(tile) ?? 0) + 1);
  return counts;
}

/**
 * Return the ways to say which of equal letters is the blank, as whole words; empty when there is no choice.
 * @param {import("./layout.js").Layout} layout
 * @param {import("./layout.js").Ground} ground
 * @returns {string[]}
 */
export function blankChoices(layout, ground) {
  if (!layout.start || layout.problem) return [];
  const word = wordTokens(layout.word, ground.values);
  const places = layout.laid.map((tile) => (layout.start?.direction === "across" ? tile.column - layout.start.column : tile.row - /** @type {Start} */ (layout.start).row));
  /** @type {Set<string>} */
  let choices = new Set([layout.word]);
  for (const letter of new Set(places.map((place) => plain(word[place])))) {
    const equal = places.filter((place) => plain(word[place]) === letter);
    const blanks = equal.filter((place) => isBlank(word[place])).length;
    choices = new Set([...choices].flatMap((choice) => withBlanks(wordTokens(choice, ground.values), equal, blanks, ground.values)));
  }
  return choices.size > 1 ? [...choices].sort() : [];
}

/**
 * Return all words in which `count` of the given places have a blank.
 * @param {string[]} word
 * @param {number[]} places
 * @param {number} count
 * @param {Record<string, number>} values
 * @returns {string[]}
 */
function withBlanks(word, places, count, values) {
  const [first, ...others] = places;
  if (first === undefined) return count === 0 ? [joinTokens(word, values)] : [];
  const put = (/** @type {string} */ token) => word.map((old, index) => (index === first ? token : old));
  const laid = count > 0 ? withBlanks(put(asBlank(plain(word[first]), values)), others, count - 1, values) : [];
  return [...laid, ...withBlanks(put(plain(word[first])), others, count, values)];
}

/**
 * Mark the tiles of the rack that the layout uses.
 * @param {string[]} rack
 * @param {import("./layout.js").Laid[]} laid
 * @returns {boolean[]}
 */
export function usedTiles(rack, laid) {
  const used = rack.map(() => false);
  for (const {token} of laid) {
    const tile = isBlank(token) ? "?" : token;
    const index = rack.findIndex((candidate, at) => candidate === tile && !used[at]);
    if (index >= 0) used[index] = true;
  }
  return used;
}
