/**
 * A match recorded move by move: the board, both scores, the turns, and the engine's moves beside them. The annotator
 * (by the token of their link, or of a player's phone) enters turns on the same page.
 *
 * Invariants: input stays until the server has accepted it; the same entry sent twice counts once.
 */

import {mountBoard, moveSquares} from "../tournaments/js/board.js";
import {ask, jsonOf} from "../tournaments/js/http.js";
import {takeLink} from "../tournaments/js/links.js";
import {follow} from "../tournaments/js/live.js";
import {outageIn, refusalOf} from "../tournaments/js/outbox.js";
import {showReadings} from "../tournaments/js/readings.js";
import {newId, storeFor} from "../tournaments/js/store.js";
import {fill, find, make, pageData} from "../tournaments/js/text.js";
import {lastPlaced, scoreLines, turnLine} from "./match_turns.js";
import {tapPlays} from "./tapped_plays.js";

const config = pageData("config");
const strings = pageData("strings");
const store = storeFor(`record-${config.id}`);
const tapped = config.keeping ? tapPlays({store, tiles: config.tiles, strings, onPlay: (line) => send(config.turns, {line, rack: ""})}) : null;
const board = tapped ? null : mountBoard(find("#board"), {notation: "english", strings: strings.board});
const token = tokenHere();
/** @type {any} the newest state of the match */
let match = null;
/** Keeper and stage whose fields are shown. */
let stage = "";
/** @type {any[][]} the engine's moves beside each turn */
let best = [];

const listeners = {
  onFrame: show,
  onStatus: (/** @type {string} */ status) => (find("#offline").hidden = status !== "offline"),
};
follow({frameUrl: config.frame, streamUrl: config.stream, busy: (/** @type {any} */ frame) => !frame.over}, listeners);
if (config.keeping) keep();

/** Take the token: an annotator's link has it behind the #; a player's phone has the one of the event. */
function tokenHere() {
  const linked = takeLink().get("t");
  if (linked) store.set("token", linked);
  return store.get("token") ?? playersToken();
}

function playersToken() {
  return storeFor(`event-${config.event}`).get("token") ?? "";
}

/** @param {any} frame */
function show(frame) {
  if (match && frame.version < match.version) return;
  if (config.keeping && token && match && frame.keeper !== match.keeper) checkToken();
  match = frame;
  find("#where").textContent = fill(strings.where, frame);
  showScores();
  tapped?.show(frame, isKeptByPlayers() && Boolean(token) && frame.to_move !== null);
  board?.draw({cells: frame.board, values: frame.values, fresh: moveSquares(lastPlaced(frame), frame.notation, frame.values)});
  find("#bag").textContent = frame.over ? strings.over : fill(strings.bag, frame);
  find("#gcg").hidden = !(frame.over && config.gcg);
  if (config.keeping) showKeeper();
  showTurns();
  if (frame.advice) askForBest();
}

/** Show whose turn it is; once the match is over nothing is left to enter. */
function showKeeper() {
  const {names, over, to_move: side} = match;
  find("#on-turn").textContent = side === null ? strings.noTurn : fill(strings.onTurn, {name: names[side]});
  for (const id of ["on-turn", "turn-acts", "typed"]) find(`#${id}`).hidden = over;
  find("#exchange").hidden = !isKeptByPlayers();
  find("#rack-field").hidden = isKeptByPlayers();
  // Players tap; the line is the annotator's, and theirs where tiles left have to be named.
  const before = stage;
  stage = `${match.keeper} ${side === null}`;
  if (stage !== before) find("#typed").open = !isKeptByPlayers() || side === null || Boolean(find("#line").value);
}

/** Players name no tiles before the end: the rack's field is the annotator's. */
function isKeptByPlayers() {
  return match?.keeper === "players";
}

function showScores() {
  find("#scores").replaceChildren(...scoreLines(match));
}

function showTurns() {
  const lines = match.turns.map(lineOf).reverse();
  find("#turns").replaceChildren(...lines);
  find("#none").hidden = lines.length > 0;
}

/** @param {any} turn @param {number} index */
function lineOf(turn, index) {
  const line = turnLine(match, turn, strings);
  line.append(make("span", "total", turn.player === null ? turn.totals.join(" : ") : String(turn.totals[turn.player])));
  const plays = (best[index] ?? []).map((play) => fill(strings.play, play)).join(" · ");
  if (plays) line.append(make("span", "best", fill(strings.best, {plays})));
  return line;
}

async function askForBest() {
  const {version} = match;
  try {
    /** @type {Record<string, string>} */
    const headers = token ? {Authorization: `Bearer ${token}`} : {};
    const answer = await ask(config.best, {headers});
    if (!answer.ok || version !== match.version) return;
    best = (await jsonOf(answer)).best;
    showTurns();
  } catch {
    // The turns are shown without the engine's moves; the next frame asks again.
  }
}

function keep() {
  const line = find("#line");
  const held = find("#held");
  line.value = store.get("line") ?? "";
  held.value = store.get("held") ?? "";
  for (const field of [line, held]) field.addEventListener("input", () => store.set(field.id, field.value));
  find("#keeper").hidden = !token;
  find("#refused").hidden = Boolean(token);
  find("#own-match").hidden = !playersToken();
  if (token) checkToken();
  showReadings(() => match?.values ?? {}, strings.readAs);
  find("#turn-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    if (line.value.trim()) enter(line.value, held.value);
  });
  for (const button of document.querySelectorAll("[data-line]")) {
    button.addEventListener("click", () => enter(/** @type {HTMLElement} */ (button).dataset.line ?? "", held.value));
  }
  const exchange = find("#exchange-dialog");
  find("#exchange").addEventListener("click", () => {
    exchange.returnValue = "";
    exchange.showModal();
  });
  exchange.addEventListener("close", () => exchange.returnValue && send(config.turns, {line: `-${exchange.returnValue}`, rack: ""}));
  find("#take-back").addEventListener("click", () => send(config.takeBack, {}));
}

/**
 * Show the reason instead of the form while the server refuses the token: a phone's of another table, or of a match that
 * somebody else keeps now.
 */
async function checkToken() {
  try {
    const answer = await ask(config.record, {headers: {Authorization: `Bearer ${token}`}});
    const isRefused = answer.status === 401 || answer.status === 403;
    if (!isRefused && !answer.ok) return;
    if (isRefused) find("#refused").textContent = (await jsonOf(answer)).detail;
    find("#refused").hidden = !isRefused;
    find("#keeper").hidden = isRefused;
  } catch {
    // Without a network the form stays: the server refuses the first entry.
  }
}

/** @param {string} line @param {string} rack */
async function enter(line, rack) {
  const typed = ["line", "held"].map((id) => [id, find(`#${id}`).value]);
  if (!(await send(config.turns, {line, rack: isKeptByPlayers() ? "" : rack}))) return;
  for (const [id, text] of typed) {
    // Text typed while the entry was on its way stays.
    if (find(`#${id}`).value !== text) continue;
    find(`#${id}`).value = "";
    store.set(id, null);
  }
  find("#line").focus();
}

/** Send one entry at a time, so that none overtakes another; tell whether the server accepted it. @param {string} url @param {Record<string, string>} values */
async function send(url, values) {
  const pressed = /** @type {HTMLElement | null} */ (document.activeElement);
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("#turn-acts button, #send, #enter, #take-back"));
  for (const button of buttons) button.disabled = true;
  const isAccepted = await post(url, values);
  for (const button of buttons) button.disabled = false;
  tapped?.settle();
  if (document.activeElement === document.body) pressed?.focus();
  return isAccepted;
}

/** An entry without an answer keeps its id. @param {string} url @param {Record<string, string>} values */
async function post(url, values) {
  const body = JSON.stringify(values);
  const waiting = store.get("waiting");
  const id = waiting?.url === url && waiting.body === body ? waiting.id : newId();
  store.set("waiting", {url, body, id});
  const headers = {"Content-Type": "application/json", Authorization: `Bearer ${token}`};
  try {
    const answer = await ask(url, {method: "POST", headers, body: JSON.stringify({...values, id})});
    const said = await jsonOf(answer);
    if (answer.status >= 500) {
      // The entry may have been stored.
      tell(outageIn(answer.status, said) || strings.network);
      return false;
    }
    store.set("waiting", null);
    if (answer.ok) {
      tell("");
      show(said);
      return true;
    }
    const {detail, code} = refusalOf(answer.status, said);
    if (answer.status === 401 || code === "not_your_record") checkToken();
    tell(detail || strings.network);
  } catch {
    tell(strings.network);
  }
  return false;
}

/** @param {string} words */
function tell(words) {
  const problem = find("#problem");
  problem.textContent = words;
  problem.hidden = !words;
}
