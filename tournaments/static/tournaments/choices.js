// What is chosen of a document holds at once: for its picture, and for what is printed or saved next.

const form = document.querySelector("#choices");

form.addEventListener("change", () => {
  const chosen = new URLSearchParams(new FormData(form));
  for (const one of document.querySelectorAll("[data-follows]")) {
    if (one instanceof HTMLInputElement) one.value = chosen.get(one.name);
    else {
      const address = one.tagName === "IMG" ? "src" : "href";
      one[address] = `${one[address].split("?")[0]}?${chosen}`;
    }
  }
});
