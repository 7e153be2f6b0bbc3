/** The door of an event: the fields are empty again after each check-in, and the camera reads badges. */

const search = /** @type {HTMLInputElement} */ (document.getElementById("part-q"));
const badge = /** @type {HTMLFormElement} */ (document.getElementById("door-badge"));
const code = /** @type {HTMLInputElement} */ (document.getElementById("badge-code"));
const video = /** @type {HTMLVideoElement} */ (document.getElementById("badge-video"));
const scan = /** @type {HTMLButtonElement} */ (document.getElementById("scan-badges"));
// A badge that is held before the camera is read many times a second.
const AGAIN_MS = 3000;
const LOOK_MS = 200;

document.addEventListener("htmx:afterRequest", event => {
  const { requestConfig, successful, elt } = /** @type {CustomEvent} */ (event).detail;
  if (requestConfig.verb !== "post" || !successful) return;
  if (elt === badge) code.value = "";
  else if (search.value) {
    search.value = "";
    search.focus();
  }
});

// On a phone the keyboard hides half of the page: the people found are right below the field.
const narrow = matchMedia("(max-width: 50rem)");
search.addEventListener("focus", () => narrow.matches && search.scrollIntoView({ block: "start" }));

/** @type {MediaStream | null} */
let camera = null;
let last = { text: "", at: 0 };

/** @param {any} reader */
async function look(reader) {
  if (!camera) return;
  const [found] = await reader.detect(video).catch(() => []);
  const text = found?.rawValue ?? "";
  if (text && (text !== last.text || Date.now() - last.at > AGAIN_MS)) {
    last = { text, at: Date.now() };
    code.value = text;
    badge.requestSubmit();
  }
  setTimeout(look, LOOK_MS, reader);
}

async function start() {
  camera = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } }).catch(() => null);
  video.hidden = !camera;
  scan.setAttribute("aria-pressed", String(Boolean(camera)));
  if (!camera) return;
  video.srcObject = camera;
  await video.play();
  await look(new (/** @type {any} */ (window).BarcodeDetector)({ formats: ["qr_code"] }));
}

function stop() {
  for (const track of camera?.getTracks() ?? []) track.stop();
  camera = null;
  video.hidden = true;
  scan.setAttribute("aria-pressed", "false");
}

const reads = "BarcodeDetector" in window && Boolean(navigator.mediaDevices);
scan.hidden = !reads;
/** @type {HTMLElement} */ (document.getElementById("no-camera")).hidden = reads;
scan.addEventListener("click", () => (camera ? stop() : start()));
