/** Strings and settings from the JSON blocks of the page, and helpers to show them. */

/**
 * Return the content of a `{{ value|json_script:"id" }}` block.
 * @param {string} id
 * @returns {any}
 */
export function pageData(id) {
  const block = document.getElementById(id);
  return block ? JSON.parse(block.textContent ?? "null") : {};
}

/**
 * Put values into a translated string: fill("Sent at {time}", {time: "14:03:22"}).
 * @param {string} text
 * @param {Record<string, unknown>} values
 */
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));

/** @typedef {{decimals: number, sign: "minus" | "both" | "cost"}} NumberFormat how the server writes the numbers of a column */

/**
 * Write a number of a column as tables, papers and files of the server do.
 * @param {number | null} value
 * @param {NumberFormat} format
 */
export function written(value, {decimals, sign}) {
  if (value === null) return "";
  const number = 0 + (sign === "cost" ? -value : value);
  const digits = new Intl.NumberFormat(document.documentElement.lang, {minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false});
  return (sign !== "minus" && number > 0 ? "+" : "") + signed(digits.format(number));
}

/** Write a number with a real minus sign. @param {number | string} number */
export const signed = (number) => String(number).replace("-", "−");

/** Write a spread or a change of a score: above 0 with a plus sign. @param {number} spread */
export const formatSpread = (spread) => (spread > 0 ? "+" : "") + signed(spread);

/**
 * Write minutes and seconds left; 0:00 only when nothing is left.
 * @param {number} milliseconds
 */
export function minutes(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * Write a moment of the server as the local time of day.
 * @param {number} moment milliseconds since 1970
 */
export const timeOfDay = (moment) =>
  new Date(moment).toLocaleTimeString(document.documentElement.lang || [], {hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false});

/** @param {string} selector @param {ParentNode} [root] @returns {any} the element; a missing one is a bug of the page */
export function find(selector, root = document) {
  const element = root.querySelector(selector);
  if (!element) throw new Error(`No ${selector} on this page`);
  return element;
}

/**
 * Make an element with classes and text.
 * @param {string} tag
 * @param {string} [className]
 * @param {string} [text]
 */
export function make(tag, className = "", text = "") {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
}

/** Set a text only when it differs, so that a screen reader does not repeat it. @param {HTMLElement} element @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
