/** Words of a game: after one was accepted, refused or taken back, ask again for what was looked up. */

import {find} from "../tournaments/js/text.js";

const field = find("#word-text");

document.addEventListener("htmx:afterRequest", (/** @type {any} */ {detail: {elt, xhr}}) => {
  if (!elt.matches("[data-word-act]") || xhr.status !== 200) return;
  const form = elt.closest("#moves-answer") ? find("#moves-form") : find(".word-form");
  find("input", form).focus();
  form.dispatchEvent(new Event("opened"));
});

// The list is loaded when the dialog opens.
document.addEventListener("click", ({target}) => {
  const opener = target instanceof Element && target.closest("[data-opens=words-dialog]");
  if (!opener) return;
  find("#word-problems").replaceChildren();
  field.form?.dispatchEvent(new Event("opened"));
});
