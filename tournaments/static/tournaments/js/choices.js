// The options of a document take effect at once: in its preview, and in the next print or file. The server sends the
// resulting number of pages.

const form = /** @type {HTMLFormElement} */ (document.querySelector("#choices"));
let asked = "";

form.addEventListener("change", async () => {
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
  if (now && asked === `${chosen}`) document.querySelector("#as-chosen")?.replaceWith(now);
});

/** @param {string} address @param {URLSearchParams} chosen */
function withChoices(address, chosen) {
  return `${address.split("?")[0]}?${chosen}`;
}
