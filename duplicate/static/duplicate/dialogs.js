/** Dialogs of a page, opened by buttons and links with `data-opens` and closed by `data-closes`. */

import {find} from "../tournaments/js/text.js";

export function openDialogsByButtons() {
  document.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest("[data-opens], [data-closes]");
    // Ctrl, Cmd or Shift with a click opens the link's page in a new tab.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!(button instanceof HTMLElement)) return;
    event.preventDefault();
    if (button.dataset.opens) {
      const dialog = find(`#${button.dataset.opens}`);
      dialog.showModal();
      dialog.querySelector("input[autofocus]")?.select();
    } else button.closest("dialog")?.close();
  });
}
