/** Undo and redo at the desk: two buttons that name the act to reverse, and their keys. */

import {isTextField} from "./focus.js";
import {fill, find} from "../tournaments/js/text.js";

/** @typedef {"undo" | "redo"} Which */
/** @typedef {{key: number, text: string}} Step an act; 0 and empty if there is none */

export class UndoSteps {
  /** @param {HTMLFormElement} form @param {Record<string, string>} strings */
  constructor(form, strings) {
    this.strings = strings;
    this.buttons = {undo: find("#line-undo", form), redo: find("#line-redo", form)};
  }

  /** @param {{undo?: Step, redo?: Step}} answer the acts to reverse; a missing part is unchanged */
  show(answer) {
    for (const which of /** @type {Which[]} */ (["undo", "redo"])) {
      const step = answer[which];
      if (step === undefined) continue;
      const button = this.buttons[which];
      button.value = String(step.key);
      button.disabled = !step.key;
      button.title = step.text;
      find(".what", button).textContent = fill(this.strings[which], {what: step.text});
    }
  }

  /** Return the shown act as the server takes it: it refuses to reverse another one. @param {Which} which */
  shown(which) {
    return {act: this.buttons[which].value};
  }
}

/** Return the act of Ctrl+Z and Ctrl+Y (Cmd on a Mac); a field with text keeps these keys. @param {KeyboardEvent} event @returns {Which | null} */
export function undoKey(event) {
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== "z" && key !== "y")) return null;
  if (isTextField(event.target) && /** @type {HTMLInputElement} */ (event.target).value) return null;
  return key === "z" && !event.shiftKey ? "undo" : "redo";
}
