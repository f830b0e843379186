/**
 * Clocks, ticked in the browser between two messages of the server. Only the
 * server's word counts; this is what is seen.
 * @import {Clock} from "./types.js"
 */
import { t } from "./words.js";

const DAY = 86400000;

/**
 * What a seat has left at a moment of the server's time.
 * @param {Clock} clock
 * @param {number} seat from 1
 * @param {number} now
 */
export function remaining(clock, seat, now) {
  const left = clock.left[seat - 1];
  if (clock.running !== seat) return left;
  const gone = Math.max(0, now - clock.since);
  const spared = clock.kind === "delay" ? Math.min(gone, clock.step ?? 0) : 0;
  return Math.max(0, left - (gone - spared));
}

/**
 * As people read it: days, hours, minutes, and tenths when it gets tight.
 * @param {number} ms
 */
export function readable(ms) {
  if (ms >= DAY) return t("days-left", { count: Math.floor(ms / DAY), hours: Math.floor((ms % DAY) / 3600000) });
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const tight = ms < 10000;
  const seconds = tight ? ms / 1000 : Math.ceil(ms / 1000);
  if (tight) return `0:0${(Math.floor(seconds * 10) / 10).toFixed(1)}`;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
