/** The room's screen: shows the frame, and nothing that is not in it. It can be left alone all evening. */

import {moveSquares, mountBoard} from "./board.js";
import {mountClock} from "./clock.js";
import {ask} from "./http.js";
import {connect} from "./live.js";
import {readableWord, wordTokens} from "./notation.js";
import {fill, find, make, pageData} from "./text.js";
import {tileElement, wordElement} from "./tiles.js";

const config = pageData("config");
const {screen: strings, board: boardStrings, clock: clockStrings} = pageData("strings");
/** @type {any} */
let shown = null;
/** @type {any[]} the best of the room, if this is the screen of one */
let best = [];
const board = mountBoard(find("#board"), {notation: config.notation, strings: boardStrings});

const link = connect(config.code, {
  onFrame: show,
  onTime: () => clock.refresh(),
  onStatus: (status) => (find("#offline").hidden = status !== "offline"),
});
const clock = mountClock(find("#clock"), {now: () => link.time.now(), strings: clockStrings, announcer: find("#calls")});
keepAwake();
window.addEventListener("resize", () => shown && showLeaders(shown));
/** An answer that got lost comes with the next look; while the line is cut the screen keeps what it has. */
if (config.best) setInterval(() => shown && askForBest(), 15_000);

/** @param {any} frame */
function show(frame) {
  shown = frame;
  const {round, last, values, state} = frame;
  const finished = state === "finished";
  const begun = Boolean(round || last || finished);
  find("#screen").dataset.view = finished ? "finished" : begun ? "game" : "welcome";
  find("#players").textContent = frame.players ? fill(strings.joined, frame) : "";
  board.draw({cells: frame.board, values, fresh: moveSquares(last, frame.notation, values)});
  clock.update(finished ? null : round);
  find("#round-number").textContent = round ? fill(strings.round, round) : "";
  find("#stage-note").textContent = finished ? "" : frame.cancelled ? fill(strings.cancelled, {number: frame.cancelled}) : (strings[round?.phase] ?? "");
  const announced = !finished && round?.phase === "announced" && last;
  showAnnouncement(announced ? last : null, values);
  showRack(round?.rack ?? [], values);
  showLastTop(announced || !last ? null : last);
  showLeaders(frame);
  if (config.best) askForBest();
}

async function askForBest() {
  try {
    const answer = await ask(config.best);
    if (!answer.ok) return;
    best = (await answer.json()).leaders;
  } catch {
    return;
  }
  showLeaders(shown);
}

/** @param {any} last @param {Record<string, number>} values */
function showAnnouncement(last, values) {
  const root = find("#announcement");
  if (!last) return root.replaceChildren();
  if (!last.word) return root.replaceChildren(make("p", "figures", strings.nobody));
  const word = wordElement(last.word, values);
  root.style.setProperty("--tiles", String(wordTokens(last.word, values).length));
  const figures = make("p", "figures");
  figures.append(`${last.ref} `, make("span", "", fill(strings.points, last)));
  const top = last.top && make("p", "top", fill(strings.theTop, readableMove(last.top, values)));
  const solo = last.solo && make("p", "solo", soloWords(last.solo));
  root.replaceChildren(word, figures, ...[top, solo].filter(Boolean));
}

/** @param {any} move @param {Record<string, number>} values what a sentence says of it */
const readableMove = (move, values) => ({...move, word: readableWord(move.word, values)});

/** @param {string[]} rack @param {Record<string, number>} values */
function showRack(rack, values) {
  const root = find("#rack");
  root.setAttribute("role", "img");
  root.setAttribute("aria-label", `${strings.rack}: ${rack.join(" ")}`);
  root.replaceChildren(...rack.map((tile) => tileElement(tile, values)));
}

/** @param {any} last */
function showLastTop(last) {
  const line = find("#last-top");
  if (!last) return line.replaceChildren();
  const label = make("span", "soft", fill(last.top ? strings.lastMove : strings.lastTop, last));
  const words = last.word ? `${readableWord(last.word, shown.values)} ${last.ref} · ${fill(strings.points, last)}` : strings.nobody;
  line.replaceChildren(label, " ", make("span", "word", words));
  if (last.top) line.append(" ", make("span", "soft", fill(strings.theTop, readableMove(last.top, shown.values))));
}

/** @param {any} frame */
function showLeaders(frame) {
  const finished = frame.state === "finished";
  find("#leaders-title").textContent = finished ? strings.finished : strings.standings;
  if (config.best) showBest(frame);
  const list = find("#leaders");
  const tops = frame.rounds ? [leaderLine({rank: "", name: strings.topTotal, total: frame.top_total, negative: ""}, "tops")] : [];
  const lines = frame.leaders.map((/** @type {any} */ row) => leaderLine(named(row)));
  list.parentElement.hidden = !frame.rounds;
  fit(list, lines, tops);
}

/** @param {any} frame */
function showBest(frame) {
  const list = find("#room-leaders");
  list.parentElement.hidden = !frame.rounds;
  fit(list, best.map((row) => leaderLine(named(row))), []);
}

/** What doesn't fit whole is left out, from the last leader up. @param {HTMLElement} list @param {HTMLElement[]} lines @param {HTMLElement[]} after */
function fit(list, lines, after) {
  list.replaceChildren(...lines, ...after);
  while (list.scrollHeight > list.clientHeight && lines.length > 1) lines.pop()?.remove();
}

/** Without a name, which may be hidden, somebody goes by their table. @param {any} row */
function named(row) {
  return {...row, name: row.name || fill(strings.table, row)};
}

/** @param {{name: string, table: number, points: number}} solo */
function soloWords(solo) {
  const [named, nameless] = solo.points ? ["soloPoints", "tableSoloPoints"] : ["solo", "tableSolo"];
  return fill(strings[solo.name ? named : nameless], solo);
}

/** @param {any} row @param {string} [className] */
function leaderLine(row, className = "") {
  const line = make("li", className);
  const name = make("span", row.name.length > 22 ? "name long" : "name", row.name);
  if (row.withdrawn) name.append(" ", make("span", "extra", strings.droppedOut));
  if (row.solo_points) name.append(" ", make("span", "extra", signed(row.solo_points)));
  if (row.warning_points) name.append(" ", make("span", "extra", signed(-row.warning_points)));
  line.append(make("span", "rank", String(row.rank)), name, make("span", "total", String(row.total)));
  line.append(make("span", "negative", row.negative ? signed(row.negative) : ""));
  return line;
}

/** With solos a player may be above the tops. @param {number} points */
function signed(points) {
  return points < 0 ? `−${-points}` : `+${points}`;
}

/** A screen that falls asleep in the middle of a round is no use; where it can't be prevented, nothing happens. */
function keepAwake() {
  const lock = () => /** @type {any} */ (navigator).wakeLock?.request("screen").catch(() => {});
  lock();
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && lock());
}
