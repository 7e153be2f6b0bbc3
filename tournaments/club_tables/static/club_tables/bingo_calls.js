/** Called tiles of a bingo game, as the room sees them. */

import {fill, find, make} from "../tournaments/js/text.js";
import {tileElement} from "../tournaments/js/tiles.js";
import {config, words} from "./table.js";

/** @param {string} tile */
export const nameOf = (tile) => (tile === "?" ? words.blank : tile);

/** Return a card's word as a text. @param {{letter: string}[]} word */
export const textOf = (word) => word.map((one) => one.letter).join("");

/** @param {{calls: string[], bag_count: number}} game */
export function showCalls({calls, bag_count: bag}) {
  const latest = calls.at(-1);
  find("#room").hidden = !latest;
  const tiles = calls.map((tile) => {
    const item = make("li");
    const shown = tileElement(tile, config.values);
    shown.setAttribute("role", "img");
    shown.setAttribute("aria-label", nameOf(tile));
    item.append(shown);
    return item;
  });
  find("#calls").replaceChildren(...tiles.reverse());
  find("#in-bag").textContent = fill(words.inBag, {bag, calls: calls.length});
  const root = find("#latest");
  if (root.dataset.call === String(calls.length)) return;
  root.dataset.call = String(calls.length);
  root.replaceChildren(...(latest ? [tileElement(latest, config.values), make("span", "visually-hidden", nameOf(latest))] : []));
  if (latest) root.firstElementChild?.setAttribute("aria-hidden", "true");
}
