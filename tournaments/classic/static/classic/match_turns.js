/** The lines of a recorded match, the same on its own page and on the big screen of its division. */

import {fill, formatSpread, make} from "../tournaments/js/text.js";

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
  const points = turn.points ? formatSpread(turn.points) : "";
  line.append(what, make("span", "points", turn.player === null ? tilesLeft(match, turn) : points));
  return line;
}

/** Return the points of the tiles left, by which the end changes both totals. @param {any} match @param {any} end */
function tilesLeft(match, end) {
  const before = match.turns[match.turns.indexOf(end) - 1]?.totals ?? match.names.map(() => 0);
  return end.totals.map((/** @type {number} */ total, /** @type {number} */ side) => formatSpread(total - before[side])).join(" : ");
}

/** Make lines with both names and scores; mark the side on turn. @param {any} match */
export function scoreLines(match) {
  return match.names.map((/** @type {string} */ name, /** @type {number} */ side) => {
    const line = make("div");
    if (match.to_move === side) line.dataset.turn = "";
    line.append(make("dt", "", name), make("dd", "", String(match.scores[side])));
    return line;
  });
}

/** Return the last placed word that was not taken back. @param {any} match */
export const lastPlaced = (match) => match.turns.findLast((/** @type {any} */ turn) => turn.kind === "place" && !turn.withdrawn) ?? null;
