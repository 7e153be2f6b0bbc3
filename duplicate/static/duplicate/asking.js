/**
 * Questioning a ruling by phone: the dialog, sending the question, and the questions on the sheet.
 *
 * Invariants: a sent question is kept and sent again until the desk has it; a question that was typed but not sent,
 * or was refused, is in the dialog again when it opens, over reloads too.
 */

import {ask} from "../tournaments/js/http.js";
import {Outbox} from "../tournaments/js/outbox.js";
import {newId} from "../tournaments/js/store.js";
import {fill, find, make} from "../tournaments/js/text.js";

/** @typedef {{id: string, round: number, text: string}} Question */
/**
 * @typedef {object} AskingOptions
 * @property {string} url
 * @property {string} token
 * @property {import("../tournaments/js/store.js").Store} store
 * @property {Record<string, string>} strings
 * @property {() => void} onChange something of a question is to be shown otherwise
 * @property {() => void} onSettled the desk knows of something: the own results say more
 */

export class Asking {
  /** @param {AskingOptions} options */
  constructor(options) {
    this.options = options;
    this.dialog = find("#question-dialog");
    this.field = find("#question-text");
    /** @type {any} the round being asked about */
    this.round = null;
    /** @type {any} a question that the desk has received and our results do not have yet */
    this.received = null;
    this.outbox = new Outbox({
      url: options.url,
      token: options.token,
      store: options.store,
      key: "question",
      onReceipt: (receipt) => {
        this.received = receipt;
        options.onChange();
        options.onSettled();
      },
      onRefusal: (refusal, question) => this.#refused(refusal, question),
      onDelay: () => options.onChange(),
    });
    this.field.addEventListener("input", () => this.#keep(this.field.value));
    find("form", this.dialog).addEventListener("submit", (/** @type {SubmitEvent} */ event) => this.#submit(event));
  }

  /** Try to send the waiting question. */
  send() {
    this.outbox.send();
  }

  /** @returns {Question | null} the one on its way */
  get waiting() {
    return this.outbox.slip;
  }

  /**
   * Return the parts below a round of the sheet: its questions and answers, and the button to ask.
   * @param {any} round
   * @returns {HTMLElement[]}
   */
  partsFor(round) {
    const {strings} = this.options;
    const {waiting, draft} = this;
    const known = this.#withReceived(round);
    const parts = known.map((question) => this.#asked(question));
    if (waiting && waiting.round === round.number && !known.some(({id}) => id === waiting.id)) {
      parts.push(this.#line(waiting, make("span", "chip warn", strings.questionUnsent)));
    }
    const refused = draft && draft.round === round.number && draft.objection;
    if (refused) parts.push(this.#line(draft, make("span", "bad", refused)));
    if (round.may_question && !waiting && known.every((question) => question.answered_at)) {
      const button = make("button", "button quiet ask", draft?.round === round.number ? strings.questionGoOn : strings.questionRuling);
      button.setAttribute("type", "button");
      button.addEventListener("click", () => this.open(round));
      parts.push(button);
    }
    return parts;
  }

  /** Return the questions of a round, with one that was received a moment ago. @param {any} round @returns {any[]} */
  #withReceived(round) {
    const {received} = this;
    if (received?.round !== round.number) return round.questions;
    if (!round.questions.some((/** @type {any} */ question) => question.id === received.id)) return [...round.questions, received];
    this.received = null;
    return round.questions;
  }

  /** A question that is written but not sent, or was refused. @returns {{round: number, text: string, objection?: string} | null} */
  get draft() {
    return this.options.store.get("question-draft");
  }

  /** @param {any} round */
  open(round) {
    this.round = round;
    find("#question-title").textContent = fill(this.options.strings.questionTitle, round);
    const draft = this.draft?.round === round.number ? this.draft : null;
    this.field.value = draft?.text ?? "";
    this.#object(draft?.objection ?? "");
    this.dialog.showModal();
    this.field.focus();
  }

  /** @param {SubmitEvent} event */
  #submit(event) {
    if (/** @type {HTMLButtonElement} */ (event.submitter)?.value === "cancel") {
      this.options.onChange();
      return;
    }
    const text = this.field.value.trim();
    if (!text) {
      event.preventDefault();
      this.#object(this.options.strings.questionEmpty);
      this.field.focus();
      return;
    }
    this.options.store.set("question-draft", null);
    this.outbox.put({id: newId(), round: this.round.number, text});
    this.options.onChange();
  }

  /** @param {import("../tournaments/js/outbox.js").Refusal} refusal @param {Question} question */
  #refused({detail}, question) {
    this.options.store.set("question-draft", {round: question.round, text: question.text, objection: detail});
    this.options.onChange();
    this.options.onSettled();
  }

  /** @param {string} text */
  #keep(text) {
    this.options.store.set("question-draft", text ? {round: this.round.number, text} : null);
    this.#object("");
  }

  /** @param {string} words */
  #object(words) {
    const line = find("#question-error");
    line.textContent = words;
    line.hidden = !words;
    this.field.setAttribute("aria-invalid", String(Boolean(words)));
  }

  /** @param {any} question as the desk has it */
  #asked(question) {
    const {strings} = this.options;
    if (question.answered_at) {
      const block = this.#line(question);
      const answer = make("p", "answered");
      answer.append(make("strong", "", strings.questionAnswer), ` ${question.answer}`);
      block.append(answer);
      return block;
    }
    const button = make("button", "button quiet ask", strings.questionTakeBack);
    button.setAttribute("type", "button");
    button.addEventListener("click", () => this.#takeBack(question, button));
    return this.#line(question, make("span", "chip accent", strings.questionOpen), button);
  }

  /** @param {{text: string}} question @param {HTMLElement[]} more */
  #line(question, ...more) {
    const block = make("div", "asked");
    const line = make("p");
    line.append(make("q", "", question.text));
    for (const part of more) line.append(" ", part);
    block.append(line);
    return block;
  }

  /** @param {any} question @param {HTMLElement} button */
  async #takeBack(question, button) {
    button.setAttribute("disabled", "");
    this.received = null;
    try {
      const headers = {Authorization: `Bearer ${this.options.token}`};
      await ask(`${this.options.url}${question.id}/`, {method: "DELETE", headers});
    } catch {
      // The player's results are reloaded and have the answer; the button comes back.
    }
    this.options.onSettled();
  }
}
