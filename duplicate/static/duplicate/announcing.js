/**
 * Announcements spoken by the browser: what happened between two frames as sentences, and the voice that speaks them.
 *
 * Invariant: only facts of a frame are spoken, and the first frame of a page is not spoken.
 */

import {lowerCase} from "../tournaments/js/notation.js";
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
  const {round, last, values} = after;
  const said = [];
  if (last && last.number > (before.last?.number ?? 0)) said.push(...ofMove(last, values, strings));
  const another = round?.id !== before.round?.id;
  if (round && another && round.phase !== "announced") {
    const letters = round.rack.map((/** @type {string} */ tile) => (tile === "?" ? strings.blank : tile)).join(", ");
    said.push(fill(strings.round, round), fill(strings.rack, {letters}));
  }
  if (round?.phase === "running" && (another || before.round?.phase === "ready")) said.push(strings.start);
  return said;
}

/** @param {any} last @param {Record<string, number>} values @param {Record<string, any>} strings */
function ofMove(last, values, strings) {
  if (!last.word) return [strings.nobody];
  const said = [fillFor(last.top ? strings.placed : strings.top, last.score, sayable(last, values))];
  if (last.top) said.push(fillFor(strings.top, last.top.score, sayable(last.top, values)));
  if (last.solo) said.push(fill(last.solo.name ? strings.solo : strings.tableSolo, last.solo));
  return said;
}

/** Lower the word's case and space the square: voices spell capitals and read "H8" as one word. @param {any} move @param {Record<string, number>} values */
function sayable(move, values) {
  const ref = move.ref.replace(/(\D+)(\d+)|(\d+)(\D+)/, (/** @type {string[]} */ ...parts) => parts.slice(1, 5).filter(Boolean).join(" "));
  return {word: lowerCase(move.word, values), ref, score: move.score};
}

/**
 * A voice that is off until somebody turns it on; this machine keeps the choice.
 * @param {HTMLElement} button
 * @param {{strings: Record<string, string>, labels: {speak: string, speaking: string, touchToSpeak: string, noVoice: string}, store: import("../tournaments/js/store.js").Store}} options
 */
export function mountVoice(button, {strings, labels, store}) {
  const engine = window.speechSynthesis;
  button.hidden = !engine;
  let on = Boolean(engine) && store.get("spoken") === true;
  /** A refused sentence: browsers speak only after the first touch of the page. @type {string | null} */
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

  /**
   * Follow the desk's setting when it changes; in between the choice at this screen holds.
   * @param {boolean} speaks
   */
  function follow(speaks) {
    if (speaks === (store.get("followed") === true)) return;
    store.set("followed", speaks || null);
    if (on !== speaks) turn();
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

  /** The first touch or key starts the voice and does nothing else. @param {Event} event */
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
  // Browsers list their voices a moment after the page has loaded.
  engine?.addEventListener("voiceschanged", show);
  document.addEventListener("keydown", (event) => {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
    if (plain && event.key.toLowerCase() === "s") turn();
  });
  show();
  // After a reload: find out early whether the browser lets us speak.
  if (on) utter("");
  return {say, follow};
}
