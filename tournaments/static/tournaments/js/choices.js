// The options of a document take effect at once: in its preview, and in the next print or file. The server sends the
// resulting number of pages, and says which choices are offered beside each other and which do not go together.

const form = /** @type {HTMLFormElement} */ (document.querySelector("#choices"));
let asked = "";

form.addEventListener("change", follow);
// A choice made before this script ran, or restored by the browser on the way back, takes effect now.
if ([...form.querySelectorAll("select")].some((select) => select.value !== defaultOf(select))) follow();

/** @param {HTMLSelectElement} select */
function defaultOf(select) {
  return ([...select.options].find((option) => option.defaultSelected) ?? select.options[0])?.value ?? "";
}

async function follow() {
  const chosen = new URLSearchParams();
  for (const [name, value] of new FormData(form)) chosen.append(name, String(value));
  for (const one of document.querySelectorAll("[data-follows]")) {
    if (one instanceof HTMLInputElement) one.value = chosen.get(one.name) ?? "";
    else if (one instanceof HTMLImageElement) one.src = withChoices(one.src, chosen);
    else if (one instanceof HTMLAnchorElement) one.href = withChoices(one.href, chosen);
  }
  asked = `${chosen}`;
  const answer = await fetch(`?${chosen}`).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const now = page.querySelector("#as-chosen");
  // Show only the answer to the latest choice, whichever comes first.
  if (!now || asked !== `${chosen}`) return;
  document.querySelector("#as-chosen")?.replaceWith(now);
  for (const part of document.querySelectorAll("#choices .field, #choices .error, #preview")) {
    followPart(/** @type {HTMLElement} */ (part), page.getElementById(part.id));
  }
}

/** Take over what the server's page shows of a part of the form; the values in it are those of the user.
 * @param {HTMLElement} part @param {HTMLElement | null} answered */
function followPart(part, answered) {
  if (!answered) return;
  part.hidden = Boolean(answered.hidden);
  if (part.matches(".error")) part.textContent = answered.textContent;
  const select = part.querySelector("select");
  if (!select) return;
  select.disabled = part.hidden;
  if (answered.querySelector("[aria-invalid]")) select.setAttribute("aria-invalid", "true");
  else select.removeAttribute("aria-invalid");
}

/** @param {string} address @param {URLSearchParams} chosen */
function withChoices(address, chosen) {
  return `${address.split("?")[0]}?${chosen}`;
}
