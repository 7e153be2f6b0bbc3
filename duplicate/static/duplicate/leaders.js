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
  const name = make("span", "name", who);
  if (row.withdrawn) name.append(" ", make("span", "extra", strings.droppedOut));
  for (const extra of ["solo_points", "warning_points"]) {
    if (row[extra]) name.append(" ", make("span", "extra", written(row[extra], formats[extra])));
  }
  if (row.climbed) name.append(" ", climbedMark(row.climbed));
  const figure = (/** @type {string} */ column) => make("span", column, written(row[column], formats[column]));
  line.append(figure("rank"), name, figure("total"), figure("negative"));
  return line;
}

/** Ranks gained since the round before, or lost. @param {number} climbed */
export const climbedMark = (climbed) => make("span", climbed > 0 ? "climbed up" : "climbed", `${climbed > 0 ? "▲" : "▼"}\u202f${Math.abs(climbed)}`);

/** The least size of a name in one line, in per cent of its line; smaller ones take two. */
const LEAST_IN_ONE = 75;
const LEAST_IN_TWO = 30;

/** Make long names of lines on the screen smaller, then break them into two lines: none is cut. @param {HTMLElement} list */
export function fitNames(list) {
  const names = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("li:not([hidden]) > .name")]);
  for (const name of names) {
    name.classList.remove("long");
    name.style.fontSize = "";
  }
  const sizes = names.map((name) => Math.floor((100 * (name.clientWidth + 1)) / (name.scrollWidth + 1)));
  names.forEach((name, at) => {
    if (sizes[at] >= LEAST_IN_ONE && sizes[at] < 100) name.style.fontSize = `${sizes[at] - 1}%`;
    else if (sizes[at] < LEAST_IN_ONE) breakName(name);
  });
}

/** @param {HTMLElement} name */
function breakName(name) {
  name.classList.add("long");
  // A third line; letters alone reach a little out of their lines.
  const isCut = () => name.scrollWidth > name.clientWidth || name.scrollHeight > 1.2 * name.clientHeight;
  for (let size = LEAST_IN_ONE; size >= LEAST_IN_TWO; size -= 5) {
    name.style.fontSize = `${size}%`;
    if (!isCut()) return;
  }
}

/** Make the line with the total of all tops. @param {number} total @param {Record<string, string>} strings @param {Formats} formats */
export const topsLine = (total, strings, formats) => leaderLine({rank: null, name: strings.topTotal, total, negative: 0}, strings, formats, "tops");
