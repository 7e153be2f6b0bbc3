/** Sentences that depend on a number: "1 point" and "2 points", or what a language has instead. */

import {fill} from "./text.js";

/** @typedef {Record<string, string>} Forms a text for each plural form: {one: "{score} point", other: "{score} points"} */

/**
 * @param {Forms} forms
 * @param {number} count by which the form is chosen
 * @param {Record<string, unknown>} values as in `fill()`
 */
export const fillFor = (forms, count, values) => fill(forms[new Intl.PluralRules(document.documentElement.lang).select(count)], values);
