/**
 * Numbers as strokes, the same as in the program's own drawings: they look
 * alike on every machine, and a screen reader does not read them twice.
 *
 * A figure stands on a grid from 0 at the top to 20 at its foot.
 */
import { n, s } from "./dom.js";

const TALL = 20;
const GAP = 4.5;

/** Widths and strokes. @type {Object<string, [number, string]>} */
const FIGURES = {
  0: [12, "M6 0C10 0 12 4 12 10C12 16 10 20 6 20C2 20 0 16 0 10C0 4 2 0 6 0"],
  1: [10, "M0 5L5 0L5 20M0 20L10 20"],
  2: [12, "M0 5C0 2 3 0 6 0C10 0 12 2 12 5C12 9 8 11 0 20L12 20"],
  3: [12, "M0 3C2 1 4 0 6 0C9 0 11 2 11 5C11 8 9 9 5 9C9 9 12 11 12 14C12 18 9 20 6 20C3 20 1 19 0 17"],
  4: [12, "M9 20L9 0L0 14L12 14"],
  5: [12, "M11 0L2 0L1 9C3 8 4 7 6 7C10 7 12 10 12 13C12 17 10 20 6 20C3 20 1 19 0 17"],
  6: [12, "M10 0C5 2 0 7 0 14C0 18 2 20 6 20C10 20 12 17 12 14C12 10 10 8 6 8C3 8 0 10 0 14"],
  7: [12, "M0 0L12 0L4 20"],
  8: [12, "M6 9C3 9 1 7 1 5C1 2 3 0 6 0C9 0 11 2 11 5C11 7 9 9 6 9C2 9 0 12 0 15C0 18 2 20 6 20C10 20 12 18 12 15C12 12 10 9 6 9"],
  9: [12, "M2 20C7 18 12 13 12 6C12 2 10 0 6 0C2 0 0 3 0 6C0 10 2 12 6 12C9 12 12 10 12 6"],
  "?": [10, "M0 4C1 1 3 0 5 0C8 0 10 2 10 5C10 9 5 9 5 14M5 19L5 20"],
  "!": [2, "M1 0L1 13M1 19L1 20"],
  "×": [12, "M0 4L12 16M12 4L0 16"],
};

/**
 * A text of figures around a point.
 * @param {string} text
 * @param {{x: number, y: number}} at
 * @param {number} height
 * @param {string} kind the class that paints it
 */
export function figures(text, at, height, kind) {
  const signs = [...text].map((sign) => FIGURES[sign] ?? FIGURES["?"]);
  const width = signs.reduce((sum, [wide]) => sum + wide + GAP, -GAP);
  let pen = -width / 2;
  const group = s("g", { class: kind, transform: `translate(${n(at.x)} ${n(at.y)}) scale(${n(height / TALL)})` });
  for (const [wide, d] of signs) {
    group.append(s("path", { d, transform: `translate(${n(pen)} ${-TALL / 2})` }));
    pen += wide + GAP;
  }
  return group;
}
