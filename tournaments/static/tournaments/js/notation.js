/**
 * Squares, directions and references in the notation of the game.
 *
 * Rows and columns count from 0. In the duplicate convention rows are A-O and columns 1-15, letter first means across
 * (H8); in the English convention columns are A-O and rows 1-15, number first means across (8H).
 */

/** @typedef {"across" | "down"} Direction */
/** @typedef {"duplicate" | "english"} Convention */
/** @typedef {{row: number, column: number, direction: Direction}} Start */

export const SIZE = 15;
const LETTERS = "ABCDEFGHIJKLMNO";

/** @param {Convention} convention @returns {string[]} */
export const rowLabels = (convention) => labels(convention === "duplicate");

/** @param {Convention} convention @returns {string[]} */
export const columnLabels = (convention) => labels(convention === "english");

/** @param {boolean} asLetters */
function labels(asLetters) {
  return Array.from({length: SIZE}, (_, index) => (asLetters ? LETTERS[index] : String(index + 1)));
}

/**
 * @param {Start} start
 * @param {Convention} convention
 */
export function formatReference({row, column, direction}, convention) {
  const [letter, number] = convention === "duplicate" ? [row, column] : [column, row];
  const letterFirst = (direction === "across") === (convention === "duplicate");
  return letterFirst ? `${LETTERS[letter]}${number + 1}` : `${number + 1}${LETTERS[letter]}`;
}

/**
 * Parse a typed reference; null when it is none.
 * @param {string} text
 * @param {Convention} convention
 * @returns {Start | null}
 */
export function parseReference(text, convention) {
  const match = /^(?:([A-O])(\d{1,2})|(\d{1,2})([A-O]))$/.exec(text.replace(/\s/g, "").toUpperCase());
  if (!match) return null;
  const letter = LETTERS.indexOf(match[1] ?? match[4]);
  const number = Number(match[2] ?? match[3]) - 1;
  if (number < 0 || number >= SIZE) return null;
  const [row, column] = convention === "duplicate" ? [letter, number] : [number, letter];
  const across = (match[1] !== undefined) === (convention === "duplicate");
  return {row, column, direction: across ? "across" : "down"};
}

/** @param {Direction} direction @returns {Direction} */
export const turned = (direction) => (direction === "across" ? "down" : "across");

/**
 * Return the square `steps` further on, which may be off the board.
 * @param {Start} start
 * @param {number} steps
 * @returns {Start}
 */
export function stepped({row, column, direction}, steps) {
  return direction === "across" ? {row, column: column + steps, direction} : {row: row + steps, column, direction};
}

/** @param {{row: number, column: number}} square */
export const onBoard = ({row, column}) => row >= 0 && column >= 0 && row < SIZE && column < SIZE;

/**
 * Split a word into tiles of the set, two-letter tiles first; a lower-case letter or one in brackets is a blank.
 * Unknown characters stay: the server names them.
 * @param {string} text
 * @param {Record<string, number>} values every tile of the set
 * @returns {string[]}
 */
export function wordTokens(text, values) {
  const two = Object.keys(values).filter((letter) => letter.length === 2);
  const clean = text.replace(/\((\p{L}+)\)/gu, (_, letter) => letter.toLowerCase()).replace(/[\s()[\]]/gu, "");
  const tokens = [];
  for (let at = 0; at < clean.length; ) {
    const pair = clean.slice(at, at + 2);
    const sameCase = pair === pair.toUpperCase() || pair === pair.toLowerCase();
    const token = sameCase && two.includes(pair.toUpperCase()) ? pair : clean[at];
    tokens.push(token);
    at += token.length;
  }
  return tokens;
}

/**
 * Write a word for reading: blanks as capitals in brackets, since a small l looks like a capital I.
 * @param {string} word blanks in lower case
 * @param {Record<string, number>} values
 */
export const readableWord = (word, values) =>
  wordTokens(word, values).map((token) => (isBlank(token) ? `(${token.toUpperCase()})` : token)).join("");

/** @param {string} token */
export const isBlank = (token) => token !== "?" && token !== token.toUpperCase();

/** Return the token on a square, "" where there is none. @param {string[][]} cells @param {{row: number, column: number}} square */
export const tokenAt = (cells, square) => (onBoard(square) ? cells[square.row][square.column] : "");

/** Return a token in capitals, whether it is a blank or not. @param {string} token */
export const plain = (token) => token.toUpperCase();
