/** Tabs and their panes: a click, an arrow key or the page shows one pane. */

import {find} from "../tournaments/js/text.js";

/** @param {HTMLElement} tab @returns {HTMLElement} */
export const paneOf = (tab) => find(`#${tab.getAttribute("aria-controls")}`);

/** @param {HTMLElement} root @param {() => void} onSelect */
export function mountTabs(root, onSelect) {
  const all = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[role=tab]")]);

  /** @param {HTMLElement} chosen */
  function select(chosen) {
    for (const tab of all) {
      tab.ariaSelected = String(tab === chosen);
      tab.tabIndex = tab === chosen ? 0 : -1;
      paneOf(tab).classList.toggle("behind", tab !== chosen);
    }
    onSelect();
  }

  for (const tab of all) {
    tab.addEventListener("click", () => select(tab));
    tab.addEventListener("keydown", (event) => {
      const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
      if (!step) return;
      const next = all[(all.indexOf(tab) + step + all.length) % all.length];
      select(next);
      next.focus();
    });
  }

  return {all, select, current: () => /** @type {HTMLElement} */ (all.find((tab) => tab.ariaSelected === "true"))};
}
