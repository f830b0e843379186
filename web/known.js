/**
 * What perfect play gives, for games with tables: shown when the game is over
 * or nobody else plays, and only to those who open it.
 * @import {View} from "./types.js"
 */
import { ask } from "./api.js";
import { h } from "./dom.js";
import { t } from "./words.js";

/** Quick steps through the record ask only once, at the end. */
const PAUSE = 200;

/** @param {{kind: string, in?: number}|null} value */
const told = (value) => (value ? t(`known-${value.kind}`, { in: value.in }) : t("known-not"));

export class Known {
  /** @param {string} address the table's name */
  constructor(address) {
    this.address = address;
    this.value = h("p", {});
    this.list = h("ul", { class: "known", tabindex: "0", "aria-label": t("known") });
    this.node = h("details", { class: "past", hidden: true }, h("summary", {}, t("known")), this.value, this.list);
    this.moment = "";
    this.timer = 0;
  }

  /** @param {View} view @param {number} at how many actions the board that is shown has */
  update(view, at) {
    const over = view.phase === "over" || view.phase === "aborted";
    const alone = view.mine.length > 0 && view.seats.every((seat) => seat.who !== "person");
    const moment = over || alone ? JSON.stringify([at, view.length, view.turns.at(-1)]) : "";
    if (moment === this.moment) return;
    this.moment = moment;
    this.node.hidden ||= !moment;
    clearTimeout(this.timer);
    if (moment) this.timer = setTimeout(() => this.#ask(at, moment), PAUSE);
  }

  /** @param {number} at @param {string} moment */
  async #ask(at, moment) {
    const known = await ask(`/api/tables/${this.address}/at/${at}/known`).catch(() => null);
    if (moment !== this.moment) return;
    this.node.hidden = !known?.value;
    if (!known?.value) return;
    this.value.textContent = told(known.value);
    this.list.replaceChildren(
      ...known.actions.map((/** @type {any} */ { text, value }) => h("li", {}, h("b", {}, text), " ", told(value))),
    );
  }
}
