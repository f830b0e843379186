/**
 * What can be done with a moment of a game: play on from it, share it, save
 * it.
 * @import {Moment, View} from "./types.js"
 */
import { ask, openTable } from "./api.js";
import { h } from "./dom.js";
import { settings } from "./settings.js";
import { t } from "./words.js";

/** The level that plays on from a position of a record. */
const PLAY_ON = "level:4";

export class Past {
  /** @type {Map<number, Moment>} */
  #moments = new Map();
  /** @type {View|null} */
  #view = null;
  #at = 0;

  /**
   * @param {string} table
   * @param {{copy: (text: string) => void, complain: (sentence: string) => void}} deeds
   */
  constructor(table, deeds) {
    this.table = table;
    this.path = `/api/tables/${table}`;
    this.deeds = deeds;
    this.moment = h("p", { class: "quiet" });
    this.exports = h("div", { class: "links" });
    const button = (/** @type {string} */ key, /** @type {() => any} */ act) => h("button", { type: "button", click: () => this.#try(act) }, t(key));
    this.node = h(
      "details",
      { class: "past" },
      h("summary", {}, t("more")),
      this.moment,
      h("h3", {}, t("play-on")),
      h("div", { class: "buttons" }, button("on-program", () => this.#playOn(true)), button("on-screen", () => this.#playOn(false))),
      h(
        "div",
        { class: "buttons" },
        button("share", () => deeds.copy(`${location.origin}/t/${table}#${this.#at}`)),
        button("copy-position", () => this.#copyPosition()),
      ),
      this.exports,
    );
  }

  /** The board after some actions. @param {number} at @returns {Promise<Moment>} */
  async at(at) {
    const moment = this.#moments.get(at) ?? (await ask(`${this.path}/at/${at}`));
    this.#moments.set(at, moment);
    return moment;
  }

  /** Forgets what it knew: actions were taken back. */
  forget() {
    this.#moments.clear();
  }

  /** @param {View} view @param {number} at */
  update(view, at) {
    this.#view = view;
    this.#at = at;
    this.moment.textContent = t("at-moment", { at, length: view.length });
    const link = (/** @type {string} */ key, /** @type {string} */ href, /** @type {any} */ more = {}) => h("a", { href, ...more }, t(key));
    this.exports.replaceChildren(
      link("download", `${this.path}/record`, { download: `${view.game}-${this.table}.txt` }),
      link("svg", `${this.path}/picture.svg?at=${at}`),
      link("png", `${this.path}/picture.png?at=${at}`),
    );
  }

  /** @param {() => any} act */
  async #try(act) {
    try {
      await act();
    } catch (trouble) {
      this.deeds.complain(/** @type {Error} */ (trouble).message);
    }
  }

  /** @param {boolean} program */
  async #playOn(program) {
    const view = this.#view;
    if (!view) return;
    const acts = (await this.at(this.#at)).to_act ?? 1;
    const me = { who: "me", name: settings.name };
    const seats = view.seats.map(({ seat }) => (program && seat !== acts ? { who: "program", level: PLAY_ON } : me));
    await openTable({ seats, counts: view.counts, from: { table: this.table, at: this.#at } });
  }

  async #copyPosition() {
    const { position } = await this.at(this.#at);
    if (position === null) this.deeds.complain(t("hidden-position"));
    else this.deeds.copy(position);
  }
}
