/**
 * One small wooden click, made on the spot; nothing is loaded.
 */
import { settings } from "./settings.js";

/** @type {AudioContext|null} */
let audio = null;

/** Plays the click, if sound is wanted. @param {boolean} [mine] a little higher for what I did */
export function click(mine = false) {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  const now = audio.currentTime;
  const body = new OscillatorNode(audio, { type: "triangle", frequency: mine ? 520 : 390 });
  const loudness = new GainNode(audio, { gain: 0 });
  loudness.gain.setValueAtTime(0.22, now);
  loudness.gain.exponentialRampToValueAtTime(0.0005, now + 0.09);
  body.frequency.exponentialRampToValueAtTime(mine ? 210 : 160, now + 0.08);
  body.connect(loudness).connect(audio.destination);
  body.start(now);
  body.stop(now + 0.1);
}
