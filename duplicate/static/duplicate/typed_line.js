/** How the line that is typed at the desk is read while it is typed. */

/**
 * What is typed so far. `table` is null where none is typed; `gap`: there is room after it.
 * @typedef {{table: number | null, gap: boolean, rest: string}} Typed
 */

/** @param {string} text @returns {Typed} */
export function readLine(text) {
  const [, digits, space, rest] = /** @type {RegExpMatchArray} */ (text.match(/^([1-9]\d*)?(\s*)(.*)$/s));
  return {table: digits ? Number(digits) : null, gap: space !== "", rest};
}

/** Whether it is about all the rest. @param {string} rest */
export const meansRest = (rest) => /^[*a]$/i.test(rest);

/** A name in front of a slip: what is longer than one letter, and something after it. @param {string} rest @returns {{name: string, slip: string} | null} */
export function readNamed(rest) {
  const [, name, slip] = rest.match(/^(\S{2,})\s+(\S.*)$/s) ?? [];
  return name ? {name, slip} : null;
}
