// Move or empty lines of a form, such as prizes. Lines keep their places and names: their contents move.

const lines = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-form-line]")]);

for (const [place, line] of lines.entries()) {
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (line.querySelectorAll("[data-move]"));
  /** @type {HTMLElement} */ (line.querySelector("[data-moves]")).hidden = false;
  for (const button of buttons) {
    const step = Number(button.dataset.move);
    button.disabled = place + step < 0 || place + step >= lines.length;
    button.addEventListener("click", () => (button.dataset.move === "out" ? remove(place) : move(place, step, button)));
  }
}

/** Exchange a line with its neighbour, and follow it. @param {number} place @param {number} step @param {HTMLButtonElement} button */
function move(place, step, button) {
  exchange(lines[place], lines[place + step]);
  const other = lines[place + step];
  const same = /** @type {HTMLButtonElement} */ (other.querySelector(`[data-move="${button.dataset.move}"]`));
  (same.disabled ? fields(other)[0] : same).focus();
  other.scrollIntoView({ block: "nearest" });
}

/** Empty a line and close the gap: those below come up. @param {number} place */
function remove(place) {
  for (const field of fields(lines[place])) {
    if (field instanceof HTMLSelectElement) field.selectedIndex = 0;
    else if (field.type === "checkbox") field.checked = false;
    else field.value = "";
  }
  for (let at = place; at < lines.length - 1; at++) exchange(lines[at], lines[at + 1]);
  fields(lines[place])[0].focus();
}

/** @param {HTMLElement} one @param {HTMLElement} other */
function exchange(one, other) {
  const theirs = fields(other);
  for (const [at, field] of fields(one).entries()) {
    const their = theirs[at];
    [field.value, their.value] = [their.value, field.value];
    if (field instanceof HTMLInputElement && their instanceof HTMLInputElement)
      [field.checked, their.checked] = [their.checked, field.checked];
  }
}

/** @param {HTMLElement} line */
function fields(line) {
  return /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ ([...line.querySelectorAll("input, select")]);
}
