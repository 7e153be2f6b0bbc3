/**
 * Storage of a phone for a game, over reloads and an empty battery: its token, the draft, the slip without a receipt.
 * Where the browser refuses storage (private windows), it lasts as long as the page.
 */

/** @param {string} code the game's code */
export function storeFor(code) {
  /** @type {Map<string, string>} */
  const memory = new Map();
  const fullKey = (/** @type {string} */ key) => `isotop:${code}:${key}`;

  return {
    /** @param {string} key @returns {any} */
    get(key) {
      try {
        const text = localStorage.getItem(fullKey(key)) ?? memory.get(key);
        return text ? JSON.parse(text) : null;
      } catch {
        return memory.has(key) ? JSON.parse(memory.get(key) ?? "null") : null;
      }
    },
    /** @param {string} key @param {unknown} value null forgets it */
    set(key, value) {
      const text = JSON.stringify(value);
      memory.set(key, text);
      try {
        if (value === null) localStorage.removeItem(fullKey(key));
        else localStorage.setItem(fullKey(key), text);
      } catch {
        // Kept in memory.
      }
    },
  };
}

/** @typedef {ReturnType<typeof storeFor>} Store */

/**
 * Return the store of the current player's drafts and outbox. A phone that is passed to another player gets a new
 * one, so that nobody sees or sends another's slip.
 * @param {string} code
 */
export function playersStore(code) {
  const player = storeFor(code).get("player");
  return storeFor(player ? `${code}:${player}` : code);
}

/**
 * Give this phone another token, and so perhaps another player; null takes it away.
 * @param {string} code
 * @param {string | null} token
 * @param {string | null} [link] the token that a personal link carried
 */
export function handOver(code, token, link = null) {
  const store = storeFor(code);
  if (store.get("token") && store.get("token") !== token) store.set("player", newId());
  store.set("token", token);
  store.set("link", link);
}

/** Values that this phone keeps apart from its games, whose codes have capitals. */
const phone = storeFor("phone");

/** Keep the code of the game that this phone played last; its token stays with the game. @param {string} code */
export const rememberGame = (code) => phone.set("game", code);

/** Return the code of the game that this phone played last. @returns {string | null} */
export const lastGame = () => phone.get("game");

/** Return a random UUID; crypto.randomUUID exists only on HTTPS. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
