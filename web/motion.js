/**
 * Stones that move: told from the difference of two pictures, so that no game
 * has to explain its moves. A stone that vanished here and appeared there has
 * travelled; one that only vanished was captured, one that only appeared came
 * from a hand.
 * @import {Picture, Stone} from "./types.js"
 * @import {Drawing} from "./drawing.js"
 */
import { prefers } from "./settings.js";

/** How long a stone travels, and how much later the next pit gets its seed. */
const TRAVEL = 260;
const SOWN = 90;

/** @param {Stone} stone */
const kind = (stone) => JSON.stringify(stone);

/**
 * What lies on one cell and not on the other, with its level.
 * @param {Stone[]} some
 * @param {Stone[]} others
 */
function beyond(some, others) {
  const rest = others.map(kind);
  return some
    .map((stone, level) => ({ kind: kind(stone), level }))
    .filter((piece) => {
      const found = rest.indexOf(piece.kind);
      if (found >= 0) rest.splice(found, 1);
      return found < 0;
    });
}

/**
 * Shows `picture` in the drawing and moves what moved.
 * @param {Drawing} drawing
 * @param {Picture} picture
 */
export function moveTo(drawing, picture) {
  const before = drawing.picture;
  if (!prefers.animations || document.hidden || !drawing.svg.isConnected) {
    drawing.show(picture);
    return;
  }
  /** @type {{cell: number, kind: string, node: Element}[]} */
  const gone = [];
  before.cells.forEach((cell, index) => {
    const pieces = drawing.cells[index].querySelector(".pieces")?.children ?? [];
    for (const { kind, level } of beyond(cell.stones, picture.cells[index].stones)) {
      if (pieces[level]) gone.push({ cell: index, kind, node: pieces[level] });
    }
  });
  drawing.above.replaceChildren();
  drawing.show(picture);
  picture.cells.forEach((cell, index) => {
    const pieces = drawing.cells[index].querySelector(".pieces")?.children ?? [];
    for (const { kind, level } of beyond(cell.stones, before.cells[index].stones)) {
      const node = pieces[level];
      if (node) arrive(drawing, node, index, take(drawing, gone, kind, index));
    }
  });
  sow(drawing, before, picture);
  for (const { node } of gone) vanish(drawing, node);
}

/**
 * Lets seeds fall one pit after the other, beginning behind the pit that was
 * emptied.
 * @param {Drawing} drawing
 * @param {Picture} before
 * @param {Picture} after
 */
function sow(drawing, before, after) {
  const count = after.cells.length;
  const gained = after.cells.map((cell, i) => cell.seeds - before.cells[i].seeds);
  const emptied = gained.indexOf(Math.min(...gained));
  let delay = 0;
  for (let i = 1; i <= count; i++) {
    const index = (emptied + i) % count;
    const { seeds } = after.cells[index];
    const pieces = drawing.cells[index].querySelector(".pieces")?.children ?? [];
    for (let seed = seeds - Math.max(0, gained[index]); seed < seeds; seed++) {
      pieces[seed]?.animate({ opacity: [0, 1], transform: ["translateY(-16px)", "none"] }, { duration: TRAVEL, delay, fill: "backwards" });
    }
    if (gained[index] > 0) delay += SOWN;
  }
}

/**
 * The nearest vanished stone of a kind, if any.
 * @param {Drawing} drawing
 * @param {{cell: number, kind: string, node: Element}[]} gone
 * @param {string} kind
 * @param {number} to
 */
function take(drawing, gone, kind, to) {
  const at = drawing.at(to);
  const away = (/** @type {number} */ cell) => Math.hypot(drawing.at(cell).x - at.x, drawing.at(cell).y - at.y);
  const same = gone.filter((piece) => piece.kind === kind).sort((a, b) => away(a.cell) - away(b.cell));
  if (!same.length) return undefined;
  gone.splice(gone.indexOf(same[0]), 1);
  return same[0].cell;
}

/**
 * Lets a stone come from another cell, or appear. While it travels it is above
 * all others, as a copy, and its own place stays empty.
 * @param {Drawing} drawing
 * @param {Element} node
 * @param {number} to
 * @param {number|undefined} from
 */
function arrive(drawing, node, to, from) {
  if (from === undefined) {
    node.animate({ opacity: [0, 1] }, { duration: TRAVEL });
    return;
  }
  const [a, b] = [drawing.at(from), drawing.at(to)];
  const copy = /** @type {SVGElement} */ (node.cloneNode(true));
  drawing.above.append(copy);
  node.classList.add("away");
  const travel = copy.animate(
    { transform: [`translate(${a.x - b.x}px, ${a.y - b.y}px)`, "translate(0, 0)"] },
    { duration: TRAVEL, easing: "cubic-bezier(.3, .1, .2, 1)" },
  );
  const land = () => {
    copy.remove();
    node.classList.remove("away");
  };
  travel.finished.then(land, land);
}

/** Lets a captured stone fade. @param {Drawing} drawing @param {Element} node */
function vanish(drawing, node) {
  drawing.above.append(node);
  const fade = node.animate({ opacity: [1, 0] }, { duration: TRAVEL * 1.6, fill: "forwards" });
  const leave = () => node.remove();
  fade.finished.then(leave, leave);
}
