/** Tell whether keys are meant for a field or for the page. */

/** @param {HTMLElement & {disabled?: boolean}} element */
export const isUsable = (element) => !element.disabled && element.getClientRects().length > 0;

/** @param {EventTarget | null} target */
export const isTextField = (target) =>
  target instanceof HTMLElement && target.matches("input:not([type=radio], [type=checkbox]), textarea, select");

/** Ignore a field in a dialog that was just closed: it keeps the focus until the browser draws again. @param {EventTarget | null} target */
export const takesText = (target) => isTextField(target) && isUsable(/** @type {HTMLElement} */ (target));

const KEYING_ENDS = 300;

/** Mark the desk while the focus is in a form. @param {HTMLFormElement} form */
export function markKeying(form) {
  // Wait a moment: a button that is being pressed must not move away under the pointer.
  form.addEventListener("focusin", () => form.closest(".desk")?.classList.add("keying"));
  form.addEventListener("focusout", () => {
    setTimeout(() => form.closest(".desk")?.classList.toggle("keying", form.contains(document.activeElement)), KEYING_ENDS);
  });
}
