/**
 * The arbitrator's desk: keeps its regions up to date and turns keys into acts.
 *
 * A *region* is a part of the page that the server draws. Every answer has all regions; only changed ones are
 * replaced, so that focus, scrolling and open parts stay. Input fields are outside of regions.
 */

import {mountBoard, moveSquares} from "../tournaments/js/board.js";
import {mountClock} from "../tournaments/js/clock.js";
import {deferWhileKeying} from "./deferring.js";
import {openDialogsByButtons} from "./dialogs.js";
import {takesText} from "./focus.js";
import {mountIsotops} from "./isotops.js";
import {layOut} from "./laid_out.js";
import {mountLine} from "./line.js";
import {connectScreen} from "../tournaments/js/live.js";
import {outageIn} from "../tournaments/js/outbox.js";
import {fill, find, make, pageData} from "../tournaments/js/text.js";
import {keepRegions} from "./regions.js";
import {mountScript, tellMove} from "./script.js";
import {mountShortcuts} from "./shortcuts.js";
import {mountTabs} from "./tab_list.js";
import {mountTables} from "./tables.js";
import {findCasing, raiseCase, readingOf} from "../tournaments/js/notation.js";
import {lettersOfRack, showReadings} from "../tournaments/js/readings.js";
import {tileRow} from "../tournaments/js/tiles.js";

/**
 * @typedef {object} DeskState
 * @property {string} code
 * @property {string} step
 * @property {number | null} number of the round in progress
 * @property {import("./table_answers.js").ShownRound | null} roundOut the round in progress, once its rack is out
 * @property {import("../tournaments/js/notation.js").Convention} notation
 * @property {string[][]} board
 * @property {Record<string, number>} values
 * @property {string[]} rack
 * @property {string} kept tiles that the last move left over
 * @property {string} rackText as it is called: left-over letters, +, new ones; a leading - is a whole redraw
 * @property {{word: string, ref: string} | null} last
 * @property {import("../tournaments/js/clock.js").ClockRound | null} clock
 */

/** Interval of a refresh without a new version (racks drawn at another desk, slips, the top, the end of the judging). */
const REFRESH = 2_000;
/** Step of a game that is over. */
const OVER = "finished";
/** Steps of a round that is closed and not announced. */
const CLOSED = new Set(["judging", "announce"]);

const strings = pageData("strings");
const desk = find("#desk");
const connection = find("#connection");
/** @type {DeskState} */
let state = pageData("desk-data");

const board = mountBoard(find("#board"), {notation: state.notation, strings: strings.board, readable: true});
const link = connectScreen(state.code, {onFrame: () => refreshLater(), onTime: () => clock.refresh(), onStatus: showConnection});
const clock = mountClock(find("#clock"), {now: () => link.time.now(), strings: strings.clock, announcer: find("#clock-said")});

/** One request after the other: a line that comes meanwhile shares the processor with one of them. */
async function refresh() {
  await tables.refresh();
  find("#refresh").dispatchEvent(new Event("refresh"));
}

const refreshLater = deferWhileKeying(find("#line"), refresh);

setInterval(() => {
  if (state.step !== OVER && document.visibilityState === "visible") refreshLater();
}, REFRESH);

/** @param {import("../tournaments/js/live.js").Status} status */
function showConnection(status) {
  connection.hidden = status === "live";
  connection.textContent = strings.desk[status] ?? "";
}

// --- Tables and the desk's line -----------------------------------------------------------------------------------------

const tabs = mountTabs(desk, () => {
  chartsOf = "";
  showCharts();
});
const tables = mountTables(find("#pane-slips"), {address: find("#line").action, strings: strings.line, round: state.roundOut});
const line = mountLine(find("#line"), {tables, strings: strings.line, readAs, raiseLetters: raiseTyped, onAct: (isUrgent) => (isUrgent ? refresh() : refreshLater())});

// --- State: board, rack, clock, and which forms are shown ----------------------------------------------------------

function show() {
  const before = state.step;
  state = pageData("desk-data");
  if (state.step !== before) {
    turnTo(state.step);
    pointedAt = null;
  }
  desk.dataset.step = state.step;
  for (const form of desk.querySelectorAll("[data-steps]")) {
    form.hidden = !form.dataset.steps.split(" ").includes(state.step);
  }
  forgetRacks();
  showRack();
  showLeftOver();
  showCharts();
  tables.update(state);
  chooseAgain();
  showBelowTop();
  isotops.tellMore();
  showBoard();
  clock.update(state.clock);
}

/** Clear racks that were typed (and perhaps refused): they belong to one round. */
function forgetRacks() {
  for (const form of desk.querySelectorAll("#type-rack[hidden], #change-rack[hidden]")) {
    for (const input of form.querySelectorAll("input:not([type=hidden])")) input.value = "";
    find("[role=alert]", form).replaceChildren();
  }
}

/**
 * Select the tab of this step; the others stay one key away. Do not leave a tab while somebody types in it.
 * @param {string} step
 */
function turnTo(step) {
  if (takesText(document.activeElement) && find(".tables").contains(document.activeElement)) return;
  if (step === "draw" || step === "finished") tabs.select(find("#tab-standings"));
  else if (step === "start" || step === "running") tabs.select(find("#tab-slips"));
}

/** State (version, step, rulings) that the charts show; they are loaded when opened, and again when it changes. */
let chartsOf = "";
/** Count changes of the tables since the round was closed: keyed slips and rulings make no new version. */
let ruled = 0;
function showCharts() {
  const moment = `${find("#desk-version").value} ${state.step} ${ruled}`;
  if (chartsOf === moment || tabs.current() !== find("#tab-charts")) return;
  chartsOf = moment;
  charts.dispatchEvent(new Event("refresh"));
}

tables.onAnswer(({html}) => {
  if (!html || !CLOSED.has(state.step)) return;
  ruled += 1;
  showCharts();
});

/** Keep the open tables behind the charts open. */
const charts = find("#charts");
charts.addEventListener("htmx:beforeSwap", () => {
  const open = [...charts.querySelectorAll("details[open]")].map(({id}) => id);
  charts.addEventListener("htmx:afterSwap", () => open.forEach((id) => charts.querySelector(`#${id}`)?.setAttribute("open", "")), {once: true});
});

/** Return typed letters in capitals. @param {string} typed */
function raiseTyped(typed) {
  return raiseCase(typed, state.values);
}

/**
 * Return how a typed rack or word is read where letters may be one tile or several; "" where there is no doubt.
 * @param {string} typed all in small letters no blanks are meant
 */
function readAs(typed) {
  const letters = lettersOfRack(typed);
  const reading = readingOf(letters === letters.toLowerCase() ? raiseTyped(letters) : letters, state.values);
  return reading ? fill(strings.desk.readAs, reading) : "";
}

/** Show the tiles left over, with the new ones while they are typed after a plus, and how they are read. */
function showLeftOver() {
  const typed = raiseTyped(find("#type-rack input[name=rack]").value.trim());
  const tiles = state.kept + (typed.startsWith("+") ? typed : "");
  const leftOver = state.kept && state.step === "draw" ? fill(strings.desk.leftOver, {tiles}) : "";
  find("#left-over").textContent = [leftOver, readAs(typed)].filter(Boolean).join(" · ");
}
find("#type-rack").addEventListener("input", showLeftOver);
showReadings(() => state.values, strings.desk.readAs);
// These show letters in capitals, which differ by the language.
if (findCasing(state.values) === "tr") for (const field of document.querySelectorAll("[name=rack], #word-text")) field.setAttribute("lang", "tr");

let rackShown = "";
function showRack() {
  const rack = state.rack.join(" ");
  if (rack === rackShown) return;
  rackShown = rack;
  find("#rack-text").textContent = state.rackText;
  find("#rack").replaceChildren(...(rack ? [tileRow(state.rack, rack, state.values)] : []));
}

/** Draw the board, with the move that would be announced. */
function showBoard() {
  const chosen = desk.querySelector("#stage input[name=move]:checked");
  const shown = lookedAt ?? pointedAt ?? chosen?.dataset;
  const pending = shown ? layOut(shown.reference ?? "", shown.word ?? "", state) : new Map();
  if (chosen) tellMove(chosen.value);
  const fresh = state.step === "draw" ? moveSquares(state.last, state.notation, state.values) : new Set();
  board.draw({cells: state.board, values: state.values, fresh, pending});
}

/** Move of a list that the arbitrator looks at (moves.js), or null. @type {DOMStringMap | null} */
let lookedAt = null;
document.addEventListener("isotop:look", (event) => {
  const move = /** @type {CustomEvent} */ (event).detail;
  // The board can show only moves of the round in progress.
  lookedAt = move && Number(move.round) === state.number ? move : null;
  showBoard();
});

/** Move on the stage under the pointer or with the focus. @type {DOMStringMap | null} */
let pointedAt = null;

/** @param {Event} event */
function pointAt(event) {
  const move = /** @type {HTMLElement} */ (event.target).closest("[data-reference], .isotop");
  const input = move?.querySelector("[data-reference]") ?? move;
  const dataset = input instanceof HTMLElement ? input.dataset : null;
  if (dataset === pointedAt) return;
  pointedAt = dataset;
  showBoard();
}

function pointAway() {
  if (!pointedAt) return;
  pointedAt = null;
  showBoard();
}

const stage = find(".next");
for (const name of ["mouseover", "focusin"]) stage.addEventListener(name, pointAt);
for (const name of ["mouseleave", "focusout"]) stage.addEventListener(name, pointAway);

const isotops = mountIsotops(stage, raiseTyped);
mountScript();

/** Load the contents of open parts of the stage, once each time that the stage is drawn. */
function showBelowTop() {
  for (const list of stage.querySelectorAll("details[open] .below-top:not([data-asked])")) {
    list.dataset.asked = "";
    list.dispatchEvent(new Event("ask"));
  }
}
stage.addEventListener("toggle", showBelowTop, {capture: true});

/** Isotop that the arbitrator chose; it stays chosen while a late slip is being judged. */
let chosenMove = "";

desk.addEventListener("change", (/** @type {any} */ event) => {
  if (event.target.name !== "move") return;
  chosenMove = event.target.value;
  showBoard();
});

function chooseAgain() {
  if (state.step === "draw") chosenMove = "";
  const move = [...desk.querySelectorAll("#stage input[name=move]")].find((input) => input.value === chosenMove);
  if (move) move.checked = true;
}

// --- Regions ----------------------------------------------------------------------------------------------------------

keepRegions(["status", "joins-refused", "stage", "script", "slip-count", "posts", "rounds", "standings", "facts", "question-count", "questions", "open-questions", "screens", "desk-state"]);

/** True if the focus was on the stage before an answer: then focus the next step. */
let onStage = false;
document.addEventListener("htmx:beforeSwap", () => {
  onStage = find("#stage").contains(document.activeElement);
});

document.addEventListener("htmx:afterSettle", () => {
  show();
  const lost = document.activeElement === document.body || document.activeElement === null;
  if (onStage && lost) desk.querySelector("#stage .primary")?.focus();
});

/** Return the server's words about an outage, or "". @param {XMLHttpRequest} xhr */
function outageOf({status, responseText}) {
  try {
    return outageIn(status, JSON.parse(responseText));
  } catch {
    return "";
  }
}

for (const problem of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(problem, (event) => {
    const {requestConfig: {verb}, xhr} = /** @type {any} */ (event).detail;
    // Logged out, or no longer staff of this desk: the reloaded page redirects.
    if (xhr.status === 403 || xhr.status === 404) location.reload();
    else if (verb === "post") find("#notice").replaceChildren(make("p", "message error", outageOf(xhr) || strings.desk.noAnswer));
  });
}

// --- Forms: cleared once the server has accepted them ---------------------------------------------------------------

for (const form of [find("#type-rack"), find("#change-rack")]) {
  form.addEventListener("htmx:afterRequest", (/** @type {any} */ event) => {
    if (event.target !== form || event.detail.xhr.status !== 200) return;
    form.reset();
    form.querySelector("input:focus")?.blur();
  });
}

for (const form of document.querySelectorAll("[data-once-done]")) {
  form.addEventListener("htmx:afterRequest", (/** @type {any} */ event) => {
    if (event.target === form && event.detail.xhr.status === 200) form.closest("dialog")?.close();
  });
}

// --- Keys, tabs, dialogs ------------------------------------------------------------------------------------------------

mountShortcuts(desk, {
  tabs,
  line: find("#line"),
  undoes: line.undoes,
  onText: () => find("#notice").replaceChildren(make("p", "message", strings.desk.strayText)),
});
openDialogsByButtons();
tabs.select(tabs.all[0]);
if (state.last) turnTo(state.step);
show();
