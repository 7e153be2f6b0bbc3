/** A classic game at a club table: the board, one's own rack or the lines of who keeps the score, and the turns. */

import {mountBoard, moveSquares} from "../../duplicate/board.js";
import {ask, jsonOf} from "../../duplicate/http.js";
import {fill, find, make, signed} from "../../duplicate/text.js";
import {tileElement} from "../../duplicate/tiles.js";
import {layingAt} from "./laying.js";
import {boardWords, config, playAt, showScores, words} from "./table.js";

/** @typedef {import("./table.js").Table} Table */

/** @type {ReturnType<typeof layingAt> | null} where words are laid with tiles */
let laying = null;
/** @type {ReturnType<typeof mountBoard> | null} where words are written */
let board = null;
/** @type {any} */
let game = null;
/** The dialog's tiles that go back. @type {Set<number>} */
let chosen = new Set();

playAt({mount, show});

/** @param {Table} table */
function mount(table) {
  if (config.way === "paper") mountPaper(table);
  else laying = layingAt(table, (word, ref) => table.act({act: "place", ref, word}));
  const sure = (/** @type {string} */ id, /** @type {Record<string, unknown>} */ act) => find(id).addEventListener("click", () => table.act({...act, ...whose(table, act)}));
  find("#pass").addEventListener("click", () => window.confirm(words.passSure) && table.act({act: "pass", ...whose(table, {act: "pass"})}));
  sure("#challenge", {act: "challenge"});
  sure("#accept", {act: "accept"});
  sure("#agree-end", {act: "agree_end"});
  find("#exchange").addEventListener("click", () => openExchange());
  find("#exchange-dialog").addEventListener("close", () => exchange(table));
  find("#exchange-count").addEventListener("input", () => showChosen());
  find("#look-up").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    lookUp(table);
  });
}

/** On paper the keeper acts for whose turn it is; who challenges is the next one. @param {Table} table @param {Record<string, unknown>} act */
function whose(table, act) {
  if (config.way !== "paper") return {};
  const {to_move: player, waits_for: waits} = game;
  return {player: act.act === "accept" || game.is_ending ? (waits[0] ?? player) : player};
}

/** @param {Table} table */
function mountPaper(table) {
  board = mountBoard(find("#board"), {notation: "english", strings: boardWords, readable: true});
  find("#paper").addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const [word, ref] = [find("#paper-word"), find("#paper-ref")];
    if (!word.value.trim()) return word.focus();
    if (!(await table.act({act: "place", player: game.to_move, ref: ref.value.trim(), word: word.value.trim()}))) return;
    word.value = "";
    ref.value = "";
    word.focus();
  });
  find("#left-over").addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const left = find("#left");
    if (await table.act({act: "rack", player: game.waits_for[0], tiles: left.value.trim()})) left.value = "";
  });
}

/** @param {any} own @param {Table} table */
function show(own, table) {
  game = own.game;
  showScores(table, notesOf);
  find("#bag").textContent = game.over ? "" : fill(words.bag, game);
  const plays = own.keeper ? config.way === "paper" || table.looking !== null : own.seat !== null;
  const open = plays && !own.closed && !game.over;
  const paper = config.way === "paper";
  find("#entry").hidden = !(open && !paper && !game.is_ending);
  find("#paper").hidden = !(open && paper && !game.is_ending);
  find("#left-over").hidden = !(open && paper && game.is_ending && !canAccept(paper));
  if (paper) showPaper(table);
  else showEntry();
  find("#gcg").hidden = !game.over;
  showActs(open, paper);
  showTurns();
}

/** @param {any} player */
function notesOf(player) {
  const notes = [fill(words.held, player)];
  if (player.target) notes.push(fill(words.target, player));
  if (player.turns_lost) notes.push(fill(words.turnsLost, {turns: player.turns_lost}));
  if (player.agrees_to_end) notes.push(words.agrees);
  return game.over ? "" : notes.join(" · ");
}

const lastPlaced = () => game.latest.findLast((/** @type {any} */ act) => act.kind === "place" && !act.withdrawn) ?? null;

function showEntry() {
  const rack = game.over ? [] : (game.rack ?? []).map((/** @type {any} */ tile) => tile.tile);
  laying?.show({board: game.board, rack, last: lastPlaced(), mayPlay: Boolean(game.can_play)});
}

/** @param {Table} table */
function showPaper(table) {
  board?.draw({cells: game.board, values: config.values, fresh: moveSquares(lastPlaced(), "english", config.values)});
  const waiting = game.waits_for[0];
  if (waiting === undefined) return;
  find("#paper-turn").textContent = table.nameOf(game.to_move);
  find("#left-label").textContent = fill(words.rackOf, {name: table.nameOf(waiting)});
}

/** @param {boolean} paper */
function canAccept(paper) {
  return paper ? game.doubters.length > 0 : game.can_accept;
}

/** @param {boolean} open @param {boolean} paper */
function showActs(open, paper) {
  const turn = open && !game.is_ending && (paper || game.can_play);
  find("#exchange").hidden = !(turn && (paper || game.may_exchange));
  find("#pass").hidden = !turn;
  find("#challenge").hidden = !(open && (paper ? game.is_doubted : game.can_challenge));
  find("#accept").hidden = !(open && canAccept(paper));
  find("#agree-end").hidden = !(open && !game.is_ending && game.bag === 0);
  const refused = find("#no-exchange");
  refused.hidden = !(turn && !paper && !game.may_exchange && game.exchange_refused);
  refused.textContent = game.exchange_refused?.text ?? "";
  find("#look-up").hidden = !(open && game.may_look_up);
}

// --- Exchange

function openExchange() {
  chosen = new Set();
  const paper = config.way === "paper";
  find("#exchange-count-field").hidden = !paper;
  find("#exchange-count").value = "";
  find("#exchange-tiles").replaceChildren(...(game.rack ?? []).map(exchangeTile));
  showChosen();
  find("#exchange-dialog").returnValue = "";
  find("#exchange-dialog").showModal();
}

/** @param {any} one @param {number} at */
function exchangeTile(one, at) {
  const tile = tileElement(one.tile, config.values, "button");
  tile.setAttribute("type", "button");
  tile.setAttribute("aria-pressed", "false");
  tile.setAttribute("aria-label", one.tile === "?" ? words.blank : one.tile);
  tile.addEventListener("click", () => {
    if (!chosen.delete(at)) chosen.add(at);
    tile.setAttribute("aria-pressed", String(chosen.has(at)));
    showChosen();
  });
  return tile;
}

const exchanged = () => (config.way === "paper" ? Number(find("#exchange-count").value) || 0 : chosen.size);

function showChosen() {
  const count = exchanged();
  const button = find("#exchange-go");
  button.disabled = !count;
  button.textContent = count ? fill(words.exchange, {count}) : words.exchangeNone;
}

/** @param {Table} table */
function exchange(table) {
  if (find("#exchange-dialog").returnValue !== "go" || !exchanged()) return;
  if (config.way === "paper") return void table.act({act: "exchange", player: game.to_move, count: exchanged()});
  const tiles = [...chosen].map((at) => game.rack[at].tile).join("");
  table.act({act: "exchange", tiles});
}

/** @param {Table} table */
async function lookUp(table) {
  const word = find("#look-word").value.trim();
  if (!word) return;
  try {
    const answer = await ask(`${config.words}?word=${encodeURIComponent(word)}`, {headers: {Authorization: `Bearer ${table.token}`}});
    const said = await jsonOf(answer);
    const shown = word.toUpperCase();
    find("#looked").textContent = answer.ok ? fill(said.good ? words.good : words.bad, {word: shown}) : (said.detail ?? "");
  } catch {
    find("#looked").textContent = "";
  }
}

// --- Turns

function showTurns() {
  const lines = game.latest.map(turnLine).filter(Boolean).reverse();
  find("#turns").replaceChildren(...lines);
}

/** @param {any} act */
function turnLine(act) {
  const kind = act.kind === "challenge" && act.upheld ? "upheld" : act.kind;
  const text = words.kinds[kind];
  if (!text) return null;
  const line = make("li");
  const name = act.player === undefined ? "" : game.players[act.player].name;
  const said = make("span", act.withdrawn ? "withdrawn" : "", fill(text, act));
  const what = make("span");
  what.append(make("span", "who", name ? `${name} ` : ""), said);
  line.append(what, make("span", "number", pointsOf(act)));
  return line;
}

/** @param {any} act */
function pointsOf(act) {
  if (Array.isArray(act.points)) return act.points.map(signed).join(" / ");
  return act.kind === "place" ? signed(act.points) : "";
}
