/**
 * The settings of every page, in a dialog behind the button in the header.
 */
import { h } from "./dom.js";
import { dress, keep, language, settings, speak } from "./settings.js";
import { t } from "./words.js";

/** @param {string} key @param {"contrast"|"safe"|"motion"|"sound"} field */
const toggle = (key, field) =>
  h(
    "label",
    { class: "switch" },
    h("input", {
      type: "checkbox",
      role: "switch",
      checked: settings[field],
      change: (/** @type {any} */ event) => keep({ [field]: event.target.checked, ...(field === "sound" ? { asked: true } : {}) }),
    }),
    h("span", {}, t(key)),
  );

/** @param {string} label @param {[string, string][]} values @param {string} current @param {(value: string) => void} chosen */
const choice = (label, values, current, chosen) =>
  h(
    "label",
    { class: "field" },
    h("span", {}, label),
    h(
      "select",
      { change: (/** @type {any} */ event) => chosen(event.target.value) },
      ...values.map(([value, text]) => h("option", { value, selected: value === current }, text)),
    ),
  );

function open() {
  const dialog = h(
    "dialog",
    { class: "settings", "aria-labelledby": "settings-title", close: () => dialog.remove() },
    h("h2", { id: "settings-title" }, t("settings-title")),
    choice(t("language"), [["en", "English"], ["de", "Deutsch"]], language, speak),
    choice(
      t("theme"),
      /** @type {[string, string][]} */ (["system", "light", "dark"].map((theme) => [theme, t(`theme-${theme}`)])),
      settings.theme,
      (theme) => keep({ theme: /** @type {any} */ (theme) }),
    ),
    toggle("contrast", "contrast"),
    toggle("safe", "safe"),
    toggle("motion", "motion"),
    toggle("sound", "sound"),
    h("button", { type: "button", class: "main", click: () => dialog.close() }, t("close")),
  );
  document.body.append(dialog);
  dialog.showModal();
}

dress();
document.querySelector("[data-settings]")?.addEventListener("click", open);
