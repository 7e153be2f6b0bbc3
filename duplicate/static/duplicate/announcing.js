/**
 * Announcements spoken by the browser: what has happened between two frames, in words, and the voice that says them.
 *
 * What always holds: only what a frame tells is said, and of the first frame of a page nothing.
 */

import {fillFor} from "../tournaments/js/plural.js";
import {fill, find} from "../tournaments/js/text.js";

/**
 * @param {any} before the frame that was shown until now
 * @param {any} after
 * @param {Record<string, any>} strings those of `speech_strings()`
 * @returns {string[]} sentences
 */
export function announcements(before, after, strings) {
  if (!before) return [];
  const {round, last} = after;
  const said = [];
  if (last && last.number > (before.last?.number ?? 0)) said.push(...ofMove(last, strings));
  const another = round?.id !== before.round?.id;
  if (round && another && round.phase !== "announced") {
    const letters = round.rack.map((/** @type {string} */ tile) => (tile === "?" ? strings.blank : tile)).join(", ");
    said.push(fill(strings.round, round), fill(strings.rack, {letters}));
  }
  if (round?.phase === "running" && (another || before.round?.phase === "ready")) said.push(strings.start);
  return said;
}

/** @param {any} last @param {Record<string, any>} strings */
function ofMove(last, strings) {
  if (!last.word) return [strings.nobody];
  const said = [fillFor(last.top ? strings.placed : strings.top, last.score, sayable(last))];
  if (last.top) said.push(fillFor(strings.top, last.top.score, sayable(last.top)));
  if (last.solo) said.push(fill(last.solo.name ? strings.solo : strings.tableSolo, last.solo));
  return said;
}

/** A word in capitals would be spelled, and a square read as one. @param {any} move */
function sayable(move) {
  const ref = move.ref.replace(/(\D+)(\d+)|(\d+)(\D+)/, (/** @type {string[]} */ ...parts) => parts.slice(1, 5).filter(Boolean).join(" "));
  return {word: move.word.toLowerCase(), ref, score: move.score};
}

/**
 * A voice that is off until somebody wants it, and stays as it was left on this machine.
 * @param {HTMLElement} button
 * @param {{strings: Record<string, string>, labels: {speak: string, speaking: string, touchToSpeak: string, noVoice: string}, store: import("../tournaments/js/store.js").Store}} options
 */
export function mountVoice(button, {strings, labels, store}) {
  const engine = window.speechSynthesis;
  button.hidden = !engine;
  let on = Boolean(engine) && store.get("spoken") === true;
  /** What was not said, since the browser speaks on a page only once somebody has touched it. @type {string | null} */
  let refused = null;
  const words = find("span", button).textContent;
  const language = document.documentElement.lang;

  function show() {
    button.ariaPressed = String(on);
    const silent = on && !engine.getVoices().length;
    button.title = silent ? labels.noVoice : on ? labels.speaking : labels.speak;
    button.dataset.silent = silent ? labels.noVoice : "";
    button.toggleAttribute("data-refused", refused !== null);
    find("span", button).textContent = refused === null ? words : labels.touchToSpeak;
  }

  /** @param {string} sentence */
  function say(sentence) {
    if (on && sentence) utter(sentence);
  }

  /** @param {string} sentence */
  function utter(sentence) {
    const utterance = new SpeechSynthesisUtterance(sentence);
    utterance.lang = language;
    const voice = engine.getVoices().find((one) => one.lang.toLowerCase().startsWith(language));
    if (voice) utterance.voice = voice;
    utterance.addEventListener("error", ({error}) => {
      if (error !== "not-allowed") return;
      refused = sentence;
      show();
    });
    engine.speak(utterance);
  }

  /** The first touch or key is for the voice, whatever else it would do. @param {Event} event */
  function touched(event) {
    if (refused === null) return;
    event.stopImmediatePropagation();
    const sentence = refused;
    refused = null;
    show();
    say(sentence || strings.on);
  }

  function turn() {
    if (!engine) return;
    on = !on;
    store.set("spoken", on);
    show();
    if (on) say(strings.on);
    else engine.cancel();
  }

  for (const gesture of ["click", "keydown"]) document.addEventListener(gesture, touched, {capture: true});
  button.addEventListener("click", turn);
  // Browsers find the voices of a machine a moment after the page.
  engine?.addEventListener("voiceschanged", show);
  document.addEventListener("keydown", (event) => {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
    if (plain && event.key.toLowerCase() === "s") turn();
  });
  show();
  // After a reload: whether it may speak is known before there is something to say.
  if (on) utter("");
  return {say};
}
