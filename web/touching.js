/**
 * From touched cells to an action, without knowing any rules: the touched
 * cells are the beginning of the touches of the actions that are still meant.
 * @import {Choice} from "./types.js"
 */

export class Touching {
  /** @param {Choice[]} legal */
  constructor(legal) {
    this.legal = legal;
    /** @type {number[]} */
    this.cells = [];
  }

  /** The actions that are still meant. @returns {Choice[]} */
  get meant() {
    return this.legal.filter((choice) => this.cells.every((cell, i) => choice.touches[i] === cell));
  }

  /** The cells that may be touched next. @returns {Set<number>} */
  get next() {
    const places = this.meant.map((choice) => choice.touches[this.cells.length]);
    return new Set(places.filter((cell) => cell !== undefined));
  }

  /**
   * The actions all of whose touches are made; those without touches belong
   * to it while nothing is touched.
   * @returns {Choice[]}
   */
  get complete() {
    return this.meant.filter((choice) => choice.touches.length === this.cells.length);
  }

  /**
   * Touches a cell. A cell that leads nowhere begins anew or lets go.
   * @param {number} cell
   * @returns {Choice|null} the action to send, if only one is meant and complete
   */
  touch(cell) {
    if (this.next.has(cell)) {
      this.cells.push(cell);
    } else {
      const last = this.cells.at(-1);
      this.cells = [];
      if (cell !== last && this.next.has(cell)) this.cells = [cell];
    }
    const { meant } = this;
    return this.cells.length && meant.length === 1 && this.complete.length === 1 ? meant[0] : null;
  }
}
