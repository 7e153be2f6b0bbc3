/** The style guide: tiles, boards and clocks as on the screens, and a swatch for each colour. */

import {mountBoard} from "../tournaments/js/board.js";
import {mountClock} from "../tournaments/js/clock.js";
import {pageData} from "../tournaments/js/text.js";
import {tileElement} from "../tournaments/js/tiles.js";

const {values, board: strings, clock} = pageData("config");
const TILES = ["Q", "U", "i", "Z", "?"];
const WORD = [..."ISOTOp"];
const START = 4;
const SIZE = 15;

for (const swatch of document.querySelectorAll("[data-token]")) {
  const {style, dataset} = /** @type {HTMLElement} */ (swatch);
  style.background = `var(${dataset.token})`;
}

for (const row of document.querySelectorAll("[data-size]")) {
  const {style, dataset} = /** @type {HTMLElement} */ (row);
  row.classList.add("word-tiles");
  // A tile is 1.66 times as wide as its font size (board.css).
  style.fontSize = `${Number(dataset.size) / 1.66}px`;
  row.append(...TILES.map((token) => tileElement(token, values)));
}

const cells = Array.from({length: SIZE}, () => Array(SIZE).fill(""));
WORD.forEach((token, index) => (cells[7][START + index] = token));
const fresh = new Set([7 * SIZE + START + 4, 7 * SIZE + START + 5]);
const pending = new Map([..."SLIP"].map((token, index) => [(7 + index) * SIZE + START + WORD.length, token]));
for (const name of [".guide-large", ".guide-small"]) {
  const root = /** @type {HTMLElement} */ (document.querySelector(name));
  mountBoard(root, {notation: "duplicate", strings}).draw({cells, values, fresh, pending});
}

const LEFT = {running: 92_000, call: 20_000, time: 0, standing: 180_000};
for (const [state, left] of Object.entries(LEFT)) {
  const element = /** @type {HTMLElement} */ (document.querySelector(`[data-clock="${state}"]`));
  const phase = state === "standing" ? "ready" : "running";
  mountClock(element, {now: () => 0, strings: clock}).update({phase, closes_at: left, remaining: left, calls: [30]});
}
