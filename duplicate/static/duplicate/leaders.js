/** Lines of standings as the projector shows them. */

import {fill, make, signed} from "../tournaments/js/text.js";

/**
 * @param {any} row
 * @param {Record<string, string>} strings
 * @param {string} [className]
 */
export function leaderLine(row, strings, className = "") {
  const line = make("li", className);
  line.classList.toggle("first", row.rank === 1);
  // Without a name, which may be hidden, somebody goes by their table.
  const who = row.name || fill(strings.table, row);
  const name = make("span", who.length > 22 ? "name long" : "name", who);
  if (row.withdrawn) name.append(" ", make("span", "extra", strings.droppedOut));
  if (row.solo_points) name.append(" ", make("span", "extra", withSign(row.solo_points)));
  if (row.warning_points) name.append(" ", make("span", "extra", withSign(-row.warning_points)));
  line.append(make("span", "rank", String(row.rank)), name, make("span", "total", String(row.total)));
  line.append(make("span", "negative", row.negative ? withSign(row.negative) : ""));
  return line;
}

/** The line of what all tops are worth. @param {number} total @param {Record<string, string>} strings */
export const topsLine = (total, strings) => leaderLine({rank: "", name: strings.topTotal, total, negative: ""}, strings, "tops");

/** With solos a player may be above the tops. @param {number} points */
const withSign = (points) => (points < 0 ? signed(points) : `+${points}`);
