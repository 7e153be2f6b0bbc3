/** The player's own sheet: rank, total, and every announced round with the top beside it. */

import {readableWord} from "./notation.js";
import {fill, find, make} from "./text.js";

/** @typedef {{word: string, ref: string, score: number}} ScoredMove */

/** @param {ScoredMove} move @param {Record<string, number>} values */
function moveCell(move, values) {
  const cell = make("td");
  cell.append(make("span", "sheet-word", readableWord(move.word, values) || "–"));
  if (move.word) cell.append(" ", make("span", "soft small", move.ref));
  return cell;
}

/**
 * @param {any} me the answer of `me/`
 * @param {Record<string, number>} values
 * @param {Record<string, string>} strings
 */
export function showSheet(me, values, strings) {
  find("#who").textContent = fill(strings.who, me);
  const total = find("#total");
  const percent = me.percent === null ? "" : new Intl.NumberFormat(document.documentElement.lang, {maximumFractionDigits: 1}).format(me.percent);
  total.textContent = me.rank === null ? "" : fill(strings.standing, {...me, percent});
  find("#sheet").hidden = me.rounds.length === 0;
  find("#sheet tbody").replaceChildren(...me.rounds.flatMap((/** @type {any} */ round) => roundRows(round, values, strings)));
}

/** @param {any} round @param {Record<string, number>} values @param {Record<string, string>} strings */
function roundRows(round, values, strings) {
  const row = make("tr");
  const number = make("th", "number", String(round.number));
  number.setAttribute("scope", "row");
  row.append(number, moveCell(round, values), make("td", "number", String(round.score)), moveCell(round.top, values), make("td", "number soft", String(round.top.score)));
  if (round.score === round.top.score && round.word) row.className = "has-top";
  const words = [round.verdict, round.late ? strings.wasLate : ""].filter(Boolean).join(" ");
  if (!words) return [row];
  const note = make("tr", "note");
  const cell = make("td", "small warn", words);
  cell.setAttribute("colspan", "4");
  note.append(make("td"), cell);
  return [row, note];
}
