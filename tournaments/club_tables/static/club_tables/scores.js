/** Players at a club table with their scores. */

import {find, make, signed} from "../tournaments/js/text.js";

/**
 * Show the players with their scores; the one on turn is marked.
 * @param {import("./table.js").Table} table
 * @param {(player: any) => string} [notes] text below a score
 */
export function showScores(table, notes = () => "") {
  const {game} = table.own;
  const lines = game.players.map((/** @type {any} */ player, /** @type {number} */ number) => {
    const line = make("div");
    if (!game.over && !table.own.closed && game.waits_for.includes(number)) line.dataset.turn = "";
    line.append(make("dt", "", player.name), make("dd", "number", signed(player.score)));
    const note = notes(player);
    if (note) line.append(make("dd", "notes", note));
    return line;
  });
  find("#scores").replaceChildren(...lines);
}
