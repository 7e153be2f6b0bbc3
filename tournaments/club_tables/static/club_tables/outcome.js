/** How a game at a club table ended. */

import {fill} from "../tournaments/js/text.js";

/** @param {any} own the table as this device sees it @param {Record<string, string>} strings */
export function winnersInWords({game, seat, seats}, strings) {
  const won = game.winners ?? [];
  if (won.length > 1 && won.length === seats.length) return strings.drawn;
  if (won.length === 1 && won[0] === seat) return strings.youWon;
  const names = won.map((/** @type {number} */ number) => seats.find((/** @type {any} */ one) => one.number === number)?.name ?? "");
  return won.length ? fill(strings.won, {names: names.join(", ")}) : "";
}
