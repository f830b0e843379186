//! Stones, piles and the ways of single stones (R2 to R4).

use std::collections::{BTreeMap, BTreeSet};

use crate::board37::{jumps, neighbours};

/// A stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stone {
    /// Its colour: `D`, `H` or `R`.
    pub colour: char,
    /// Its number, 1 to 3.
    pub number: u8,
}

/// The stones of every occupied field, the lowest first.
pub type Board = BTreeMap<u8, Vec<Stone>>;

/// R1: a tower of one colour, the 1 at the bottom.
pub fn tower(colour: char) -> Vec<Stone> {
    [1, 2, 3].map(|number| Stone { colour, number }).to_vec()
}

/// How many stones a field carries.
pub fn height(board: &Board, field: u8) -> usize {
    board.get(&field).map_or(0, Vec::len)
}

/// The top stone of a field.
pub fn top(board: &Board, field: u8) -> Option<Stone> {
    board.get(&field)?.last().copied()
}

/// The board without the top stone of a field.
fn lifted(board: &Board, field: u8) -> Board {
    let mut board = board.clone();
    let pile = board.get_mut(&field).expect("a stone");
    pile.pop();
    if pile.is_empty() {
        board.remove(&field);
    }
    board
}

/// The board after a move.
pub fn shifted(board: &Board, from: u8, to: u8) -> Board {
    let stone = top(board, from).expect("a stone");
    let mut board = lifted(board, from);
    board.entry(to).or_default().push(stone);
    board
}

/// All fields on which a move of the top stone of a field can end.
pub fn ends(board: &Board, from: u8) -> BTreeSet<u8> {
    let stone = top(board, from).expect("a stone");
    let rest = lifted(board, from);
    let mut ends = BTreeSet::new();
    if stone.number == 1 {
        ends.extend(neighbours(from).filter(|&to| height(&rest, to) == 0));
        jump_on(&rest, from, &mut ends);
        ends.remove(&from); // F4
    } else {
        walk(&rest, stone.number, from, i32::from(stone.number), &mut ends);
    }
    ends
}

/// R3: where a 1 gets from a field by a single jump.
fn single_jumps(board: &Board, field: u8) -> Vec<u8> {
    let possible =
        |&(over, behind): &(u8, u8)| height(board, over) == 3 && height(board, behind) == 0;
    jumps(field).filter(possible).map(|(_, behind)| behind).collect()
}

/// R6: where a 1 gets from a field by a single step or a single jump. (Going
/// back to its own field leads nowhere new, so the 1 may stand there.)
pub fn ways_of_a_one(board: &Board, field: u8) -> Vec<u8> {
    let steps = neighbours(field).filter(|&to| height(board, to) == 0);
    steps.chain(single_jumps(board, field)).collect()
}

/// R3: adds all fields to which a series of jumps leads; `rest` is the board
/// without the jumping stone.
fn jump_on(rest: &Board, from: u8, ends: &mut BTreeSet<u8>) {
    let mut landed = BTreeSet::new();
    let mut open = vec![from];
    while let Some(field) = open.pop() {
        for behind in single_jumps(rest, field) {
            if landed.insert(behind) {
                open.push(behind);
            }
        }
    }
    ends.extend(landed);
}

/// R4: adds all fields on which a 2 or 3 can end after exactly so many more
/// steps from a field; `rest` is the board without the moving stone.
fn walk(rest: &Board, number: u8, from: u8, steps: i32, ends: &mut BTreeSet<u8>) {
    if steps == 0 {
        ends.insert(from);
        return;
    }
    let level = |field| height(rest, field) as i32 + 1;
    for to in neighbours(from) {
        let cost = 1 + (level(to) - level(from)).abs();
        // R2: a 2 stands on A or B, a 3 on A, B or C.
        if level(to) <= i32::from(number) && cost <= steps {
            walk(rest, number, to, steps - cost, ends);
        }
    }
}
