/** Regions: parts of the page that the server draws. An unchanged one is left alone, and open parts stay open. */

import {find} from "../tournaments/js/text.js";

/** @param {string[]} names their ids */
export function keepRegions(names) {
  /** @type {Map<string, string>} each region as the server last sent it */
  const regions = new Map(names.map((name) => [name, find(`#${name}`).outerHTML]));

  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const {target, fragment} = /** @type {any} */ (event).detail;
    if (!regions.has(target.id)) return;
    const html = fragment.firstElementChild.outerHTML;
    if (regions.get(target.id) === html) {
      /** @type {any} */ (event).detail.shouldSwap = false;
      return;
    }
    regions.set(target.id, html);
    for (const now of target.querySelectorAll("details[id]")) {
      const next = fragment.querySelector(`#${now.id}`);
      if (next) next.open = now.open;
    }
  });
}
