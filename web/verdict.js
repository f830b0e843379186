/**
 * What stands above the players: a proposal that waits for an answer, and how
 * the game ended.
 * @import {View} from "./types.js"
 */
import { h } from "./dom.js";
import { ending, fullName, seatName } from "./sentences.js";
import { t } from "./words.js";

export class Verdict {
  /**
   * @param {(wish: Object<string, any>) => void} wish sends a command
   * @param {(sentence: string) => void} say tells it to those who listen
   */
  constructor(wish, say) {
    this.wish = wish;
    this.say = say;
    this.asked = "";
    this.proposal = h("div", { class: "proposal", role: "group", "aria-label": t("proposal"), hidden: true });
    this.result = h("div", { class: "result", hidden: true });
    this.consents = h("div", { class: "buttons consents" });
  }

  /** @param {View} view */
  update(view) {
    this.#propose(view);
    this.#judge(view);
    this.consents.replaceChildren(
      ...view.consent.map((action) =>
        h("button", { type: "button", click: () => this.wish({ do: "propose", what: "consent", action }) }, t("propose", { action: t.action(action) })),
      ),
    );
  }

  /** @param {View} view */
  #propose(view) {
    const { proposal, can } = view;
    const answerable = can.includes("answer");
    const asked = proposal ? JSON.stringify([proposal, answerable]) : "";
    if (asked === this.asked) return;
    this.asked = asked;
    this.proposal.hidden = !proposal;
    if (!proposal) return;
    const action = t.action(proposal.action ?? "");
    const sentence = answerable
      ? t(`asks-${proposal.what}`, { name: seatName(view, proposal.by), action })
      : t("asked", { what: proposal.what === "consent" ? action : t(`what-${proposal.what}`) });
    const answer = (/** @type {boolean} */ accept) =>
      h("button", { type: "button", class: accept ? "main" : "", click: () => this.wish({ do: "answer", accept }) }, t(accept ? "accept" : "decline"));
    this.proposal.replaceChildren(h("p", {}, sentence), ...(answerable ? [h("div", { class: "buttons" }, answer(true), answer(false))] : []));
    this.say(sentence);
  }

  /** @param {View} view */
  #judge(view) {
    const { result, rematch, can } = view;
    this.result.hidden = !result && view.phase !== "aborted";
    if (this.result.hidden) return;
    const counted = result?.scores?.some((score) => score !== null);
    const scores = result?.scores?.map((score, i) => `${fullName(view, i + 1)} ${score ?? "–"}`).join(" · ");
    this.result.replaceChildren(h("h2", {}, result ? ending(view) : t("aborted")));
    if (counted && scores) this.result.append(h("p", { class: "quiet" }, scores));
    if (rematch) this.result.append(h("a", { class: "button main", href: `/t/${rematch}` }, t("to-rematch")));
    else if (can.includes("rematch"))
      this.result.append(h("button", { type: "button", class: "main", click: () => this.wish({ do: "rematch" }) }, t("rematch")));
  }
}
