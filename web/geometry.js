/**
 * Where things are: from the half widths and rows of a picture to the units
 * of the drawing, and from one cell to its neighbour for the arrow keys.
 * @import {Cell, Picture} from "./types.js"
 */
import { n } from "./dom.js";

/** From the middle of a hexagon to its corners. */
export const HEX = 48;
const SIDE = HEX * Math.sqrt(3) / 2;
/** The room of half a pit across, and of a row of pits. */
const PIT_PITCH = { x: 54, y: 76 };
/** The radius of a pit, half the width of a store. */
export const PIT = 47;
export const STORE = 50;
/** Room for the label of a pit. */
export const PIT_LABEL = 18;
/** Wood around the cells. */
export const RIM = 20;
/** How far a tower may rise above its row, and how far the wood shows below. */
const HEADROOM = 6;
const EDGE = 9;

/**
 * From where a board is seen: turned by half, or (boards with pits, on a
 * phone) standing upright with the near row at the left.
 * @typedef {{turned: boolean, upright: boolean}} Sight
 */

/** @param {Cell} cell */
export const isPit = (cell) => cell.shape === "pit" || cell.shape === "store";

/**
 * The middle of a cell.
 * @param {Cell} cell
 * @param {Sight} sight
 * @returns {{x: number, y: number}}
 */
export function middle(cell, sight) {
  const side = sight.turned ? -1 : 1;
  if (!isPit(cell)) return { x: side * cell.x * SIDE, y: side * cell.y * HEX * 1.5 };
  const [along, across] = [side * cell.x * PIT_PITCH.x, side * cell.y * PIT_PITCH.y];
  return sight.upright ? { x: -across, y: along } : { x: along, y: across };
}

/**
 * Half the width and height of a pit or store; a store reaches as far as the
 * rows of pits.
 * @param {Picture} picture
 * @param {Cell} cell
 * @param {Sight} sight
 */
export function bowl(picture, cell, sight) {
  if (cell.shape === "pit") return { x: PIT, y: PIT };
  const pits = picture.cells.filter((one) => one.shape === "pit");
  const rows = Math.max(1, ...pits.map((pit) => Math.abs(pit.y - cell.y)));
  const long = rows * PIT_PITCH.y + PIT;
  return sight.upright ? { x: long, y: STORE } : { x: STORE, y: long };
}

/**
 * Half the width and height that a cell takes, with its label.
 * @param {Picture} picture
 * @param {Cell} cell
 * @param {Sight} sight
 */
function reach(picture, cell, sight) {
  if (!isPit(cell)) return { x: SIDE, y: HEX };
  const half = bowl(picture, cell, sight);
  return sight.upright ? { x: half.x + PIT_LABEL, y: half.y } : { x: half.x, y: half.y + PIT_LABEL };
}

/** How wide a cell is that a thumb has to hit. @param {Picture} picture */
export const cellWidth = (picture) => (picture.cells.some(isPit) ? 2 * PIT : 2 * SIDE);

/**
 * The rectangle of the whole board.
 * @param {Picture} picture
 * @param {Sight} sight
 */
export function bounds(picture, sight) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const cell of picture.cells) {
    const at = middle(cell, sight);
    const half = reach(picture, cell, sight);
    left = Math.min(left, at.x - half.x);
    right = Math.max(right, at.x + half.x);
    top = Math.min(top, at.y - half.y);
    bottom = Math.max(bottom, at.y + half.y);
  }
  const pad = RIM + 2;
  return {
    x: left - pad,
    y: top - pad - HEADROOM,
    width: right - left + 2 * pad,
    height: bottom - top + 2 * pad + HEADROOM + EDGE,
  };
}

/**
 * Path data of a hexagon with a corner at the top.
 * @param {{x: number, y: number}} at
 * @param {number} radius
 */
export function hexagon(at, radius) {
  let data = "";
  for (let i = 0; i < 6; i++) {
    const angle = ((i + 0.5) * Math.PI) / 3;
    data += `${i ? "L" : "M"}${n(at.x + radius * Math.cos(angle))} ${n(at.y + radius * Math.sin(angle))}`;
  }
  return data + "Z";
}

/**
 * The cells in rows, from the back to the front and from left to right.
 * @param {Picture} picture
 * @param {Sight} sight
 * @returns {number[][]}
 */
export function rows(picture, sight) {
  /** @type {Map<number, number[]>} */
  const byRow = new Map();
  picture.cells.forEach((cell, index) => {
    const y = middle(cell, sight).y;
    byRow.set(y, [...(byRow.get(y) ?? []), index]);
  });
  const x = (/** @type {number} */ index) => middle(picture.cells[index], sight).x;
  return [...byRow.entries()]
    .sort(([a], [b]) => a - b)
    .map(([, row]) => row.sort((a, b) => x(a) - x(b)));
}

/**
 * The cell an arrow key leads to. Straight up or down there may be two as
 * near: up takes the left one and down the right one, so that one undoes the
 * other.
 * @param {number[][]} grid
 * @param {(index: number) => number} x
 * @param {number} from
 * @param {string} key
 * @returns {number}
 */
export function step(grid, x, from, key) {
  const row = grid.findIndex((cells) => cells.includes(from));
  const cells = grid[row];
  const column = cells.indexOf(from);
  const sideways = { ArrowLeft: column - 1, ArrowRight: column + 1, Home: 0, End: cells.length - 1 }[key];
  if (sideways !== undefined) return cells[sideways] ?? from;
  const target = grid[row + (key === "ArrowUp" ? -1 : 1)];
  if (!target) return from;
  const lean = key === "ArrowUp" ? 0.1 : -0.1;
  const away = (/** @type {number} */ cell) => Math.abs(x(cell) - x(from) + lean);
  return target.reduce((best, cell) => (away(cell) < away(best) ? cell : best));
}
