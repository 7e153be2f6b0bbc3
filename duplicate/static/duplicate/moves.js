/**
 * Moves at the desk: search them in a dialog, look at one on the board, place it; and confirm an act that loses
 * something. The keyboard does it all: arrows go from the line to the list and along it, Enter places.
 */

import {find} from "../tournaments/js/text.js";

const dialog = find("#moves-dialog");
const form = find("#moves-form");
const answer = find("#moves-answer");
const confirming = find("#confirm-dialog");

// --- The list ---------------------------------------------------------------------------------------------------------

/** Reload the moves when the dialog opens. */
document.addEventListener("click", (event) => {
  const opener = /** @type {HTMLElement} */ (event.target).closest("[data-opens=moves-dialog]");
  if (opener && dialog.open) form.dispatchEvent(new Event("opened"));
});

/** @param {HTMLElement | null | undefined} row */
function look(row) {
  document.dispatchEvent(new CustomEvent("isotop:look", {detail: row ? row.dataset : null}));
}

/** @param {EventTarget | null} inside @returns {HTMLElement | null} */
const rowOf = (inside) => (inside instanceof Element && answer.contains(inside) ? inside.closest("tr[data-word]") : null);

answer.addEventListener("focusin", (/** @type {Event} */ event) => look(rowOf(event.target)));
answer.addEventListener("mouseover", (/** @type {Event} */ event) => look(rowOf(event.target) ?? checkedMove()));
dialog.addEventListener("close", () => look(null));

/** A typed move that can be played. */
const checkedMove = () => answer.querySelector(".move-check[data-word]");

/** @returns {HTMLElement[]} where the arrows stop: the buttons that place a move, and the link to more moves */
const stops = () => [...answer.querySelectorAll(".place, .more a")];

dialog.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
  const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
  const list = stops();
  if (!step || !list.length || event.target instanceof HTMLSelectElement) return;
  event.preventDefault();
  const next = list.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + step;
  if (next < 0) find("input", form).focus();
  else list[Math.min(next, list.length - 1)].focus();
});

/** Index of the focus in the list before an answer, to restore it afterwards. */
let at = -1;
answer.addEventListener("htmx:beforeSwap", () => {
  at = stops().indexOf(/** @type {HTMLElement} */ (document.activeElement));
});
answer.addEventListener("htmx:afterSettle", () => {
  const list = stops();
  if (at >= 0) (list[Math.min(at, list.length - 1)] ?? find("input", form)).focus();
  // A quick user is in the list already: htmx settles a moment after the answer.
  else look(rowOf(document.activeElement) ?? checkedMove());
  at = -1;
});

// --- Confirming ---------------------------------------------------------------------------------------------------------

/** Open the confirmation when an answer has one; it may be followed by another. */
function ask() {
  const strong = confirming.querySelector("#confirmation .primary");
  if (!strong) return;
  if (!confirming.matches(":modal")) {
    confirming.removeAttribute("open"); // the server opens it for pages without this script
    confirming.showModal();
  }
  const focused = document.activeElement;
  if (focused === confirming || !confirming.contains(focused)) strong.focus();
}

document.addEventListener("htmx:afterSettle", ask);
confirming.addEventListener("close", () => find("#confirmation").replaceChildren());

/** Remove the confirmation after an act from a dialog. */
for (const one of [dialog, confirming]) {
  one.addEventListener("htmx:afterRequest", (/** @type {any} */ event) => {
    const {elt, requestConfig, xhr} = event.detail;
    if (requestConfig.verb !== "post" || elt.matches("[data-word-act]")) return;
    if (xhr.status === 200) for (const open of [confirming, dialog]) open.close();
    else if (one === confirming && !confirming.querySelector("#confirmation .primary")) confirming.close();
  });
}

ask();
