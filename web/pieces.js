/**
 * Stones and seeds as SVG: flat discs, towers seen at a slant, marbles, beans.
 *
 * Each of the four colours has a pattern of its own as well (one ring, two
 * rings, triangles, diamonds), so that they differ in grey too. Paint comes
 * from the style sheet: a stone only says which colour it is.
 * @import {Cell, Colour, Picture, Stone} from "./types.js"
 * @import {Sight} from "./geometry.js"
 */
import { n, s } from "./dom.js";
import { figures } from "./figures.js";
import { HEX, bowl, middle } from "./geometry.js";

const TAU = 2 * Math.PI;
/** A stone of a tower, in units of its half width. */
const DEPTH = 0.62;
const THICKNESS = 0.5;
/** Sizes in units of a hexagon. */
const DISC = 0.61;
const MARBLE = 0.61;

/** @typedef {{x: number, y: number}} Point */

/** @param {Point[]} corners */
const polygon = (corners) => corners.map((at, i) => `${i ? "L" : "M"}${n(at.x)} ${n(at.y)}`).join("") + "Z";

/** @param {Point} at @param {number} radius @param {number} turn */
function triangle(at, radius, turn) {
  const corner = (/** @type {number} */ i) => {
    const angle = turn - TAU / 4 + (i * TAU) / 3;
    return { x: at.x + radius * 1.08 * Math.cos(angle), y: at.y + radius * 1.08 * Math.sin(angle) + radius * 0.12 };
  };
  return polygon([0, 1, 2].map(corner));
}

/** @param {Point} at @param {number} radius @param {number} turn */
function diamond(at, radius, turn) {
  const corner = (/** @type {number} */ i) => {
    const angle = turn + (i * TAU) / 4;
    const reach = radius * (i % 2 ? 1.06 : 0.82);
    return { x: at.x + reach * Math.cos(angle), y: at.y + reach * Math.sin(angle) };
  };
  return polygon([0, 1, 2, 3].map(corner));
}

/**
 * The small shape of a colour; `kind` is the class that paints it.
 * @param {Colour} colour
 * @param {Point} at
 * @param {number} radius
 * @param {string} kind
 */
export function emblem(colour, at, radius, kind) {
  switch (colour) {
    case "dark":
      return s("circle", { class: `${kind} full`, cx: n(at.x), cy: n(at.y), r: n(radius * 0.8) });
    case "light":
      return s("circle", { class: `${kind} open`, cx: n(at.x), cy: n(at.y), r: n(radius * 0.72), "stroke-width": n(radius * 0.36) });
    case "red":
      return s("path", { class: `${kind} full`, d: triangle(at, radius, 0) });
    default:
      return s("path", { class: `${kind} full`, d: diamond(at, radius, 0) });
  }
}

/** @param {Stone} stone */
export const figureOf = (stone) =>
  stone.number === "none" ? "" : stone.number === "hidden" ? "?" : String(stone.number.shown);

/** A number on a stone, made to fit if it is long. @param {string} text @param {Point} at @param {number} height */
const figure = (text, at, height) => figures(text, at, text.length > 1 ? (height * 1.25) / text.length : height, "figure");

/** The pattern around the rim of a face. @param {Colour} colour @param {Point} at @param {number} rx @param {number} ry */
function rim(colour, at, rx, ry) {
  const ring = (/** @type {number} */ share) =>
    s("ellipse", { class: "ring", cx: n(at.x), cy: n(at.y), rx: n(rx * share), ry: n(ry * share), "stroke-width": n(rx * 0.045) });
  if (colour === "dark") return [ring(0.83)];
  if (colour === "light") return [ring(0.86), ring(0.74)];
  const count = colour === "red" ? 9 : 10;
  let data = "";
  for (let i = 0; i < count; i++) {
    const angle = (i * TAU) / count - TAU / 4;
    const place = { x: at.x + rx * 0.81 * Math.cos(angle), y: at.y + ry * 0.81 * Math.sin(angle) };
    data += colour === "red" ? triangle(place, rx * 0.105, angle + TAU / 4) : diamond(place, rx * 0.105, angle);
  }
  return [s("path", { class: "beads", d: data })];
}

/**
 * A flat stone seen from above.
 * @param {Stone} stone
 * @param {Point} at
 * @param {number} radius
 */
export function disc(stone, at, radius) {
  const text = figureOf(stone);
  return s(
    "g",
    { class: `stone ${stone.colour}` },
    s("ellipse", { class: "shadow", cx: n(at.x), cy: n(at.y + radius * 0.13), rx: n(radius), ry: n(radius) }),
    s("circle", { class: "face", cx: n(at.x), cy: n(at.y), r: n(radius * 0.97), "stroke-width": n(radius * 0.06) }),
    ...rim(stone.colour, at, radius, radius),
    text ? figure(text, at, radius * 0.88) : emblem(stone.colour, at, radius * 0.34, "inlay"),
  );
}

/**
 * A marble with a highlight, its colour's shape etched into it.
 * @param {Stone} stone
 * @param {Point} at
 * @param {number} radius
 */
function marble(stone, at, radius) {
  const text = figureOf(stone);
  const shine = { x: at.x - radius * 0.4, y: at.y - radius * 0.5 };
  return s(
    "g",
    { class: `stone ${stone.colour}` },
    s("ellipse", { class: "shadow", cx: n(at.x + 1), cy: n(at.y + radius * 0.16), rx: n(radius * 0.96), ry: n(radius * 0.94) }),
    s("circle", { class: "ball", cx: n(at.x), cy: n(at.y), r: n(radius), "stroke-width": n(radius * 0.05) }),
    text ? figure(text, at, radius * 0.8) : emblem(stone.colour, { x: at.x, y: at.y + radius * 0.06 }, radius * 0.3, "etched"),
    s("ellipse", {
      class: "shine",
      cx: n(shine.x),
      cy: n(shine.y),
      rx: n(radius * 0.26),
      ry: n(radius * 0.14),
      transform: `rotate(-38 ${n(shine.x)} ${n(shine.y)})`,
    }),
  );
}

/**
 * One stone of a tower; `at` is the middle of the ground it stands on.
 * @param {Stone} stone
 * @param {Point} at
 * @param {number} radius
 * @param {boolean} covered
 */
function slab(stone, at, radius, covered) {
  const ry = radius * DEPTH;
  const thick = radius * THICKNESS;
  const [left, right] = [n(at.x - radius), n(at.x + radius)];
  const [low, high] = [n(at.y), n(at.y - thick)];
  const arc = `A${n(radius)} ${n(ry)} 0 0`;
  const text = figureOf(stone);
  const group = s(
    "g",
    { class: `stone ${stone.colour}` },
    s("path", {
      class: "edge",
      d: `M${left} ${high}L${left} ${low}${arc} 0 ${right} ${low}L${right} ${high}${arc} 1 ${left} ${high}Z`,
      "stroke-width": n(radius * 0.065),
    }),
    ...edgePattern(stone.colour, at, radius, covered && text !== ""),
  );
  if (!covered) {
    const face = { x: at.x, y: at.y - thick };
    group.append(
      s("ellipse", { class: "face", cx: n(face.x), cy: n(face.y), rx: n(radius), ry: n(ry), "stroke-width": n(radius * 0.05) }),
      ...rim(stone.colour, face, radius, ry),
      text ? figure(text, face, radius * 0.66) : emblem(stone.colour, face, radius * 0.3, "inlay"),
    );
  } else if (text) {
    group.append(figure(text, { x: at.x, y: at.y + ry - thick * 0.5 }, radius * 0.32));
  }
  return group;
}

/** The colour's pattern along an edge. @param {Colour} colour @param {Point} at @param {number} radius @param {boolean} numbered */
function edgePattern(colour, at, radius, numbered) {
  const [ry, thick] = [radius * DEPTH, radius * THICKNESS];
  const onEdge = (/** @type {number} */ across, /** @type {number} */ up) => ({
    x: at.x + radius * across,
    y: at.y + ry * Math.sqrt(1 - across * across) - thick * up,
  });
  const from = numbered ? 0.36 : 0;
  if (colour === "dark" || colour === "light") {
    const line = (/** @type {number} */ up) => {
      let data = "";
      for (const side of [-1, 1]) {
        for (let i = 0; i <= 8; i++) {
          const place = onEdge(side * (from + ((0.94 - from) * i) / 8), up);
          data += `${i ? "L" : "M"}${n(place.x)} ${n(place.y)}`;
        }
      }
      return s("path", { class: "ring", d: data, "stroke-width": n(radius * 0.05) });
    };
    return colour === "dark" ? [line(0.5)] : [line(0.36), line(0.64)];
  }
  let data = "";
  for (const across of [-0.84, -0.63, -0.42, -0.21, 0, 0.21, 0.42, 0.63, 0.84]) {
    if (numbered && Math.abs(across) <= from) continue;
    const place = onEdge(across, 0.5);
    data += colour === "red" ? triangle(place, radius * 0.115, 0) : diamond(place, radius * 0.125, 0);
  }
  return [s("path", { class: "beads", d: data })];
}

/**
 * What stands on a cell, from the bottom up: one element a stone.
 * @param {Cell} cell
 * @param {boolean} slanted whether the board has towers anywhere
 * @param {Sight} sight
 * @returns {SVGGElement[]}
 */
export function stones(cell, slanted, sight) {
  const at = middle(cell, sight);
  if (cell.shape === "hollow") return cell.stones.map((stone) => marble(stone, at, HEX * MARBLE));
  if (!slanted) return cell.stones.map((stone) => disc(stone, { x: at.x, y: at.y - HEX * 0.08 }, HEX * DISC));
  const radius = HEX * DISC;
  return cell.stones.map((stone, level) =>
    slab(stone, { x: at.x, y: at.y + HEX * 0.11 - level * radius * THICKNESS }, radius, level + 1 < cell.stones.length),
  );
}

/** Half the length and half the width of a seed, and how far apart they lie. */
const BEAN = { length: 8.6, width: 5.8 };
const APART = 15.5;
/** The golden angle, which never makes rows. */
const GOLDEN = TAU * (1 - 2 / (1 + Math.sqrt(5)));

/**
 * The seeds of a pit or store. They lie as seeds do, always in the same way
 * for the same cell, to be seen and not to be counted.
 * @param {Picture} picture
 * @param {number} index
 * @param {Sight} sight
 * @returns {SVGGElement[]}
 */
export function seeds(picture, index, sight) {
  const cell = picture.cells[index];
  const at = middle(cell, sight);
  const half = bowl(picture, cell, sight);
  const margin = BEAN.length + 7;
  const room = { x: half.x - margin, y: half.y - margin };
  const long = { x: Math.min(room.x, room.y), y: Math.max(room.x, room.y) };
  const spots = cell.shape === "store" ? heap(cell.seeds, long) : sunflower(cell.seeds, room.x);
  const lie = (/** @type {Point} */ spot) => (sight.upright ? { x: -spot.y, y: spot.x } : spot);
  return spots.map(lie).map((spot, seed) => bean({ x: at.x + spot.x, y: at.y + 1 + spot.y }, chance(index * 97 + seed)));
}

/** Places in a round pit. @param {number} count @param {number} room */
function sunflower(count, room) {
  const wide = count > 1 ? Math.min(APART * 0.64, room / Math.sqrt(count - 0.5)) : 0;
  return Array.from({ length: count }, (_, i) => {
    const [out, angle] = [wide * Math.sqrt(i + 0.5), i * GOLDEN + 0.6];
    return { x: out * Math.cos(angle), y: out * Math.sin(angle) };
  });
}

/** Places in a long store, closer together when there are many. @param {number} count @param {Point} room */
function heap(count, room) {
  for (let apart = APART; ; apart *= 0.94) {
    const spots = lattice(apart, room);
    if (spots.length >= count || apart < 1) return spots.slice(0, count);
  }
}

/** Staggered rows inside a long round shape, the middle ones first. @param {number} apart @param {Point} room */
function lattice(apart, room) {
  const high = apart * 0.92;
  const straight = room.y - room.x;
  /** @type {Point[]} */
  const spots = [];
  const [rows, columns] = [Math.floor(room.y / high), Math.floor(room.x / apart) + 1];
  for (let row = -rows; row <= rows; row++) {
    for (let column = -columns; column <= columns; column++) {
      const spot = { x: (column + (row % 2 ? 0.5 : 0)) * apart, y: row * high };
      if (Math.hypot(spot.x, Math.max(0, Math.abs(spot.y) - straight)) <= room.x) spots.push(spot);
    }
  }
  const out = (/** @type {Point} */ spot) => Math.hypot(spot.x, spot.y * Math.sqrt(room.x / room.y));
  return spots.sort((a, b) => out(a) - out(b));
}

/** A little disorder that is the same every time. @param {number} start */
function chance(start) {
  let state = (start + 1) * 0x9e3779b9;
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x85ebca6b);
    state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35) ^ (state >>> 16);
    return (state >>> 0) / 2 ** 32;
  };
}

/** One seed, turned and shaped a little by chance. @param {Point} at @param {() => number} next */
function bean(at, next) {
  const between = (/** @type {number} */ low, /** @type {number} */ high) => low + (high - low) * next();
  const [x, y] = [n(at.x + between(-1.6, 1.6)), n(at.y + between(-1.6, 1.6))];
  const skin = Math.floor(next() * 4);
  const turn = Math.round(next() * 360);
  const l = n(BEAN.length * between(0.9, 1.1));
  const w = n(BEAN.width * between(0.9, 1.1));
  const dent = n(w * between(0.35, 0.6));
  const belly = n(l * 0.45);
  const d = `M${-l} 0C${-l} ${n(-w * 1.25)} ${l} ${n(-w * 1.25)} ${l} 0C${l} ${w} ${belly} ${w} 0 ${dent}C${-belly} ${w} ${-l} ${w} ${-l} 0Z`;
  return s("g", { class: "seed" }, s("path", { class: `bean skin${skin}`, d, transform: `translate(${x} ${y}) rotate(${turn})` }));
}
