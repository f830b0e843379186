/**
 * What is said of a table: who is who, whose turn it is, how it ended.
 * @import {Moment, View} from "./types.js"
 */
import { language } from "./settings.js";
import { t } from "./words.js";

/** The name of a program's level. @param {string} level */
function levelName(level) {
  const number = level.replace("level:", "");
  return number === "best" ? t("best") : t("level", { level: number });
}

/** What the colour of a seat is called. @param {View} view @param {number|null} seat */
const colourName = (view, seat) => view.picture.seats.find((one) => one.seat === seat)?.name[language];

/** What a seat is called. @param {View} view @param {number|null} seat */
export function seatName(view, seat) {
  const seated = view.seats.find((one) => one.seat === seat);
  if (seated?.who === "program") return `${t("program")}, ${levelName(seated.level ?? "")}`;
  return seated?.name || (colourName(view, seat) ?? t("player", { seat }));
}

/** A seat by name and colour. @param {View} view @param {number} seat */
export function fullName(view, seat) {
  const [name, colour] = [seatName(view, seat), colourName(view, seat)];
  return colour && colour !== name ? `${name} (${colour})` : name;
}

/** How it ended. @param {View} view */
export function ending(view) {
  const { result, mine, seats } = view;
  if (!result) return "";
  const alone = mine.length < seats.length && result.winners.some((seat) => mine.includes(seat));
  const names = result.winners.map((seat) => fullName(view, seat)).join(", ");
  const who = !result.winners.length ? t("drawn") : alone ? t("you-won") : t("won", { names });
  return `${who}: ${t.reason(result.reason)}`;
}

/** What is to be done now, or what moment is looked at. @param {View} view @param {Moment|null} moment */
export function prompt(view, moment) {
  if (moment) return t("at-moment", { at: moment.length, length: view.length });
  if (view.phase === "gathering") return t("waiting");
  if (view.phase === "aborted") return t("aborted");
  if (view.result) return ending(view);
  if (view.chance || view.to_act === null) return t("lot-drawn");
  if (!view.mine.includes(view.to_act)) return t("turn-of", { name: seatName(view, view.to_act) });
  const whose = view.mine.length > 1 ? t("your-turn-as", { name: colourName(view, view.to_act) }) : t("your-turn");
  return view.unfinished ? `${whose}. ${t("turn-so-far", { count: view.unfinished })}` : whose;
}

/** What an event means for those who listen. @param {View} view @param {any} event */
export function spoken(view, event) {
  const name = event.seat ? seatName(view, event.seat) : event.name ?? "";
  switch (event.kind) {
    case "action":
      return event.seat ? t("spoken-action", { name, action: event.text }) : t("spoken-lot", { action: event.text });
    case "chat":
      return `${event.name || t("watcher")}: ${event.text}`;
    case "joined":
    case "left":
    case "resigned":
    case "flagged":
    case "taken-back":
    case "agreed":
    case "declined":
    case "credited":
      return t(event.kind, { name });
    default:
      return "";
  }
}
