/** Un-Scrabble at a club table: players tap tiles of one word and remove them from the board. */

import {mountBoard} from "../tournaments/js/board.js";
import {formatReference, SIZE} from "../tournaments/js/notation.js";
import {fill, find, make, signed} from "../tournaments/js/text.js";
import {showScores} from "./scores.js";
import {boardWords, config, playAt, words} from "./table.js";

/** @typedef {import("./table.js").Table} Table */

/** @type {Set<number>} the squares whose tiles are removed */
let chosen = new Set();
/** @type {ReturnType<typeof mountBoard>} */
let board;
/** @type {any} */
let game = null;
let open = false;
let turns = -1;

playAt({mount, show});

/** @param {Table} table */
function mount(table) {
  board = mountBoard(find("#board"), {notation: "english", strings: boardWords, onChoose: (row, column) => choose(row * SIZE + column)});
  find("#remove").addEventListener("click", async () => {
    if (await table.act({act: "remove", squares: [...chosen].sort((a, b) => a - b).map(named)})) chosen = new Set();
    draw();
  });
  find("#none").addEventListener("click", () => {
    chosen = new Set();
    draw();
  });
  find("#pass").addEventListener("click", () => table.act({act: "pass"}));
}

/** @param {number} square */
const named = (square) => formatReference({row: Math.floor(square / SIZE), column: square % SIZE, direction: "down"}, "english");

/** @param {number} square */
function choose(square) {
  if (!open || !game.board[Math.floor(square / SIZE)][square % SIZE]) return;
  if (!chosen.delete(square)) chosen.add(square);
  draw();
}

/** @param {any} own @param {Table} table */
function show(own, table) {
  game = own.game;
  open = !game.over && !own.closed && (own.keeper ? config.way !== "phones" : game.waits_for.includes(own.seat));
  if (game.turns.length !== turns) chosen = new Set();
  turns = game.turns.length;
  showScores(table);
  draw();
  find("#turns").replaceChildren(...game.turns.map(turnLine).reverse());
}

function draw() {
  board.draw({cells: game.board, values: config.values, fresh: chosen});
  const letters = [...chosen].sort((a, b) => a - b).map((square) => game.board[Math.floor(square / SIZE)][square % SIZE]);
  const points = letters.reduce((sum, letter) => sum + (config.values[letter] ?? 0), 0);
  find("#acts").hidden = !open;
  find("#pass").hidden = !game.may_pass;
  find("#none").hidden = !letters.length;
  const button = find("#remove");
  button.disabled = !letters.length;
  button.textContent = letters.length ? fill(words.remove, {letters: letters.join(""), points}) : words.removeNone;
}

/** @param {any} turn */
function turnLine(turn) {
  const line = make("li");
  const what = make("span");
  const letters = turn.tiles.join("");
  what.append(make("span", "who", `${game.players[turn.player].name} `), make("span", "", letters ? `−${letters}` : words.passes));
  line.append(what, make("span", "number", letters ? signed(turn.score) : ""));
  return line;
}
