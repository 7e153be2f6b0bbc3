/** The fields of a slip, and the hint below them. */

import {find, setText} from "./text.js";

/** @typedef {{reference: HTMLInputElement, word: HTMLInputElement, score: HTMLInputElement}} Fields */

/**
 * @param {Fields} fields
 * @param {{ref: string | null, word: string, score: string}} texts `ref`: null leaves the field as it is
 * @param {boolean} all also the field that is being typed in
 */
export function showFields({reference, word, score}, texts, all) {
  const show = (/** @type {HTMLInputElement} */ field, /** @type {string} */ text) => {
    if ((all || document.activeElement !== field) && field.value !== text) field.value = text;
  };
  if (texts.ref !== null) show(reference, texts.ref);
  show(word, texts.word);
  show(score, texts.score);
}

/** Correct the case during typing; the caret keeps its place. @param {HTMLInputElement} field @param {string} text */
export function showTyped(field, text) {
  if (field.value === text || field.value.length !== text.length) return;
  const caret = field.selectionStart;
  field.value = text;
  field.setSelectionRange(caret, caret);
}

/** @param {string} text @param {boolean} warns */
export function showHint(text, warns) {
  const hint = find("#hint");
  setText(hint, text);
  hint.classList.toggle("warn", warns);
}
