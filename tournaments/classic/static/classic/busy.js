/** Pairing hundreds takes seconds: the button says that it is being done, and is not pressed twice. */

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-busy]"))) {
  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!(button instanceof HTMLButtonElement)) return;
    // After the form is read: a button that is off sends nothing.
    setTimeout(() => {
      button.disabled = true;
      button.textContent = form.dataset.busy ?? "";
      form.setAttribute("aria-busy", "true");
    });
  });
}

// Back by the browser's button, the page is as it was left.
addEventListener("pageshow", (event) => event.persisted && location.reload());
