/** Strings and settings that the page brings along in its JSON blocks, and the few ways to write them down. */

/**
 * The content of a `{{ value|json_script:"id" }}` block.
 * @param {string} id
 * @returns {any}
 */
export function pageData(id) {
  const block = document.getElementById(id);
  return block ? JSON.parse(block.textContent ?? "null") : {};
}

/**
 * Puts values into a translated string: fill("Sent at {time}", {time: "14:03:22"}).
 * @param {string} text
 * @param {Record<string, unknown>} values
 */
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));

/** @typedef {{decimals: number, sign: "minus" | "both" | "cost"}} NumberFormat how the server writes the numbers of a column */

/**
 * A number of a column as tables, papers and files of the server write it.
 * @param {number | null} value
 * @param {NumberFormat} format
 */
export function written(value, {decimals, sign}) {
  if (value === null) return "";
  const number = 0 + (sign === "cost" ? -value : value);
  const digits = new Intl.NumberFormat(document.documentElement.lang, {minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false});
  return (sign !== "minus" && number > 0 ? "+" : "") + signed(digits.format(number));
}

/** A number with a minus that is one. @param {number | string} number */
export const signed = (number) => String(number).replace("-", "−");

/**
 * Minutes and seconds left, counted so that 0:00 is only shown when nothing is left.
 * @param {number} milliseconds
 */
export function minutes(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * A moment of the server as the time of day here.
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
 * A new element with classes and text.
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

/** Only when it differs, so that a screen reader is not told the same twice. @param {HTMLElement} element @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
