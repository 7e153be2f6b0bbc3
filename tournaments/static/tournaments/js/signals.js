/**
 * Signals of a phone: a short vibration, and a tone where the player wants one. The tone is off at first: a hall has
 * many phones.
 */

/** Signals by name: vibration (milliseconds, with pauses between) and tones (hertz, in order). */
const SIGNALS = {
  call: {shake: [200], tones: [880]},
  time: {shake: [300, 150, 300], tones: [660, 440]},
  announced: {shake: [100], tones: [523, 784]},
};
const TONE_SECONDS = 0.18;
const LOUDNESS = 0.25;

export class Signals {
  /** @param {import("./store.js").Store} store @param {HTMLElement} button which turns the sound on and off */
  constructor(store, button) {
    this.store = store;
    this.button = button;
    /** @type {AudioContext | null} */
    this.audio = null;
    button.hidden = typeof AudioContext === "undefined";
    this.#show();
    button.addEventListener("click", () => {
      store.set("sound", this.on ? null : true);
      this.#show();
      if (this.on) this.#sound(SIGNALS.call.tones);
    });
    // After a reload browsers stay silent until the page is touched.
    window.addEventListener("pointerdown", () => this.on && this.#ready(), {once: true});
  }

  get on() {
    return this.store.get("sound") === true;
  }

  /** @param {keyof typeof SIGNALS} name */
  give(name) {
    navigator.vibrate?.(SIGNALS[name].shake);
    if (this.on) this.#sound(SIGNALS[name].tones);
  }

  #show() {
    this.button.setAttribute("aria-pressed", String(this.on));
  }

  #ready() {
    if (typeof AudioContext === "undefined") return null;
    this.audio ??= new AudioContext();
    if (this.audio.state === "suspended") this.audio.resume();
    return this.audio;
  }

  /** @param {number[]} tones */
  #sound(tones) {
    const audio = this.#ready();
    if (!audio) return;
    tones.forEach((hertz, place) => {
      const [begin, end] = [audio.currentTime + place * TONE_SECONDS, audio.currentTime + (place + 1) * TONE_SECONDS];
      const [tone, volume] = [audio.createOscillator(), audio.createGain()];
      tone.frequency.value = hertz;
      volume.gain.setValueAtTime(LOUDNESS, begin);
      volume.gain.exponentialRampToValueAtTime(0.001, end);
      tone.connect(volume).connect(audio.destination);
      tone.start(begin);
      tone.stop(end);
    });
  }
}
