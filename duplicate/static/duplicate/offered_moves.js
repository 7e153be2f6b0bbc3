/** Moves that can be picked by a digit: within a round each keeps its place, whatever is handed in. */

import {plain} from "../tournaments/js/notation.js";
import {make} from "../tournaments/js/text.js";

/** @typedef {import("./table_answers.js").Move} Move */

/** @typedef {Move & {gone?: boolean}} PlacedMove `gone`: not among the moves any more, nobody else has its place */

const MOST_OFFERED = 9;

/** @param {Move} one @param {Move} other */
export const isSame = (one, other) => one.word === other.word && one.reference === other.reference && one.score === other.score;

/**
 * Return the moves in the places that they have; what is new comes after them.
 * @param {PlacedMove[]} placed
 * @param {Move[]} moves
 * @returns {PlacedMove[]}
 */
export function keepPlaces(placed, moves) {
  const kept = placed.map((move) => moves.find((one) => isSame(one, move)) ?? {...move, gone: true});
  return [...kept, ...moves.filter((move) => !kept.some((one) => isSame(one, move)))];
}

/** @param {PlacedMove[]} moves */
export const present = (moves) => moves.filter((move) => !move.gone);

/**
 * Return the offered moves: all, or those that begin with the typed letters.
 * @param {PlacedMove[]} moves
 * @param {string} rest
 */
export function offered(moves, rest) {
  if (!/^\p{L}*$/u.test(rest)) return [];
  const begins = rest.toUpperCase();
  return moves.filter((move) => plain(move.word).startsWith(begins)).slice(0, MOST_OFFERED);
}

/** @param {HTMLElement} root @param {PlacedMove[]} offers @param {(digit: number) => void} pick */
export function showOffers(root, offers, pick) {
  root.replaceChildren(...offers.flatMap((move, index) => (move.gone ? [] : [moveButton(move, index + 1, pick)])));
}

/** @param {Move} move @param {number} digit @param {(digit: number) => void} pick */
function moveButton(move, digit, pick) {
  const button = make("button");
  button.setAttribute("type", "button");
  button.tabIndex = -1;
  const key = make("kbd", "", String(digit));
  key.ariaHidden = "true";
  button.append(key, " ", make("b", "move", move.word), ` ${move.reference} ${move.score ?? "–"}`);
  button.classList.toggle("is-top", move.is_top);
  button.addEventListener("click", () => pick(digit));
  return button;
}
