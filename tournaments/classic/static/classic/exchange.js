/**
 * "May I exchange?" at a table without a record: players tap the tiles on the board, and the rest of the bag is
 * counted. The phone keeps them over reloads; nothing is sent.
 */

import {storeFor} from "../tournaments/js/store.js";
import {fill, find, make, pageData} from "../tournaments/js/text.js";

/** @typedef {{name: string, minimum: number, tiles: {text: string, value: number, count: number}[]}} Division */

const RACKS = 14;

const {event, divisions} = pageData("config");
const strings = pageData("strings");
const all = find("#all");
const store = storeFor(`exchange-${event}`);
const choice = /** @type {HTMLSelectElement | null} */ (document.querySelector("#division"));
/** @type {string[]} the tapped tiles, in order */
let played = store.get("played") ?? [];

/** Number of tiles of which somebody said that they are all of the board. @type {number | null} */
let counted = store.get("counted") ?? null;

/** @returns {Division} */
const division = () => divisions[Number(choice?.value ?? 0)];

/** @param {string[]} tapped */
function keep(tapped) {
  played = tapped;
  store.set("played", played);
  count(null);
}

/** @param {number | null} tiles */
function count(tiles) {
  counted = tiles;
  store.set("counted", counted);
  show();
}

function show() {
  const {tiles, minimum} = division();
  const size = tiles.reduce((sum, {count}) => sum + count, 0);
  const bag = Math.max(0, size - played.length - RACKS);
  const enough = bag >= Math.max(minimum, 1);
  // Too few tiles are too few before the last one was tapped.
  all.hidden = !enough || counted === played.length;
  const answer = find("#answer");
  answer.textContent = fill(all.hidden ? (enough ? strings.yes : strings.no) : strings.tapped, {bag, minimum, played: played.length});
  answer.className = `message ${all.hidden ? (enough ? "success" : "error") : ""}`;
  find("#back").disabled = find("#again").disabled = played.length === 0;
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("#tiles button"))) {
    const tile = tiles.find(({text}) => text === button.dataset.tile);
    const left = (tile?.count ?? 0) - played.filter((text) => text === button.dataset.tile).length;
    button.disabled = left === 0;
    const count = button.querySelector(".left");
    if (count) count.textContent = String(left);
    button.setAttribute("aria-label", fill(strings.tile, {letter: button.dataset.tile, left}));
  }
}

function build() {
  find("#tiles").replaceChildren(...division().tiles.map(({text}) => {
    const button = make("button", "button");
    button.setAttribute("type", "button");
    button.dataset.tile = text;
    button.append(make("strong", "", text), make("span", "left small soft"));
    button.addEventListener("click", () => keep([...played, text]));
    return button;
  }));
  show();
}

choice?.addEventListener("change", build);
all.addEventListener("click", () => count(played.length));
find("#back").addEventListener("click", () => keep(played.slice(0, -1)));
find("#again").addEventListener("click", () => keep([]));
build();
