/**
 * Scrabble Me at a club table: one's own board and rack, the podium, and the input of this part of the round.
 *
 * Invariants: until all have played, players see only their own play; on a tablet, only while their rack is shown.
 */

import {fillFor} from "../tournaments/js/plural.js";
import {fill, find, make} from "../tournaments/js/text.js";
import {tileElement} from "../tournaments/js/tiles.js";
import {layingAt} from "./laying.js";
import {boardsAt} from "./scrabble_me_boards.js";
import {hasPart, playLine, roundName, roundPart, swapLine} from "./scrabble_me_rounds.js";
import {showScores} from "./scores.js";
import {config, playAt, words} from "./table.js";

/** @typedef {import("./table.js").Table} Table */

/** @type {ReturnType<typeof layingAt>} */
let laying;
/** @type {ReturnType<typeof boardsAt>} */
let boards;
/** @type {any} */
let game = null;
/** Player whose board and rack are shown big; null for a spectator. @type {number | null} */
let seat = null;
/** True if that player has to act. */
let isMine = false;
// Last contents of each part: it is drawn again only when they change, so that the focus stays.
const drawn = {podium: "", swap: "", plays: "", rounds: ""};

playAt({mount, show, inWords});

/** @param {Table} table */
function mount(table) {
  laying = layingAt(table, (word, ref) => table.act({act: "place", ref, word}));
  boards = boardsAt();
  find("#pass").addEventListener("click", () => window.confirm(words.passSure) && table.act({act: "pass"}));
  find("#accept").addEventListener("click", () => table.act({act: "accept"}));
  find("#from-bag").addEventListener("click", () => table.act({act: "pick", from: "bag"}));
}

/** Write the text of the bar: the players who have to act, their act, and the round. @param {any} own @param {Table} table */
function inWords(own, table) {
  const now = own.game;
  const said = table.isMyTurn ? words.mine : words.theirs;
  const state = fill(said[now.phase] ?? "", {names: table.namesOf(now.waits_for)});
  const name = own.keeper && table.looking !== null ? table.nameOf(table.looking) : "";
  return {state, detail: [name, roundName(now, words), ownState(now, table.seat)].filter(Boolean).join(" · ")};
}

/** @param {any} now @param {number | null} number */
function ownState(now, number) {
  if (number !== null && now.waits_for.includes(number)) return "";
  if (number !== null && now.players[number].sits_out) return words.youSitOut;
  if (now.phase === "play" && now.play?.kind === "not_in") return words.youAreOut;
  return now.phase === "challenge" ? words.mayChallenge : "";
}

/** @param {any} own @param {Table} table */
function show(own, table) {
  game = own.game;
  seat = game.rack && !(own.keeper && game.over) ? table.seat : null;
  isMine = seat !== null && !own.closed && !game.over && game.waits_for.includes(seat);
  showScores(table, notesOf);
  showOwn();
  showPlays(table);
  showSwap(table);
  showPodium(table);
  boards.show(game, seat);
  showRounds();
  find("#ended").hidden = !game.over;
  find("#ended").textContent = words.ended[game.ended] ?? "";
}

/** @param {any} player */
function notesOf(player) {
  if (game.over) return "";
  const notes = [stateOf(player)];
  if (game.phase === "refill") notes.push(fillFor(words.held, player.held, player));
  if (player.rounds_lost) notes.push(fill(words.roundsLost, {rounds: player.rounds_lost}));
  return notes.filter(Boolean).join(" · ");
}

/** @param {any} player */
function stateOf(player) {
  const awaited = game.waits_for.includes(game.players.indexOf(player));
  if (player.sits_out) return words.sitsOut;
  if (game.phase === "play" && awaited) return words.toPlay;
  if (game.phase === "play" && game.kind !== "extra") return words.hasPlayed;
  return game.phase === "challenge" && player.has_accepted ? words.accepts : "";
}

// --- One's own board and rack

function showOwn() {
  const plays = seat !== null;
  find(".table-play").classList.toggle("watching", !plays);
  find("#board").hidden = !plays;
  find("#entry").hidden = !plays;
  const mayPlay = isMine && game.phase === "play";
  const played = plays && game.phase === "play" && game.play?.kind === "place" ? game.play : null;
  find("#passing").hidden = !mayPlay;
  find("#own-play").hidden = !(plays && game.phase === "play" && ["place", "pass"].includes(game.play?.kind));
  find("#own-play").textContent = played ? fill(words.laid, {...played, points: played.score}) : words.passed;
  laying.show({
    board: plays ? game.board : game.players[0].board,
    rack: plays ? game.rack.map((/** @type {any} */ tile) => tile.tile) : [],
    last: seat === null ? null : boards.lastOn(game, seat),
    mayPlay,
    draft: draftOf(mayPlay || played),
    played,
    isAtRest: !mayPlay,
  });
}

/** Return the key of the laid tiles: one player and one round; 1 while nothing is laid. @param {boolean} lies */
function draftOf(lies) {
  return lies && seat !== null ? game.round * config.most + seat + 2 : 1;
}

// --- Challenges

/** @param {Table} table */
function showPlays(table) {
  const open = ["challenge", "swap"].includes(game.phase);
  const judging = isMine && game.phase === "challenge";
  find("#round-part").hidden = !open;
  find("#doubt-hint").hidden = !judging;
  find("#accept").hidden = !judging;
  redraw("plays", open ? [game.plays, game.swaps, judging && seat] : null, "#plays", () => [
    ...game.plays.filter(hasPart).map((/** @type {any} */ play) => judgedLine(play, judging, table)),
    ...game.swaps.map((/** @type {number[]} */ swap) => swapLine(swap, game.players, words)),
  ]);
}

/** Make the line of a play, with a button for players who can challenge it. @param {any} play @param {boolean} judging @param {Table} table */
function judgedLine(play, judging, table) {
  const line = playLine(play, game.players, words);
  if (judging && game.can_challenge.includes(play.player)) line.append(doubting(play, table));
  return line;
}

/** @param {any} play @param {Table} table */
function doubting(play, table) {
  const button = buttonOf(words.challenge, () => {
    const asked = fill(words.challengeSure, {name: table.nameOf(play.player), words: play.words.join(", ")});
    if (window.confirm(asked)) table.act({act: "challenge", of: play.player});
  });
  button.setAttribute("aria-label", fill(words.challengeOf, {name: table.nameOf(play.player), word: play.word}));
  return button;
}

// --- Swapping and picking

/** @param {Table} table */
function showSwap(table) {
  const swaps = isMine && game.phase === "swap";
  find("#swap").hidden = !swaps;
  redraw("swap", swaps ? [seat, game.swapping] : null, "#swap-with", () => game.players.flatMap((/** @type {any} */ player, /** @type {number} */ number) => {
    if (number === seat) return [];
    const button = buttonOf(fill(words.swapWith, player), () => table.act({act: "swap", with: number}));
    button.classList.add("wide");
    return [button];
  }));
}

/** @param {Table} table */
function showPodium(table) {
  const picks = isMine && game.phase === "refill";
  find("#podium-part").hidden = game.over && !game.podium.length;
  find("#bag").textContent = fill(words.bag, game);
  redraw("podium", [game.podium, picks], "#podium", () => game.podium.map((/** @type {any} */ {tile}) => picks ? podiumButton(tile, table) : podiumTile(tile)));
  const bag = find("#from-bag");
  bag.hidden = !picks;
  bag.disabled = !game.bag;
  bag.textContent = game.bag ? fill(words.fromBag, game) : words.bagOut;
  find("#podium-hint").textContent = podiumHint(picks, table);
  showSeating(table);
}

/** @param {boolean} picks @param {Table} table */
function podiumHint(picks, table) {
  if (game.phase !== "refill") return game.podium.length ? "" : words.podiumOut;
  const [first, ...then] = game.picking;
  const order = then.length ? fill(words.thenPick, {names: table.namesOf(then)}) : "";
  return [fill(picks ? words.pick : words.picks, {name: table.nameOf(first)}), order].filter(Boolean).join(" ");
}

/** Show the order in which tiles are picked, with three or more players. @param {Table} table */
function showSeating(table) {
  const around = find("#around");
  around.hidden = game.over || game.players.length < 3;
  around.textContent = fill(words.around, {names: table.namesOf(game.players.map((/** @type {any} */ _player, /** @type {number} */ number) => number))});
}

/** @param {string} tile */
function podiumTile(tile) {
  const shown = tileElement(tile, config.values);
  shown.setAttribute("role", "img");
  shown.setAttribute("aria-label", nameOfTile(tile));
  return shown;
}

/** @param {string} tile @param {Table} table */
function podiumButton(tile, table) {
  const button = tileElement(tile, config.values, "button");
  button.setAttribute("type", "button");
  button.setAttribute("aria-label", fill(words.take, {tile: nameOfTile(tile)}));
  button.addEventListener("click", () => table.act({act: "pick", from: "podium", tile}));
  return button;
}

/** @param {string} tile */
const nameOfTile = (tile) => (tile === "?" ? words.blank : tile);

function showRounds() {
  find("#no-rounds").hidden = game.rounds.length > 0;
  redraw("rounds", game.rounds, "#rounds", () => game.rounds.map((/** @type {any} */ round) => roundPart(round, game.players, words)).reverse());
}

/**
 * Draw a part again if its contents have changed. The keyboard focus stays within it.
 * @param {keyof typeof drawn} part
 * @param {unknown} said
 * @param {string} root
 * @param {() => Element[]} elements
 */
function redraw(part, said, root, elements) {
  const text = JSON.stringify(said);
  if (text === drawn[part]) return;
  drawn[part] = text;
  const list = find(root);
  const wasWithin = list.contains(document.activeElement);
  list.replaceChildren(...(said === null ? [] : elements()));
  if (wasWithin) list.querySelector("button")?.focus();
}

/** @param {string} text @param {() => void} onClick */
function buttonOf(text, onClick) {
  const button = make("button", "button", text);
  button.setAttribute("type", "button");
  button.addEventListener("click", onClick);
  return button;
}
