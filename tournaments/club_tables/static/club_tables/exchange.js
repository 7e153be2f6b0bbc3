/** Dialog to choose the tiles that go back into the bag (`exchange.html`); on paper only their number. */

import {fill, find} from "../tournaments/js/text.js";
import {tileElement} from "../tournaments/js/tiles.js";
import {config, words} from "./table.js";

const PAPER = config.way === "paper";

/** @param {(what: {tiles: string} | {count: number}) => void} onExchange */
export function exchangeBy(onExchange) {
  const dialog = find("#exchange-dialog");
  const count = find("#exchange-count");
  const go = find("#exchange-go");
  /** @type {string[]} */
  let rack = [];
  /** Places on the rack. @type {Set<number>} */
  let chosen = new Set();

  const chosenCount = () => (PAPER ? Number(count.value) || 0 : chosen.size);

  function showChosen() {
    go.disabled = !chosenCount();
    go.textContent = chosenCount() ? fill(words.exchange, {count: chosenCount()}) : words.exchangeNone;
  }

  /** @param {string} text @param {number} at */
  function tileAt(text, at) {
    const tile = tileElement(text, config.values, "button");
    tile.setAttribute("type", "button");
    tile.setAttribute("aria-pressed", "false");
    tile.setAttribute("aria-label", text === "?" ? words.blank : text);
    tile.addEventListener("click", () => {
      if (!chosen.delete(at)) chosen.add(at);
      tile.setAttribute("aria-pressed", String(chosen.has(at)));
      showChosen();
    });
    return tile;
  }

  /** @param {string[]} held the tiles to choose from */
  function open(held) {
    [rack, chosen] = [PAPER ? [] : held, new Set()];
    find("#exchange-count-field").hidden = !PAPER;
    count.value = "";
    find("#exchange-tiles").replaceChildren(...rack.map(tileAt));
    showChosen();
    dialog.returnValue = "";
    dialog.showModal();
  }

  count.addEventListener("input", showChosen);
  dialog.addEventListener("close", () => {
    if (dialog.returnValue !== "go" || !chosenCount()) return;
    onExchange(PAPER ? {count: chosenCount()} : {tiles: [...chosen].map((at) => rack[at]).join("")});
  });
  return {open};
}
