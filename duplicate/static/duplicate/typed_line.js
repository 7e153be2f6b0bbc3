/** Parse the line of the desk while it is typed. */

/**
 * The parsed line. `table` is null where none is typed; `gap`: a space follows it.
 * @typedef {{table: number | null, gap: boolean, rest: string}} Typed
 */

/** @param {string} text @returns {Typed} */
export function readLine(text) {
  const [, digits, space, rest] = /** @type {RegExpMatchArray} */ (text.match(/^([1-9]\d*)?(\s*)(.*)$/s));
  return {table: digits ? Number(digits) : null, gap: space !== "", rest};
}

/** Tell whether the line means all other tables. @param {string} rest */
export const meansRest = (rest) => /^[*a]$/i.test(rest);

/** Read a name in front of a slip: a word of two or more letters, then something after it. @param {string} rest @returns {{name: string, slip: string} | null} */
export function readNamed(rest) {
  const [, name, slip] = rest.match(/^(\S{2,})\s+(\S.*)$/s) ?? [];
  return name ? {name, slip} : null;
}

/** Tell whether a key or a decision follows a name: it is no reference, so that a slip is not meant. @param {string} slip */
export const isRuling = (slip) => /^([TWPS]|=.*)$/i.test(slip);
