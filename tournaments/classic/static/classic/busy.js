/** Pairing hundreds takes seconds: the button shows progress and cannot be pressed twice. */

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-busy]"))) {
  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!(button instanceof HTMLButtonElement)) return;
    // Wait until the form is read: a disabled button is not submitted.
    setTimeout(() => {
      button.disabled = true;
      button.textContent = form.dataset.busy ?? "";
      form.setAttribute("aria-busy", "true");
    });
  });
}

// The back button restores the page with a disabled button: reload.
addEventListener("pageshow", (event) => event.persisted && location.reload());
