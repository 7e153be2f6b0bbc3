/**
 * An announced round on a player's phone: the move on the board, the top, and the result of the player's own slip.
 *
 * Invariant: it is shown while the round is announced or after the game, and at no other time.
 */

import {fillFor} from "../tournaments/js/plural.js";
import {climbedMark} from "./leaders.js";
import {differenceOf, soloWords} from "./sheet.js";
import {fill, find, formatSpread, setText} from "../tournaments/js/text.js";
import {wordElement} from "../tournaments/js/tiles.js";

/**
 * @param {any} frame the last one
 * @param {Record<string, any>} strings those of the phone
 * @param {any} [me] with the score of the player's slip of that round
 */
export function showAnnounced(frame, strings, me) {
  const {last, values} = frame;
  const shown = last && (frame.round?.phase === "announced" || frame.state === "finished");
  find("#announced").hidden = !shown;
  if (!shown) return;
  find("#top-move").replaceChildren(last.word ? wordElement(last.word, values) : strings.nobody);
  find("#top-score").textContent = last.word ? `${last.ref} · ${fillFor(strings.points, last.score, last)}` : "";
  find("#top-label").textContent = last.top ? strings.placed : strings.top;
  find("#real-top").textContent = last.top ? fill(strings.theTop, last.top) : "";
  const mine = me?.rounds.find((/** @type {any} */ round) => round.number === last.number);
  find("#lost").hidden = !mine;
  showCheer(mine ? cheerOf(mine, last) : "", strings);
  showClimb(me, last, strings);
  if (!mine) {
    find("#my-move").textContent = "";
    return;
  }
  find("#difference").textContent = formatSpread(differenceOf(mine));
  const words = mine.says_top ? fill(strings.mineTop, mine) : mine.word ? fill(strings.mine, mine) : strings.noSlip;
  const solo = mine.solo === null ? "" : `${soloWords(mine, strings)}.`;
  const sanction = mine.sanction_text ? `${mine.sanction_text}.` : "";
  find("#my-move").textContent = [words, againstTop(mine, last, strings), solo, sanction, mine.verdict].filter(Boolean).join(" ");
}

/**
 * Return what the player has to be glad of: a solo, the top, the best of the room; "" for all others, who are left in peace.
 * @param {any} mine the round on the sheet @param {any} last
 */
export function cheerOf(mine, {best_find: best}) {
  if (mine.solo !== null) return "Solo";
  if (mine.has_top) return "Top";
  return mine.score > 0 && mine.score === best?.score ? "Best" : "";
}

/** @param {string} cheer @param {Record<string, any>} strings */
function showCheer(cheer, strings) {
  const line = find("#cheer");
  find("#rest").dataset.cheer = cheer.toLowerCase();
  setText(line, cheer && strings[`cheer${cheer}`]);
  line.hidden = !cheer;
}

/** Show the ranks that the player has gained in the round. @param {any} me @param {any} last @param {Record<string, any>} strings */
function showClimb(me, last, strings) {
  const [now, before] = me?.rounds ?? [];
  const climbed = before && now.number === last.number ? before.rank - now.rank : 0;
  find("#climbed").replaceChildren(...(climbed ? [climbedMark(climbed)] : []));
  find("#climbed-words").textContent = climbed > 0 ? fill(strings.climbed, {count: climbed}) : "";
}

/**
 * Compare a slip that scored as much as the top with the top.
 * @param {any} round on the sheet
 * @param {any} last the placed move
 * @param {Record<string, any>} strings
 */
function againstTop({word, ref, score, top, has_top, says_top, warning_points}, last, strings) {
  // An average or a penalised move may have the points of the top by chance.
  if (!has_top || score !== top.score) return "";
  const isTop = says_top || [top, last].some((move) => move.word === word && move.ref === ref);
  return [isTop ? "" : strings.isotop, warning_points ? "" : strings.nothingLost].filter(Boolean).join(" ");
}

/**
 * Tell a screen reader the top and the result of the player's slip, one sentence after the other.
 * @param {any} frame the last one
 * @param {Record<string, any>} strings those of the phone
 */
export function tellAnnounced(frame, strings) {
  const {last} = frame;
  if (!last || find("#announced").hidden) return;
  const top = last.top ?? last;
  const words = last.word ? fill(strings.theTop, top) : strings.nobody;
  const said = [find("#cheer").textContent, `${words}.`, find("#my-move").textContent, find("#climbed-words").textContent];
  setText(find("#told"), said.filter(Boolean).join(" "));
}
