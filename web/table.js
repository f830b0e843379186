/**
 * `<wabe-table data-id="…">`: a table with its board, players, record and
 * chat. It holds what the server last said and which moment is looked at; the
 * parts draw themselves from that.
 * @import {Choice, Moment, View} from "./types.js"
 */
import { askName, choose } from "./ask.js";
import "./board.js";
import { changed } from "./change.js";
import { Chat } from "./chat.js";
import { h } from "./dom.js";
import { Known } from "./known.js";
import { Link } from "./link.js";
import "./menu.js";
import { Past } from "./past.js";
import { Players } from "./players.js";
import { Record } from "./record.js";
import { ending, fullName, prompt, spoken } from "./sentences.js";
import { keep, language, settings } from "./settings.js";
import { click } from "./sound.js";
import { Verdict } from "./verdict.js";
import { t } from "./words.js";

/** Nothing to play. @type {Choice[]} */
const NOTHING = [];

class Table extends HTMLElement {
  /** Set by the first message; nothing is drawn before it. */
  #view = /** @type {View} */ (/** @type {unknown} */ (undefined));
  /** @type {Moment|null} the moment that is looked at, if not the present */
  #moment = null;
  #around = { present: /** @type {boolean[]} */ ([]), thinking: /** @type {number|null} */ (null), watchers: 0 };
  #turned = false;
  /** Whether an action is on its way; until it is answered, none may follow. */
  #acting = false;
  address = "";
  link = /** @type {Link} */ (/** @type {unknown} */ (undefined));
  players = new Players((seat) => this.#sit(seat));
  record = new Record((at) => this.#jump(at));
  past = /** @type {Past} */ (/** @type {unknown} */ (undefined));
  verdict = new Verdict((wish) => this.#do(wish), (sentence) => this.#say(sentence));
  chat = new Chat((text) => this.#do({ do: "chat", text }));
  /** The server's time minus ours. */
  #ahead = 0;
  #wanted = /^#\d+$/.test(location.hash) ? Number(location.hash.slice(1)) : null;

  connectedCallback() {
    this.address = this.dataset.id ?? "";
    this.#build();
    this.link = new Link(this.address);
    this.link.addEventListener("table", (/** @type {any} */ event) => this.#begin(event.detail));
    this.link.addEventListener("news", (/** @type {any} */ event) => this.#hear(event.detail));
    this.link.addEventListener("presence", (/** @type {any} */ event) => {
      this.#around = { ...this.#around, present: event.detail.present, watchers: event.detail.watchers };
      this.#draw();
    });
    this.link.addEventListener("thinking", (/** @type {any} */ event) => {
      this.#around = { ...this.#around, thinking: event.detail.seat };
      this.#draw();
    });
    this.link.addEventListener("up", () => {
      if (this.#view && !this.offline.hidden) this.#say(t("back"));
      this.offline.hidden = true;
    });
    this.link.addEventListener("down", () => {
      this.offline.hidden = false;
      this.offline.textContent = t(this.#view ? "lost" : "connecting");
    });
    this.link.addEventListener("gone", () => this.#gone());
    addEventListener("hashchange", () => {
      const at = /^#\d+$/.test(location.hash) ? Number(location.hash.slice(1)) : this.#view.length;
      this.#jump(at);
    });
    addEventListener("keydown", (event) => this.#key(event));
    setInterval(() => this.#view && this.players.tick(this.#view, Date.now() + this.#ahead), 100);
  }

  /** Everything that a table may show; what is not wanted now is hidden. */
  #build() {
    const button = (/** @type {string} */ name, /** @type {() => void} */ act, kind = "") =>
      h("button", { type: "button", class: kind, "data-can": name, hidden: true, click: act }, t(name));
    this.board = h("wabe-board", {
      act: (/** @type {CustomEvent} */ event) => this.#act(event.detail),
      say: (/** @type {CustomEvent} */ event) => this.#say(event.detail),
    });
    this.live = h("p", { class: "unseen", role: "status", "aria-live": "polite" });
    this.trouble = h("p", { class: "trouble", role: "alert", hidden: true });
    this.offline = h("p", { class: "offline", role: "status", hidden: true });
    this.herald = h("p", { class: "herald", "aria-hidden": "true", hidden: true });
    this.status = h("p", { class: "status" });
    this.notes = h("ul", { class: "notes" });
    this.typed = h("input", { id: "typed", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: t("type-action") });
    this.typing = h(
      "form",
      { class: "line typing", submit: (/** @type {Event} */ event) => this.#type(event) },
      h("label", { class: "unseen", for: "typed" }, t("type-action")),
      this.typed,
      h("button", {}, t("play")),
    );
    this.back = h("button", { type: "button", class: "main", hidden: true, click: () => this.#jump(this.#view.length) }, t("to-live"));
    this.undo = button("undo", () => this.#do({ do: "undo" }));
    this.hurry = button("hurry", () => this.#do({ do: "hurry" }));
    this.terms = h("p", { class: "quiet terms" });
    this.invitation = this.#invitation();
    this.buttons = h(
      "div",
      { class: "buttons", role: "group", "aria-label": t("actions") },
      button("draw", () => this.#do({ do: "propose", what: "draw" })),
      button("takeback", () => this.#do({ do: "propose", what: "takeback" })),
      button("resign", () => this.#resign()),
      button("abort", () => this.#abort()),
      button("stand", () => this.#do({ do: "stand", seat: this.#view.mine[0] })),
      h("button", { type: "button", click: () => this.#turn() }, t("turn")),
    );
    this.known = new Known(this.address);
    this.past = new Past(this.address, { copy: (text) => this.#copy(text), complain: (sentence) => this.#complain(sentence) });
    this.sound = h(
      "div",
      { class: "question", hidden: settings.asked },
      h("span", {}, t("ask-sound")),
      h(
        "div",
        { class: "buttons" },
        ...[true, false].map((sound) =>
          h("button", { type: "button", click: () => (keep({ sound, asked: true }), (this.sound.hidden = true)) }, t(sound ? "yes" : "no")),
        ),
      ),
    );
    this.replaceChildren(
      this.live,
      h(
        "div",
        { class: "stage" },
        this.offline,
        this.herald,
        this.board,
        h("div", { class: "now" }, this.status, this.back, this.undo, this.hurry),
        this.notes,
        this.trouble,
        this.typing,
      ),
      h(
        "div",
        { class: "side" },
        this.verdict.result,
        this.verdict.proposal,
        this.players.node,
        this.terms,
        this.invitation,
        this.verdict.consents,
        this.buttons,
        this.sound,
      ),
      h("div", { class: "story" }, this.record.node, this.known.node, this.past.node, this.chat.node),
    );
  }

  /** The link to send to the others. */
  #invitation() {
    const address = `${location.origin}/t/${this.address}`;
    return h(
      "div",
      { class: "invitation", hidden: true },
      h("p", {}, t("invite")),
      h("div", { class: "line" }, h("code", { tabindex: "0" }, address), h("button", { type: "button", class: "main", click: () => this.#copy(address) }, t("copy"))),
    );
  }

  /** How many actions the board that is shown has. */
  get #at() {
    return this.#moment ? this.#moment.length : this.#view.length;
  }

  /** @param {{now: number, table: View}} message */
  #begin(message) {
    const first = !this.#view;
    this.#view = message.table;
    this.#ahead = message.now - Date.now();
    this.past.forget();
    this.#acting = false;
    if (first) {
      const own = this.#view.mine;
      this.#turned = own.length === 1 && this.#sitsOpposite(own[0]);
      document.title = `${this.#view.title} · Wabe`;
      const title = document.querySelector("[data-title]");
      if (title) title.textContent = this.#view.title;
      const rules = document.querySelector("[data-rules]");
      rules?.setAttribute("href", `/rules/${this.#view.game}`);
      rules?.removeAttribute("hidden");
    }
    this.#draw();
    if (this.#wanted !== null) {
      const at = this.#wanted;
      this.#wanted = null;
      this.#jump(at);
    }
  }

  /**
   * Whether most of a seat's stones lie in the upper half of the board: then
   * the board is turned, so that everybody looks at it from their own side.
   * @param {number} seat
   */
  #sitsOpposite(seat) {
    const colour = this.#view.picture.seats.find((one) => one.seat === seat)?.colour;
    let sum = 0;
    for (const cell of this.#view.picture.cells) {
      const owned = cell.stones.some((stone) => stone.colour === colour) || (!cell.stones.length && cell.seeds && cell.tint?.colour === colour);
      if (owned) sum += cell.y;
    }
    return sum < 0;
  }

  /** @param {{now: number, event: any, change: any}} message */
  #hear(message) {
    const { event, change } = message;
    const before = this.#view;
    this.#view = changed(before, change);
    this.#ahead = message.now - Date.now();
    if (event.kind === "chat") this.#view.chat = [...before.chat, event];
    if (event.kind === "action" || event.kind === "taken-back") {
      this.#around = { ...this.#around, thinking: null };
      this.trouble.hidden = true;
      this.#acting = false;
    }
    if (event.kind === "taken-back") {
      this.past.forget();
      if (this.#moment && this.#moment.length > this.#view.length) this.#moment = null;
    }
    this.#draw();
    this.#announce(event);
    if (event.kind === "rematch" && before.mine.length) location.assign(`/t/${event.table}`);
  }

  /** Says what happened, and clicks. @param {any} event */
  #announce(event) {
    const view = this.#view;
    const parts = [spoken(view, event)];
    if (event.kind === "action") {
      click(view.mine.includes(event.seat));
      // The record writes a sign behind what has to be called out.
      if (view.turns.at(-1)?.actions.at(-1)?.endsWith("+")) {
        parts.push(t("announce", { title: view.title }));
        this.#herald(t("announce", { title: view.title }));
      }
      if (!view.result) parts.push(prompt(view, null));
    }
    if (view.result && event.kind !== "chat") parts.push(ending(view));
    const sentence = parts.filter(Boolean).join(" ");
    if (sentence) this.#say(sentence);
  }

  /** Shows a call over the board for a moment. @param {string} call */
  #herald(call) {
    this.herald.textContent = call;
    this.herald.hidden = false;
    clearTimeout(this.heralding);
    this.heralding = setTimeout(() => (this.herald.hidden = true), 2600);
  }

  #draw() {
    const view = this.#view;
    if (!view) return;
    const picture = this.#moment?.picture ?? view.picture;
    const free = !this.#moment && !this.#acting && view.can.includes("act");
    const legal = free ? view.legal : NOTHING;
    this.board.show(picture, legal, { turned: this.#turned, counts: view.counts });
    this.players.update(view, picture, this.#around);
    this.players.tick(view, Date.now() + this.#ahead);
    this.record.update(view, this.#at);
    this.known.update(view, this.#at);
    this.chat.update(view);
    this.status.textContent = prompt(view, this.#moment);
    this.status.classList.toggle("mine", view.can.includes("act"));
    this.notes.replaceChildren(
      ...picture.notes.map((note) =>
        h("li", {}, h("a", { href: `/rules/${view.game}#${note.rule}` }, note.rule), " ", note.says[language]),
      ),
    );
    this.typing.hidden = !free && !this.#acting;
    for (const button of this.querySelectorAll("[data-can]")) {
      button.toggleAttribute("hidden", !view.can.includes(button.getAttribute("data-can") ?? ""));
    }
    this.undo.hidden ||= Boolean(this.#moment);
    this.hurry.hidden ||= Boolean(this.#moment);
    this.invitation.hidden = !(view.phase === "gathering" && view.mine.length > 0);
    const watched = this.#around.watchers > 0 && t("watchers", { count: this.#around.watchers });
    this.terms.textContent = [view.spec.split(":")[1]?.replaceAll(",", ", "), watched].filter(Boolean).join(" · ");
    this.back.hidden = !this.#moment;
    this.verdict.update(view);
    this.past.update(view, this.#at);
  }

  /** Shows the board after some actions; after all of them, the present. @param {number} at */
  async #jump(at) {
    const view = this.#view;
    if (at >= view.length) {
      this.#moment = null;
      this.aim = view.length;
      this.#name("");
      this.#draw();
      return;
    }
    this.aim = at;
    try {
      const moment = await this.past.at(at);
      // A faster hand may have asked for another moment meanwhile.
      if (this.aim !== at) return;
      this.#moment = moment;
      this.#name(`#${at}`);
      this.#draw();
    } catch (trouble) {
      this.#complain(/** @type {Error} */ (trouble).message);
    }
  }

  /** Puts the moment into the address, once the hand rests. @param {string} hash */
  #name(hash) {
    clearTimeout(this.naming);
    this.naming = setTimeout(() => {
      if (location.hash !== hash) history.replaceState(null, "", location.pathname + hash);
    }, 200);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {Element} */ (event.target);
    if (!this.#view || event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, dialog, wabe-board")) return;
    const to = { ArrowLeft: this.#at - 1, ArrowRight: this.#at + 1, Home: 0, End: this.#view.length }[event.key];
    if (to === undefined || !this.#view.length) return;
    event.preventDefault();
    this.#jump(Math.max(0, to));
  }

  /** @param {string} action */
  #act(action) {
    this.#acting = true;
    this.board.show(this.#view.picture, NOTHING, { turned: this.#turned, counts: this.#view.counts });
    this.#do({ do: "act", action, length: this.#view.length });
  }

  /** @param {Event} event */
  #type(event) {
    event.preventDefault();
    const text = this.typed.value.trim();
    if (!text) return;
    const same = this.#view.legal.find((choice) => choice.text.toLowerCase() === text.toLowerCase());
    this.#act(same?.text ?? text);
    this.typed.value = "";
  }

  /** Sends a command; a refusal is shown. @param {Object<string, any>} wish */
  async #do(wish) {
    const answer = await this.link.send(wish);
    if (answer.type === "refused") {
      this.#complain(answer.says[language]);
      this.#acting = false;
      this.#draw();
    } else {
      this.trouble.hidden = true;
    }
  }

  /** @param {number} seat */
  async #sit(seat) {
    const name = await askName();
    if (name !== undefined) this.#do({ do: "sit", seat, name });
  }

  async #resign() {
    const { mine, to_act } = this.#view;
    const seats = mine.length > 1 ? [...mine].sort((a, b) => Number(b === to_act) - Number(a === to_act)) : mine;
    const seat = await choose(
      t("resign-sure"),
      seats.map((one) => ({ text: seats.length > 1 ? t("resign-as", { name: fullName(this.#view, one) }) : t("resign"), value: one })),
    );
    if (seat) this.#do({ do: "resign", seat });
  }

  async #abort() {
    if (await choose(t("abort-sure"), [{ text: t("abort"), value: true }])) this.#do({ do: "abort" });
  }

  #turn() {
    this.#turned = !this.#turned;
    this.#draw();
  }

  /** @param {string} text */
  async #copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      this.#say(t("copied"));
      this.#herald(t("copied"));
    } catch {
      this.#complain(t("not-copied", { text }));
    }
  }

  /** @param {string} sentence */
  #complain(sentence) {
    this.trouble.textContent = sentence;
    this.trouble.hidden = false;
  }

  /** @param {string} sentence */
  #say(sentence) {
    this.live.textContent = sentence;
  }

  #gone() {
    this.replaceChildren(
      h("div", { class: "gone" }, h("h2", {}, t("no-table")), h("p", {}, t("no-table-says")), h("a", { class: "button main", href: "/" }, t("to-start"))),
    );
  }
}

customElements.define("wabe-table", Table);
