/** Rounds of Scrabble Me in words: each player's act, the challenges, the swapped boards. */

import {fill, make, signed} from "../tournaments/js/text.js";

/**
 * @param {{round: number, kind: string}} round
 * @param {any} words
 */
export const roundName = (round, words) => fill(words.rounds[round.kind], round);

/** Tell whether the player takes part: in the extra turn only one does. @param {any} play */
export const hasPart = (play) => play.kind !== "not_in";

/**
 * Return a finished round as an item of a list.
 * @param {any} round
 * @param {any[]} players
 * @param {any} words
 */
export function roundPart(round, players, words) {
  const item = make("li");
  const lines = make("ol", "table-turns");
  lines.append(...round.plays.filter(hasPart).map((/** @type {any} */ play) => playLine(play, players, words)));
  lines.append(...round.swaps.map((/** @type {number[]} */ swap) => swapLine(swap, players, words)));
  item.append(make("h3", "small", roundName(round, words)), lines);
  return item;
}

/**
 * @param {any} play
 * @param {any[]} players
 * @param {any} words
 */
export function playLine(play, players, words) {
  const line = make("li");
  const what = make("span");
  const takenBack = play.verdict === "taken_back";
  const said = fill(words.kinds[play.kind] ?? "", play);
  what.append(make("span", "who", `${players[play.player].name} `), make("span", takenBack ? "withdrawn" : "", said));
  if (play.words.length > 1) what.append(make("span", "me-words", play.words.slice(1).join(", ")));
  if (play.verdict) what.append(make("span", "me-words", fill(words.verdicts[play.verdict], {name: players[play.challenger].name})));
  line.append(what, make("span", "number", play.kind === "place" ? signed(play.score) : ""));
  return line;
}

/**
 * @param {number[]} swap pairs of players who swapped boards
 * @param {any[]} players
 * @param {any} words
 */
export const swapLine = ([one, other], players, words) => make("li", "soft small", fill(words.swapped, {name: players[one].name, other: players[other].name}));
