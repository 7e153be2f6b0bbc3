/** The lines of a match kept move by move, the same on its own page and on the big screen of its division. */

import {fill, make} from "../tournaments/js/text.js";

/**
 * @param {any} match a frame of its board
 * @param {any} turn one of its turns
 * @param {any} strings those of `match_strings()`
 */
export function turnLine(match, turn, strings) {
  const line = make("li");
  const what = make("span");
  what.append(make("span", turn.withdrawn ? "withdrawn" : "", fill(strings.kinds[turn.kind], turn)));
  if (turn.player !== null) what.append(make("span", "who", match.names[turn.player]));
  const points = turn.points ? `${turn.points > 0 ? "+" : "−"}${Math.abs(turn.points)}` : "";
  line.append(what, make("span", "points", points));
  return line;
}

/** Both names with their scores, and whose turn it is. @param {any} match */
export function scoreLines(match) {
  return match.names.map((/** @type {string} */ name, /** @type {number} */ side) => {
    const line = make("div");
    if (match.to_move === side) line.dataset.turn = "";
    line.append(make("dt", "", name), make("dd", "", String(match.scores[side])));
    return line;
  });
}

/** What was placed last and still lies there. @param {any} match */
export const lastPlaced = (match) => match.turns.findLast((/** @type {any} */ turn) => turn.kind === "place" && !turn.withdrawn) ?? null;
