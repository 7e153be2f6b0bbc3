/** Boards of Scrabble Me: one's own is big, the others are small and can be opened. */

import {mountBoard, moveSquares} from "../tournaments/js/board.js";
import {fill, find, make, signed} from "../tournaments/js/text.js";
import {boardWords, config, words} from "./table.js";

/** @typedef {{ref: string, word: string}} Play */

/**
 * Return the play of the latest round on each board: boards have changed owners meanwhile.
 * @param {any} game
 * @returns {(Play | null)[]} by player
 */
function latestPlays(game) {
  const round = game.plays ? game : game.rounds.at(-1);
  /** @type {(Play | null)[]} */
  const lying = game.players.map(() => null);
  for (const play of round?.plays ?? []) {
    if (play.kind === "place" && play.verdict !== "taken_back") lying[play.player] = play;
  }
  for (const [one, other] of round?.swaps ?? []) [lying[one], lying[other]] = [lying[other], lying[one]];
  return lying;
}

export function boardsAt() {
  /** @type {{item: HTMLElement, title: HTMLElement, score: HTMLElement, board: ReturnType<typeof mountBoard>}[]} */
  let small = [];
  /** @type {ReturnType<typeof mountBoard> | null} */
  let big = null;
  /** Player whose board is open in the dialog. @type {number | null} */
  let opened = null;
  /** @type {any} */
  let game = null;
  find("#board-dialog").addEventListener("close", () => (opened = null));

  /** @param {any} now @param {number | null} own the player whose board is elsewhere on the page */
  function show(now, own) {
    game = now;
    if (!small.length) {
      small = game.players.map(smallBoard);
      find("#boards").replaceChildren(...small.map(({item}) => item));
    }
    const lying = latestPlays(game);
    small.forEach(({item, score, board}, number) => {
      const player = game.players[number];
      item.hidden = number === own;
      score.textContent = signed(player.score);
      board.draw(positionOf(player, lying[number]));
    });
    find("#others-title").textContent = own === null ? words.allBoards : words.otherBoards;
    if (opened !== null) drawBig();
  }

  /** @param {any} player @param {number} number */
  function smallBoard(player, number) {
    const item = make("li");
    const title = make("button", "me-open", player.name);
    title.setAttribute("type", "button");
    title.setAttribute("aria-label", fill(words.openBoard, player));
    title.addEventListener("click", () => open(number));
    const score = make("span", "number");
    const head = make("p", "row spread");
    head.append(title, score);
    const root = make("div", "board");
    item.append(head, root);
    return {item, title, score, board: mountBoard(root, {notation: "english", strings: {...boardWords, board: fill(words.boardOf, player)}})};
  }

  /** @param {number} number */
  function open(number) {
    opened = number;
    drawBig();
    find("#board-dialog").showModal();
  }

  function drawBig() {
    const player = game.players[opened ?? 0];
    big ??= mountBoard(find("#big-board"), {notation: "english", strings: boardWords, readable: true});
    find("#board-title").textContent = fill(words.boardOf, player);
    big.draw(positionOf(player, latestPlays(game)[opened ?? 0]));
  }

  return {show, lastOn: (/** @type {any} */ now, /** @type {number} */ number) => latestPlays(now)[number]};
}

/** @param {any} player @param {Play | null} last */
const positionOf = (player, last) => ({cells: player.board, values: config.values, fresh: moveSquares(last, "english", config.values)});
