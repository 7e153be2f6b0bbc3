/**
 * Inputs of the variants of a classic game: the number of drawn vowels (V9), tiles swapped with the board (V5, V6), a
 * word rearranged before tiles are added to it (V4), words on the theme (V8), the length of the opening (V3).
 */

import {formatReference, parseReference, raiseCase, SIZE, stepped, wordTokens} from "../tournaments/js/notation.js";
import {fill, find, make} from "../tournaments/js/text.js";
import {config, words} from "./table.js";

/** @typedef {import("./table.js").Table} Table */

/** @type {any} */
let game = null;
/** Word that is rearranged before the play. @type {{ref: string, word: string} | null} */
let rearranged = null;
/** Called when the board has to be drawn again. @type {() => void} */
let redraw = () => {};

/** @param {Table} table */
export function mount(table) {
  redraw = () => table.showAgain();
  find("#draw").addEventListener("click", () => table.act({act: "draw", vowels: vowels()}));
  find("#recycle").addEventListener("click", () => openRecycling());
  find("#recycle-dialog").addEventListener("close", () => recycle(table));
  find("#rearrange").addEventListener("click", () => openDialog("#rearrange-dialog"));
  find("#rearrange-dialog").addEventListener("close", () => rearrange());
  find("#as-it-was").addEventListener("click", () => played());
  find("#thematic").addEventListener("click", (/** @type {Event} */ event) => {
    const {word} = /** @type {HTMLElement} */ (event.target).dataset;
    if (word) table.act({act: "thematic", words: [word]});
  });
}

/** @param {any} own @param {boolean} open */
export function show(own, open) {
  ({game} = own);
  if (rearranged && !fits(rearranged)) rearranged = null;
  find("#opening").textContent = open && game.opening_length > 2 && isEmpty() ? fill(words.opening, {length: game.opening_length}) : "";
  find("#vowels-field").hidden = !(open && saysVowels() && (game.can_play || game.can_draw));
  find("#draw").hidden = !(open && game.can_draw);
  find("#recycle").hidden = !(open && (game.can_recycle_letters || game.can_recycle_blanks));
  find("#rearrange").hidden = !(open && game.can_rearrange && !isEmpty());
  find("#rearranged").hidden = !rearranged;
  if (rearranged) find("#rearranged-word").textContent = fill(words.rearranged, rearranged);
  showThematic(open, own.seat);
}

/** Return the values of a play besides its word. */
export function ofPlay() {
  return {...(rearranged ? {rearranged} : {}), ...ofDrawing()};
}

/** Return the number of vowels to draw, with two bags. */
export function ofDrawing() {
  return saysVowels() ? {vowels: vowels()} : {};
}

/** Drop the rearranged word, after the play or a change of mind. */
export function played() {
  rearranged = null;
  redraw();
}

/** Return the board on which words are laid, with the rearranged word. @returns {string[][]} */
export function boardNow() {
  if (!rearranged) return game.board;
  const board = game.board.map((/** @type {string[]} */ row) => [...row]);
  for (const {row, column, token} of squaresOf(rearranged)) board[row][column] = token;
  return board;
}

/** Tell whether a player chooses the number of vowels; real tiles come from real bags. */
const saysVowels = () => game.settings.double_bag && config.way !== "paper";
const vowels = () => Number(find("#vowels").value) || 0;
const isEmpty = () => game.board.every((/** @type {string[]} */ row) => row.every((token) => !token));

/** @param {{ref: string, word: string}} word */
function squaresOf({ref, word}) {
  const start = parseReference(ref, "english");
  if (!start) return [];
  return wordTokens(word, config.values)
    .map((token, at) => ({...stepped(start, at), token}))
    .filter(({row, column}) => row < SIZE && column < SIZE);
}

/** Tell whether the word has the same tiles as its squares. @param {{ref: string, word: string}} word */
function fits(word) {
  const squares = squaresOf(word);
  const lying = squares.map(({row, column}) => game.board[row][column]);
  return squares.length > 1 && [...lying].sort().join() === squares.map(({token}) => token).sort().join();
}

/** @param {string} id */
function openDialog(id) {
  find(id).returnValue = "";
  find(id).showModal();
}

function rearrange() {
  if (find("#rearrange-dialog").returnValue !== "go") return;
  const [ref, word] = [find("#rearrange-ref"), find("#rearrange-word")];
  const wanted = {ref: ref.value.trim().toUpperCase(), word: spelt(word.value.trim())};
  const good = fits(wanted);
  find("#rearrange-problem").hidden = good;
  if (!good) return openDialog("#rearrange-dialog");
  rearranged = wanted;
  ref.value = "";
  word.value = "";
  redraw();
}

/** Return the typed text; small letters are blanks only beside capitals. @param {string} text */
const spelt = (text) => (/\p{Lu}/u.test(text) ? text : raiseCase(text, config.values));

function openRecycling() {
  const tiles = (game.rack ?? []).map((/** @type {any} */ one) => one.tile);
  const buttons = tiles.map((/** @type {string} */ tile) => {
    const button = make("button", "button", tile);
    button.setAttribute("type", "button");
    button.addEventListener("click", () => (find("#recycle-tile").value = tile));
    return button;
  });
  find("#recycle-tiles").replaceChildren(...buttons);
  openDialog("#recycle-dialog");
}

/** @param {Table} table */
async function recycle(table) {
  if (find("#recycle-dialog").returnValue !== "go") return;
  const [square, tile] = [find("#recycle-square"), find("#recycle-tile")];
  const start = parseReference(square.value, "english");
  const named = start ? formatReference({...start, direction: "down"}, "english") : square.value.trim();
  if (!(await table.act({act: "recycle", square: named, tile: raiseCase(tile.value.trim(), config.values)}))) return;
  square.value = "";
  tile.value = "";
}

/** After a play on a phone the other players judge whether its words are on the theme. @param {boolean} open @param {number | null} seat */
function showThematic(open, seat) {
  const root = find("#thematic");
  const placed = game.latest.findLast((/** @type {any} */ act) => act.kind === "place");
  const asked = open && !(placed && placed.player === seat) ? (game.theme_words ?? []) : [];
  root.hidden = !asked.length;
  root.replaceChildren(
    make("span", "", fill(words.theme, {theme: game.settings.theme})),
    ...asked.map((/** @type {string} */ word) => {
      const button = make("button", "button", raiseCase(word, config.values));
      button.setAttribute("type", "button");
      button.dataset.word = word;
      return button;
    }),
  );
}
