/**
 * A club table: seats, turns, waiting acts, undo by agreement. The specifics of a way to play are its *part*: a
 * script that passes itself to `playAt`.
 *
 * Invariants: shared state comes as frames, private state in answers to one's own requests; an act without an answer
 * keeps its id, so that it counts once however often it is sent. A tablet shows a rack only after a tap of its
 * player, and hides it when the turn is another's.
 */

import {ask, jsonOf} from "../tournaments/js/http.js";
import {takeLink} from "../tournaments/js/links.js";
import {follow} from "../tournaments/js/live.js";
import {fillFor} from "../tournaments/js/plural.js";
import {showReadings} from "../tournaments/js/readings.js";
import {newId, storeFor} from "../tournaments/js/store.js";
import {fill, find, minutes, pageData} from "../tournaments/js/text.js";
import {emptyWhenTaken} from "./fields.js";
import {winnersInWords} from "./outcome.js";
import {post} from "./requests.js";
import {showSitting} from "./sitting.js";
import {showUndo} from "./undo.js";

/**
 * @typedef {object} Part
 * @property {(table: Table) => void} mount
 * @property {(own: any, table: Table) => void} show the newest state, as this device sees it
 * @property {(own: any, table: Table) => {state: string, detail: string, mine?: boolean} | null} [inWords] text of the bar
 *   about a running game; null or without `state` where it is whose turn it is; `mine`: it is for the player of this device
 * @property {(own: any) => string} [ending] text of the end, where it is more than the winner
 * @property {(frame: any, own: any) => any} [merged] the state of this device after a frame in which nothing of its own
 *   is new; null where it has to ask
 * @property {(own: any) => boolean} [takesBack] whether the latest act can be taken back here
 */

export const config = pageData("config");
const all = pageData("strings");
/** @type {Record<string, any>} */
const strings = all.table;
/** Texts of the way to play, and of boards. */
export const words = all.mode;
export const boardWords = all.board;

/** @param {Part} part */
export function playAt(part) {
  const table = new Table(part);
  part.mount(table);
  showReadings(() => config.values, strings.readAs);
  table.start();
}

export class Table {
  /** @type {any} the newest state as this device sees it */
  own = null;
  /** @type {any} the newest frame */
  frame = null;
  /** Player whose rack the tablet shows, or who acts next on paper. @type {number | null} */
  looking = null;
  /** Number of the last request for one's own state. */
  asked = 0;

  /** @param {Part} part */
  constructor(part) {
    this.part = part;
    this.store = storeFor(`table-${config.code}`);
    const linked = takeLink().get("t");
    if (linked) this.store.set("token", linked);
    this.token = this.store.get("token") ?? "";
  }

  start() {
    const listeners = {
      onFrame: (/** @type {any} */ frame) => this.#take(frame),
      onTime: () => this.#showClock(),
      onStatus: (/** @type {string} */ status) => this.#onStatus(status),
    };
    this.link = follow({frameUrl: config.frame, streamUrl: config.stream, busy: (/** @type {any} */ frame) => frame.begun && !frame.closed}, listeners);
    setInterval(() => this.#showClock(), 250);
    this.#listen();
  }

  /** @param {string} status */
  #onStatus(status) {
    find("#offline").hidden = status !== "offline";
    if (status !== "offline" && find("#problem").textContent === strings.network) this.tell("");
  }

  /** Seat of this device; null for a spectator or the keeper. */
  get seat() {
    return this.own?.keeper ? this.looking : this.own?.seat ?? null;
  }

  get isKeeper() {
    return Boolean(this.own?.keeper);
  }

  /** @param {number} number */
  nameOf(number) {
    return this.own.seats.find((/** @type {any} */ seat) => seat.number === number)?.name ?? "";
  }

  /** @param {number[]} numbers */
  namesOf(numbers) {
    return numbers.map((number) => this.nameOf(number)).join(", ");
  }

  /**
   * Send an act; tell whether the server accepted it. A tablet acts for the player whom it shows, or whose turn it
   * is.
   * @param {Record<string, unknown>} act
   */
  act(act) {
    const player = this.isKeeper && config.way !== "phones" ? (this.looking ?? this.#next()) : null;
    const said = player === null || "player" in act ? act : {...act, player};
    return this.#send(config.acts, {act: said, looking: this.looking});
  }

  /** Draw again after a choice that only this device knows of. */
  showAgain() {
    if (this.own?.game) this.part.show(this.own, this);
  }

  #listen() {
    find("#name").value = new URLSearchParams(location.search).get("name") ?? "";
    find("#sit-form").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#sit();
    });
    find("#begin").addEventListener("click", () => this.#send(config.begin, {}));
    find("#get-up").addEventListener("click", () => this.#getUp());
    find("#ask-undo").addEventListener("click", () => this.#send(config.undo, {}));
    for (const button of find("#undo-answers").children) {
      button.addEventListener("click", () => this.#send(config.answer, {agrees: button.dataset.agrees === "true"}));
    }
    find("#show-rack").addEventListener("click", () => this.look(this.#next()));
    find("#again").addEventListener("click", () => this.#again());
    find("#hide-rack").addEventListener("click", () => this.look(null));
  }

  /** Show a player's private state on the tablet, or nobody's. @param {number | null} player */
  look(player) {
    this.looking = player;
    return this.#askOwn();
  }

  /** @param {any} frame */
  #take(frame) {
    this.frame = frame;
    if (config.way === "paper") this.looking = frame.game?.waits_for[0] ?? null;
    const merged = this.token && this.own?.begun ? this.part.merged?.(frame, this.own) : null;
    if (merged) this.#show(merged);
    else if (this.token) this.#askOwn();
    else this.#show({...frame, seat: null, keeper: false});
  }

  async #askOwn() {
    const asked = ++this.asked;
    const query = this.looking === null ? "" : `?looking=${this.looking}`;
    try {
      const answer = await ask(config.mine + query, {headers: {Authorization: `Bearer ${this.token}`}});
      if (answer.status === 401 || answer.status === 403) {
        this.#forget();
        return this.tell((await jsonOf(answer)).detail ?? "");
      }
      if (answer.ok && asked === this.asked) this.#show(await jsonOf(answer));
    } catch {
      // The next frame asks again.
    }
  }

  /** Forget the seat: it was left or taken over. */
  #forget() {
    this.token = "";
    this.store.set("token", null);
    if (this.frame) this.#show({...this.frame, seat: null, keeper: false});
  }

  /** @param {any} own */
  #show(own) {
    if (this.own && own.version < this.own.version) return;
    this.own = own;
    if (this.#mustHide()) {
      this.looking = null;
      return void this.#askOwn();
    }
    find("#sitting").hidden = own.begun;
    find("#game").hidden = !own.begun;
    this.#showState();
    if (own.begun) this.#showGame();
    else showSitting({own, config}, strings, (number) => this.#send(config.leave, {number}));
    this.#showClock();
    // The version on the screen, for tests that follow several of them.
    find("#bar").dataset.version = own.version;
  }

  /** Tell whether the tablet shows a rack whose player has no turn any more. */
  #mustHide() {
    const waits = this.own.game?.waits_for ?? [];
    return this.isKeeper && config.way === "tablet" && this.looking !== null && !this.own.game?.over && !waits.includes(this.looking);
  }

  /** Return the player whose rack the tablet shows next. @returns {number | null} */
  #next() {
    return this.own.game?.waits_for[0] ?? null;
  }

  #showState() {
    const {own} = this;
    const {state, detail, mine = this.isMyTurn} = this.#stateInWords();
    find("#state").textContent = state;
    const looksOn = own.begun && own.seat === null && !own.keeper;
    find("#state-detail").textContent = detail || (looksOn ? strings.watching : "");
    find("#bar").dataset.state = own.game && !own.game.over && !own.closed && mine ? "write" : "waiting";
    const who = own.seat === null ? strings.watching : fill(strings.youAre, {name: this.nameOf(own.seat)});
    find("#who").textContent = own.keeper ? "" : who;
  }

  get isMyTurn() {
    const waits = this.own.game?.waits_for ?? [];
    return this.seat !== null && waits.includes(this.seat);
  }

  /** @returns {{state: string, detail: string, mine?: boolean}} */
  #stateInWords() {
    const {own} = this;
    const {game} = own;
    if (own.closed && !game?.over) return {state: strings.closed, detail: ""};
    if (!game) return {state: strings.notBegun, detail: fillFor(strings.needs, own.seats.length, {...config, here: own.seats.length})};
    if (game.over) return {state: strings.over, detail: this.part.ending?.(own) ?? winnersInWords(own, strings)};
    const text = this.part.inWords?.(own, this);
    if (text?.state) return text;
    const detail = text?.detail ?? "";
    const whose = this.isKeeper ? this.nameOf(this.looking ?? 0) : "";
    if (this.isMyTurn) return {state: strings.yourTurn, detail: [whose, detail].filter(Boolean).join(" · ")};
    const names = this.namesOf(game.waits_for);
    return {state: names ? fill(strings.theirTurn, {names}) : "", detail};
  }

  #showGame() {
    const {own} = this;
    const {game} = own;
    const asks = own.seat !== null || (own.keeper && config.way !== "phones");
    const takesBack = own.can_undo && (this.part.takesBack?.(own) ?? true);
    find("#ask-undo").hidden = !asks || !takesBack || Boolean(own.undo);
    showUndo(own, (number) => this.nameOf(number), strings);
    const hidden = own.keeper && config.way === "tablet" && !game.over && this.looking === null && this.#next() !== null && "rack" in game;
    find("#hand-over").hidden = !hidden;
    find("#hide-rack").hidden = !(own.keeper && config.way === "tablet" && !game.over && this.looking !== null && "rack" in game);
    if (hidden) {
      const name = this.nameOf(this.#next() ?? 0);
      find("#hand-to").textContent = fill(strings.handTo, {name});
      find("#show-rack").textContent = fill(strings.showRack, {name});
    }
    find("#go-on").hidden = !(game.over && (own.keeper || own.seat !== null));
    find("#next-table").textContent = own.next ? fill(strings.next, {code: own.next}) : "";
    this.part.show(own, this);
  }

  #showClock() {
    const ends = this.own?.turn_ends_at;
    find("#clock").textContent = ends && this.link ? minutes(ends - this.link.time.now()) : "";
  }

  async #sit() {
    const [name, level, seconds] = [find("#name"), find("#level"), find("#seconds")];
    const body = {name: name.value, level: level.value, turn_seconds: seconds.value ? Number(seconds.value) : null};
    const empty = emptyWhenTaken(name, seconds, level);
    const said = await this.#ask(config.seats, body);
    if (!said) return;
    empty();
    if (said.token) {
      this.token = said.token;
      this.store.set("token", said.token);
    } else name.focus();
    this.#askOwn();
  }

  /** Go to the table that follows a game that is over, with the name of before. */
  async #again() {
    const said = await this.#ask(config.again, {});
    if (!said) return;
    const name = this.own.seat === null ? "" : `?name=${encodeURIComponent(this.nameOf(this.own.seat))}`;
    location.href = config.table.replace(config.code, said.code) + (said.token ? `#t=${said.token}` : name);
  }

  async #getUp() {
    if (await this.#ask(config.leave, {})) this.#forget();
  }

  /** @param {string} url @param {Record<string, unknown>} values */
  async #send(url, values) {
    const body = JSON.stringify(values);
    const waiting = this.store.get("waiting");
    const id = waiting?.url === url && waiting.body === body ? waiting.id : newId();
    this.store.set("waiting", {url, body, id});
    const said = await this.#ask(url, {...values, id});
    if (said !== null) this.store.set("waiting", null);
    if (!said) return false;
    if ("version" in said) this.#show(said);
    else this.#askOwn();
    return true;
  }

  /** Post a request; return the server's answer as in `post`. @param {string} url @param {Record<string, unknown>} values @returns {Promise<any>} */
  async #ask(url, values) {
    const {said, problem} = await post(url, values, {token: this.token, strings});
    this.tell(problem);
    return said;
  }

  /** @param {string} problem */
  tell(problem) {
    const root = find("#problem");
    root.textContent = problem;
    root.hidden = !problem;
  }
}
