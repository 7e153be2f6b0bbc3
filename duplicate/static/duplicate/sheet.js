/** The player's own sheet: rank, total, and every announced round with the top beside it. */

import {fillFor} from "../tournaments/js/plural.js";
import {fill, find, formatSpread, make, written} from "../tournaments/js/text.js";

/** @typedef {{word: string, ref: string, score: number, says_top?: boolean}} ScoredMove */

/**
 * Make a line of a card: its name, the move, the points.
 * @param {string} name @param {ScoredMove | null} move @param {string} points
 * @param {Record<string, any>} strings
 */
function cardLine(name, move, points, strings) {
  const line = make("div");
  const cell = make("dd");
  if (move) cell.append(make("span", "sheet-word", move.says_top ? strings.saysTop : move.word || "–"));
  if (move?.word) cell.append(" ", make("span", "soft small", move.ref));
  line.append(make("dt", "", name), cell, make("dd", "number", points));
  return line;
}

/**
 * @param {any} me the answer of `me/`, and how many play
 * @param {Record<string, any>} strings
 * @param {Record<string, import("../tournaments/js/text.js").NumberFormat>} formats
 * @param {(round: any) => HTMLElement[]} partsFor further parts below a round
 * @param {string} cases the address of the worked cases
 */
export function showSheet(me, strings, formats, partsFor, cases) {
  find("#who").textContent = fill(strings.who, me);
  const total = find("#total");
  const figures = {...me, percent: written(me.percent, formats.percent)};
  total.textContent = me.rank === null ? "" : fillFor(strings.standing, me.total, figures);
  find("#rank").textContent = me.rank === null ? fill(strings.who, me) : fill(strings.rankOf, me);
  find("#against").textContent = me.rank === null ? "" : againstTops(me, strings);
  const account = find("#account");
  account.textContent = accountWords(me, strings);
  account.hidden = !account.textContent;
  find("#sheet").hidden = me.rounds.length === 0;
  find("#sheet ol").replaceChildren(...me.rounds.map((/** @type {any} */ round) => roundCard(round, me.players, strings, partsFor(round), cases)));
}

/** Compare the total with that of the tops, which solos may exceed. @param {any} me @param {Record<string, any>} strings */
function againstTops({total, negative}, strings) {
  const points = fillFor(strings.points, total, {score: total});
  if (!negative) return fill(strings.level, {total: points});
  const apart = Math.abs(negative);
  return fillFor(negative < 0 ? strings.below : strings.above, apart, {total: points, apart});
}

/** Return the points of a round less those of the top. @param {any} round */
export const differenceOf = (round) => round.score + (round.solo ?? 0) - round.warning_points - round.top.score;

/** @param {any} round @param {number} players @param {Record<string, any>} strings @param {HTMLElement[]} parts @param {string} cases */
function roundCard(round, players, strings, parts, cases) {
  const card = make("li", round.has_top ? "has-top" : "");
  const head = make("p", "row spread");
  head.append(make("strong", "", fill(strings.round, round)), make("span", "soft", fill(strings.rankOf, {rank: round.rank, players})));
  const lines = make("dl");
  lines.append(
    cardLine(strings.mySlip, round, String(round.score), strings),
    cardLine(strings.top, round.top, String(round.top.score), strings),
    cardLine(strings.difference, null, formatSpread(differenceOf(round)), strings),
  );
  card.append(head, lines);
  const note = noteOf(round, strings, cases);
  if (note.hasChildNodes()) card.append(note);
  card.append(...parts);
  return card;
}

/** Say why a slip has its points: solo, sanction, verdict with its rule, the arbitrator's reason. @param {any} round @param {Record<string, any>} strings @param {string} cases */
function noteOf(round, strings, cases) {
  const cell = make("p", "why");
  if (round.solo !== null) cell.append(make("span", "chip good", soloWords(round, strings)), " ");
  if (round.sanction_text) cell.append(make("span", `chip ${round.sanction === "zero" ? "bad" : "warn"}`, sanctionWords(round, strings)), " ");
  if (round.verdict) cell.append(make("span", "warn", [round.verdict, round.late ? strings.wasLate : ""].filter(Boolean).join(" ")));
  if (round.rule) cell.append(" ", ruleNote(round, strings, cases));
  if (round.reason) cell.append(" ", make("span", "warn", fill(strings.arbitrator, round)));
  return cell;
}

/** Tell of rounds that have been judged again since the player saw them, and why. @param {any[]} rounds @param {Record<string, any>} strings @param {string} cases */
export function showJudgedAgain(rounds, strings, cases) {
  const box = find("#judged-again");
  box.replaceChildren(...rounds.flatMap((round) => [make("p", "", fill(strings.judgedAgain, round)), noteOf(round, strings, cases)]));
  box.hidden = !rounds.length;
}

/** The rule of a reason, as a link to its worked cases. @param {any} round @param {Record<string, any>} strings @param {string} cases */
function ruleNote(round, strings, cases) {
  const link = make("a", "", round.rule);
  link.setAttribute("href", `${cases}#why-${round.code}`);
  link.setAttribute("target", "_blank");
  link.setAttribute("rel", "noopener");
  const note = make("span", "soft");
  const [before, after] = strings.rule.split("{rule}");
  note.append(before, link, after);
  return note;
}

/** Write the points of a solo. @param {any} round @param {Record<string, any>} strings */
export const soloWords = (round, strings) => fill(round.solo ? strings.solo : strings.soloShown, round);

/** A sanction, with the price of a warning that is not free. @param {any} round @param {Record<string, any>} strings */
const sanctionWords = (round, strings) => (round.warning_points ? fill(strings.warningCosts, round) : round.sanction_text);

/** Write the player's warnings and penalties. @param {any} me @param {Record<string, any>} strings */
function accountWords(me, strings) {
  const free = me.free_warnings ? fillFor(strings.warningsFree, me.free_warnings, me) : strings.warnings;
  const cost = me.warning_points ? strings.warningsCost : free;
  const words = [me.entered > 1 && strings.entered, me.warnings && cost, me.penalties && strings.penalties, me.solo_points && strings.solos];
  return words.filter(Boolean).map((text) => fill(text, me)).join(" · ");
}
