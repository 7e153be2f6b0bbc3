/** The rack as shown: tiles in the player's own order, those on the board marked as used. */

import {usedTiles} from "./rack.js";
import {fill, make} from "./text.js";
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
    /** @type {string[]} */
    this.tiles = [];
    /** @type {number[]} the order in which the tiles are shown */
    this.order = [];
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
    const {tiles, options: {stacked, strings, onTile}} = this;
    const used = usedTiles(tiles, laid);
    const left = (/** @type {string} */ text) => tiles.filter((tile, at) => tile === text && !used[at]).length;
    const shown = stacked ? this.order.filter((at) => tiles.indexOf(tiles[at]) === at) : this.order;
    const buttons = shown.map((at) => {
      const text = tiles[at];
      const button = /** @type {HTMLButtonElement} */ (tileElement(text, values, "button"));
      const gone = stacked ? !left(text) : used[at];
      const name = text === "?" ? strings.blank : text;
      button.type = "button";
      button.dataset.tile = text;
      button.classList.toggle("used", gone);
      button.disabled = gone || !writing;
      button.setAttribute("aria-label", stacked ? fill(strings.stack, {tile: name, left: left(text)}) : name);
      if (stacked) button.append(make("span", "tile-count", `×${left(text)}`));
      button.addEventListener("click", () => onTile(text));
      return button;
    });
    this.root.replaceChildren(...buttons);
  }
}
