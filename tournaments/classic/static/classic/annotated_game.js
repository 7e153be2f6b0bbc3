/** A whole game step by step: the board, both scores and the rack after each turn. Everything is in the page. */

import {mountBoard, moveSquares} from "../tournaments/js/board.js";
import {SIZE} from "../tournaments/js/notation.js";
import {fill, find, pageData} from "../tournaments/js/text.js";
import {scoreLines, turnLine} from "./match_turns.js";

const game = pageData("replay");
const strings = pageData("strings");
const board = mountBoard(find("#board"), {notation: game.notation, strings: strings.board, readable: true});
const slider = find("#slider");
/** @type {number} */
const last = game.turns.length;
const lines = game.turns.map((/** @type {any} */ turn, /** @type {number} */ index) => {
  const line = turnLine(game, turn, strings);
  line.addEventListener("click", () => show(index + 1));
  return line;
});
/** Number of turns that are on the board. @type {number} */
let at = last;
/** How far each button goes. @type {Record<string, () => number>} */
const steps = {first: () => 0, previous: () => at - 1, next: () => at + 1, last: () => last};

find("#turns").replaceChildren(...lines);
find("#steps").hidden = false;
slider.max = String(last);
slider.addEventListener("input", () => show(Number(slider.value)));
for (const [id, step] of Object.entries(steps)) {
  find(`#${id}`).addEventListener("click", () => show(step()));
}
show(last);

/** Show the game after so many turns. @param {number} number */
function show(number) {
  at = Math.max(0, Math.min(number, last));
  const turn = at ? game.turns[at - 1] : null;
  const where = at ? fill(strings.turn, {number: at, turns: last}) : strings.beginning;
  const fresh = turn?.kind === "place" ? moveSquares(turn, game.notation, game.values) : new Set();
  board.draw({cells: cellsAfter(at), values: game.values, fresh});
  find("#scores").replaceChildren(...scoreLines({names: game.names, scores: game.scores[at], to_move: game.sides[at]}));
  find("#at").textContent = where;
  find("#rack").textContent = turn && game.racks[at - 1] ? fill(strings.rack, {tiles: game.racks[at - 1]}) : "";
  slider.value = String(at);
  slider.ariaValueText = where;
  lines.forEach((/** @type {Element} */ line, /** @type {number} */ index) => (line.ariaCurrent = index + 1 === at ? "step" : null));
}

/** Return the board after so many turns. @param {number} number @returns {string[][]} */
function cellsAfter(number) {
  const cells = Array.from({length: SIZE}, () => Array(SIZE).fill(""));
  for (const [square, token] of game.changed.slice(0, number).flat()) cells[Math.floor(square / SIZE)][square % SIZE] = token;
  return cells;
}
