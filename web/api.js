/**
 * Asking the server for something once. A refusal becomes an error whose
 * message is the server's own sentence in the language of the page.
 */
import { language } from "./settings.js";
import { t } from "./words.js";

/**
 * @param {string} path
 * @param {any} [body] sent as JSON, if given
 * @returns {Promise<any>}
 */
export async function ask(path, body) {
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(path, body && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Error(t("lost"));
  }
  const said = await answer.json().catch(() => null);
  if (!answer.ok || !said) throw new Error(said?.says?.[language] ?? t("went-wrong"));
  return said;
}

/** Opens a table and goes there. @param {any} wish a NewTable */
export async function openTable(wish) {
  const { id } = await ask("/api/tables", wish);
  location.assign(`/t/${id}`);
}
