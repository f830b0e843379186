/**
 * The line to a table: a WebSocket that comes back by itself, and commands
 * that are sent until they are answered. A command keeps its id, so the server
 * carries it out once however often it arrives.
 *
 * Fires `table`, `news`, `presence`, `thinking` (detail: the message), `up`,
 * `down`, and `gone` when there is no such table.
 */

/** How long to wait before the next attempt, at most. */
const LONGEST = 8000;
/** How often to ask whether the server is there, and how long to wait. */
const HEARTBEAT = 20000;
const PATIENCE = 4000;

export class Link extends EventTarget {
  /** @type {WebSocket|null} */
  #socket = null;
  /** @type {Map<string, {message: string, done: (answer: any) => void}>} */
  #waiting = new Map();
  #name = Math.random().toString(36).slice(2, 10) + Date.now().toString(36);
  #count = 0;
  #pause = 250;
  #timer = 0;
  #seq = -1;
  #heard = 0;
  #closed = false;

  /** @param {string} table */
  constructor(table) {
    super();
    this.path = `/api/tables/${encodeURIComponent(table)}`;
    addEventListener("online", () => this.#hasten());
    addEventListener("offline", () => this.#drop());
    addEventListener("pageshow", () => this.#hasten());
    document.addEventListener("visibilitychange", () => !document.hidden && this.#hasten());
    setInterval(() => this.#beat(), HEARTBEAT);
    this.#begin();
  }

  /** Fetches the table, which comes compressed, and then listens for the news. */
  async #begin() {
    await this.#ask();
    if (!this.#closed && !this.#socket) this.#connect();
  }

  /**
   * Sends a command and waits for its answer, over as many connections as it
   * takes.
   * @param {Object<string, any>} wish
   * @returns {Promise<{type: "ack", seq: number}|{type: "refused", code: string, says: {en: string, de: string}}>}
   */
  send(wish) {
    const id = `${this.#name}-${++this.#count}`;
    const message = JSON.stringify({ id, ...wish });
    return new Promise((done) => {
      this.#waiting.set(id, { message, done });
      this.#put(message);
    });
  }

  /** @param {string} message */
  #put(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(message);
  }

  #connect() {
    clearTimeout(this.#timer);
    const address = new URL(`${this.path}/live`, location.href);
    if (this.#seq >= 0) address.searchParams.set("since", String(this.#seq));
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.#socket = socket;
    let opened = false;
    socket.onopen = () => {
      opened = true;
      this.#heard = Date.now();
    };
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      this.#heard = Date.now();
      this.#hear(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (socket !== this.#socket) return;
      this.#socket = null;
      this.dispatchEvent(new Event("down"));
      if (!opened) this.#ask();
      this.#later();
    };
  }

  #later() {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), this.#pause * (0.75 + Math.random() / 2));
    this.#pause = Math.min(this.#pause * 2, LONGEST);
  }

  /** Connects at once, or makes sure that the line is alive. */
  #hasten() {
    if (this.#closed) return;
    this.#pause = 250;
    if (this.#socket) this.#beat();
    else this.#connect();
  }

  #drop() {
    const socket = this.#socket;
    if (!socket) return;
    this.#socket = null;
    socket.close();
    this.dispatchEvent(new Event("down"));
    this.#later();
  }

  #beat() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    const socket = this.#socket;
    const asked = Date.now();
    this.#put(JSON.stringify({ id: `${this.#name}-ping`, do: "ping" }));
    setTimeout(() => socket === this.#socket && this.#heard < asked && this.#drop(), PATIENCE);
  }

  /** Asks for the table as it is; there may be none. */
  async #ask() {
    try {
      const answer = await fetch(this.path, { headers: { accept: "application/json" } });
      if (answer.ok) {
        const known = await answer.json();
        if (known.seq >= this.#seq) this.#hear({ type: "table", ...known });
      }
      if (answer.status !== 404) return;
      this.#closed = true;
      clearTimeout(this.#timer);
      this.dispatchEvent(new Event("gone"));
    } catch {
      // No network: the next attempt is already on its way.
    }
  }

  /** @param {any} message */
  #hear(message) {
    if (message.type === "ack" || message.type === "refused") {
      this.#waiting.get(message.id)?.done(message);
      this.#waiting.delete(message.id);
      return;
    }
    if (message.type === "table" || message.type === "here") {
      this.#seq = message.seq;
      this.#pause = 250;
      this.dispatchEvent(new Event("up"));
      for (const { message: again } of this.#waiting.values()) this.#put(again);
    } else if (message.type === "news") {
      if (message.seq <= this.#seq) return;
      if (message.seq !== this.#seq + 1) {
        this.#drop();
        return;
      }
      this.#seq = message.seq;
    }
    this.dispatchEvent(new CustomEvent(message.type, { detail: message }));
  }
}
