/**
 * Brings a view up to date with what the server says has changed.
 * @import {View} from "./types.js"
 */

/**
 * @param {View} view
 * @param {any} change
 * @returns {View}
 */
export function changed(view, change) {
  const { cells, turns, beside, notes, ...plain } = change;
  const next = { ...view, ...plain };
  if (turns) next.turns = [...view.turns.slice(0, turns.keep), ...turns.add];
  if (cells || beside || notes) {
    const picture = { ...next.picture };
    if (cells) {
      picture.cells = [...picture.cells];
      for (const [index, cell] of cells) picture.cells[index] = cell;
    }
    if (beside) picture.seats = beside;
    if (notes) picture.notes = notes;
    next.picture = picture;
  }
  return next;
}

/** How many actions a turn's first one has before it, by turn. @param {View} view */
export function beginnings(view) {
  let count = 0;
  return view.turns.map((turn) => {
    const before = count;
    count += turn.actions.length;
    return before;
  });
}
