/** Tell that chosen files are too large before they are sent: a server that refuses them ends the connection. */

const {most, told} = /** @type {HTMLElement} */ (document.getElementById("file-size")).dataset;

document.addEventListener("change", ({target}) => {
  if (!(target instanceof HTMLInputElement) || !target.files) return;
  const size = [...target.files].reduce((sum, file) => sum + file.size, 0);
  const isTooLarge = size > Number(most);
  target.setCustomValidity(isTooLarge ? String(told) : "");
  if (isTooLarge) target.reportValidity();
});
