/** Moves that can be picked by a digit. */

import {plain} from "../tournaments/js/notation.js";
import {make} from "../tournaments/js/text.js";

/** @typedef {import("./table_answers.js").Move} Move */

const MOST_OFFERED = 9;

/**
 * Return the offered moves: all, or those that begin with the typed letters.
 * @param {Move[]} moves
 * @param {string} rest
 */
export function offered(moves, rest) {
  if (!/^\p{L}*$/u.test(rest)) return [];
  const begins = rest.toUpperCase();
  return moves.filter((move) => plain(move.word).startsWith(begins)).slice(0, MOST_OFFERED);
}

/** @param {HTMLElement} root @param {Move[]} offers @param {(digit: number) => void} pick */
export function showOffers(root, offers, pick) {
  root.replaceChildren(...offers.map((move, index) => moveButton(move, index + 1, pick)));
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
