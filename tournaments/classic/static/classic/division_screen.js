/**
 * The big screen of a division: its live boards, its pairings and its standings in turn. It runs unattended all day.
 *
 * A *slide* is one of these. A list stays until all its pages were shown, a board for a fixed time.
 */

import {keepAwake} from "../tournaments/js/awake.js";
import {mountBoard, moveSquares} from "../tournaments/js/board.js";
import {ask} from "../tournaments/js/http.js";
import {follow} from "../tournaments/js/live.js";
import {mountPages} from "../tournaments/js/pages.js";
import {fill, find, make, pageData} from "../tournaments/js/text.js";
import {lastPlaced, scoreLines, turnLine} from "./match_turns.js";

const LOOK = 10_000;
const BOARD = 20_000;
/** Lines in a column that are readable from the last row of a hall. */
const LINES = 12;

const config = pageData("config");
const strings = pageData("strings");
const board = mountBoard(find("#board"), {notation: "english", strings: strings.board});
const list = mountPages(find("#list"), {onTurn: showPart, onEnd: next});
/** @type {any} the server's last answer */
let state = null;
/** Name of the shown slide: a list's name, or a board's code. */
let slide = "";
/** @type {ReturnType<typeof follow> | null} */
let link = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

keepAwake();
look();
setInterval(look, LOOK);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());
window.addEventListener("resize", () => list.refresh());

async function look() {
  try {
    const answer = await ask(config.state);
    // Logged out, or no longer staff of this desk: the reloaded page redirects.
    if (answer.redirected || answer.status === 404) location.reload();
    if (!answer.ok) throw new Error(`The state was refused: ${answer.status}`);
    state = await answer.json();
    find("#offline").hidden = true;
  } catch {
    find("#offline").hidden = false;
    return;
  }
  if (!slides().includes(slide)) next();
  else if (slide in LISTS) showList();
}

/** @returns {string[]} */
const slides = () => [...state.boards, "pairings", ...(state.standings ? ["standings"] : [])];

function next() {
  if (!state) return;
  const all = slides();
  const following = all[(all.indexOf(slide) + 1) % all.length];
  if (following === slide) return following in LISTS && showList();
  clearTimeout(timer);
  link?.close();
  link = null;
  slide = following;
  if (slide in LISTS) {
    find("#screen").dataset.view = "list";
    showList();
    list.restart();
  } else showBoard(slide);
}

// --- Lists ----------------------------------------------------------------------------------------------------------------

const LISTS = {
  pairings: () => ({
    title: fill(state.pairings.some((/** @type {any} */ one) => one.result) ? strings.results : strings.pairings, state),
    lines: state.pairings.map(pairingLine),
  }),
  standings: () => ({title: strings.standings, lines: standingLines(state.standings)}),
};

function showList() {
  const {title, lines} = LISTS[/** @type {keyof typeof LISTS} */ (slide)]();
  const columns = lines.length > LINES && innerWidth > innerHeight ? 2 : 1;
  const root = find("#list");
  root.style.setProperty("--columns", String(columns));
  root.style.setProperty("--rows", String(Math.min(LINES, Math.max(1, Math.ceil(lines.length / columns)))));
  find("#list-title").textContent = state.round === null && slide === "pairings" ? strings.nothing : title;
  list.set(lines);
}

/** @param {import("../tournaments/js/pages.js").Part} part */
function showPart({first, shown, count}) {
  find("#list-part").textContent = shown < count ? fill(strings.part, {first: first + 1, last: first + shown, count}) : "";
}

/** @param {any} pairing */
function pairingLine({table, first, second, result}) {
  const line = make("li", "pairing");
  const other = second === null ? make("span", "name soft", strings.bye) : make("span", "name", second);
  line.append(make("span", "table", table === null ? "" : String(table)), make("span", "name", first), make("span", "figures", result || (second === null ? "" : "–")), other);
  return line;
}

/**
 * Every line has the columns of the table: the name has the room that they leave, and figures the width of the longest.
 * @param {any} table
 */
function standingLines({columns, rows}) {
  const widths = columns.map((/** @type {any} */ column, /** @type {number} */ at) => {
    if (column.text) return `minmax(0, ${column.name === "name" ? 1 : 0.5}fr)`;
    return `${Math.max(2, ...rows.map((/** @type {any} */ row) => row.cells[at].length)) + 0.5}ch`;
  });
  return rows.map((/** @type {any} */ {cells, away}) => {
    const line = make("li", "standing");
    line.style.gridTemplateColumns = widths.join(" ");
    line.append(...columns.map((/** @type {any} */ column, /** @type {number} */ at) => {
      const kind = column.name === "rank" ? "rank" : column.text ? "name" : column.strong ? "total" : "figure";
      return make("span", away && kind === "name" ? "name soft" : kind, cells[at]);
    }));
    return line;
  });
}

// --- A board --------------------------------------------------------------------------------------------------------------

/** @param {string} code */
function showBoard(code) {
  timer = setTimeout(next, BOARD);
  const channel = {frameUrl: config.board.replace("CODE", code), streamUrl: `/live/board/${code}/`, screen: true, busy: (/** @type {any} */ frame) => !frame.over};
  link = follow(channel, {onFrame: drawMatch});
}

/** @param {any} match */
function drawMatch(match) {
  find("#screen").dataset.view = "board";
  find("#where").textContent = fill(strings.where, match);
  find("#scores").replaceChildren(...scoreLines(match));
  board.draw({cells: match.board, values: match.values, fresh: moveSquares(lastPlaced(match), match.notation, match.values)});
  find("#bag").textContent = match.over ? strings.over : fill(strings.bag, match);
  const turns = find("#turns");
  const lines = match.turns.map((/** @type {any} */ turn) => turnLine(match, turn, strings)).reverse();
  turns.replaceChildren(...lines);
  while (turns.scrollHeight > turns.clientHeight && lines.length > 1) lines.pop().remove();
}
