/** The choice how CSV files are written (`tournaments.reports.csv_format`): a cookie of this browser. */

const COOKIE = "csv_format";
const YEAR_SECONDS = 365 * 24 * 3600;

function chosenFormat() {
  const pairs = document.cookie.split("; ").map((pair) => pair.split("="));
  return pairs.find(([name]) => name === COOKIE)?.[1] ?? "";
}

/** @param {string} format empty: as the language has it */
function chooseFormat(format) {
  const seconds = format ? YEAR_SECONDS : 0;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs HTTPS, which a hall without internet lacks.
  document.cookie = `${COOKIE}=${format}; path=/; max-age=${seconds}; samesite=lax`;
}

const choices = /** @type {HTMLElement} */ (document.getElementById("csv-formats"));
const buttons = choices.querySelectorAll("button");

function markChoice() {
  const chosen = chosenFormat();
  for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.format === chosen));
}

choices.hidden = false;
markChoice();
choices.addEventListener("click", ({target}) => {
  const format = target instanceof HTMLElement ? target.closest("button")?.dataset.format : undefined;
  if (format === undefined) return;
  chooseFormat(format);
  markChoice();
});
