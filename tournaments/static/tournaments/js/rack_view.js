/** The rack as shown: tiles in the player's own order, those on the board marked as used. */

import {usedTiles} from "./rack.js";
import {fill, find, make, setText} from "./text.js";
import {tileElement} from "./tiles.js";

export class RackView {
  /**
   * @param {HTMLElement} root
   * @param {{stacked: boolean, strings: Record<string, string>, onTile: (tile: string) => void}} options `stacked`: equal
   *   tiles are stacked, with their number
   */
  constructor(root, options) {
    this.root = root;
    this.options = options;
    root.classList.toggle("stacked", options.stacked);
    /** @type {string[]} */
    this.tiles = [];
    /** @type {number[]} the order in which the tiles are shown */
    this.order = [];
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
    /** Texts and values of the buttons. */
    this.shown = "";
  }

  /** A new rack is shown in the order in which it was drawn. @param {string[]} tiles */
  take(tiles) {
    if (tiles.join() !== this.tiles.join()) this.order = tiles.map((_, at) => at);
    this.tiles = tiles;
  }

  shuffle() {
    for (let at = this.order.length - 1; at > 0; at--) {
      const other = Math.floor(Math.random() * (at + 1));
      [this.order[at], this.order[other]] = [this.order[other], this.order[at]];
    }
  }

  /** @param {{laid: import("./layout.js").Laid[], values: Record<string, number>, writing: boolean}} state */
  draw({laid, values, writing}) {
    const {tiles, options: {stacked, strings}} = this;
    const used = usedTiles(tiles, laid);
    const left = (/** @type {string} */ text) => tiles.filter((tile, at) => tile === text && !used[at]).length;
    const shown = stacked ? this.order.filter((at) => tiles.indexOf(tiles[at]) === at) : this.order;
    this.#build(shown.map((at) => tiles[at]), values);
    shown.forEach((at, place) => {
      const text = tiles[at];
      const button = this.buttons[place];
      const gone = stacked ? !left(text) : used[at];
      const name = text === "?" ? strings.blank : text;
      button.classList.toggle("used", gone);
      button.disabled = gone || !writing;
      button.setAttribute("aria-label", stacked ? fill(strings.stack, {tile: name, left: left(text)}) : name);
      if (stacked) setText(find(".tile-count", button), `×${left(text)}`);
    });
  }

  /** Make the tiles anew only where others are shown. @param {string[]} texts @param {Record<string, number>} values */
  #build(texts, values) {
    const shown = texts.map((text) => `${text} ${values[text]}`).join();
    if (shown === this.shown) return;
    this.shown = shown;
    this.buttons = texts.map((text) => {
      const button = /** @type {HTMLButtonElement} */ (tileElement(text, values, "button"));
      button.type = "button";
      button.dataset.tile = text;
      if (this.options.stacked) button.append(make("span", "tile-count"));
      button.addEventListener("click", () => this.options.onTile(text));
      return button;
    });
    this.root.replaceChildren(...this.buttons);
  }
}
