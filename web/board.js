/**
 * `<wabe-board>`: a picture that can be played on. Cells are touched with
 * mouse, finger or keyboard, or stones are dragged; what a touch means is told
 * by the touches of the legal actions alone. For a screen reader it is a grid
 * with named cells.
 *
 * Fires `act` (detail: the text of an action) and `say` (detail: a sentence
 * for the live region).
 * @import {Cell, Choice, Picture} from "./types.js"
 */
import { h, n, s } from "./dom.js";
import { Drawing, fan } from "./drawing.js";
import { cellWidth, isPit, step } from "./geometry.js";
import { moveTo } from "./motion.js";
import { figureOf } from "./pieces.js";
import { language } from "./settings.js";
import { Touching } from "./touching.js";
import { t } from "./words.js";

/** How far a pointer moves before it drags, and how long before it looks. */
const DRAG = 7;
const LONG = 420;
/** Cells narrower than this on the screen are hard to hit with a thumb. */
const SMALL = 30;
/** On a screen narrower than this, boards with pits stand upright. */
const NARROW = 420;
/** How wide a cell is when zoomed in. */
const ROOMY = 46;

export class Board extends HTMLElement {
  #touching = new Touching([]);
  /** @type {Drawing|null} */
  #drawing = null;
  #turned = false;
  #counts = false;
  #upright = false;
  #focus = 0;
  #zoomed = false;
  /** @type {{cell: number, x: number, y: number, id: number, timer: number, ghost: SVGElement|null}|null} */
  #press = null;
  #looked = false;

  connectedCallback() {
    if (this.firstChild) return;
    this.sheet = h("div", { class: "sheet" });
    this.zoom = h("button", { class: "zoom", type: "button", "aria-pressed": "false", hidden: true, click: () => this.#zoom() }, t("zoom"));
    this.choices = h("div", { class: "choices", role: "group", "aria-label": t("choices"), hidden: true });
    this.append(this.sheet, h("div", { class: "zooming" }, this.zoom), this.choices);
    this.sheet.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.#down(event));
    this.sheet.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => this.#move(event));
    this.sheet.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => this.#up(event));
    this.sheet.addEventListener("pointercancel", () => this.#release());
    this.sheet.addEventListener("pointerover", (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && this.#look(event.target));
    this.sheet.addEventListener("pointerleave", () => this.#look(null));
    this.sheet.addEventListener("contextmenu", (/** @type {Event} */ event) => this.#press && event.preventDefault());
    this.sheet.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.#key(event));
    this.sheet.addEventListener("focusin", (/** @type {FocusEvent} */ event) => {
      const cell = cellOf(event.target);
      if (cell === null) return;
      this.#aim(cell);
      this.#look(event.target);
    });
    this.sheet.addEventListener("focusout", () => this.#look(null));
    new ResizeObserver(() => this.#measure()).observe(this);
  }

  /**
   * Shows a picture and what may be played on it.
   * @param {Picture} picture
   * @param {Choice[]} legal
   * @param {{turned?: boolean, counts?: boolean}} [options]
   */
  show(picture, legal, options = {}) {
    const { turned = false, counts = false } = options;
    const upright = this.clientWidth < NARROW && picture.cells.some(isPit);
    const same = turned === this.#turned && counts === this.#counts && upright === this.#upright;
    if (same && this.#drawing?.fits(picture)) {
      moveTo(this.#drawing, picture);
    } else {
      this.#turned = turned;
      this.#counts = counts;
      this.#upright = upright;
      this.#build(new Drawing(picture, { turned, counts, upright }));
    }
    // What was touched stays touched while nothing has changed.
    if (legal !== this.#touching.legal) {
      this.#touching = new Touching(legal);
      this.#release();
    }
    this.#refresh();
  }

  /** Lets go of what was touched. */
  clear() {
    this.#touching.cells = [];
    this.#refresh();
  }

  /** @param {Drawing} drawing */
  #build(drawing) {
    this.#drawing = drawing;
    this.sheet.replaceChildren(drawing.svg);
    this.sheet.classList.toggle("upright", this.#upright);
    drawing.grid.setAttribute("role", "grid");
    drawing.grid.setAttribute("aria-label", t("board"));
    for (const row of drawing.grid.children) row.setAttribute("role", "row");
    for (const cell of drawing.cells) cell.setAttribute("role", "gridcell");
    if (this.#focus >= drawing.cells.length) this.#focus = 0;
    this.#measure();
  }

  /** Names, highlights and choices after a touch or a new picture. */
  #refresh() {
    const drawing = this.#drawing;
    if (!drawing) return;
    const { next, cells: touched } = this.#touching;
    const many = !touched.length && next.size * 2 > drawing.cells.length;
    drawing.svg.classList.toggle("many", many);
    drawing.cells.forEach((node, index) => {
      const cell = drawing.picture.cells[index];
      const can = next.has(index);
      node.classList.toggle("can", can);
      node.classList.toggle("touched", touched.includes(index));
      node.classList.toggle("drag", can && !touched.length && cell.stones.length > 0);
      node.setAttribute("tabindex", index === this.#focus ? "0" : "-1");
      node.setAttribute("aria-label", describe(drawing.picture, cell, this.#counts) + (can ? `, ${t("possible")}` : ""));
      node.setAttribute("aria-selected", String(touched.includes(index)));
    });
    this.#offer();
  }

  /** Buttons for actions that touches alone do not tell. */
  #offer() {
    const offers = this.#touching.complete;
    this.choices.hidden = offers.length === 0;
    this.choices.replaceChildren(
      ...offers.map((choice) =>
        h("button", { type: "button", class: "choice", click: () => this.#act(choice) }, t.action(choice.text)),
      ),
    );
  }

  /** @param {Choice} choice */
  #act(choice) {
    this.#touching.cells = [];
    this.#refresh();
    this.dispatchEvent(new CustomEvent("act", { detail: choice.text, bubbles: true }));
  }

  /** @param {number} cell */
  #touch(cell) {
    if (!this.#touching.legal.length) return;
    const choice = this.#touching.touch(cell);
    if (choice) {
      this.#act(choice);
      return;
    }
    this.#refresh();
    this.#look(null);
    const { cells, complete, next } = this.#touching;
    if (cells.length && complete.length && !next.size) {
      this.choices.firstChild?.focus();
      this.#say(t("choose"));
    } else if (cells.length) {
      this.#say(t("touched", { cell: this.#label(cell), count: next.size }));
    } else {
      this.#say(t("let-go"));
    }
  }

  /** @param {number} cell */
  #label(cell) {
    return this.#drawing?.picture.cells[cell].label ?? "";
  }

  /** @param {string} sentence */
  #say(sentence) {
    this.dispatchEvent(new CustomEvent("say", { detail: sentence, bubbles: true }));
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.#looked = false;
    const cell = cellOf(event.target);
    if (cell === null || event.button !== 0) return;
    const timer = setTimeout(() => {
      this.#looked = this.#look(event.target);
    }, LONG);
    this.#press = { cell, x: event.clientX, y: event.clientY, id: event.pointerId, timer, ghost: null };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const press = this.#press;
    const drawing = this.#drawing;
    if (!press || !drawing || event.pointerId !== press.id) return;
    if (!press.ghost) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG) return;
      clearTimeout(press.timer);
      if (!drawing.cells[press.cell].classList.contains("drag")) return;
      const pieces = drawing.cells[press.cell].querySelector(".pieces");
      if (!pieces?.childNodes.length) return;
      press.ghost = s("g", { class: "ghost" }, pieces.cloneNode(true));
      this.clear();
      this.#touch(press.cell);
      if (!this.#touching.cells.length) {
        this.#release();
        return;
      }
      this.#look(null);
      drawing.above.append(press.ghost);
      drawing.cells[press.cell].classList.add("lifted");
      this.sheet.setPointerCapture(press.id);
    }
    const scale = 1 / (drawing.svg.getScreenCTM()?.a ?? 1);
    const [dx, dy] = [(event.clientX - press.x) * scale, (event.clientY - press.y) * scale];
    press.ghost?.setAttribute("transform", `translate(${n(dx)} ${n(dy)})`);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const press = this.#press;
    this.#release();
    if (!press || this.#looked) return;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const cell = cellOf(under);
    if (cell === null || (!press.ghost && cell !== press.cell)) return;
    if (press.ghost && cell === press.cell) return;
    if (!press.ghost && event.pointerType !== "mouse" && this.#tooSmall() && !this.#zoomed) {
      this.#zoom(cell);
      return;
    }
    this.#aim(cell);
    this.#touch(cell);
  }

  /** Ends a press, whatever came of it. */
  #release() {
    const press = this.#press;
    this.#press = null;
    if (!press) return;
    clearTimeout(press.timer);
    press.ghost?.remove();
    this.#drawing?.cells[press.cell]?.classList.remove("lifted");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const drawing = this.#drawing;
    if (!drawing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      this.#touch(this.#focus);
    } else if (event.key === "Escape") {
      this.clear();
      this.#say(t("let-go"));
    } else if (["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"].includes(event.key)) {
      this.#aim(step(drawing.rows, (cell) => drawing.at(cell).x, this.#focus, event.key));
      drawing.cells[this.#focus].focus();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Makes a cell the one that the keyboard begins at. @param {number} cell */
  #aim(cell) {
    const drawing = this.#drawing;
    if (!drawing) return;
    drawing.cells[this.#focus]?.setAttribute("tabindex", "-1");
    this.#focus = cell;
    drawing.cells[cell].setAttribute("tabindex", "0");
  }

  /** Fans out the tower under a pointer or the focus. @param {EventTarget|null} target @returns {boolean} */
  #look(target) {
    const drawing = this.#drawing;
    if (!drawing) return false;
    drawing.above.querySelector(".fan")?.remove();
    const cell = cellOf(target);
    // Whoever has taken something up looks for a place, not into towers.
    const busy = this.#press?.ghost || this.#touching.cells.length > 0;
    if (cell === null || busy || drawing.picture.cells[cell].stones.length < 2) return false;
    drawing.above.append(fan(drawing, cell));
    return true;
  }

  /** How wide a cell is on the screen, without zoom. */
  #cellWidth() {
    const drawing = this.#drawing;
    return drawing ? (this.sheet.clientWidth / drawing.width) * cellWidth(drawing.picture) : Infinity;
  }

  #tooSmall() {
    const width = this.#cellWidth();
    return width > 0 && width < SMALL;
  }

  #measure() {
    const drawing = this.#drawing;
    if (drawing && drawing.picture.cells.some(isPit) && this.clientWidth < NARROW !== this.#upright) {
      this.show(drawing.picture, this.#touching.legal, { turned: this.#turned, counts: this.#counts });
    }
    this.zoom.hidden = !this.#tooSmall();
    if (this.zoom.hidden && this.#zoomed) this.#zoom();
  }

  /** Zooms in (to a cell) or out. @param {number} [cell] */
  #zoom(cell) {
    const drawing = this.#drawing;
    if (!drawing) return;
    this.#zoomed = !this.#zoomed;
    this.zoom.setAttribute("aria-pressed", String(this.#zoomed));
    this.sheet.classList.toggle("zoomed", this.#zoomed);
    const factor = this.#zoomed ? ROOMY / this.#cellWidth() : 1;
    drawing.svg.style.width = this.#zoomed ? `${n(factor * 100)}%` : "";
    if (!this.#zoomed) return;
    const target = drawing.cells[cell ?? this.#focus].getBoundingClientRect();
    const frame = this.sheet.getBoundingClientRect();
    this.sheet.scrollBy({
      left: target.left + target.width / 2 - frame.left - frame.width / 2,
      top: target.top + target.height / 2 - frame.top - frame.height / 2,
      behavior: "instant",
    });
  }
}

/** The cell an event happened on. @param {EventTarget|null} target */
function cellOf(target) {
  const node = target instanceof Element ? target.closest("[data-cell]") : null;
  return node ? Number(node.getAttribute("data-cell")) : null;
}

/**
 * A cell in words: "d4, Dark 2".
 * @param {Picture} picture
 * @param {Cell} cell
 * @param {boolean} counts
 */
function describe(picture, cell, counts) {
  const name = (/** @type {string} */ colour) =>
    picture.seats.find((seat) => seat.colour === colour)?.name[language] ?? t(colour);
  const parts = [cell.label];
  if (cell.stones.length > 1) parts.push(t("tower"));
  for (const stone of cell.stones) parts.push(`${name(stone.colour)} ${figureOf(stone)}`.trim());
  if (cell.shape === "pit" || cell.shape === "store") {
    parts.push(counts ? t("seeds", { count: cell.seeds }) : t(cell.seeds ? "some-seeds" : "empty"));
  } else if (!cell.stones.length) {
    parts.push(t("empty"));
  }
  if (cell.tint) parts.push(`${t(cell.tint.kind)} ${name(cell.tint.colour)}`);
  for (const mark of cell.marks) parts.push(t(`mark-${mark}`));
  return parts.join(", ");
}

customElements.define("wabe-board", Board);
