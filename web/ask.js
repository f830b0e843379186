/**
 * Small questions in a dialog.
 */
import { h } from "./dom.js";
import { keep, settings } from "./settings.js";
import { t } from "./words.js";

/**
 * Asks and waits for one of several answers; closing the dialog is none.
 * @param {string} question
 * @param {{text: string, value: any}[]} answers
 * @returns {Promise<any>}
 */
export function choose(question, answers) {
  return new Promise((done) => {
    const dialog = h(
      "dialog",
      {
        "aria-labelledby": "question",
        close: () => {
          dialog.remove();
          done(undefined);
        },
      },
      h("h2", { id: "question" }, question),
      h(
        "div",
        { class: "buttons" },
        ...answers.map(({ text, value }) =>
          h("button", { type: "button", class: "main", click: () => (done(value), dialog.close()) }, text),
        ),
        h("button", { type: "button", click: () => dialog.close() }, t("cancel")),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Asks for the name to play under, and remembers it. @returns {Promise<string|undefined>} */
export function askName() {
  return new Promise((done) => {
    const input = h("input", { value: settings.name, maxlength: 40, autocomplete: "nickname", name: "name" });
    const dialog = h(
      "dialog",
      {
        "aria-labelledby": "question",
        close: () => {
          dialog.remove();
          done(undefined);
        },
      },
      h("h2", { id: "question" }, t("sit")),
      h(
        "form",
        {
          submit: (/** @type {Event} */ event) => {
            event.preventDefault();
            keep({ name: input.value.trim() });
            done(settings.name);
            dialog.close();
          },
        },
        h("label", { class: "field" }, h("span", {}, t("your-name")), input),
        h(
          "div",
          { class: "buttons" },
          h("button", { class: "main" }, t("sit")),
          h("button", { type: "button", click: () => dialog.close() }, t("cancel")),
        ),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}
