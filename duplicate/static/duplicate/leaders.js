/** Lines of standings as the projector shows them. */

import {fill, make, written} from "../tournaments/js/text.js";

/** @typedef {Record<string, import("../tournaments/js/text.js").NumberFormat>} Formats by column */

/**
 * @param {any} row
 * @param {Record<string, string>} strings
 * @param {Formats} formats
 * @param {string} [className]
 */
export function leaderLine(row, strings, formats, className = "") {
  const line = make("li", className);
  line.classList.toggle("first", row.rank === 1);
  // A name may be hidden: show the table instead.
  const who = row.name || fill(strings.table, row);
  const name = make("span", who.length > 22 ? "name long" : "name", who);
  if (row.withdrawn) name.append(" ", make("span", "extra", `(${strings.droppedOut})`));
  for (const extra of ["solo_points", "warning_points"]) {
    if (row[extra]) name.append(" ", make("span", "extra", written(row[extra], formats[extra])));
  }
  const figure = (/** @type {string} */ column) => make("span", column, written(row[column], formats[column]));
  line.append(figure("rank"), name, figure("total"), figure("negative"));
  return line;
}

/** Make the line with the total of all tops. @param {number} total @param {Record<string, string>} strings @param {Formats} formats */
export const topsLine = (total, strings, formats) => leaderLine({rank: null, name: strings.topTotal, total, negative: 0}, strings, formats, "tops");
