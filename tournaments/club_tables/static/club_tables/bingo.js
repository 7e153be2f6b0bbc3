/**
 * Bingo at a club table: a player's two words, the caller's screen, and the calls for the room.
 *
 * Invariants: a tile is called only after the answer to the previous call; automatic calls stop when somebody has
 * won, when a claim is checked, and when a call was refused or got no answer.
 */

import {fill, find, make} from "../tournaments/js/text.js";
import {tileElement, wordElement} from "../tournaments/js/tiles.js";
import {nameOf, showCalls, textOf} from "./bingo_calls.js";
import {emptyWhenTaken} from "./fields.js";
import {config, playAt, words} from "./table.js";

/** @typedef {import("./table.js").Table} Table */

const PACES = [4, 6, 8, 10, 15, 20, 30];
const USUAL_PACE = 8;
const PAPER = config.way === "paper";

/** @type {any} */
let own = null;
/** @type {any} */
let game = null;
/** True while the player chooses other words. */
let repicking = false;
/** Timer of the automatic calls; null while they are off. @type {number | null} */
let running = null;
let calling = false;
/** Resolves once all typed tiles have their answers. */
let entered = Promise.resolve();

playAt({mount, show, inWords, merged, takesBack: () => PAPER});

/** @param {Table} table */
function mount(table) {
  find("#scores").hidden = true;
  mountCaller(table);
  mountPlayer(table);
  find("#checking").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    check(table);
  });
  find("#checking").addEventListener("input", () => stop());
  find("#claimer").addEventListener("change", () => showClaimed());
}

// --- The caller

/** @param {Table} table */
function mountCaller(table) {
  const pace = find("#pace");
  const seconds = table.store.get("pace") ?? USUAL_PACE;
  pace.append(...PACES.map((each) => new Option(fill(words.seconds, {seconds: each}), String(each), false, each === seconds)));
  pace.addEventListener("change", () => {
    table.store.set("pace", Number(pace.value));
    if (running !== null) run(table);
  });
  find("#call").addEventListener("click", () => call(table));
  find("#start").addEventListener("click", () => table.act({act: "start", player: null}));
  find("#end").addEventListener("click", () => table.act({act: "end", player: null}));
  find("#run").addEventListener("click", () => (running === null ? call(table).then((came) => came && run(table)) : stop()));
  find("#drawn").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const tile = find("#tile").value.trim();
    if (!tile) return;
    find("#tile").value = "";
    // One after the other: a fast typist sends the next tile before the answer to the previous one.
    entered = entered.then(() => enterTile(table, tile));
  });
  document.addEventListener("keydown", (event) => {
    const busy = /** @type {Element} */ (event.target).closest("button, a, input, select, textarea, summary, dialog");
    if (event.key !== " " || busy || !mayCall()) return;
    event.preventDefault();
    if (!event.repeat) call(table);
  });
}

const isCaller = () => Boolean(own?.keeper) && !own.closed && !game.over;
const mayCall = () => isCaller() && (PAPER || game.calling) && game.bag_count > 0;

/** @param {Table} table @param {Record<string, string>} [drawn] @returns {Promise<boolean>} whether it came through */
async function call(table, drawn = {}) {
  if (calling || !mayCall()) return false;
  calling = true;
  const came = await table.act({act: "call", player: null, ...drawn});
  calling = false;
  if (!came) stop();
  else if (running !== null) run(table);
  return came;
}

/** Call a tile that was drawn from a real bag; put the text of a refused one back. @param {Table} table @param {string} tile */
async function enterTile(table, tile) {
  const field = find("#tile");
  if (!(await call(table, {tile})) && !field.value) field.value = tile;
  field.focus();
}

/** Start automatic calls at the chosen interval. @param {Table} table */
function run(table) {
  stop();
  if (!mayCall()) return;
  running = window.setTimeout(() => call(table), Number(find("#pace").value) * 1000);
  showRunning();
}

function stop() {
  if (running !== null) clearTimeout(running);
  running = null;
  showRunning();
}

function showRunning() {
  const button = find("#run");
  button.textContent = running === null ? words.run : words.stop;
  button.setAttribute("aria-pressed", String(running !== null));
}

/** Check a claim on paper by the words of the card. @param {Table} table */
async function check(table) {
  stop();
  const player = Number(find("#claimer").value);
  const fields = [find("#claimed-1"), find("#claimed-2")];
  const known = game.players[player].picked;
  const said = known ? {} : {words: fields.map((field) => field.value.trim())};
  const empty = emptyWhenTaken(...fields);
  if (await table.act({act: "claim", player, ...said})) empty();
}

function showClaimed() {
  const known = game.players[Number(find("#claimer").value)]?.picked;
  for (const field of document.querySelectorAll("[data-claimed]")) /** @type {HTMLElement} */ (field).hidden = known;
}

// --- A player

/** @param {Table} table */
function mountPlayer(table) {
  const fields = [find("#picked-1"), find("#picked-2")];
  const picked = (/** @type {boolean} */ taken) => {
    repicking = repicking && !taken;
    if (taken && own.keeper) return table.look(null); // the tablet goes on to the next player
    show(own, table);
  };
  find("#picking").addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const empty = fields.find((field) => !field.value.trim());
    if (empty) return empty.focus();
    picked(await table.act({act: "pick", words: fields.map((field) => field.value.trim())}));
  });
  find("#at-random").addEventListener("click", async () => picked(await table.act({act: "pick"})));
  find("#repick").addEventListener("click", () => {
    repicking = true;
    fields.forEach((field, word) => (field.value = textOf(game.card[word])));
    show(own, table);
    fields[0].focus();
  });
  find("#keep-words").addEventListener("click", () => picked(true));
  find("#claim").addEventListener("click", () => table.act({act: "claim"}));
  find("#put-away").addEventListener("click", () => table.look(null));
}

/** @param {any} letter @param {number} word @param {number} place @param {Table} table */
function letterButton({letter, struck, by, can}, word, place, table) {
  const tile = tileElement(letter, config.values, "button");
  tile.setAttribute("type", "button");
  tile.setAttribute("aria-pressed", String(struck));
  tile.setAttribute("aria-label", letter);
  if (struck && by === "?") tile.classList.add("by-blank");
  tile.toggleAttribute("disabled", game.over || own.closed || !game.calls.length);
  tile.addEventListener("click", async () => {
    if (can === "?" && !window.confirm(fill(words.blankSure, {letter}))) return;
    await table.act({act: struck ? "unstrike" : "strike", word, place});
    /** @type {HTMLElement} */ (find("#words").children[word].children[place]).focus();
  });
  return tile;
}

// --- Shown to everybody

/** Return the seat of this device; null on paper, where players hold cards. @param {Table} table */
const seatOf = (table) => (PAPER ? null : table.seat);

/** @param {any} seen @param {Table} table */
function show(seen, table) {
  own = seen;
  ({game} = own);
  if (!isCaller()) stop();
  const plays = seatOf(table) !== null;
  find("#bingo").dataset.role = plays ? "player" : "room";
  showCalls(game);
  showCaller(plays);
  showCard(plays, table);
  showPeople(table);
}

/** @param {boolean} plays */
function showCaller(plays) {
  const caller = isCaller() && !plays;
  find("#caller").hidden = !caller;
  find("#drawn").hidden = !(PAPER && game.bag_count);
  const ready = PAPER || game.calling;
  find("#call").hidden = !(ready && game.bag_count);
  find("#by-itself").hidden = find("#caller-hint").hidden = find("#call").hidden;
  find("#start").hidden = ready;
  find("#end").hidden = game.bag_count > 0;
  find("#checking").hidden = !(caller && PAPER && game.calls.length);
  if (!PAPER || find("#claimer").options.length === game.players.length) return showClaimed();
  const options = game.players.map((/** @type {any} */ player, /** @type {number} */ number) => new Option(player.name, String(number)));
  find("#claimer").replaceChildren(...options);
  showClaimed();
}

/** @param {boolean} plays @param {Table} table */
function showCard(plays, table) {
  const {card, calls} = game;
  const open = plays && !game.over && !own.closed;
  if (calls.length) repicking = false;
  find("#picking").hidden = !(open && (!card || repicking));
  find("#keep-words").hidden = !card;
  find("#own-card").hidden = !(plays && card && !repicking);
  find("#claim").hidden = find("#card-hint").hidden = !(open && calls.length);
  find("#repick").hidden = !(open && !calls.length);
  find("#putting-away").hidden = !(plays && own.keeper);
  const rows = (card ?? []).map((/** @type {any[]} */ letters, /** @type {number} */ word) => {
    const row = make("div", "bingo-row");
    row.setAttribute("role", "group");
    row.setAttribute("aria-label", textOf(letters));
    row.append(...letters.map((letter, place) => letterButton(letter, word, place, table)));
    return row;
  });
  find("#words").replaceChildren(...rows);
}

/** @param {Table} table */
function showPeople(table) {
  const order = game.players.map((/** @type {any} */ _, /** @type {number} */ number) => number);
  const {players, letters} = game;
  if (game.calls.length) order.sort((/** @type {number} */ a, /** @type {number} */ b) => players[b].score - players[a].score || a - b);
  const lines = order.map((/** @type {number} */ number) => {
    const player = players[number];
    const line = make("li");
    line.toggleAttribute("data-won", game.winners?.includes(number) ?? false);
    const name = opensCard(number) ? cardButton(number, player, table) : make("span", "name", player.name);
    const unknown = PAPER && !player.picked ? "" : null;
    const far = unknown ?? (game.calls.length ? `${player.score}/${letters}` : player.picked ? words.ready : words.picking);
    line.append(name, make("span", "number", far));
    for (const word of player.words ?? []) line.append(wordElement(word, config.values));
    return line;
  });
  find("#people").replaceChildren(...lines);
}

/** Tell whether players open their own card on the tablet. @param {number} number */
const opensCard = (number) => own.keeper && config.way === "tablet" && !own.closed && !game.over && game.waits_for.includes(number);

/** @param {number} number @param {any} player @param {Table} table */
function cardButton(number, player, table) {
  const button = make("button", "button", fill(words.openCard, player));
  button.setAttribute("type", "button");
  button.addEventListener("click", () => table.look(number));
  return button;
}

/** @param {any} seen @param {Table} table */
function inWords(seen, table) {
  const {players, calls, card, bag_count: bag} = seen.game;
  const picked = players.filter((/** @type {any} */ player) => player.picked).length;
  const seat = seatOf(table);
  const counted = {picked, players: players.length, calls: calls.length, bag};
  if (calls.length) return {state: fill(words.lastCalled, {tile: nameOf(calls.at(-1))}), detail: fill(words.inBag, counted), mine: Boolean(card)};
  if (seat !== null && !card) return {state: words.pick, detail: fill(words.havePicked, counted), mine: true};
  return {state: words.beforeCalls, detail: PAPER ? "" : fill(words.havePicked, counted), mine: false};
}

/** Merge a frame, or return null to request the card. A room of sixty strikes hundreds of letters: a device requests its card only when that has changed. @param {any} frame @param {any} seen */
function merged(frame, seen) {
  const [now, before] = [frame.game, seen.game];
  if (seen.seat === null || !now || !before || now.over || frame.closed || now.calls.length !== before.calls.length) return null;
  if (frame.devices !== seen.devices) return null;
  const isSame = (/** @type {string} */ key) => now.players[seen.seat][key] === before.players[seen.seat][key];
  return isSame("score") && isSame("picked") ? {...seen, ...frame, game: {...now, card: before.card}} : null;
}
