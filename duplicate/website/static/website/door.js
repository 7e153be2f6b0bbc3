/** The door of an event: the fields are empty again after each check-in, and the camera or a photo reads badges. */

import {Camera, readPhoto} from "./badge_reader.js";

const search = /** @type {HTMLInputElement} */ (document.getElementById("part-q"));
const badge = /** @type {HTMLFormElement} */ (document.getElementById("door-badge"));
const code = /** @type {HTMLInputElement} */ (document.getElementById("badge-code"));
const video = /** @type {HTMLVideoElement} */ (document.getElementById("badge-video"));
const scan = /** @type {HTMLButtonElement} */ (document.getElementById("scan-badges"));
const photo = /** @type {HTMLInputElement} */ (document.getElementById("badge-photo"));
const library = /** @type {string} */ (badge.dataset.reader);

// Check-ins whose answers are on their way.
let acts = 0;

document.addEventListener("htmx:beforeRequest", event => {
  if (/** @type {CustomEvent} */ (event).detail.requestConfig.verb === "post") acts += 1;
});

// An answer finds no place once the button of its request has left the page: only the last one replaces the list.
document.addEventListener("htmx:beforeSwap", event => {
  const { detail } = /** @type {CustomEvent} */ (event);
  if (acts > (detail.requestConfig.verb === "post" ? 1 : 0)) detail.shouldSwap = false;
});

document.addEventListener("htmx:afterRequest", event => {
  const { requestConfig, successful, elt } = /** @type {CustomEvent} */ (event).detail;
  if (requestConfig.verb !== "post") return;
  acts -= 1;
  if (!successful) return;
  if (elt === badge) code.value = "";
  else if (search.value) {
    search.value = "";
    search.focus();
  }
});

// On a phone the keyboard hides half of the page: the people found are right below the field.
const narrow = matchMedia("(max-width: 50rem)");
search.addEventListener("focus", () => narrow.matches && search.scrollIntoView({ block: "start" }));

/** @param {string} id @param {boolean} shown */
function show(id, shown) {
  /** @type {HTMLElement} */ (document.getElementById(id)).hidden = !shown;
}

/** @param {string} text */
function checkIn(text) {
  code.value = text;
  badge.requestSubmit();
}

const camera = new Camera(video, library, checkIn);

async function start() {
  const begun = await camera.start();
  show("camera-refused", !begun);
  video.hidden = !begun;
  scan.setAttribute("aria-pressed", String(begun));
}

function stop() {
  camera.stop();
  video.hidden = true;
  scan.setAttribute("aria-pressed", "false");
}

// Over plain http a browser has no `mediaDevices`.
scan.hidden = !navigator.mediaDevices;
show("no-camera", !navigator.mediaDevices);
show("by-photo", true);
scan.addEventListener("click", () => (camera.stream ? stop() : start()));
photo.addEventListener("change", async () => {
  const file = photo.files?.[0];
  photo.value = "";
  if (!file) return;
  const text = await readPhoto(file, library);
  show("no-code", !text);
  if (text) checkIn(text);
});
