/**
 * What this browser likes: kept in its local storage, and as far as the
 * server's pages have to know it (language, colours) in two cookies, so that
 * a page comes in the right dress and never flickers.
 */

/** @typedef {{theme: "system"|"light"|"dark", contrast: boolean, safe: boolean, motion: boolean,
 *   sound: boolean, asked: boolean, name: string}} Settings */

const PLACE = "wabe";
/** @type {Settings} */
const FIRST = { theme: "system", contrast: false, safe: false, motion: true, sound: false, asked: false, name: "" };

/** @returns {Settings} */
function load() {
  try {
    return { ...FIRST, ...JSON.parse(localStorage.getItem(PLACE) ?? "{}") };
  } catch {
    return { ...FIRST };
  }
}

/** @type {Settings} */
export const settings = load();

/** @param {string} name @param {string} value */
function cookie(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax`;
}

/** @param {Partial<Settings>} changes */
export function keep(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays; it only forgets its wishes.
  }
  dress();
}

/** The language of the page, which the server chose. */
export const language = document.documentElement.lang === "de" ? "de" : "en";

/** @param {string} lang */
export function speak(lang) {
  cookie("lang", lang);
  location.reload();
}

/** Gives the page its colours, and tells the server for the next one. */
export function dress() {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.toggleAttribute("data-contrast", settings.contrast);
  root.toggleAttribute("data-safe", settings.safe);
  root.toggleAttribute("data-still", !settings.motion);
  const look = [settings.theme, settings.contrast && "contrast", settings.safe && "safe", !settings.motion && "still"];
  cookie("look", look.filter(Boolean).join("."));
}

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** What the drawing modules ask. */
export const prefers = {
  get animations() {
    return settings.motion && !still.matches;
  },
};
