/** Texts that depend on a number: "1 point" and "2 points", or other plural forms of a language. */

import {fill} from "./text.js";

/** @typedef {Record<string, string>} Forms a text for each plural form: {one: "{score} point", other: "{score} points"} */

/**
 * @param {Forms} forms
 * @param {number} count that selects the form
 * @param {Record<string, unknown>} values as in `fill()`
 */
export const fillFor = (forms, count, values) => fill(forms[new Intl.PluralRules(document.documentElement.lang).select(count)], values);
