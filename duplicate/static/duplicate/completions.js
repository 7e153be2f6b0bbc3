/** Completion of a word in the line: the one move among the best of the round that begins with the typed letters. */

import {ask, jsonOf} from "../tournaments/js/http.js";
import {plain} from "../tournaments/js/notation.js";
import {make} from "../tournaments/js/text.js";
import {isSame, present} from "./offered_moves.js";

/** @typedef {import("./table_answers.js").Move} Move */
/** @typedef {Move & {words: number[]}} Completion `words`: lengths of its beginnings that are words themselves */

/** @typedef {"best_place" | "stored" | "refused"} WithoutPlace it counts at its best one; it is stored, as a zero; it is refused */
/** @typedef {"" | "beginning" | "placeless"} Doubt letters that begin several moves, or a word, whose place is missing */

/** One letter is a key: the top, a warning, a penalty, the solo. */
const FEWEST_LETTERS = 2;

/** The best moves of the round in progress, asked for when its top is known, and again when words of the game change. */
export class BestMoves {
  /** @param {string} address */
  constructor(address) {
    this.address = address;
    /** @type {number | null} */
    this.round = null;
    /** Digest of the words of the game. */
    this.words = "";
    /** @type {Completion[]} */
    this.moves = [];
    /** Treatment of a slip without a place. @type {WithoutPlace} */
    this.withoutPlace = "refused";
  }

  /**
   * @param {number | null} round its key
   * @param {string} words the digest of the words of the game
   * @param {Move[]} listed the listed moves: no top is among them while it is searched or withheld
   */
  async follow(round, words, listed) {
    if ((round === this.round && words === this.words) || !listed.some((move) => move.is_top)) return;
    [this.round, this.words, this.moves] = [round, words, []];
    try {
      const said = await jsonOf(await ask(this.address, {headers: {Accept: "application/json"}}));
      if (this.round === round && this.words === words && said.round === round) [this.moves, this.withoutPlace] = [said.moves, said.without_place];
    } catch {
      this.round = null; // The next answer about the tables asks again.
    }
  }
}

/**
 * Return the listed moves, and after them those of the best that are not among them.
 * @param {import("./offered_moves.js").PlacedMove[]} listed
 * @param {Completion[]} best
 * @returns {import("./offered_moves.js").PlacedMove[]}
 */
export function withBest(listed, best) {
  const known = new Set(present(listed).map((move) => `${move.word} ${move.reference} ${move.score}`));
  return [...listed, ...best.filter((move) => !known.has(`${move.word} ${move.reference} ${move.score}`))];
}

/**
 * Return the move that Enter takes for the typed letters, or null: the letters begin one of the best moves and no other
 * move, and are no word themselves. A space after a word leaves it as it is.
 * @param {Move[]} listed moves that were handed in, and tops
 * @param {Completion[]} best
 * @param {string} rest
 * @param {WithoutPlace} [withoutPlace] where the best place counts, other places of the word are no other moves
 */
export function completionOf(listed, best, rest, withoutPlace = "refused") {
  const found = begunMoves(listed, best, rest);
  const move = best.find((one) => found.includes(one) || found.some((other) => isSame(one, other)));
  if (!move || isWord(move, rest)) return null;
  return found.length === 1 || (withoutPlace === "best_place" && areOneWord(found)) ? move : null;
}

/**
 * Return the word of which the letters are the beginning, where it lies at several places, or null: Enter writes it out,
 * and its place is typed after it.
 * @param {Move[]} listed
 * @param {Completion[]} best
 * @param {string} rest
 */
export function wordOf(listed, best, rest) {
  const found = begunMoves(listed, best, rest);
  const move = best.find((one) => found.includes(one) || found.some((other) => isSame(one, other)));
  return move && found.length > 1 && areOneWord(found) && !isWord(move, rest) ? move.word : null;
}

/**
 * Return why Enter asks before it sends letters alone, empty if it does not: they begin moves, and would be a zero. A
 * space after them says that they are meant.
 * @param {Move[]} listed
 * @param {Completion[]} best
 * @param {string} rest
 * @param {WithoutPlace} withoutPlace
 * @returns {Doubt}
 */
export function doubtOf(listed, best, rest, withoutPlace) {
  if (withoutPlace === "refused") return "";
  const found = begunMoves(listed, best, rest);
  if (!found.length) return "";
  const known = best.filter((move) => startsWith(move, rest));
  const isWhole = found.some((move) => plain(move.word).length === rest.length) || known.some((move) => isWord(move, rest));
  if (isWhole) return withoutPlace === "best_place" ? "" : "placeless";
  // Only the best moves tell whether their beginnings are words.
  return known.length ? "beginning" : "placeless";
}

/** @param {Move[]} listed @param {Completion[]} best @param {string} rest */
function begunMoves(listed, best, rest) {
  if (!/^\p{L}+$/u.test(rest) || rest.length < FEWEST_LETTERS) return [];
  return withBest(listed, best).filter((move) => startsWith(move, rest));
}

/** @param {Move} move @param {string} rest */
const startsWith = (move, rest) => plain(move.word).startsWith(rest.toUpperCase());

/** @param {Completion} move @param {string} rest */
const isWord = (move, rest) => move.words.includes(rest.length) || plain(move.word).length === rest.length;


/** @param {Move[]} moves */
const areOneWord = (moves) => moves.every((move) => move.word === moves[0].word);

/**
 * Show the move that Enter takes, or else how the letters are read.
 * @param {HTMLElement} root @param {Move | null} move @param {string} reading
 */
export function showCompletion(root, move, reading) {
  root.hidden = move === null && !reading;
  const key = make("kbd", "", "↵");
  root.replaceChildren(...(move ? [key, make("b", "move", move.word), ` ${move.reference} ${move.score ?? "–"}`] : [reading]));
}
