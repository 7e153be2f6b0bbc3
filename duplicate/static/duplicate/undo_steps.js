/** Undo and redo at the desk: two buttons that say what they reverse, and their keys. */

import {isTextField} from "./focus.js";
import {fill, find} from "../tournaments/js/text.js";

/** @typedef {"undo" | "redo"} Which */

export class UndoSteps {
  /** @param {HTMLFormElement} form @param {Record<string, string>} strings */
  constructor(form, strings) {
    this.strings = strings;
    this.buttons = {undo: find("#line-undo", form), redo: find("#line-redo", form)};
  }

  /** @param {{undo?: string, redo?: string}} answer what can be reversed; a part that is not there is as it was */
  show(answer) {
    for (const which of /** @type {Which[]} */ (["undo", "redo"])) {
      if (answer[which] === undefined) continue;
      const button = this.buttons[which];
      button.disabled = !answer[which];
      button.title = answer[which];
      find(".what", button).textContent = fill(this.strings[which], {what: answer[which]});
    }
  }
}

/** Ctrl+Z and Ctrl+Y, or what they are on other machines; in a field with text they are the field's. @param {KeyboardEvent} event @returns {Which | null} */
export function undoKey(event) {
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== "z" && key !== "y")) return null;
  if (isTextField(event.target) && /** @type {HTMLInputElement} */ (event.target).value) return null;
  return key === "z" && !event.shiftKey ? "undo" : "redo";
}
