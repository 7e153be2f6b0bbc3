/**
 * The players' questions at the desk: answers being typed outlive the refreshes of their region, Q leads to the first
 * one, and Ctrl+Enter sends.
 */

import {find} from "./text.js";

/** The field that had the focus when its region was drawn again, and where in its text. */
let typing = {id: "", from: 0, to: 0};

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const {target, fragment, shouldSwap} = /** @type {any} */ (event).detail;
  if (target.id !== "questions" || !shouldSwap) return;
  for (const field of target.querySelectorAll("textarea")) {
    const next = fragment.querySelector(`#${field.id}`);
    if (next) next.value = field.value;
    if (next && field === document.activeElement) typing = {id: field.id, from: field.selectionStart, to: field.selectionEnd};
  }
});

document.addEventListener("htmx:oobAfterSwap", () => {
  const field = typing.id && document.getElementById(typing.id);
  if (!(field instanceof HTMLTextAreaElement)) return;
  field.focus();
  field.setSelectionRange(typing.from, typing.to);
  typing = {id: "", from: 0, to: 0};
});

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest("[data-goes]");
  if (!(button instanceof HTMLElement)) return;
  find(`#${button.dataset.goes}`).click();
  /** @type {HTMLElement | null} */ (document.querySelector("#questions textarea"))?.focus();
});

find("#pane-questions").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  /** @type {HTMLElement} */ (event.target).closest(".answer")?.querySelector("button")?.click();
});
