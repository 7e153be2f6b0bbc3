/** All clocks of an event on one screen, least time left first. It only shows the server's state. */

import {fill, find, make, pageData, setText} from "../tournaments/js/text.js";
import {followClocks} from "./clock_stream.js";
import {atMoment, overLimit, runs, written} from "./match_clock.js";

/** @typedef {import("./clock_stream.js").Clock} Clock */

const LOOK = 250;
const LOW = 60_000;
/** Order of the states: clocks that run or may soon run come first. */
const ORDER = {running: 0, neutral: 0, ready: 1, over: 2};
/** Best ratio of a tile's width to its height. */
const SHAPE = 1.5;

const config = pageData("config");
const strings = pageData("strings");
const wall = find("#wall");
/** @type {Clock[]} */
let clocks = [];
/** @type {Map<number, ReturnType<typeof makeTile>>} */
const tiles = new Map();
let shownOrder = "";

const link = followClocks(config, accept, () => location.reload());
setInterval(show, LOOK);
window.addEventListener("resize", fit);

/** @param {Clock[]} now */
function accept(now) {
  clocks = now;
  for (const [id, tile] of tiles) {
    if (clocks.some((clock) => clock.id === id)) continue;
    tile.item.remove();
    tiles.delete(id);
  }
  find("#none").hidden = clocks.length > 0;
  find("#none").textContent = strings.none;
  show();
  fit();
}

function show() {
  const now = Math.floor(link.time.now());
  const shown = clocks.map((clock) => /** @type {Clock} */ (atMoment(clock, now)));
  shown.sort((a, b) => ORDER[a.state] - ORDER[b.state] || least(a) - least(b) || a.table - b.table);
  for (const clock of shown) showTile(clock);
  const order = shown.map((clock) => clock.id).join();
  if (order !== shownOrder) wall.append(...shown.map((clock) => tileOf(clock).item));
  shownOrder = order;
  const counts = {running: shown.filter(runs).length, overtime: shown.filter((clock) => Math.min(...clock.left) < 0).length, over: shown.filter((clock) => clock.state === "over").length, all: shown.length};
  setText(find("#summary"), shown.length ? fill(strings.summary, counts) : "");
}

/** Return the time of the side that falls next: the side on turn, or the one with less. @param {Clock} clock */
const least = (clock) => (clock.state === "running" ? clock.left[clock.turn] : Math.min(...clock.left));

/** @param {Clock} clock */
function tileOf(clock) {
  const tile = tiles.get(clock.id) ?? makeTile(clock);
  tiles.set(clock.id, tile);
  return tile;
}

/** @param {Clock} clock */
function makeTile(clock) {
  const item = make("li", "tile");
  const table = /** @type {HTMLAnchorElement} */ (make("a", "tile-table", String(clock.table)));
  table.href = config.clock.replace("/0/", `/${clock.id}/`);
  table.title = `${fill(strings.table, clock)} · ${clock.division}`;
  const state = make("span", "tile-state");
  const head = make("p", "tile-head");
  head.append(table, state);
  const sides = clock.names.map((name) => {
    const line = make("p", "tile-side");
    const time = make("span", "tile-time");
    line.append(make("span", "tile-name", name), time);
    return {line, time};
  });
  item.append(head, ...sides.map((side) => side.line));
  return {item, state, sides};
}

/** @param {Clock} clock */
function showTile(clock) {
  const {item, state, sides} = tileOf(clock);
  const over = overLimit(clock);
  item.dataset.state = clock.paused ? "paused" : clock.state;
  item.dataset.left = least(clock) < 0 ? "out" : least(clock) <= LOW ? "low" : "";
  const late = over !== null && over > 0;
  item.toggleAttribute("data-long", late);
  setText(state, clock.paused ? strings.paused : clock.state === "running" ? (late ? fill(strings.limit, {time: written(over)}) : "") : strings[clock.state]);
  sides.forEach(({line, time}, which) => {
    setText(time, written(clock.left[which]));
    line.dataset.turn = clock.state === "running" && clock.turn === which ? "own" : "";
    line.dataset.left = clock.left[which] < 0 ? "out" : "";
  });
}

/** Choose the number of columns that makes the tiles largest. */
function fit() {
  const {width, height} = wall.getBoundingClientRect();
  const count = Math.max(tiles.size, 1);
  const rowsFor = (/** @type {number} */ columns) => Math.ceil(count / columns);
  const size = (/** @type {number} */ columns) => Math.min(width / columns / SHAPE, height / rowsFor(columns));
  let best = 1;
  for (let columns = 2; columns <= count; columns += 1) if (size(columns) > size(best)) best = columns;
  wall.style.setProperty("--columns", String(best));
  wall.style.setProperty("--rows", String(rowsFor(best)));
  wall.style.setProperty("--tile", `${size(best)}px`);
  wall.toggleAttribute("data-many", count > 40);
}
