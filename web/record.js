/**
 * The record of the game and the way back into it: every action is a button
 * that shows the board as it was, and a slider runs through all of them.
 * @import {View} from "./types.js"
 */
import { beginnings } from "./change.js";
import { h, s } from "./dom.js";
import { t } from "./words.js";

export class Record {
  /** @param {(at: number) => void} jump shows the board after so many actions */
  constructor(jump) {
    this.jump = jump;
    this.list = h("ol", { class: "turns", tabindex: "0", "aria-label": t("record") });
    this.none = h("p", { class: "quiet" }, t("no-record"));
    this.list.addEventListener("click", (/** @type {any} */ event) => {
      const at = event.target.closest("[data-at]")?.dataset.at;
      if (at) jump(Number(at));
    });
    const step = (/** @type {string} */ d, /** @type {string} */ key, /** @type {() => number} */ to) =>
      h(
        "button",
        { type: "button", class: "step", "aria-label": t(key), title: t(key), click: () => jump(to()) },
        s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d })),
      );
    this.slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": t("replay"), input: () => jump(Number(this.slider.value)) });
    this.bar = h(
      "div",
      { class: "replay", role: "group", "aria-label": t("replay") },
      step("M6 5v14M19 5L9 12l10 7z", "first", () => 0),
      step("M17 5L7 12l10 7z", "previous", () => Math.max(0, this.at - 1)),
      this.slider,
      step("M7 5l10 7-10 7z", "next", () => Math.min(this.length, this.at + 1)),
      step("M18 5v14M5 5l10 7-10 7z", "last", () => this.length),
    );
    this.node = h("section", { class: "record", "aria-labelledby": "record-title" }, h("h2", { id: "record-title" }, t("record")), this.bar, this.none, this.list);
    this.at = 0;
    this.length = 0;
  }

  /** @param {View} view @param {number} at how many actions the board that is shown has */
  update(view, at) {
    const starts = beginnings(view);
    this.length = view.length;
    this.at = at;
    this.none.hidden = view.turns.length > 0;
    this.bar.hidden = view.length === 0;
    this.list.hidden = view.turns.length === 0;
    this.slider.max = String(view.length);
    this.slider.value = String(at);
    view.turns.forEach((turn, i) => {
      const key = JSON.stringify([turn, starts[i]]);
      const old = this.list.children[i];
      if (old?.dataset.key === key) return;
      const line = h(
        "li",
        { "data-key": key },
        h("span", { class: "number" }, `${turn.number}.`),
        ...turn.actions.map((action, k) =>
          h("button", { type: "button", class: "action", "data-at": starts[i] + k + 1 }, action),
        ),
      );
      if (old) old.replaceWith(line);
      else this.list.append(line);
    });
    while (this.list.children.length > view.turns.length) this.list.lastChild.remove();
    for (const button of this.list.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
    const current = this.list.querySelector(`[data-at="${at}"]`);
    if (!current) return;
    current.setAttribute("aria-current", "step");
    const [box, frame] = [current.getBoundingClientRect(), this.list.getBoundingClientRect()];
    if (box.bottom > frame.bottom) this.list.scrollTop += box.bottom - frame.bottom + 4;
    if (box.top < frame.top) this.list.scrollTop -= frame.top - box.top + 4;
  }
}
