/**
 * What is said at the table, as text and nothing else.
 * @import {Said, View} from "./types.js"
 */
import { h } from "./dom.js";
import { t } from "./words.js";

export class Chat {
  /** @param {(text: string) => void} say */
  constructor(say) {
    this.list = h("ol", { class: "said", tabindex: "0", "aria-label": t("chat") });
    this.input = h("input", { id: "chat-text", maxlength: 500, autocomplete: "off", placeholder: t("say") });
    this.form = h(
      "form",
      {
        class: "line",
        submit: (/** @type {Event} */ event) => {
          event.preventDefault();
          const text = this.input.value.trim();
          if (text) say(text);
          this.input.value = "";
        },
      },
      h("label", { class: "unseen", for: "chat-text" }, t("say")),
      this.input,
      h("button", {}, t("send")),
    );
    this.node = h("section", { class: "chat", "aria-labelledby": "chat-title" }, h("h2", { id: "chat-title" }, t("chat")), this.list, this.form);
  }

  /** @param {View} view */
  update(view) {
    this.form.hidden = !view.can.includes("chat");
    this.node.hidden = this.form.hidden && view.chat.length === 0;
    this.list.hidden = view.chat.length === 0;
    const low = this.list.scrollTop + this.list.clientHeight >= this.list.scrollHeight - 8;
    while (this.list.children.length > view.chat.length) this.list.lastChild.remove();
    for (const said of view.chat.slice(this.list.children.length)) this.list.append(line(said));
    if (low) this.list.scrollTop = this.list.scrollHeight;
  }
}

/** @param {Said} said */
const line = (said) => h("li", {}, h("strong", {}, said.name || t("watcher")), " ", h("span", {}, said.text));
