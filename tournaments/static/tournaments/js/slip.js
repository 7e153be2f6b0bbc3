/**
 * From what a player typed or tapped to a move: where its tiles lie, which are blanks, what is wrong with it.
 *
 * Terms: a *token* is one tile's text ("A", "CH", lower case for a blank). A *layout* is the whole word with its
 * start: through-letters of the board are taken in wherever the word runs over or into them, so that both ways of
 * writing mean the same: the whole word, or only the letters laid. Only geometry and the rack are looked at, never
 * whether something is a word. Nothing here knows of the page.
 */

import {isBlank, onBoard, SIZE, stepped, wordTokens} from "./notation.js";

/** @typedef {import("./notation.js").Start} Start */
/**
 * @typedef {object} Ground what a slip is laid on
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

const CENTRE = 7;

/** @param {string[][]} cells @param {{row: number, column: number}} square */
const tokenAt = (cells, square) => (onBoard(square) ? cells[square.row][square.column] : "");

/** @param {string} token */
const plain = (token) => token.toUpperCase();

/**
 * What an edit of the word field means. Keyboards write capitals or small letters as they please, so letters come in
 * as capitals; only where several come at once, capitals and small ones, are the small ones blanks, or in brackets.
 * Letters that were there before stay what they were. Accents of letters that the set does not have are dropped.
 * @param {string} before the word so far, blanks in lower case
 * @param {string} after what the field says now
 * @param {Ground} ground
 * @returns {string} the word now, blanks in lower case
 */
export function retyped(before, after, ground) {
  let head = 0;
  while (head < Math.min(before.length, after.length) && plain(before[head]) === plain(after[head])) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && plain(before.at(-1 - tail) ?? "") === plain(after.at(-1 - tail) ?? "")) tail++;
  const inserted = foldAccents(after.slice(head, after.length - tail), ground.values);
  const written = inserted.replace(/\([^)]*\)/gu, "");
  const small = written.match(/\p{Ll}/gu)?.length ?? 0;
  const meant = /\p{Lu}/u.test(written) && small <= ground.rack.filter((tile) => tile === "?").length;
  const capitals = inserted.replace(/\([^)]*\)|[^(]+/gu, (piece) => (piece[0] === "(" ? piece : plain(piece)));
  return before.slice(0, head) + (meant ? inserted : capitals) + before.slice(before.length - tail);
}

/**
 * @param {string} text
 * @param {Record<string, number>} values
 */
function foldAccents(text, values) {
  const fold = (/** @type {string} */ letter) => (plain(letter) in values ? letter : letter.normalize("NFD").replace(/\p{M}/gu, ""));
  return [...text.normalize("NFC").replace(/œ/g, "oe").replace(/Œ/g, "OE")].map(fold).join("");
}

/**
 * Lays a word on the board.
 * @param {string[]} tokens the word as read
 * @param {Start | null} anchor the chosen square and direction
 * @param {Ground} ground
 * @returns {Layout}
 */
export function layWord(tokens, anchor, ground) {
  const unknown = tokens.filter((token) => !(plain(token) in ground.values) || token === "?");
  if (!anchor) {
    const {tokens: marked, missing} = markBlanks(tokens.map((token) => ({token})), ground.rack);
    // Without a square any of the letters may be on the board already, so the rack says nothing yet.
    const word = (missing ? tokens : marked.map(({token}) => token)).join("");
    return {start: null, word, written: tokens.join(""), laid: [], next: null, problem: {code: tokens.length ? "no_square" : "no_word"}};
  }
  const whole = finish(runOver(tokens, anchor, ground.cells, true), anchor, ground, unknown);
  if (!whole.problem) return whole;
  const lettersOnly = finish(runOver(tokens, anchor, ground.cells, false), anchor, ground, unknown);
  const mismatch = whole.problem.code === "square_taken";
  return !lettersOnly.problem || (mismatch && !["not_in_rack", "off_board"].includes(lettersOnly.problem.code)) ? lettersOnly : whole;
}

/**
 * @typedef {object} Run
 * @property {{row: number, column: number, token: string, laid: boolean}[]} squares
 * @property {string} taken letters that a tile of the board contradicts
 */

/**
 * Walks from the anchor and gives every token its square.
 * @param {string[]} tokens
 * @param {Start} anchor
 * @param {string[][]} cells
 * @param {boolean} whole true: the tokens are the whole word, tiles of the board included; false: only the tiles laid
 * @returns {Run}
 */
function runOver(tokens, anchor, cells, whole) {
  /** @type {Run} */
  const run = {squares: [], taken: ""};
  let square = anchor;
  const advance = () => (square = stepped(square, 1));
  const takeThrough = () => {
    for (let there = tokenAt(cells, square); there; there = tokenAt(cells, advance())) {
      run.squares.push({row: square.row, column: square.column, token: there, laid: false});
    }
  };
  tokens.forEach((token) => {
    if (!whole) takeThrough();
    const there = tokenAt(cells, square);
    const agrees = plain(there) === plain(token);
    if (there && !agrees) run.taken += plain(token);
    run.squares.push({row: square.row, column: square.column, token: agrees ? there : token, laid: !there});
    advance();
  });
  if (tokens.length) takeThrough();
  return run;
}

/**
 * Takes in the tiles before the anchor, chooses the blanks, and looks for the first problem.
 * @param {Run} run
 * @param {Start} anchor
 * @param {Ground} ground
 * @param {string[]} unknown
 * @returns {Layout}
 */
function finish(run, anchor, ground, unknown) {
  let start = anchor;
  /** @type {string[]} */
  const before = [];
  if (run.squares.length) {
    for (let square = stepped(start, -1); tokenAt(ground.cells, square); square = stepped(square, -1)) {
      before.unshift(tokenAt(ground.cells, square));
      start = square;
    }
  }
  const laidSquares = run.squares.filter(({laid}) => laid);
  const {tokens: marked, missing} = markBlanks(laidSquares, ground.rack);
  const tokenOf = new Map(laidSquares.map((square, index) => [square, marked[index].token]));
  const word = [...before, ...run.squares.map((square) => tokenOf.get(square) ?? square.token)].join("");
  const written = [...before, ...run.squares.map(({token}) => token)].join("");
  const laid = laidSquares.filter(onBoard).map((square) => ({...square, token: tokenOf.get(square) ?? square.token}));
  const next = stepped(anchor, run.squares.length);
  const length = before.length + run.squares.length;
  const problem = findProblem({run, laidSquares, missing, unknown, length, ground});
  return {start, word, written, laid, next: onBoard(next) ? next : null, problem};
}

/**
 * @param {{run: Run, laidSquares: Run["squares"], missing: string, unknown: string[], length: number, ground: Ground}} found
 * @returns {Problem | null}
 */
function findProblem({run, laidSquares, missing, unknown, length, ground}) {
  if (!run.squares.length) return {code: "no_word"};
  if (unknown.length) return {code: "unknown_letter", letters: unknown.join("")};
  if (run.taken) return {code: "square_taken", letters: run.taken};
  if (!run.squares.every(onBoard)) return {code: "off_board"};
  if (missing) return {code: "not_in_rack", letters: missing};
  if (!laidSquares.length) return {code: "no_tile"};
  if (ground.cells.every((row) => row.every((token) => !token))) {
    if (!laidSquares.some(({row, column}) => row === CENTRE && column === CENTRE)) return {code: "not_on_centre"};
  } else if (!laidSquares.some((square) => touches(square, ground.cells))) return {code: "not_connected"};
  return length < 2 ? {code: "too_short"} : null;
}

/**
 * @param {{row: number, column: number}} square
 * @param {string[][]} cells
 */
function touches({row, column}, cells) {
  return [[row - 1, column], [row + 1, column], [row, column - 1], [row, column + 1]].some(([r, c]) => tokenAt(cells, {row: r, column: c}));
}

/**
 * Pays for the laid letters from the rack: letters written as blanks with blanks, the others with their letter,
 * and with a blank when the letter is not there (the last of equal letters).
 * @template {{token: string}} T
 * @param {T[]} laid
 * @param {string[]} rack
 * @returns {{tokens: T[], missing: string}} the tiles with blanks in lower case; letters that could not be paid
 */
export function markBlanks(laid, rack) {
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
    if (!isBlank(tile.token) && take("?")) return {...tile, token: tile.token.toLowerCase()};
    // Written as a blank, but none is left: the letter itself may do.
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
 * The ways to say which of equal letters is the blank, as whole words; empty when there is nothing to choose.
 * @param {Layout} layout
 * @param {Ground} ground
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
    choices = new Set([...choices].flatMap((choice) => withBlanks(wordTokens(choice, ground.values), equal, blanks)));
  }
  return choices.size > 1 ? [...choices].sort() : [];
}

/**
 * All words in which `count` of the given places hold a blank.
 * @param {string[]} word
 * @param {number[]} places
 * @param {number} count
 * @returns {string[]}
 */
function withBlanks(word, places, count) {
  const [first, ...others] = places;
  if (first === undefined) return count === 0 ? [word.join("")] : [];
  const put = (/** @type {string} */ token) => word.map((old, index) => (index === first ? token : old));
  const asBlank = count > 0 ? withBlanks(put(word[first].toLowerCase()), others, count - 1) : [];
  return [...asBlank, ...withBlanks(put(plain(word[first])), others, count)];
}

/**
 * The rack with the tiles that are on the board marked: which of them are used by the layout.
 * @param {string[]} rack
 * @param {Laid[]} laid
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

/**
 * The word without its last laid tile and what follows it; "" when no laid tile is left.
 * @param {Layout} layout
 * @param {Record<string, number>} values
 */
export function withoutLast(layout, values) {
  const {start, laid} = layout;
  const tokens = wordTokens(layout.written, values);
  if (!start) return tokens.slice(0, -1).join("");
  if (laid.length < 2) return "";
  const last = laid[laid.length - 1];
  return tokens.slice(0, last.row - start.row + last.column - start.column).join("");
}

/**
 * The letters laid, as written, to be laid again elsewhere.
 * @param {Layout} layout
 * @param {Record<string, number>} values
 */
export function laidLetters(layout, values) {
  return layout.start ? laidTiles(layout, values).map(({token}) => token).join("") : layout.written;
}

/**
 * The tiles laid, as written.
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
 * What is laid after a tile was dropped on a square. A word has no gaps: a tile dropped apart from the others joins
 * them at the end that is nearer. A second tile says by its place which way the word runs.
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

/** @type {string[][]} */
export const EMPTY_BOARD = Array.from({length: SIZE}, () => Array(SIZE).fill(""));
