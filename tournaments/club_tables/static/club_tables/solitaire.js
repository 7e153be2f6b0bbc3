/** Solitaire at a club table: one rack, two racks in turn, or all tiles face up; and the best results so far. */

import {ask, jsonOf} from "../tournaments/js/http.js";
import {fill, find, make, signed} from "../tournaments/js/text.js";
import {wordTokens} from "../tournaments/js/notation.js";
import {exchangeBy} from "./exchange.js";
import {layingAt} from "./laying.js";
import {showScores} from "./scores.js";
import {config, playAt, words} from "./table.js";
import {writingAt} from "./writing.js";

/** @typedef {import("./table.js").Table} Table */

/** @type {any} */
let game = null;
/** Input by tiles; on paper with racks, words are written instead. @type {ReturnType<typeof layingAt> | null} */
let laying = null;
/** @type {ReturnType<typeof writingAt> | null} */
let writing = null;
/** True if the game was over when the best results were loaded: they change at its end. @type {boolean | null} */
let askedOver = null;

const isOpen = () => game.form === "open";
const isWritten = () => config.way === "paper" && !isOpen();

playAt({mount, show, inWords, ending});

/** @param {Table} table */
function mount(table) {
  const exchange = exchangeBy((what) => table.act({act: "exchange", ...what}));
  find("#exchange").addEventListener("click", () => exchange.open(rackToMove()));
  find("#pass").addEventListener("click", () => table.act({act: "pass"}));
  find("#finish").addEventListener("click", () => openFinish());
  find("#finish-dialog").addEventListener("close", () => finish(table));
}

/** Choose how words are entered: it depends on the form, which is known when the game is. @param {Table} table */
function mountBoard(table) {
  const place = (/** @type {string} */ word, /** @type {string} */ ref) => table.act({act: "place", word, ref});
  if (isWritten()) writing = writingAt(place);
  else laying = layingAt(table, place, {stacked: isOpen()});
}

/** @returns {string[]} */
const rackToMove = () => wordTokens(game.racks?.[game.to_move]?.tiles ?? "", config.values);

/** @returns {string[]} */
const tilesLeft = () => Object.entries(game.left).flatMap(([tile, count]) => Array(count).fill(tile));

/** @param {any} own @param {Table} table */
function show(own, table) {
  ({game} = own);
  if (own.keeper && config.way === "tablet" && table.looking === null && !game.over) return void table.look(0);
  if (!laying && !writing) mountBoard(table);
  const plays = own.keeper ? config.way !== "phones" : own.seat !== null;
  const open = plays && !own.closed && !game.over;
  find("#solitaire").dataset.form = game.form;
  showScores(table);
  if (game.racks?.length > 1) find("#scores").append(opponentLine());
  showGround(open);
  find("#exchange").hidden = !(open && game.can_exchange);
  find("#pass").hidden = !(open && game.racks?.length > 1);
  find("#finish").hidden = !open;
  showPlays(open, table);
  if (askedOver !== (game.over || own.closed)) showBest(table);
  askedOver = game.over || own.closed;
}

/** @param {boolean} open */
function showGround(open) {
  find("#entry").hidden = !(open && laying);
  find("#paper").hidden = !(open && writing);
  find("#shuffle").hidden = isOpen();
  const last = game.plays?.at(-1) ?? null;
  const rack = isOpen() ? tilesLeft() : rackToMove();
  laying?.show({board: game.board, rack: open ? rack : [], last, mayPlay: open});
  writing?.show(game.board, last);
  find("#bag").textContent = isOpen() ? fill(words.left, {left: game.left_count, most: game.most_played}) : fill(words.bag, {bag: game.bag_count});
  find("#record").textContent = game.record ? fill(words.record, game) : "";
  find("#paper-turn").textContent = game.racks?.length > 1 ? rackName(game) : "";
}

/** @param {any} shown */
const rackName = ({to_move: mover}) => (mover ? words.opponentsRack : words.ownRack);

function opponentLine() {
  const line = make("div");
  if (!game.over && game.to_move === 1) line.dataset.turn = "";
  line.append(make("dt", "", words.opponent), make("dd", "number", signed(game.racks[1].score)));
  return line;
}

/** @param {any} seen */
function inWords(seen) {
  const {form, racks, players} = seen.game;
  if (form === "open") return {state: fill(words.points, players[0]), detail: words.openHint, mine: isPlayer(seen)};
  const name = racks.length > 1 ? rackName(seen.game) : fill(words.points, players[0]);
  return {state: name, detail: "", mine: isPlayer(seen)};
}

/** @param {any} seen */
function ending({game: {racks, winners, record, players: [player]}}) {
  if (racks?.length > 1) return winners.length ? words.won : racks[1].score > player.score ? words.opponentWon : words.drawn;
  if (!record) return fill(words.points, player);
  return fill(winners.length ? words.newRecord : words.notBeaten, {...player, record});
}

/** @param {any} seen */
const isPlayer = (seen) => seen.seat !== null || (seen.keeper && config.way !== "phones");

// --- Plays of the open construction

/** @param {boolean} open @param {Table} table */
function showPlays(open, table) {
  const plays = game.plays ?? [];
  find("#plays-part").hidden = !plays.length;
  const lines = plays.map((/** @type {any} */ play, /** @type {number} */ number) => {
    const line = make("li");
    const what = make("span", "", `${play.ref} ${play.word}`);
    const back = make("button", "button quiet", "✕");
    back.setAttribute("type", "button");
    back.setAttribute("aria-label", fill(words.takeBack, play));
    back.addEventListener("click", () => table.act({act: "take_back", play: number}));
    line.append(what, make("span", "number", signed(play.score)));
    if (open) line.append(back);
    return line;
  });
  find("#plays").replaceChildren(...lines.reverse());
}

// --- The end

function openFinish() {
  const dialog = find("#finish-dialog");
  for (const field of dialog.querySelectorAll("[data-left]")) field.hidden = !(isWritten() && Number(field.dataset.left) < game.racks.length);
  find("#finish-hint").textContent = isOpen() ? words.finishOpen : words.finishRacks;
  dialog.returnValue = "";
  dialog.showModal();
}

/** @param {Table} table */
function finish(table) {
  if (find("#finish-dialog").returnValue !== "go") return;
  const left = isWritten() ? {left: game.racks.map((/** @type {any} */ _, /** @type {number} */ rack) => find(`#left-${rack}`).value.trim())} : {};
  table.act({act: "end", ...left});
}

// --- The best so far

/** @param {Table} table */
async function showBest(table) {
  if (game.form === "two_racks") return;
  try {
    const answer = await ask(config.best, {});
    if (!answer.ok) return;
    const {best} = await jsonOf(answer);
    const name = table.nameOf(0);
    find("#best-title").textContent = isOpen() ? words.bestKnown : fill(words.ownBest, {name});
    find("#best-part").hidden = !best.length;
    find("#best").replaceChildren(...best.map(bestLine));
  } catch {
    // The list is shown at the next try.
  }
}

/** @param {any} result */
function bestLine({name, score, day, code}) {
  const line = make("li");
  const date = new Date(`${day}T12:00`).toLocaleDateString(document.documentElement.lang || [], {dateStyle: "medium"});
  const what = make("span");
  const link = make("a", "", date);
  link.setAttribute("href", config.table.replace(config.code, code));
  what.append(make("span", "", `${name} `), code === config.code ? make("span", "who", words.thisGame) : link);
  line.append(what, make("span", "number", signed(score)));
  return line;
}
