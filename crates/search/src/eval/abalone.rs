//! Abalone: marbles in the middle that hold together push those at the rim.

use super::count;
use crate::levels::{Level, level};
use crate::mind::{Features, Mind, Weight, evaluate_by_sides, weight};
use wabe_games::abalone::board::{ALL, Hollow, step};
use wabe_games::abalone::{Abalone, Move, Position};
use wabe_rules::{Game, Seat, Words, Work, fastest, fold};

/// The rings of the board, from the centre.
const RINGS: [u64; 5] = {
    let mut rings = [0; 5];
    let mut bit = 0;
    while bit < 61 {
        let hollow = Hollow::from_index(bit);
        rings[hollow.hex().ring() as usize] |= hollow.bit();
        bit += 1;
    }
    rings
};

impl Mind for Abalone {
    const WEIGHTS: &'static [Weight] = &[
        weight("marbles pushed off", 268),
        weight("marbles in the centre", 43),
        weight("marbles in ring 1", 44),
        weight("marbles in ring 2", 28),
        weight("marbles in ring 3", -11),
        weight("marbles at the rim", -48),
        weight("neighbours", 22),
        weight("lances", 1),
        weight("marbles next to opponents at the rim", 23),
    ];

    const LEVELS: [Level; 8] = [
        level(519, 296, 300),
        level(734, 231, 235),
        level(901, 193, 197),
        level(1_018, 170, 175),
        level(1_151, 147, 152),
        level(1_275, 128, 133),
        level(1_426, 107, 112),
        level(1_580, 88, 93),
    ];

    fn features(&self, position: &Position, seat: Seat) -> Features {
        let own = side_of(self, position, seat);
        let all = Seat::all(self.players()).fold(0, |all, seat| all | position.marbles(seat));
        counted(own, all & !own, position.pushed_off(seat))
    }

    fn evaluate(&self, position: &Position, seat: Seat, weights: &Features) -> i32 {
        if self.players() == 3 {
            return evaluate_by_sides(self, position, seat, weights);
        }
        let side = self.side(seat);
        let other = Seat::from_index(1 - side.index());
        fastest(TwoSides {
            own: side_of(self, position, side),
            others: side_of(self, position, other),
            off: [side, other].map(|side| position.pushed_off(side)),
            weights,
        })
    }

    fn slot(&self, _: &Position, action: Move) -> usize {
        action.number().into()
    }

    fn heat(&self, _: &Position, action: Move) -> i32 {
        i32::from(action.pushes_off())
    }

    fn prior(&self, _: &Position, action: Move) -> i32 {
        if action.pushes() { 3000 } else { 0 }
    }

    fn key(&self, position: &Position) -> u64 {
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| position.marbles(Seat::from_index(i)));
        let [e, f, g] = [0, 1, 2].map(|i| u64::from(position.pushed_off(Seat::from_index(i))));
        // Hollows take 61 bits: the rest of the words has room for the small things.
        let to = self.status(position).seat().map_or(7, |seat| seat.index() as u64);
        let ab = fold(a | e << 61 ^ g << 57, b ^ to << 61);
        if c | d == 0 { fold(ab, f) } else { fold(fold(ab, c | f << 61), d) }
    }

    fn find(&self, position: &Position, slot: usize) -> Option<Move> {
        self.move_with(position, slot)
    }

    fn hot_moves(&self, position: &Position, out: &mut Vec<Move>) {
        self.pushes_off(position, out);
    }

    fn passed(&self, position: &Position) -> Option<Position> {
        Abalone::passed(self, position)
    }

    fn words(&self, position: &Position, action: Move) -> Vec<Words> {
        super::abalone_words::words(self, position, action)
    }
}

/// The marbles of a side, named by its first seat.
fn side_of(game: &Abalone, position: &Position, side: Seat) -> u64 {
    match game.players() {
        4 => position.marbles(side) | position.marbles(side.next(4).next(4)),
        _ => position.marbles(side),
    }
}

/// What counts for the marbles of one side.
#[inline(always)]
fn counted(own: u64, others: u64, off: u8) -> Features {
    let mut features = [0; _];
    features[0] = off.into();
    for (feature, ring) in features[1..6].iter_mut().zip(RINGS) {
        *feature = count(own & ring);
    }
    for direction in 0..3 {
        let pairs = own & step(own, direction);
        features[6] += count(pairs);
        features[7] += count(pairs & step(pairs, direction));
    }
    let rim = others & RINGS[4];
    let beside = (0..6).fold(0, |all, direction| all | step(rim, direction)) & ALL;
    features[8] = count(own & beside & !RINGS[4]);
    features
}

/// The evaluation of two sides, worth compiling for the processor at hand: it
/// is population counts and little else.
struct TwoSides<'a> {
    own: u64,
    others: u64,
    off: [u8; 2],
    weights: &'a Features,
}

impl Work for TwoSides<'_> {
    type Out = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        let mine = counted(self.own, self.others, self.off[0]);
        let theirs = counted(self.others, self.own, self.off[1]);
        let used = 0..<Abalone as Mind>::WEIGHTS.len();
        used.map(|i| (mine[i] - theirs[i]) * self.weights[i]).sum()
    }
}
