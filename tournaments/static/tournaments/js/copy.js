/** Buttons that copy the text of a field: `<button type="button" data-copies="field" data-done="Copied">`. */

for (const button of document.querySelectorAll("[data-copies]")) {
  if (button instanceof HTMLElement) button.addEventListener("click", () => copy(button));
}

/** @param {HTMLElement} button */
async function copy(button) {
  const field = document.getElementById(button.dataset.copies ?? "");
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.select();
  // Browsers have no clipboard API without HTTPS.
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
  else document.execCommand("copy");
  button.textContent = button.dataset.done ?? "";
}
