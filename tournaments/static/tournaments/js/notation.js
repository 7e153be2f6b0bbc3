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
 * Split a word into tiles of the set, those of several signs first: "CHA" is CH, A; "[C][H]A" is C, H, A. A small letter
 * or one in parentheses is a blank. Unknown characters stay: the server names them.
 * @param {string} text
 * @param {Record<string, number>} values every tile of the set
 * @returns {string[]}
 */
export function wordTokens(text, values) {
  const long = Object.keys(values).filter((letter) => letter.length > 1).sort((one, other) => other.length - one.length);
  const clean = text.replace(/\s/gu, "");
  const tokens = [];
  for (let at = 0; at < clean.length; ) {
    const [whole, tile, blank] = /^(?:\[([^[\]]+)\]|\(([^()]+)\))/u.exec(clean.slice(at)) ?? [];
    if (whole && isTile(tile ?? blank, values)) {
      tokens.push(tile ? tokenOf(tile, values) : asBlank(raiseCase(blank, values), values));
      at += whole.length;
    } else if ("()[]".includes(clean[at])) {
      at += 1;
    } else {
      const sign = longTile(clean.slice(at), long) ?? clean[at];
      tokens.push(tokenOf(sign, values));
      at += sign.length;
    }
  }
  return tokens;
}

/** Return a sign as a token: the small letters of a Turkish set are blanks that have no small form. @param {string} sign @param {Record<string, number>} values */
const tokenOf = (sign, values) => ("iı".includes(sign) && findCasing(values) === "tr" ? asBlank(raiseCase(sign, values), values) : sign);

/** @param {string} text @param {Record<string, number>} values */
const isTile = (text, values) => text.length === 1 || text.toUpperCase() in values;

/** Return the tile of several signs that the text begins with. @param {string} text @param {string[]} long */
const longTile = (text, long) =>
  long.flatMap((letter) => [letter, letter.toLowerCase()]).find((letter) => text.startsWith(letter));

/**
 * Write tiles as a word that is read as these tiles: in brackets where two of them would be read as one.
 * @param {string[]} tokens
 * @param {Record<string, number>} values
 */
export function joinTokens(tokens, values) {
  const text = tokens.join("");
  const read = wordTokens(text, values);
  if (read.length === tokens.length && read.every((token, index) => token === tokens[index])) return text;
  return tokens.map((token) => (token === "?" || token.startsWith("(") ? token : `[${token}]`)).join("");
}

/**
 * Return how typed letters are read where some may be one tile or several; null where there is no doubt.
 * @param {string} typed
 * @param {Record<string, number>} values
 * @returns {{tiles: string, apart: string} | null}
 */
export function readingOf(typed, values) {
  const tokens = wordTokens(typed.trim(), values);
  const doubtful = new Set(tokens.map(plain).filter((token) => token.length > 1 && [...token].every((sign) => sign in values)));
  const apart = [...doubtful].map((token) => [...token].map((sign) => `[${sign}]`).join("")).join(", ");
  return apart ? {tiles: tokens.join(" + "), apart} : null;
}

/** @param {string} token */
export const isBlank = (token) => token !== "?" && (token.startsWith("(") || token !== token.toUpperCase());

/**
 * Return the blank for a letter: its small letter, or in parentheses where it has none, or another one than in Unicode.
 * @param {string} letter
 * @param {Record<string, number>} values every tile of the set
 */
export const asBlank = (letter, values) => {
  const small = letter.toLowerCase();
  return small !== letter && raiseCase(small, values) === letter ? small : `(${letter})`;
};

/** Return the language by which letters of the set become capitals: one with İ has the Turkish I, whose small letter is ı. @param {Record<string, number>} values */
export const findCasing = (values) => ("İ" in values ? "tr" : "und");

/** Return a text in capitals of the set. @param {string} text @param {Record<string, number>} values */
export const raiseCase = (text, values) => text.toLocaleUpperCase(findCasing(values));

/** Return a text in small letters of the set. @param {string} text @param {Record<string, number>} values */
export const lowerCase = (text, values) => text.toLocaleLowerCase(findCasing(values));

/** Return the token on a square, "" where there is none. @param {string[][]} cells @param {{row: number, column: number}} square */
export const tokenAt = (cells, square) => (onBoard(square) ? cells[square.row][square.column] : "");

/** Return a token in capitals, whether it is a blank or not. @param {string} token */
export const plain = (token) => token.replace(/[()]/gu, "").toUpperCase();

/** Return the direction that words of these letters are read in. @param {Record<string, number>} values every tile of the set */
export const readingDirection = (values) =>
  /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(Object.keys(values ?? {}).join("")) ? "rtl" : "ltr";
