/** Undo of an act by agreement: the player who asks, and those who still have to agree. */

import {fill, find} from "../tournaments/js/text.js";

/**
 * @param {any} own the table as this device sees it
 * @param {(number: number) => string} nameOf
 * @param {Record<string, string>} strings
 */
export function showUndo({undo, undo_refused: refused, seat}, nameOf, strings) {
  const isRefused = seat !== null && refused === seat;
  find("#undo-asked").hidden = !undo && !isRefused;
  if (!undo) {
    find("#undo-answers").hidden = true;
    find("#undo-words").textContent = isRefused ? strings.undoRefused : "";
    return;
  }
  const mine = seat !== null && undo.by === seat;
  find("#undo-words").textContent = mine ? strings.undoMine : fill(strings.undoAsked, {name: nameOf(undo.by)});
  find("#undo-answers").hidden = mine || seat === null || undo.agreed.includes(seat);
}
