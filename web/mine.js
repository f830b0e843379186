/**
 * The games of this browser, as entries of a list.
 */
import { ask } from "./api.js";
import { h } from "./dom.js";
import { language } from "./settings.js";
import { t } from "./words.js";

/**
 * A table as the server lists it.
 * @typedef {{id: string, updated: number, yours?: boolean,
 *   shown: {title: string, names: string[], phase: string, length: number}}} Listed
 */

/** @param {Listed} listed */
const state = (listed) => (listed.yours ? "your-turn" : listed.shown.phase);

/** @param {Listed[]} list */
export function entries(list) {
  const day = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
  return list.map((listed) =>
    h(
      "li",
      {},
      h(
        "a",
        { href: `/t/${listed.id}`, class: `game ${state(listed)}` },
        h("strong", {}, listed.shown.title),
        h("span", {}, listed.shown.names.filter(Boolean).join(" – ")),
        h("span", { class: "quiet" }, `${t("moves-made", { count: listed.shown.length })} · ${day.format(listed.updated)}`),
        h("span", { class: "state" }, t(`mine-${state(listed)}`)),
      ),
    ),
  );
}

/** Fills the page of my games. @param {HTMLElement} place */
export async function fill(place) {
  try {
    const list = await ask("/api/mine");
    place.replaceChildren(list.length ? h("ul", { class: "games" }, ...entries(list)) : h("p", {}, t("mine-none")));
  } catch (trouble) {
    place.replaceChildren(h("p", { class: "trouble", role: "alert" }, /** @type {Error} */ (trouble).message));
  }
}
