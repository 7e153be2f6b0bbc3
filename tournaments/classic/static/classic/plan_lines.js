// Show one more free line of the round plan when the last one is filled in.

export {};

const lines = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-form-line]")]);
const more = /** @type {HTMLDetailsElement | null} */ (document.querySelector("[data-more-lines]"));
// Without this script the folded lines can be opened by hand.
const always = lines.length - (more?.querySelectorAll("[data-form-line]").length ?? 0);

function showLines() {
  const used = lines.findLastIndex((line) => /** @type {HTMLInputElement} */ (line.querySelector("input")).value);
  for (const [place, line] of lines.entries()) line.hidden = place >= always && place > used + 1;
}

if (more) {
  more.open = true;
  /** @type {HTMLElement} */ (more.querySelector("summary")).hidden = true;
  more.closest("form")?.addEventListener("input", showLines);
  more.closest("form")?.addEventListener("click", showLines);
  showLines();
}
