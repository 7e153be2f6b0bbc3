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
  const desk = form.closest(".desk");
  let isPressing = false;
  for (const name of ["pointerdown", "pointerup", "pointercancel"]) {
    document.addEventListener(name, () => { isPressing = name === "pointerdown"; }, {capture: true});
  }
  form.addEventListener("focusin", () => desk?.classList.add("keying"));
  form.addEventListener("focusout", ({relatedTarget}) => {
    // Wait a moment: a button that is being pressed must not move away under the pointer. A key needs the stage at once.
    if (isPressing) setTimeout(() => desk?.classList.toggle("keying", form.contains(document.activeElement)), KEYING_ENDS);
    else desk?.classList.toggle("keying", relatedTarget instanceof Node && form.contains(relatedTarget));
  });
}
