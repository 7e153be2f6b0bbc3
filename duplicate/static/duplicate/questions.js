/**
 * Open questions at the desk: answers being typed survive a refresh of their region, Q leads to the first line,
 * Ctrl+Enter sends an answer, and digits choose the slip that counts.
 */

import {find} from "../tournaments/js/text.js";

/** Field that had the focus when its region was drawn again, and its selection. */
let typing = {id: "", from: 0, to: 0};

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const {target, fragment, shouldSwap} = /** @type {any} */ (event).detail;
  if (target.id !== "questions" || !shouldSwap) return;
  for (const field of target.querySelectorAll("textarea, input:not([type=hidden])")) {
    const next = fragment.querySelector(`#${field.id}`);
    if (next) next.value = field.value;
    if (next && field === document.activeElement) typing = {id: field.id, from: field.selectionStart, to: field.selectionEnd};
  }
});

document.addEventListener("htmx:oobAfterSwap", () => {
  const field = typing.id && document.getElementById(typing.id);
  if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return;
  field.focus();
  field.setSelectionRange(typing.from, typing.to);
  typing = {id: "", from: 0, to: 0};
});

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest("[data-goes]");
  if (!(button instanceof HTMLElement)) return;
  find(`#${button.dataset.goes}`).click();
  /** @type {HTMLElement | null} */ (document.querySelector("#questions :is(textarea, .further button)"))?.focus();
});

find("#pane-questions").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
  const line = /** @type {HTMLElement} */ (event.target).closest(".further");
  if (line && /^[1-9]$/.test(event.key) && !(event.target instanceof HTMLInputElement) && !event.ctrlKey && !event.metaKey && !event.altKey) {
    line.querySelectorAll("button")[Number(event.key) - 1]?.click();
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  /** @type {HTMLElement} */ (event.target).closest(".answer")?.querySelector("button")?.click();
});
