/** Undo and redo at the desk: two buttons that name the act to reverse, and their keys. */

import {isTextField} from "./focus.js";
import {fill, find} from "../tournaments/js/text.js";

/** @typedef {"undo" | "redo"} Which */

export class UndoSteps {
  /** @param {HTMLFormElement} form @param {Record<string, string>} strings */
  constructor(form, strings) {
    this.strings = strings;
    this.buttons = {undo: find("#line-undo", form), redo: find("#line-redo", form)};
  }

  /** @param {{undo?: string, redo?: string}} answer the acts to reverse; a missing part is unchanged */
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

/** Return the act of Ctrl+Z and Ctrl+Y (Cmd on a Mac); a field with text keeps these keys. @param {KeyboardEvent} event @returns {Which | null} */
export function undoKey(event) {
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== "z" && key !== "y")) return null;
  if (isTextField(event.target) && /** @type {HTMLInputElement} */ (event.target).value) return null;
  return key === "z" && !event.shiftKey ? "undo" : "redo";
}
