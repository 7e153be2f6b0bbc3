/**
 * Parts of the phone's page: the rack for a screen reader, a break, the button, the question for a score, and the end
 * of the game.
 */

import {mayWrite} from "./phone_state.js";
import {timeAt} from "../tournaments/js/moments.js";
import {fillFor} from "../tournaments/js/plural.js";
import {fill, find, setText} from "../tournaments/js/text.js";

/** @typedef {Record<string, string>} Strings */

/** Return the text of a break that the desk announced. @param {any} frame @param {Strings} strings @param {import("../tournaments/js/moments.js").Place} place @returns {string} "" where there is none */
export function breakText(frame, strings, place) {
  const shown = frame.screens.find((/** @type {any} */ one) => one.mode === "break" && one.room === null);
  if (!shown) return "";
  return shown.until === null ? strings.break : fill(strings.breakUntil, {time: timeAt(shown.until, place)});
}

/** Tell a screen reader the rack as soon as it is out. Announced moves follow in `announced.js`. @param {any} frame @param {Strings} strings */
export function tellRack({round}, strings) {
  if (!round || round.phase === "announced") return;
  const letters = round.rack.map((/** @type {string} */ tile) => (tile === "?" ? strings.blank : tile));
  setText(find("#told"), fill(strings.rack, {tiles: letters.join(" ")}));
}

/**
 * @param {import("./phone_state.js").StateName} name
 * @param {{complete: boolean, problem: unknown, others: number | null}} written and how many others still write, if that is known
 * @param {any} strings
 */
export function showSendButton(name, {complete, problem, others}, strings) {
  const done = name === "sent" || name === "kept" || name === "timeSent" || name === "late" || name === "sending";
  const key = done ? "sendDone" : name === "unsent" ? "sendAgain" : name === "timeMissed" ? "sendLate" : name === "changed" ? "sendChange" : complete && problem ? "sendAnyway" : "send";
  const button = find("#send");
  const waits = others !== null && (name === "sent" || name === "kept");
  button.textContent = name === "sending" ? strings.sendingState : waits ? waitingWords(others, strings) : strings[key];
  button.classList.toggle("primary", !problem);
  button.disabled = done || !mayWrite(name);
}

/** @param {number} others @param {any} strings */
const waitingWords = (others, strings) => (others ? fillFor(strings.sentWriting, others, {count: others}) : strings.sentAll);

/** After a game show the player's own page of it, its public page, and the next game, which the same phone enters with one tap. @param {any} frame @param {Strings} strings @param {string} token */
export function showNextGame(frame, strings, token) {
  const recap = /** @type {HTMLFormElement} */ (find("#recap"));
  recap.hidden = !frame.recap;
  if (frame.recap) {
    recap.action = `${frame.recap}open/`;
    /** @type {HTMLInputElement} */ (recap.elements.namedItem("token")).value = token;
  }
  const page = find("#public-page");
  page.hidden = !frame.public_page;
  if (frame.public_page) page.href = frame.public_page;
  const link = find("#next-game");
  link.hidden = !frame.next_game;
  if (!frame.next_game) return;
  link.href = `../${frame.next_game.code}/`;
  link.textContent = fill(strings.nextGame, frame.next_game);
}

/** Show the review once the game is over. A browser that cannot show it still has the sheet. @param {any} frame @param {any[]} rounds the player's own @param {Strings} strings */
export async function showReview(frame, rounds, strings) {
  const root = find("#review");
  const shown = frame?.state === "finished" && rounds.length > 0;
  root.hidden = !shown;
  if (!shown) return;
  try {
    const review = await import("./review.js");
    review.showReview(root, rounds, /** @type {any} */ (strings));
  } catch (error) {
    root.hidden = true;
    console.warn(error);
  }
}

/** Ask whether the player means to send a slip without its score. */
export async function meansNoScore() {
  const dialog = find("#score-dialog");
  dialog.returnValue = "";
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener("close", resolve, {once: true}));
  return dialog.returnValue === "send";
}
