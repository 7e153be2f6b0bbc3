/**
 * Server-sent events with a token. The browser's EventSource cannot send it in a header, and addresses are kept in
 * histories and logs. Otherwise it acts like EventSource: it reconnects after a loss, and closes for good after a
 * refusal. It has one more event, "refused": the token is invalid here.
 */

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 2;
const RETRY = 1_500;

export class TokenStream extends EventTarget {
  readyState = CONNECTING;
  retry = RETRY;
  controller = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;

  /** @param {string} url @param {string} token */
  constructor(url, token) {
    super();
    this.url = url;
    this.token = token;
    this.open();
  }

  close() {
    this.readyState = CLOSED;
    clearTimeout(this.timer);
    this.controller.abort();
  }

  get closed() {
    return this.readyState === CLOSED;
  }

  async open() {
    try {
      const headers = {Accept: "text/event-stream", Authorization: `Bearer ${this.token}`};
      const answer = await fetch(this.url, {headers, cache: "no-store", signal: this.controller.signal});
      if (this.closed) return;
      if (!answer.ok || !answer.body) return this.refuse(answer.status);
      this.readyState = OPEN;
      this.dispatchEvent(new Event("open"));
      await this.read(answer.body.getReader());
    } catch {
      // Lost or refused by the network: treat it as ended by the server.
    }
    if (this.closed) return;
    this.readyState = CONNECTING;
    this.dispatchEvent(new Event("error"));
    this.timer = setTimeout(() => this.open(), this.retry);
  }

  /** @param {number} status */
  refuse(status) {
    this.close();
    this.dispatchEvent(new Event(status === 401 || status === 403 ? "refused" : "error"));
  }

  /** @param {ReadableStreamDefaultReader<Uint8Array>} reader */
  async read(reader) {
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      const {done, value} = await reader.read();
      if (done || this.closed) return;
      const events = (text + decoder.decode(value, {stream: true})).split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) this.take(event);
    }
  }

  /** @param {string} written lines of `field: value` */
  take(written) {
    const fields = new Map(written.split("\n").map((line) => {
      const end = line.indexOf(":");
      return [line.slice(0, end), line.slice(end + 1).trimStart()];
    }));
    if (fields.has("retry")) this.retry = Number(fields.get("retry")) || RETRY;
    if (fields.has("data") && !this.closed) this.dispatchEvent(new MessageEvent(fields.get("event") ?? "message", {data: fields.get("data")}));
  }
}
