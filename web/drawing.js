/**
 * A picture as an SVG that can be redrawn cell by cell: the wood once, then a
 * group for every cell in rows from the back to the front, so that towers
 * stand before what is behind them and a screen reader walks the same rows.
 * @import {Cell, Picture} from "./types.js"
 */
import { n, s } from "./dom.js";
import { figures } from "./figures.js";
import { HEX, PIT_LABEL, RIM, bounds, bowl, hexagon, isPit, middle, rows } from "./geometry.js";
import { disc, emblem, seeds, stones } from "./pieces.js";

let drawings = 0;

export class Drawing {
  /**
   * @param {Picture} picture
   * @param {{turned?: boolean, upright?: boolean, counts?: boolean, labels?: boolean}} [options]
   */
  constructor(picture, options = {}) {
    this.picture = picture;
    this.sight = { turned: options.turned ?? false, upright: options.upright ?? false };
    this.counts = options.counts ?? false;
    this.labels = options.labels ?? true;
    this.rows = rows(picture, this.sight);
    this.slanted = false;
    /** @type {SVGGElement[]} */
    this.cells = [];
    /** @type {string[]} */
    this.drawn = [];
    const box = bounds(picture, this.sight);
    this.width = box.width;
    this.height = box.height;
    this.name = `w${++drawings}`;
    /** Above everything: what flies, what is dragged, fanned towers. */
    this.above = s("g", { class: "above", "aria-hidden": "true" });
    this.grid = s("g", { class: "cells" });
    this.svg = s(
      "svg",
      { class: "drawing", viewBox: `${n(box.x)} ${n(box.y)} ${n(box.width)} ${n(box.height)}` },
      this.#paints(),
      this.#wood(),
      this.grid,
      this.above,
    );
    for (const row of this.rows) {
      const group = s("g", { class: "row" });
      for (const index of row) group.append((this.cells[index] = s("g", { class: "cell", "data-cell": index })));
      this.grid.append(group);
    }
    this.show(picture);
  }

  /** Whether another picture has the same cells in the same places. @param {Picture} picture */
  fits(picture) {
    const old = this.picture.cells;
    return (
      picture.cells.length === old.length &&
      picture.cells.every((cell, i) => cell.x === old[i].x && cell.y === old[i].y && cell.shape === old[i].shape)
    );
  }

  /** Draws what changed. @param {Picture} picture */
  show(picture) {
    this.picture = picture;
    const slanted = picture.cells.some((cell) => cell.stones.length > 1);
    const all = slanted !== this.slanted;
    this.slanted = slanted;
    picture.cells.forEach((cell, index) => {
      const key = JSON.stringify(cell);
      if (all || this.drawn[index] !== key) {
        this.drawn[index] = key;
        this.cells[index].replaceChildren(...this.#cell(cell, index));
      }
    });
  }

  /** @param {number} index */
  at(index) {
    return middle(this.picture.cells[index], this.sight);
  }

  /** Gradients for marbles and hollows; their colours are the style sheet's. */
  #paints() {
    const gradient = (/** @type {string} */ id, /** @type {any} */ place, /** @type {any[]} */ ...stops) =>
      s("radialGradient", { id: `${this.name}-${id}`, ...place }, ...stops.map(([offset, kind]) => s("stop", { offset, class: kind })));
    const ball = { cx: 0.36, cy: 0.3, r: 0.78 };
    return s(
      "defs",
      {},
      gradient("hollow", { cx: 0.56, cy: 0.62, r: 0.62 }, [0.3, "floor"], [1, "shade"]),
      ...["dark", "light", "red", "blue"].map((colour) =>
        gradient(colour, ball, [0, `${colour} lit`], [0.42, `${colour} flat`], [1, `${colour} deep`]),
      ),
    );
  }

  #wood() {
    const { cells } = this.picture;
    const group = s("g", { class: "wood" });
    if (cells.some(isPit)) {
      const box = bounds(this.picture, this.sight);
      const plank = (/** @type {string} */ kind, /** @type {number} */ dy) =>
        s("rect", { class: kind, x: n(box.x + 2), y: n(box.y + 8 + dy), width: n(box.width - 4), height: n(box.height - 17), rx: 60 });
      group.append(plank("under", 7), plank("plank", 0));
    } else {
      const d = cells.map((cell) => hexagon(middle(cell, this.sight), HEX)).join("");
      group.append(
        s("path", { class: "under", d, "stroke-width": 2 * RIM, transform: "translate(0 7)" }),
        s("path", { class: "plank", d, "stroke-width": 2 * RIM }),
      );
    }
    return group;
  }

  /** @param {Cell} cell @param {number} index */
  #cell(cell, index) {
    return isPit(cell) ? this.#pit(cell, index) : this.#field(cell);
  }

  /** A hexagonal field or a hollow, and what stands on it. @param {Cell} cell */
  #field(cell) {
    const at = middle(cell, this.sight);
    const parts = [];
    const { tint } = cell;
    const hollow = cell.shape === "hollow";
    const ground = tint ? `ground tinted ${tint.colour}` : hollow ? "ground bare" : "ground";
    parts.push(s("path", { class: ground, d: hexagon(at, hollow ? HEX * 0.97 : HEX) }));
    if (hollow) parts.push(s("circle", { class: "hollow", cx: n(at.x), cy: n(at.y), r: HEX * 0.67, fill: `url(#${this.name}-hollow)` }));
    if (tint) {
      if (tint.kind !== "territory") parts.push(s("path", { class: `goal ${tint.colour}`, d: hexagon(at, HEX * 0.9) }));
      const sign = emblem(tint.colour, { x: at.x - HEX * 0.67, y: at.y + HEX * 0.39 }, HEX * 0.095, `sign ${tint.colour}`);
      parts.push(sign);
    }
    const ring = (/** @type {string} */ kind, /** @type {number} */ share) =>
      hollow
        ? s("circle", { class: kind, cx: n(at.x), cy: n(at.y), r: n(HEX * share * 0.8) })
        : s("path", { class: kind, d: hexagon(at, HEX * share) });
    for (const mark of cell.marks) if (mark !== "barred") parts.push(ring(`mark ${mark}`, 0.9));
    parts.push(ring("halo", 0.88), s("circle", { class: "dot", cx: n(at.x), cy: n(at.y), r: HEX * 0.2 }));
    const pieces = stones(cell, this.slanted, this.sight);
    for (const piece of pieces) {
      const ball = piece.querySelector(".ball");
      if (ball) ball.setAttribute("fill", `url(#${this.name}-${cell.stones[0].colour})`);
    }
    if (this.labels) {
      const below = !pieces.length ? 0.08 : hollow ? 0.93 : 0.74;
      parts.push(s("text", { class: pieces.length ? "label low" : "label", x: n(at.x), y: n(at.y + HEX * below) }, cell.label));
    }
    parts.push(s("g", { class: "pieces" }, ...pieces));
    parts.push(...badges(cell, { x: at.x + HEX * 0.58, y: at.y - HEX * 0.5 }, { x: at.x - HEX * 0.58, y: at.y - HEX * 0.5 }));
    return parts;
  }

  /** A pit or store with its seeds. @param {Cell} cell @param {number} index */
  #pit(cell, index) {
    const at = middle(cell, this.sight);
    const half = bowl(this.picture, cell, this.sight);
    const ring = (/** @type {string} */ kind, /** @type {number} */ by, dy = 0) =>
      s("rect", {
        class: kind,
        x: n(at.x - half.x - by),
        y: n(at.y - half.y - by + dy),
        width: n(2 * (half.x + by)),
        height: n(2 * (half.y + by)),
        rx: n(Math.min(half.x, half.y) + by),
      });
    const parts = [ring("wall", 0)];
    const { tint } = cell;
    const house = tint?.kind === "house";
    if (tint) parts.push(house ? ring(`house ${tint.colour}`, -1) : ring(`owned ${tint.colour}`, 0.5));
    const inside = house ? -8 : -3.5;
    parts.push(ring("wall", inside), ring("floor", inside - 3, 1.5));
    for (const mark of cell.marks) if (mark !== "barred") parts.push(ring(`mark ${mark}`, 3.5));
    parts.push(ring("halo", 3.5));
    parts.push(s("g", { class: "pieces" }, ...seeds(this.picture, index, this.sight)));
    parts.push(...this.#names(cell, at, half));
    parts.push(...badges(cell, { x: at.x + half.x * 0.72, y: at.y - half.y * 0.72 }, { x: at.x - half.x * 0.72, y: at.y - half.y * 0.72 }));
    return parts;
  }
  /**
   * Label, owner and count of a pit: the label outside, towards the player who
   * sits there, and the count inside.
   * @param {Cell} cell
   * @param {{x: number, y: number}} at
   * @param {{x: number, y: number}} half
   */
  #names(cell, at, half) {
    const { upright } = this.sight;
    const place = upright ? at.x : at.y;
    const outward = place < 0 || (place === 0 && (upright ? at.y > 0 : at.x < 0)) ? -1 : 1;
    const off = (/** @type {number} */ by) =>
      upright ? { x: at.x + outward * (half.x + by), y: at.y } : { x: at.x, y: at.y + outward * (half.y + by) };
    const parts = [];
    const { tint } = cell;
    if (this.labels && !(upright && cell.shape === "store")) {
      const line = off(PIT_LABEL * 0.8);
      parts.push(s("text", { class: "label", x: n(line.x), y: n(line.y + 5) }, cell.label));
      const beside = upright ? { x: 0, y: 19 } : { x: cell.label.length * 4.2 + 13, y: 0 };
      if (tint) parts.push(emblem(tint.colour, { x: line.x - beside.x, y: line.y - beside.y }, 5.5, `sign ${tint.colour}`));
      if (tint?.kind === "house") {
        const [x, y] = [n(line.x + beside.x), n(line.y + beside.y)];
        parts.push(s("path", { class: `roof ${tint.colour}`, d: `M${x - 7} ${y}l7 -6l7 6m-2 0v6h-10v-6` }));
      }
    }
    if (this.counts) {
      const line = upright && cell.shape === "store" ? at : off(-2 * (upright ? half.x : half.y) - PIT_LABEL * 0.75);
      parts.push(figures(String(cell.seeds), line, 13, "count"));
    }
    return parts;
  }
}

/**
 * The marks that are signs at the upper corners.
 * @param {Cell} cell
 * @param {{x: number, y: number}} right
 * @param {{x: number, y: number}} left
 */
function badges(cell, right, left) {
  const badge = (/** @type {{x: number, y: number}} */ at, /** @type {string} */ sign) =>
    s(
      "g",
      { class: "badge" },
      s("circle", { cx: n(at.x), cy: n(at.y), r: HEX * 0.18 }),
      figures(sign, at, HEX * 0.17, "sign"),
    );
  return [cell.marks.includes("barred") && badge(right, "×"), cell.marks.includes("bound") && badge(left, "!")].filter(Boolean);
}

/**
 * The stones of a tower side by side, the lowest first, above its cell.
 * @param {Drawing} drawing
 * @param {number} index
 */
export function fan(drawing, index) {
  const { stones: tower } = drawing.picture.cells[index];
  const at = drawing.at(index);
  const radius = HEX * 0.5;
  const pitch = radius * 2.15;
  const half = (pitch * tower.length) / 2;
  const box = drawing.svg.viewBox.baseVal;
  const x = Math.max(box.x + half + 8, Math.min(box.x + box.width - half - 8, at.x));
  const above = at.y - HEX * 1.75 > box.y + radius;
  const y = above ? at.y - HEX * 1.75 : at.y + HEX * 1.45;
  return s(
    "g",
    { class: "fan" },
    s("rect", { x: n(x - half - 6), y: n(y - radius - 7), width: n(2 * half + 12), height: n(2 * radius + 14), rx: n(radius + 7) }),
    ...tower.map((stone, i) => disc(stone, { x: x - half + pitch * (i + 0.5), y }, radius)),
  );
}
