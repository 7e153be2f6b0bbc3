/**
 * A game for those who follow it later than the hall, whole or one part of it. The server delays state and clock: this script
 * knows of no delay.
 */

import {moveSquares, mountBoard} from "../tournaments/js/board.js";
import {mountClock} from "../tournaments/js/clock.js";
import {follow} from "../tournaments/js/live.js";
import {fillFor} from "../tournaments/js/plural.js";
import {fill, find, make, pageData} from "../tournaments/js/text.js";
import {tileElement} from "../tournaments/js/tiles.js";
import {leaderLine, topsLine} from "./leaders.js";
import {soloLine} from "./solo_line.js";

const config = pageData("config");
const {screen: strings, board: boardStrings, clock: clockStrings} = pageData("strings");

/** Return the part of the page, if it is there. @param {string} selector @returns {HTMLElement | null} */
const part = (selector) => document.querySelector(selector);

const squares = part("#board");
const board = squares && mountBoard(squares, {notation: config.notation, strings: boardStrings});
const busy = (/** @type {any} */ frame) => ["running", "time"].includes(frame.round?.phase);
const link = follow({frameUrl: config.state, streamUrl: "", busy}, {onFrame: show, onTime: () => clock?.refresh()});
const clockPart = part("#clock");
const clock = clockPart && mountClock(clockPart, {now: () => link.time.now(), strings: clockStrings});

/** @param {any} frame */
function show(frame) {
  const {round, last, values, state} = frame;
  const over = state === "finished";
  find("#broadcast").hidden = false;
  part("#waiting")?.remove();
  board?.draw({cells: frame.board, values, fresh: moveSquares(last, frame.notation, values)});
  clock?.update(over ? null : round);
  write("#round-number", round ? fill(strings.round, round) : "");
  write("#stage-note", over ? strings.over : frame.cancelled ? fill(strings.cancelled, {number: frame.cancelled}) : (strings[round?.phase] ?? ""));
  part("#rack")?.replaceChildren(...(over ? [] : (round?.rack ?? [])).map((/** @type {string} */ tile) => tileElement(tile, values)));
  write("#last-top", last ? `${fill(strings.lastMove, last)} · ${moveWords(last)}` : "");
  write("#solo", last?.solo ? soloLine(last.solo, strings) : "");
  const lines = frame.leaders.map((/** @type {any} */ row) => leaderLine(row, strings, config.formats));
  part("#leaders")?.replaceChildren(...(frame.rounds ? [...lines, topsLine(frame.top_total, strings, config.formats)] : []));
}

/** @param {any} last */
const moveWords = (last) => (last.word ? `${last.word} ${last.ref} · ${fillFor(strings.points, last.score, last)}` : strings.nobody);

/** @param {string} selector @param {string} text */
function write(selector, text) {
  const element = part(selector);
  if (element && element.textContent !== text) element.replaceChildren(make("span", "", text));
  if (element) element.hidden = !text;
}
