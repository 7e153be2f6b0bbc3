/** A classic game at a club table: the board, one's own rack or the scorekeeper's line, and the turns. */

import {ask, jsonOf} from "../tournaments/js/http.js";
import {raiseCase} from "../tournaments/js/notation.js";
import {fillFor} from "../tournaments/js/plural.js";
import {fill, find, formatSpread, make, signed} from "../tournaments/js/text.js";
import {exchangeBy} from "./exchange.js";
import {emptyWhenTaken} from "./fields.js";
import {layingAt} from "./laying.js";
import {showScores} from "./scores.js";
import {config, playAt, words} from "./table.js";
import * as variants from "./variants.js";
import {writingAt} from "./writing.js";

/** @typedef {import("./table.js").Table} Table */

/** @type {ReturnType<typeof layingAt> | null} where words are laid with tiles */
let laying = null;
/** @type {ReturnType<typeof writingAt> | null} where words are written */
let writing = null;
/** @type {any} */
let game = null;

playAt({mount, show, inWords});

/** @param {Table} table */
function mount(table) {
  if (config.way === "paper") mountPaper(table);
  else laying = layingAt(table, (word, ref) => place(table, word, ref));
  variants.mount(table);
  find("#pass").addEventListener("click", () => window.confirm(words.passSure) && table.act({act: "pass"}));
  find("#challenge").addEventListener("click", () => isSure(table) && table.act({act: "challenge", ...challenger()}));
  find("#accept").addEventListener("click", () => table.act({act: "accept"}));
  find("#agree-end").addEventListener("click", () => table.act({act: "agree_end"}));
  const exchange = exchangeBy((what) => table.act({act: "exchange", ...what, ...variants.ofDrawing()}));
  find("#exchange").addEventListener("click", () => exchange.open((game.rack ?? []).map((/** @type {any} */ tile) => tile.tile)));
  find("#look-up").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    lookUp(table);
  });
}

/** @param {Table} table */
function mountPaper(table) {
  writing = writingAt((word, ref) => place(table, word, ref));
  find("#left-over").addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const left = find("#left");
    const empty = emptyWhenTaken(left);
    if (await table.act({act: "rack", tiles: left.value.trim()})) empty();
  });
}

/** @param {Table} table @param {string} word @param {string} ref */
async function place(table, word, ref) {
  const taken = await table.act({act: "place", ref, word, ...variants.ofPlay()});
  if (taken) variants.played();
  return taken;
}

/** Return the player who challenges: on a tablet and on paper any of the others may. @returns {{player?: number}} */
function challenger() {
  const who = find("#challenger");
  return who.hidden ? {} : {player: Number(who.value)};
}

/** @param {any} own @param {Table} table */
function show(own, table) {
  ({game} = own);
  const paper = config.way === "paper";
  const plays = own.keeper ? paper || table.looking !== null : own.seat !== null;
  const open = plays && !own.closed && !game.over;
  showScores(table, notesOf);
  find("#bag").textContent = game.over || isUndrawn() ? "" : fill(game.bags ? words.bags : words.bag, {...game, ...game.bags});
  find("#entry").hidden = !(open && !paper && !game.is_ending && !game.can_draw);
  find("#paper").hidden = !(open && paper && !game.is_ending);
  find("#left-over").hidden = !(open && paper && game.is_ending && !game.can_accept);
  find("#gcg").hidden = !game.over;
  variants.show(own, open);
  if (paper) showPaper(table);
  else showEntry();
  showActs(open, own.keeper);
  find("#turns").replaceChildren(...game.latest.map(lineOf).filter(Boolean).reverse());
}

/** Tell what is asked for where no turn is played: a first rack, and what follows the last word. @param {any} own @param {Table} table */
function inWords(own, table) {
  const {doubters, is_ending: isEnding, latest, settings, turns, waits_for: waiting} = own.game;
  const names = table.namesOf(waiting);
  if (isEnding && !doubters.length) return names ? {state: fill(words.rackOf, {name: names}), detail: ""} : null;
  const last = latest.findLast((/** @type {any} */ act) => act.kind === "place");
  if (isEnding && last) {
    const ended = fill(own.game.players[last.player].held ? words.lastWord : words.goneOut, {...last, name: table.nameOf(last.player)});
    return {state: ended, detail: table.isMyTurn ? words.doYouAccept : fill(words.waitingToAccept, {names})};
  }
  const drawn = latest.findLast((/** @type {any} */ act) => act.kind === "start");
  const begins = turns || !drawn ? null : {state: "", detail: startWords(drawn, own.game.players)};
  if (!settings.double_bag || turns || config.way === "paper" || own.game.can_play) return begins;
  if (own.game.can_draw) return {state: words.drawFirst, detail: ""};
  return own.game.bags || !names ? begins : {state: fill(words.waitingToDraw, {names}), detail: ""};
}

/** Tell whether somebody has to draw a first rack: until then the tiles of two bags and racks are not counted. */
const isUndrawn = () => game.settings.double_bag && config.way !== "paper" && !game.bags;

/** @param {any} player */
function notesOf(player) {
  const notes = isUndrawn() ? [] : [fillFor(words.held, player.held, player)];
  if (player.target) notes.push(fill(words.target, player));
  if (player.turns_lost) notes.push(fill(words.turnsLost, {turns: player.turns_lost}));
  if (player.agrees_to_end) notes.push(words.agrees);
  return game.over ? "" : notes.join(" · ");
}

/** Ask before a challenge, which a tap beside another button would begin, and tell what it costs. @param {Table} table */
function isSure(table) {
  const player = game.players[challenger().player ?? table.seat ?? game.waits_for[0]];
  return window.confirm(fill(words.challengeSure, {...lastPlaced(), price: priceInWords(player.challenge_price)}));
}

/** @param {number} [before] an act of the list */
const lastPlaced = (before) => game.latest.slice(0, before).findLast((/** @type {any} */ act) => act.kind === "place") ?? null;

function showEntry() {
  const rack = game.over ? [] : (game.rack ?? []).map((/** @type {any} */ tile) => tile.tile);
  laying?.show({board: variants.boardNow(), rack, last: lastPlaced(), mayPlay: Boolean(game.can_play)});
}

/** @param {Table} table */
function showPaper(table) {
  writing?.show(variants.boardNow(), lastPlaced());
  const waiting = game.waits_for[0];
  if (waiting === undefined) return;
  find("#paper-turn").textContent = table.nameOf(game.to_move);
  find("#left-label").textContent = fill(words.rackOf, {name: table.nameOf(waiting)});
}

/** @param {boolean} open @param {boolean} keeper */
function showActs(open, keeper) {
  const turn = open && Boolean(game.can_play);
  find("#exchange").hidden = !(turn && game.may_exchange);
  find("#pass").hidden = !turn;
  find("#challenge").hidden = !(open && game.can_challenge);
  find("#accept").hidden = !(open && game.can_accept);
  find("#agree-end").hidden = !(open && !game.is_ending && game.bag === 0);
  const refused = find("#no-exchange");
  refused.hidden = !(turn && !game.may_exchange && game.exchange_refused);
  refused.textContent = game.exchange_refused?.text ?? "";
  find("#look-up").hidden = !(open && game.may_look_up);
  showChallengers(keeper);
}

/** @param {boolean} keeper */
function showChallengers(keeper) {
  const who = find("#challenger");
  const placed = lastPlaced();
  const others = [...game.players.keys()].filter((number) => number !== placed?.player);
  const before = Number(who.value);
  who.hidden = !keeper || others.length < 2 || find("#challenge").hidden;
  who.replaceChildren(...others.map((number) => new Option(game.players[number].name, String(number))));
  if (others.includes(before)) who.value = String(before);
}

/** @param {Table} table */
async function lookUp(table) {
  const word = find("#look-word").value.trim();
  if (!word) return;
  try {
    const answer = await ask(`${config.words}?word=${encodeURIComponent(word)}`, {headers: {Authorization: `Bearer ${table.token}`}});
    const said = await jsonOf(answer);
    const shown = raiseCase(word, config.values);
    find("#looked").textContent = answer.ok ? fill(said.good ? words.good : words.bad, {word: shown}) : (said.detail ?? "");
  } catch {
    find("#looked").textContent = "";
  }
}

// --- Turns

/** @param {any} act @param {number} index */
function lineOf(act, index) {
  if (act.kind === "start") return make("li", "", startWords(act, game.players));
  const text = words.kinds[kindOf(act)];
  if (!text) return null;
  const line = make("li");
  const name = act.player === undefined ? "" : game.players[act.player].name;
  const what = make("span");
  const {word = ""} = act.kind === "challenge" ? lastPlaced(index) ?? {} : act;
  const values = {...act, word, price: act.price && priceInWords(act.price), list: (act.words ?? []).join(", ")};
  what.append(make("span", "who", name ? `${name} ` : ""), make("span", "", fill(text, values)));
  line.append(what, make("span", "number", pointsOf(act)));
  return line;
}

/** @param {any} act @param {any[]} players */
function startWords({drawn, begins}, players) {
  const letters = drawn.map((/** @type {[number, string]} */ [player, letter]) => fill(words.drew, {name: players[player].name, letter}));
  return fill(begins === null ? words.kinds.tied : words.kinds.start, {letters: letters.join(", "), name: players[begins]?.name});
}

/** Write what a challenge costs that fails. @param {{player: number, turn: string, points: number}} price */
function priceInWords({player, turn, points}) {
  const {name} = game.players[player];
  if (turn) return fill(words.prices[turn], {name});
  const count = Math.abs(points);
  return points ? fillFor(words.prices[points < 0 ? "lost" : "gained"], count, {name, points: count}) : words.prices.free;
}

/** @param {any} act */
function kindOf(act) {
  if (act.kind === "pass" && act.notes) return "time";
  return act.kind === "challenge" && act.upheld ? "upheld" : act.kind;
}

/** Return the points of an act; where several players may have some, with the names of those who do. @param {any} act */
function pointsOf(act) {
  if (act.price || act.points === undefined) return "";
  if (!Array.isArray(act.points)) return signed(act.points);
  const named = act.points.map((/** @type {number} */ points, /** @type {number} */ player) => points && `${game.players[player].name} ${formatSpread(points)}`);
  return named.filter(Boolean).join(", ");
}
