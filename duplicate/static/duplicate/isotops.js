/**
 * The isotops on the stage: letters narrow a long list, digits choose one of the first nine that are shown, and the
 * list tells how many lie below.
 */

import {plain} from "../tournaments/js/notation.js";
import {find} from "../tournaments/js/text.js";

const MOST_DIGITS = 9;

/** @param {HTMLElement} stage @param {(letters: string) => string} raiseLetters letters in capitals of the tile set */
export function mountIsotops(stage, raiseLetters) {
  const listed = () => /** @type {HTMLElement[]} */ ([...stage.querySelectorAll(".isotop")]);

  /** Tell whether the letters are in the word or in the reference, whose letters are no tiles. @param {Element} isotop @param {string} wanted */
  function isWanted(isotop, wanted) {
    const {word = "", reference = ""} = find("input", isotop).dataset;
    return [raiseLetters(wanted), wanted.toUpperCase()].some((letters) => plain(`${word} ${reference}`).includes(letters));
  }

  /** Show the isotops with these letters; the chosen one stays visible. @param {string} letters */
  function narrow(letters) {
    const wanted = letters.trim();
    let shown = 0;
    for (const isotop of listed()) {
      const input = find("input", isotop);
      isotop.hidden = !isWanted(isotop, wanted) && !input.checked;
      const hasDigit = isotop.querySelector(".digit") && !isotop.hidden && shown < MOST_DIGITS;
      number(isotop, input, hasDigit ? String(++shown) : "");
    }
    tellMore();
  }

  /** Tell how many isotops lie below those in sight. */
  function tellMore() {
    const list = stage.querySelector(".isotop-list");
    if (!(list instanceof HTMLElement)) return;
    const end = list.getBoundingClientRect().bottom;
    const below = listed().filter((isotop) => !isotop.hidden && isotop.getBoundingClientRect().top + 1 >= end);
    if (below.length) list.dataset.more = `+${below.length} ↓`;
    else delete list.dataset.more;
  }
  stage.addEventListener("scroll", tellMore, {capture: true});
  addEventListener("resize", tellMore);

  stage.addEventListener("input", (/** @type {any} */ {target}) => {
    if (target.matches(".isotop-filter")) narrow(target.value);
  });

  // Escape leaves the field and shows all; Enter leaves it and keeps the list narrowed.
  stage.addEventListener("keydown", (/** @type {any} */ event) => {
    const field = event.target;
    if (!field.matches(".isotop-filter")) return;
    if (event.key === "Escape") {
      field.value = "";
      narrow("");
    } else if (event.key === "Enter") {
      event.preventDefault();
      const wanted = field.value.trim();
      const found = listed().filter((isotop) => isWanted(isotop, wanted));
      if (found.length === 1) find("input", found[0]).click();
      field.blur();
    }
  });

  return {tellMore};
}

/** Give the digit to an isotop, or none; a letter that is its key too stays. @param {Element} isotop @param {HTMLElement} input @param {string} digit */
function number(isotop, input, digit) {
  const letters = (input.dataset.key ?? "").split(" ").filter((key) => key && !/\d/.test(key));
  input.dataset.key = [digit, ...letters].filter(Boolean).join(" ");
  input.setAttribute("aria-keyshortcuts", input.dataset.key.toUpperCase());
  const shown = isotop.querySelector(".digit");
  if (!(shown instanceof HTMLElement)) return;
  shown.textContent = digit;
  shown.hidden = !digit;
}
