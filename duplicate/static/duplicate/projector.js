/**
 * The room's screen: shows the frame and nothing else. It runs unattended all evening.
 *
 * A *view* fills the screen: joining, the game, the end, the standings, a break. The state of the game selects the
 * view, unless the desk selects another one.
 */

import {announcements, mountVoice} from "./announcing.js";
import {keepAwake} from "../tournaments/js/awake.js";
import {moveSquares, mountBoard} from "../tournaments/js/board.js";
import {mountClock} from "../tournaments/js/clock.js";
import {ask} from "../tournaments/js/http.js";
import {layOneByOne, newTiles} from "./laying.js";
import {fitNames, leaderLine, topsLine} from "./leaders.js";
import {mountRace} from "./race.js";
import {soloLine} from "./solo_line.js";
import {connectScreen} from "../tournaments/js/live.js";
import {wordTokens} from "../tournaments/js/notation.js";
import {timeAt} from "../tournaments/js/moments.js";
import {mountPages} from "../tournaments/js/pages.js";
import {fillFor} from "../tournaments/js/plural.js";
import {storeFor} from "../tournaments/js/store.js";
import {fill, find, make, minutes, pageData} from "../tournaments/js/text.js";
import {tileElement, wordElement} from "../tournaments/js/tiles.js";

const VIEWS = {board: "game", standings: "standings", race: "race", welcome: "welcome", break: "break"};
const STIR = 3_000;
/** Lines in a column of all standings whose capitals have 3.7 % of the height: they are read from 15 metres. */
const MOST_LINES = 13;
/** Columns of figures in a line of standings. */
const FIGURES = ["rank", "total", "negative"];

const config = pageData("config");
const {screen: strings, speech, board: boardStrings, clock: clockStrings} = pageData("strings");
/** @type {any} */
let shown = null;
/** Version of the shown complete standings; null where none are shown. @type {number | null} */
let standingsOf = null;
/** Version of the shown race and of the shown names; null where none are shown. @type {{race: number | null, names: number | null}} */
const listOf = {race: null, names: null};
const board = mountBoard(find("#board"), {notation: config.notation, strings: boardStrings});
/** Round after which the lists of standings began at their first page. */
let listsAfter = 0;
const leaders = mountPages(find("#leaders"), {dots: find("#leaders-pages"), fit: fitNames});
const roomLeaders = config.best ? mountPages(find("#room-leaders"), {dots: find("#room-pages"), fit: fitNames}) : null;
const everybody = mountPages(find("#everybody"), {
  dots: find("#everybody-pages"),
  fit: fitNames,
  onTurn: ({first, shown: some, count}) => {
    find("#everybody-part").textContent = some < count ? fill(strings.part, {first: first + 1, last: first + some, count}) : "";
  },
});

const names = mountPages(find("#names"));
const race = mountRace(find("#race"), {strings, formats: config.formats, title: find("#race-title"), tops: find("#race-tops")});

const voice = mountVoice(find("#speak"), {strings: speech, labels: strings, store: storeFor("projector")});
const link = connectScreen(config.code, {
  onFrame: show,
  onTime: () => showTimes(),
  onStatus: (status) => (find("#offline").hidden = status !== "offline"),
});
const now = () => link.time.now();
const clock = mountClock(find("#clock"), {
  now,
  strings: clockStrings,
  announcer: find("#calls"),
  onCall: (seconds) => voice.say(fillFor(speech.call, seconds, {seconds})),
  onTime: () => voice.say(speech.time),
});
const smallClock = mountClock(find("#small-clock"), {now, strings: clockStrings});
keepAwake();
for (const address of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".welcome-address"))) {
  address.style.setProperty("--signs", String(address.textContent?.length ?? 0));
}
window.addEventListener("resize", () => [leaders, roomLeaders, everybody, names].forEach((list) => list?.refresh()));
setInterval(showBreak, 500);
/** Ask again for lists whose answer was lost; without a connection the screen keeps its lists. */
setInterval(() => shown && askForLists(shown, true), 15_000);

function showTimes() {
  clock.refresh();
  smallClock.refresh();
  showBreak();
}

/** @param {any} frame */
function show(frame) {
  voice.follow(Boolean(frame.speaks));
  announcements(shown, frame, speech).forEach(voice.say);
  const laid = newTiles(shown, frame);
  shown = frame;
  const {round, last, values, state} = frame;
  const finished = state === "finished";
  find("#screen").dataset.view = viewOf(frame);
  find("#screen").classList.toggle("large-board", chosenFor(frame)?.mode === "board");
  find("#screen").classList.toggle("not-begun", !round && !last && !finished && !frame.cancelled);
  for (const here of ["#players", "#join-players"]) find(here).textContent = frame.players ? fill(strings.joined, frame) : "";
  board.draw({cells: frame.board, values, fresh: moveSquares(last, frame.notation, values)});
  layOneByOne(laid.map((square) => board.squares[square].querySelector(".tile")));
  clock.update(finished ? null : round);
  smallClock.update(finished ? null : round);
  find("#round-number").textContent = round ? fill(strings.round, round) : "";
  find("#stage-note").textContent = finished ? "" : frame.cancelled ? fill(strings.cancelled, {number: frame.cancelled}) : (strings[round?.interrupted ? "interrupted" : round?.phase] ?? "");
  const announced = !finished && round?.phase === "announced" && last;
  showAnnouncement(announced ? last : null, values);
  if (announced && laid.length) layOneByOne([...find("#announcement").querySelectorAll(".tile, p")]);
  showRack(round?.rack ?? [], values);
  showLastTop(announced || !last ? null : last);
  showLeaders(frame);
  showBreak();
  askForLists(frame);
}

/** Return the view that the desk selected for this screen: for its room, or for all. @param {any} frame */
function chosenFor(frame) {
  const on = (/** @type {number | null} */ room) => frame.screens.find((/** @type {any} */ one) => one.room === room);
  return (config.room !== null && on(config.room)) || on(null);
}

/** @param {any} frame */
function viewOf(frame) {
  const chosen = VIEWS[/** @type {keyof typeof VIEWS} */ (chosenFor(frame)?.mode ?? "")];
  if (chosen) return chosen;
  if (frame.state === "finished") return "finished";
  return frame.round || frame.last ? "game" : "welcome";
}

// --- Lists that are loaded beside the frame -------------------------------------------------------------------------------

/**
 * Load the lists when the version changes, and now and then: places below the leaders change without a new frame.
 * @param {any} frame @param {boolean} [anyway]
 */
function askForLists(frame, anyway = false) {
  if (config.best) askForBest();
  askForList(frame, {view: "race", list: "race", url: config.race, set: setRace}, anyway);
  askForList(frame, {view: "welcome", list: "names", url: config.names, set: setNames}, anyway);
  if (viewOf(frame) !== "standings") standingsOf = null;
  else if (anyway || standingsOf !== frame.version) askForEverybody(frame);
}

/** @param {string} url @returns {Promise<any>} null where there is no answer */
async function asked(url) {
  try {
    const answer = await ask(url);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/**
 * Load a list of a view when it is shown, and again after a change.
 * @param {any} frame @param {{view: string, list: "race" | "names", url: string, set: (said: any) => void}} asking @param {boolean} anyway
 */
async function askForList(frame, {view, list, url, set}, anyway) {
  const isNew = listOf[list] !== frame.version;
  listOf[list] = viewOf(frame) === view ? frame.version : null;
  if (listOf[list] === null || !(anyway || isNew)) return;
  const said = await asked(url);
  if (said && viewOf(shown) === view) set(said);
}

/** @param {{rounds: any[][], tops: number[]}} said */
function setRace({rounds, tops}) {
  find("#no-race").hidden = rounds.length > 0;
  race.set(rounds, tops);
}

/** @param {{names: {name: string, table: number}[]}} said */
const setNames = (said) => names.set(said.names.map((one) => make("li", "", one.name || fill(strings.table, one))));

async function askForBest() {
  const best = await asked(config.best);
  if (!best) return;
  find("#room-leaders").parentElement.hidden = !shown.rounds;
  setStandings(roomLeaders, find("#room-leaders"), best.leaders);
}

/** @param {any} frame */
async function askForEverybody(frame) {
  const begun = standingsOf === null;
  find("#everybody-title").textContent = frame.state === "finished" ? strings.finished : frame.rounds ? fill(strings.standingsAfter, frame) : strings.standings;
  find("#everybody-tops").textContent = frame.rounds ? fill(strings.allTops, frame) : "";
  find("#no-standings").hidden = frame.rounds > 0;
  const standings = frame.rounds ? await asked(config.standings) : {rows: [], version: frame.version};
  if (!standings || viewOf(shown) !== "standings") return;
  standingsOf = standings.version;
  setStandings(everybody, find("#everybody"), standings.rows);
  if (begun) everybody.restart();
}

/**
 * Show lines of standings, whose figures are as wide as the longest, with the leader and who has just had a solo on
 * every page.
 * @param {ReturnType<typeof mountPages> | null} pages @param {HTMLElement} list @param {any[]} rows @param {HTMLElement[]} [tops]
 */
function setStandings(pages, list, rows, tops = []) {
  const lines = rows.map((row) => leaderLine(row, strings, config.formats));
  for (const name of FIGURES) {
    const longest = Math.max(2, ...[...lines, ...tops].map((line) => find(`.${name}`, line).textContent.length));
    list.style.setProperty(`--${name}`, `${longest}.3ch`);
  }
  if (pages === everybody) spread(list, lines);
  pages?.set(lines, tops, lines.filter((_, place) => place === 0 || rows[place].table === shown.last?.solo?.table));
}

/** Show few lines large, and many in two columns. @param {HTMLElement} list @param {HTMLElement[]} lines */
function spread(list, lines) {
  const columns = innerWidth < innerHeight || lines.length <= MOST_LINES - 3 ? 1 : 2;
  list.style.setProperty("--columns", String(columns));
  list.style.setProperty("--rows", String(Math.min(MOST_LINES, Math.ceil(lines.length / columns))));
}

// --- Contents of the frame ------------------------------------------------------------------------------------------------

/** @param {any} last @param {Record<string, number>} values */
function showAnnouncement(last, values) {
  const root = find("#announcement");
  if (!last) return root.replaceChildren();
  if (!last.word) return root.replaceChildren(make("p", "figures", strings.nobody));
  const word = wordElement(last.word, values);
  root.style.setProperty("--tiles", String(wordTokens(last.word, values).length));
  const figures = make("p", "figures");
  figures.append(`${last.ref} `, make("span", "", fillFor(strings.points, last.score, last)));
  const top = last.top && make("p", "top", fill(strings.theTop, last.top));
  const praise = last.solo ? make("p", "solo", soloLine(last.solo, strings)) : bestFind(last);
  root.replaceChildren(word, figures, ...[top, praise].filter(Boolean));
}

/** Name who found the top, or else the best of the room; nobody is named for what they missed. @param {any} last */
function bestFind({best_find: best, ...last}) {
  if (!best) return null;
  const isTop = best.score === (last.top ?? last).score;
  const who = best.by.map((/** @type {any} */ one) => one.name || fill(strings.table, one)).join(", ");
  if (isTop) return make("p", "found", who ? fill(strings.foundBy, {who}) : fillFor(strings.foundByMany, best.count, best));
  return who ? make("p", "found", fill(strings.bestBy, {...best, who})) : make("p", "found", fillFor(strings.bestByMany, best.count, best));
}

/** @param {string[]} rack @param {Record<string, number>} values */
function showRack(rack, values) {
  const root = find("#rack");
  root.setAttribute("role", "img");
  root.setAttribute("aria-label", fill(strings.rack, {tiles: rack.join(" ")}));
  root.replaceChildren(...rack.map((tile) => tileElement(tile, values)));
}

/** @param {any} last */
function showLastTop(last) {
  const line = find("#last-top");
  if (!last) return line.replaceChildren();
  const label = make("span", "soft", fill(last.top ? strings.lastMove : strings.lastTop, last));
  const words = last.word ? `${last.word} ${last.ref} · ${fillFor(strings.points, last.score, last)}` : strings.nobody;
  line.replaceChildren(label, " ", make("span", "word", words));
  if (last.top) line.append(" ", make("span", "soft", fill(strings.theTop, last.top)));
}

/** @param {any} frame */
function showLeaders(frame) {
  const finished = frame.state === "finished";
  find("#leaders-title").textContent = finished ? (frame.rounds ? strings.finished : strings.over) : strings.standings;
  find("#leaders").parentElement.hidden = !frame.rounds && !finished;
  const tops = frame.rounds ? [topsLine(frame.top_total, strings, config.formats)] : [];
  find("#leaders").style.setProperty("--rows", String(frame.leaders.length + tops.length));
  setStandings(leaders, find("#leaders"), frame.leaders, tops);
  if (listsAfter !== frame.rounds) [leaders, roomLeaders, everybody].forEach((list) => list?.restart());
  listsAfter = frame.rounds;
}

function showBreak() {
  const chosen = shown && chosenFor(shown);
  if (chosen?.mode !== "break") return;
  const left = chosen.until === null ? null : chosen.until - now();
  set(find("#break-left"), left === null ? "" : minutes(left));
  const time = left === null ? "" : timeAt(chosen.until, config.place);
  set(find("#break-until"), left === null ? "" : left > 0 ? fill(strings.breakUntil, {time}) : strings.breakOver);
}

/** @param {HTMLElement} element @param {string} text */
function set(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// --- The one button, shown while the pointer moves -------------------------------------------------------------------------

/** @type {ReturnType<typeof setTimeout> | undefined} */
let stirred;
document.addEventListener("pointermove", () => {
  document.body.classList.add("stirred");
  clearTimeout(stirred);
  stirred = setTimeout(() => document.body.classList.remove("stirred"), STIR);
});
