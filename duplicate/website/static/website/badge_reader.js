/**
 * Reads badges: with the camera, or from a photo, since browsers give no camera to a page over plain http.
 *
 * The reader is jsQR, in every browser alike; it is loaded with the first badge.
 */

// Enough for a badge that fills a third of the picture, and little work for a phone.
const CAMERA_PIXELS = 640;
const PHOTO_PIXELS = 1280;
// A badge that is held before the camera is read many times a second.
const AGAIN_MS = 3000;
const LOOK_MS = 150;

const canvas = document.createElement("canvas");
const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));

/** @param {string} library - the address of jsQR */
async function load(library) {
  await import(library);
}

/**
 * Return the text of the code in a picture, or "".
 *
 * @param {CanvasImageSource} picture
 * @param {number} width
 * @param {number} height
 * @param {number} most - pixels of the longer side that are looked at
 */
function read(picture, width, height, most) {
  const scale = Math.min(1, most / Math.max(width, height));
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  if (!canvas.width || !canvas.height) return "";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return /** @type {any} */ (window).jsQR(data, canvas.width, canvas.height)?.data ?? "";
}

/**
 * Return the text of the code in a photo, or "".
 *
 * @param {File} photo
 * @param {string} library
 */
export async function readPhoto(photo, library) {
  await load(library);
  const picture = await createImageBitmap(photo).catch(() => null);
  if (!picture) return "";
  // A code that fills a large photo is found in few pixels, a small one only in many.
  return read(picture, picture.width, picture.height, CAMERA_PIXELS)
    || read(picture, picture.width, picture.height, PHOTO_PIXELS)
    || read(picture, picture.width, picture.height, 2 * PHOTO_PIXELS);
}

/** The camera of a door, which tells each badge once while it is held before it. */
export class Camera {
  /**
   * @param {HTMLVideoElement} video
   * @param {string} library
   * @param {(text: string) => void} tell
   */
  constructor(video, library, tell) {
    this.video = video;
    this.library = library;
    this.tell = tell;
    /** @type {MediaStream | null} */
    this.stream = null;
    this.last = { text: "", at: 0 };
  }

  /** Start to read; return whether the browser gave a camera. */
  async start() {
    await load(this.library);
    const wanted = { video: { facingMode: "environment" } };
    this.stream = await navigator.mediaDevices.getUserMedia(wanted).catch(() => null);
    if (!this.stream) return false;
    this.video.srcObject = this.stream;
    await this.video.play();
    this.look();
    return true;
  }

  stop() {
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    this.stream = null;
  }

  look() {
    if (!this.stream) return;
    const text = read(this.video, this.video.videoWidth, this.video.videoHeight, CAMERA_PIXELS);
    const now = Date.now();
    if (text && (text !== this.last.text || now - this.last.at > AGAIN_MS)) this.tell(text);
    // Counted from when it was last seen: a badge that stays there is read once.
    if (text) this.last = { text, at: now };
    setTimeout(() => this.look(), LOOK_MS);
  }
}
