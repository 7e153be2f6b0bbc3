/** The rules of a match in a division's form: a federation's name sets the fields, a changed field takes the name away. */

export {};

const chosen = /** @type {HTMLSelectElement} */ (document.querySelector("select[name=match_rules]"));
/** @type {Record<string, Record<string, string | number | null>>} */
const rules = JSON.parse(chosen.dataset.rules ?? "{}");
const fields = Object.keys(Object.values(rules)[0]).map((field) => {
  return /** @type {HTMLInputElement | HTMLSelectElement} */ (chosen.form?.elements.namedItem(field));
});

/** @param {string | number | null} value */
const text = (value) => String(value ?? "");

chosen.addEventListener("change", () => {
  if (!chosen.value) return;
  for (const field of fields) field.value = text(rules[chosen.value][field.name]);
});

for (const field of fields) {
  field.addEventListener("change", () => {
    const same = Object.entries(rules).find(([, values]) => fields.every((one) => one.value === text(values[one.name])));
    chosen.value = same ? same[0] : "";
  });
}
