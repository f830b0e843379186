/**
 * Who sits at the table: colour, name, clock, what lies beside the board, and
 * whether somebody is there, thinks, or is to act.
 * @import {Picture, SeatView, Seated, Stone, View} from "./types.js"
 */
import { readable, remaining } from "./clock.js";
import { h, s } from "./dom.js";
import { disc } from "./pieces.js";
import { seatName } from "./sentences.js";
import { language } from "./settings.js";
import { t } from "./words.js";

/** Beyond this many, equal stones are shown once with a number. */
const MANY = 8;

/** A stone as an icon. @param {Stone} stone */
export const icon = (stone) =>
  s("svg", { class: "icon", viewBox: "-11 -11 22 23", "aria-hidden": "true" }, disc(stone, { x: 0, y: 0 }, 10));

export class Players {
  /** @param {(seat: number) => void} sit what to do when somebody wants to sit down */
  constructor(sit) {
    this.sit = sit;
    this.node = h("ol", { class: "players" });
    /** @type {Map<number, HTMLElement>} */
    this.clocks = new Map();
    this.drawn = "";
  }

  /**
   * @param {View} view
   * @param {Picture} picture the board that is shown, now or in the past
   * @param {{present: boolean[], thinking: number|null}} around
   */
  update(view, picture, around) {
    this.clocks.clear();
    const key = JSON.stringify([view.seats, view.mine, view.can, view.phase, view.result, picture.seats, around, Boolean(view.clock)]);
    if (key !== this.drawn) {
      this.drawn = key;
      this.node.replaceChildren(...view.seats.map((seated) => this.#player(view, picture, seated, around)));
    }
    for (const clock of this.node.querySelectorAll("[data-clock]")) this.clocks.set(Number(clock.dataset.clock), clock);
  }

  /** @param {View} view @param {Picture} picture @param {Seated} seated @param {{present: boolean[], thinking: number|null}} around */
  #player(view, picture, seated, around) {
    const { seat } = seated;
    const beside = picture.seats.find((one) => one.seat === seat);
    const acts = view.phase === "playing" && Boolean(beside?.to_act);
    const won = view.result?.winners.includes(seat);
    const thinks = view.phase === "playing" && seated.who === "program" && (around.thinking ?? view.to_act) === seat;
    const here = around.present[seat - 1];
    const remote = seated.who === "person";
    const open = seated.who === "open";
    return h(
      "li",
      { class: `player${acts ? " acts" : ""}${won ? " won" : ""}`, "data-seat": seat },
      h(
        "div",
        { class: "who" },
        beside && icon({ colour: beside.colour, number: "none" }),
        h(
          "div",
          { class: "names" },
          h("strong", {}, open ? t("open") : seatName(view, seat)),
          h("span", { class: "quiet" }, this.#line(view, seated, beside)),
        ),
        remote && h("span", { class: here ? "presence here" : "presence" }, t(here ? "here-now" : "away-now")),
        thinks && h("span", { class: "thinks" }, t("thinking")),
        view.clock && h("span", { class: "clock", "data-clock": seat, role: "timer", "aria-label": seatName(view, seat) }),
        open && view.can.includes("sit") &&
          h("button", { type: "button", class: "main", click: () => this.sit(seat) }, t("sit")),
      ),
      beside && this.#beside(beside),
    );
  }

  /** @param {View} view @param {Seated} seated @param {SeatView|undefined} beside */
  #line(view, seated, beside) {
    const parts = [];
    if (beside) parts.push(beside.name[language]);
    if (view.mine.includes(seated.seat) && view.seats.some((one) => one.who !== "me")) parts.push(t("me"));
    return parts.join(" · ");
  }

  /** Stones in hand, captured stones, the score. @param {SeatView} beside */
  #beside(beside) {
    const rows = [];
    if (beside.score !== null) {
      const digits = beside.score.replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
      rows.push(h("div", { class: "score" }, h("dt", {}, t("score")), h("dd", {}, digits)));
    }
    for (const [name, stones] of /** @type {[string, Stone[]][]} */ ([["hand", beside.hand], ["taken", beside.taken]])) {
      if (stones.length) rows.push(h("div", {}, h("dt", {}, t(name)), h("dd", {}, ...pile(stones))));
    }
    return rows.length > 0 && h("dl", { class: "beside" }, ...rows);
  }

  /** Moves the hands of the clocks. @param {View} view @param {number} now the server's time */
  tick(view, now) {
    if (!view.clock) return;
    for (const [seat, node] of this.clocks) {
      const left = remaining(view.clock, seat, now);
      const text = readable(left);
      if (node.textContent !== text) node.textContent = text;
      node.classList.toggle("runs", view.clock.running === seat);
      node.classList.toggle("tight", left < 20000 && view.clock.running === seat);
    }
  }
}

/** Stones as icons; many equal ones as one with a number. @param {Stone[]} stones */
function pile(stones) {
  /** @type {Map<string, {stone: Stone, count: number}>} */
  const kinds = new Map();
  for (const stone of stones) {
    const key = JSON.stringify(stone);
    kinds.set(key, { stone, count: (kinds.get(key)?.count ?? 0) + 1 });
  }
  return [...kinds.values()].flatMap(({ stone, count }) =>
    count > MANY ? [icon(stone), h("span", { class: "times" }, `× ${count}`)] : Array.from({ length: count }, () => icon(stone)),
  );
}
