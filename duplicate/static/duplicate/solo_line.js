/** A solo in words, as screens show it. */

import {fill} from "../tournaments/js/text.js";

/** @param {{name: string, table: number, points: number}} solo @param {Record<string, any>} strings */
export function soloLine(solo, strings) {
  const [named, nameless] = solo.points ? ["soloPoints", "tableSoloPoints"] : ["solo", "tableSolo"];
  return fill(strings[solo.name ? named : nameless], solo);
}
