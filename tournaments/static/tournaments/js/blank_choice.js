/** Choices of blanks: the letter of one, and which of equal letters it is. */

import {asBlank} from "./notation.js";
import {find, make} from "./text.js";
import {wordElement} from "./tiles.js";

/**
 * @param {HTMLDialogElement} dialog
 * @param {Record<string, number>} values every tile of the set
 * @returns {Promise<string>} the letter that the blank is to stand for, as `asBlank` writes it; "" when it was put back
 */
export function chooseBlank(dialog, values) {
  const letters = Object.keys(values).filter((letter) => letter !== "?");
  const buttons = letters.map((letter) => {
    const button = make("button", "button", letter);
    button.setAttribute("value", asBlank(letter, values));
    return button;
  });
  find(".letters", dialog).replaceChildren(...buttons);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue), {once: true}));
}

/**
 * Ask which of equal letters is the blank, when that is open.
 * @param {string[]} choices as whole words
 * @param {{chosen: string, values: Record<string, number>, onChoose: (word: string) => void}} options
 */
export function showBlankChoices(choices, {chosen, values, onChoose}) {
  const root = find("#blank-choices");
  root.hidden = !choices.length;
  const buttons = choices.map((word) => {
    const button = make("button", "button");
    button.setAttribute("type", "button");
    button.setAttribute("aria-pressed", String(word === chosen));
    button.append(wordElement(word, values));
    button.addEventListener("click", () => onChoose(word));
    return button;
  });
  find("div", root).replaceChildren(...buttons);
}
