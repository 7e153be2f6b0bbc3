// What is chosen of a document holds at once: for its picture, and for what is printed or saved next. How much that is
// the server says.

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
  // Of two answers the one to what was chosen last counts, whichever comes first.
  if (now && asked === `${chosen}`) document.querySelector("#as-chosen")?.replaceWith(now);
});

/** @param {string} address @param {URLSearchParams} chosen */
function withChoices(address, chosen) {
  return `${address.split("?")[0]}?${chosen}`;
}
