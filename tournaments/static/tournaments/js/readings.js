/** Under fields of letters: how they are read, where letters of several signs could be several tiles. */

import {readingOf} from "./notation.js";
import {fill, make} from "./text.js";

/**
 * Show it while something is typed into a field with `data-letters`; the server answers what is sent, so it goes then.
 * @param {() => Record<string, number>} values every tile of the set
 * @param {string} text "Read as {tiles}; apart: {apart}"
 */
export function showReadings(values, text) {
  document.addEventListener("input", (event) => {
    const field = event.target;
    if (!(field instanceof HTMLInputElement) || field.dataset.letters === undefined) return;
    const reading = readingOf(lettersIn(field), values());
    const shown = field.parentElement?.querySelector(".reading") ?? field.parentElement?.appendChild(lineOfReading());
    if (shown) shown.textContent = reading ? fill(text, reading) : "";
  });
  document.addEventListener("submit", () => {
    for (const shown of document.querySelectorAll(".reading")) shown.textContent = "";
  });
}

function lineOfReading() {
  const line = make("span", "hint reading");
  line.setAttribute("role", "status");
  return line;
}

/** @param {HTMLInputElement} field */
const lettersIn = (field) => (field.dataset.letters === "line" ? lettersOfLine : lettersOfRack)(field.value);

/**
 * Return the letters of a word or of a rack as it is called: a plus stands before new ones, a minus before a whole redraw.
 * @param {string} rack
 */
export const lettersOfRack = (rack) => rack.replace(/[+-]/g, "");

/**
 * Return the letters of a line such as "8D RETAINS", "RETAINS 8D 70" or "-ABC": the last piece without a digit. A
 * decision, "5 =18 late", has a reason instead.
 * @param {string} line
 */
export function lettersOfLine(line) {
  if (/(^|\s)=\s*\d/.test(line)) return "";
  const words = line.split(/\s+/).filter((piece) => /^[^\d]*\p{L}[^\d]*$/u.test(piece));
  return (words.pop() ?? "").replace(/^[-=]+/, "");
}
