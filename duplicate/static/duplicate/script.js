/** The script on the stage: it stays open or folded on this machine, and tells the top that is chosen for the board. */

import {find} from "../tournaments/js/text.js";
import {storeFor} from "../tournaments/js/store.js";

const store = storeFor("desk");

/** Open the script where this machine had it open, and remember every change. */
export function mountScript() {
  find("#script-fold").open = store.get("script") === true;
  document.addEventListener("toggle", (event) => {
    const fold = /** @type {HTMLDetailsElement} */ (event.target);
    if (fold.id === "script-fold") store.set("script", fold.open || null);
  }, {capture: true});
}

/** Show the sentence of the chosen move; that of the rules' choice where none is chosen. @param {string | undefined} move */
export function tellMove(move) {
  const lines = /** @type {HTMLElement[]} */ ([...find("#script").querySelectorAll("[data-move]")]);
  if (!lines.some((line) => line.dataset.move === move)) return;
  for (const line of lines) line.hidden = line.dataset.move !== move;
}
