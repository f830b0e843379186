/**
 * Words in the language of the page. Only that one dictionary is loaded.
 */
import { language } from "./settings.js";

/** @type {{words: Object<string, string>, reasons: Object<string, string>, actions: Object<string, string>}} */
const { words, reasons, actions } = await import(`./words/${language}.js`);

/**
 * A sentence with its gaps filled: `{name}` is a gap, `{count|one|many}`
 * chooses by a number.
 * @param {string} key
 * @param {Object<string, any>} [gaps]
 * @returns {string}
 */
export function t(key, gaps = {}) {
  const text = words[key] ?? key;
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name, one, many) => {
    if (one === undefined) return String(gaps[name] ?? "");
    return (gaps[name] === 1 ? one : many).replace("#", String(gaps[name]));
  });
}

/** Why a game ended, in words; a reason nobody translated stays as it is. @param {string} reason */
t.reason = (reason) => reasons[reason] ?? reason;

/** An action on a button. @param {string} text */
t.action = (text) => actions[text] ?? text;
