/**
 * Turn a player's input into a move: the squares of its tiles, the blanks, the first problem.
 *
 * Terms: a *token* is one tile's text ("A", "CH", lower case for a blank). A *layout* is the whole word with its
 * start. It includes through-letters of the board, so that a player may write the whole word or only the laid
 * letters. Only geometry and the rack are checked, not the lexicon. Does not use the page.
 */

import {joinTokens, onBoard, plain, stepped, tokenAt} from "./notation.js";
import {markBlanks} from "./rack.js";

/** @typedef {import("./notation.js").Start} Start */
/** @typedef {import("./layout.js").Ground} Ground */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Problem} Problem */

const CENTRE = 7;

/**
 * Lay a word on the board.
 * @param {string[]} tokens the word as read
 * @param {Start | null} anchor the chosen square and direction
 * @param {Ground} ground
 * @returns {Layout}
 */
export function layWord(tokens, anchor, ground) {
  const unknown = tokens.filter((token) => !(plain(token) in ground.values) || token === "?");
  if (!anchor) {
    const {tokens: marked, missing} = markBlanks(tokens.map((token) => ({token})), ground);
    // Without a square any letter may be on the board already, so the rack cannot be checked.
    const word = joinTokens(missing ? tokens : marked.map(({token}) => token), ground.values);
    return {start: null, word, written: joinTokens(tokens, ground.values), laid: [], next: null, problem: {code: tokens.length ? "no_square" : "no_word"}};
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
 * Walk from the anchor and give each token its square.
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
 * Add the tiles before the anchor, choose the blanks, and look for the first problem.
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
  const {tokens: marked, missing} = markBlanks(laidSquares, ground);
  const tokenOf = new Map(laidSquares.map((square, index) => [square, marked[index].token]));
  const word = joinTokens([...before, ...run.squares.map((square) => tokenOf.get(square) ?? square.token)], ground.values);
  const written = joinTokens([...before, ...run.squares.map(({token}) => token)], ground.values);
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
