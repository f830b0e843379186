/**
 * The games of this browser, as entries of a list.
 */
import { ask } from "./api.js";
import { h } from "./dom.js";
import { language } from "./settings.js";
import { t } from "./words.js";

/** @param {any} listed */
function state(listed) {
  return listed.yours ? "your-turn" : listed.phase;
}

/** @param {any[]} list */
export function entries(list) {
  const day = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
  return list.map((listed) =>
    h(
      "li",
      {},
      h(
        "a",
        { href: `/t/${listed.id}`, class: `game ${state(listed)}` },
        h("strong", {}, listed.title),
        h("span", {}, listed.names.filter(Boolean).join(" – ")),
        h("span", { class: "quiet" }, `${t("moves-made", { count: listed.length })} · ${day.format(listed.created)}`),
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
