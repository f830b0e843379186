//! Die Zange, "the pincers": twelve stones, captured by enclosing them in a
//! line, and turns of two moves once somebody is down to two stones.
//!
//! Rule numbers are those of `docs/rules/zange.md`. A position is 40 bytes.
//!
//! Moves are worked out for all stones of a side at once: for each direction
//! the set of stones that can go there. A stone that can step in a direction
//! cannot jump there and the other way round, so one set does for both.

mod about;
mod look;
mod text;

use crate::bits::{count_of, nth_bit, nth_bit_of};
use crate::board37::{self, BOARD, CORNERS, Field, around, before, fields, shift, slide};
use crate::common::two_colours;
use wabe_rules::{
    About, ActionError, CellId, Dice, Game, House, Note, OptionError, Options, Outcome, Picture,
    PositionError, Score, Seat, Status, Stone, Viewer, Words,
};

/// Stones a player begins with.
const STONES: u8 = 6;

/// The rules of Die Zange with their options.
#[derive(Debug)]
pub struct Zange {
    captures: u8,
    /// `corners=N`; 0 = off.
    corners_from: u16,
    /// `triple=N`; 0 = off.
    triple_from: u16,
    repetition: u32,
    limit: u32,
}

/// A position of Die Zange.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    stones: [u64; 2],
    hand: [u8; 2],
    /// Stones captured, counted for the capturing seat.
    taken: [u8; 2],
    to: u8,
    /// Moves already made in this turn.
    made: u8,
    third: Third,
    /// Turns of the third phase so far, this one included; counted only while
    /// a late rule waits for its turn, else 0.
    turns: u16,
    corners_closed: bool,
    triple: bool,
    end: End,
    ply: u32,
}

const _: () = assert!(size_of::<Position>() == 40);

/// How near the third phase (R7) is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Third {
    /// Both players have more than two stones.
    Far,
    /// It begins after so many more ordinary turns (and not before all stones
    /// have been put down).
    After(u8),
    /// It has begun.
    On,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum End {
    Open,
    Captures(u8),
    Stuck,
    Limit,
}

/// An action of Die Zange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Put a stone down.
    Place(Field),
    /// Step or jump.
    Go(Field, Field),
    /// Leave out the rest of the turn.
    Pass,
    /// Both agree that corners close now (R8).
    AgreeCorners,
    /// Both agree on turns of three moves from now (R8).
    AgreeTriple,
}

impl Position {
    #[inline(always)]
    fn own(&self) -> u64 {
        self.stones[usize::from(self.to)]
    }

    #[inline(always)]
    fn all(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    #[inline(always)]
    fn empty(&self) -> u64 {
        BOARD & !self.all()
    }

    #[inline(always)]
    fn is_placing(&self) -> bool {
        self.hand != [0, 0]
    }

    /// What a stone of `side` arriving at `field` captures (R4).
    #[inline(always)]
    fn caught(&self, side: usize, field: Field) -> u64 {
        let (own, other) = (self.stones[side], self.stones[1 - side]);
        (0..6).fold(0, |all, d| all | slide(field.bit(), d) & before(own, d)) & other
    }

    /// Whether the stone of `side` on `field` stands in opposing pincers.
    #[inline(always)]
    fn is_pinched(&self, side: usize, field: Field) -> bool {
        let other = self.stones[1 - side];
        (0..3).fold(0, |all, d| all | slide(other, d) & before(other, d)) & field.bit() != 0
    }

    /// By direction, the stones of the seat to act that may go there (R3): next
    /// to an empty field, or next to a stone with an empty field behind.
    #[inline(always)]
    fn movers(&self) -> [u64; 6] {
        let (own, all, empty) = (self.own(), self.all(), self.empty());
        let towards = |d| own & before(empty | all & before(empty, d), d);
        [towards(0), towards(1), towards(2), towards(3), towards(4), towards(5)]
    }

    /// The step or the jump of a stone that may go in a direction.
    #[inline(always)]
    fn go(&self, from: Field, direction: usize) -> Move {
        let is_jump = self.all() & from.along(direction, 1).bit() != 0;
        Move::Go(from, from.along(direction, 1 + u32::from(is_jump)))
    }

    /// Where a stone of the seat to act may go from a field (R3, R8).
    fn targets(&self, from: Field) -> u64 {
        let (empty, all) = (self.empty(), self.all());
        let jumps = (0..6).fold(0, |to, d| to | shift(from.ahead(d) & all, d));
        let targets = (from.neighbours() | jumps) & empty;
        match self.corners_closed && targets & CORNERS != 0 {
            true => targets & !self.barred_corners(from, targets & CORNERS),
            false => targets,
        }
    }

    /// Corners among the targets that a move from here would enter without
    /// capturing.
    fn barred_corners(&self, from: Field, corners: u64) -> u64 {
        let side = usize::from(self.to);
        let mut left = *self;
        left.stones[side] &= !from.bit();
        let barred = fields(corners).filter(|&corner| left.caught(side, corner) == 0);
        barred.fold(0, |set, corner| set | corner.bit())
    }

    #[inline(always)]
    fn can_move(&self) -> bool {
        !self.corners_closed && around(self.own()) & self.empty() != 0 || self.can_only_just_move()
    }

    /// The same where no stone has an empty field beside it, or corners are
    /// closed.
    #[cold]
    fn can_only_just_move(&self) -> bool {
        match self.is_placing() {
            true => self.empty() != 0,
            false => fields(self.own()).any(|from| self.targets(from) != 0),
        }
    }

    /// The steps and jumps under R8.
    #[cold]
    fn moves_with_closed_corners(&self, out: &mut Vec<Move>) {
        for from in fields(self.own()) {
            out.extend(fields(self.targets(from)).map(|to| Move::Go(from, to)));
        }
    }

    fn has_fallen_to_two(&self, side: usize) -> bool {
        self.stones[side].count_ones() as u8 + self.hand[side] <= 2
    }
}

impl Zange {
    #[inline(always)]
    fn moves_a_turn(&self, position: &Position) -> u8 {
        match position.third {
            Third::On if position.triple => 3,
            Third::On => 2,
            _ => 1,
        }
    }

    /// Ends the turn of the seat to act: the third phase comes nearer, late
    /// rules come into force (R7, R8).
    #[inline(always)]
    fn next_turn(&self, position: &mut Position) {
        position.to = 1 - position.to;
        position.made = 0;
        match position.third {
            Third::Far => {}
            Third::On => self.count_turn(position),
            Third::After(turns) => {
                let turns = turns.saturating_sub(1);
                position.third = Third::After(turns);
                if turns == 0 && !position.is_placing() {
                    position.third = Third::On;
                    self.count_turn(position);
                }
            }
        }
    }

    /// One more turn of the third phase begins. The count is kept only while a
    /// late rule still waits, so that equal positions are equal.
    #[inline(always)]
    fn count_turn(&self, position: &mut Position) {
        let turn = position.turns + 1;
        position.corners_closed |= self.corners_from != 0 && turn >= self.corners_from;
        position.triple |= self.triple_from != 0 && turn >= self.triple_from;
        position.turns = if self.awaits_late_rule(position) { turn } else { 0 };
    }

    #[inline(always)]
    fn awaits_late_rule(&self, position: &Position) -> bool {
        self.corners_from != 0 && !position.corners_closed
            || self.triple_from != 0 && !position.triple
    }

    /// A stone has arrived on a field: pincers may close.
    #[inline(always)]
    fn arrive(&self, position: &mut Position, field: Field) {
        let side = usize::from(position.to);
        if position.caught(side, field) != 0 || position.is_pinched(side, field) {
            self.close_pincers(position, field);
        }
    }

    /// Captures after a stone arrived (R4, then R5), and who wins by them (R6).
    #[cold]
    fn close_pincers(&self, position: &mut Position, field: Field) {
        let side = usize::from(position.to);
        let caught = position.caught(side, field);
        position.stones[1 - side] &= !caught;
        position.taken[side] += caught.count_ones() as u8;
        if position.taken[side] >= self.captures {
            position.end = End::Captures(side as u8);
            return;
        }
        if position.is_pinched(side, field) {
            position.stones[side] &= !field.bit();
            position.taken[1 - side] += 1;
            if position.taken[1 - side] >= self.captures {
                position.end = End::Captures(1 - side as u8);
                return;
            }
        }
        if position.third == Third::Far {
            // F2: who falls in its own turn has the opponent's turn before the count.
            if position.has_fallen_to_two(1 - side) {
                position.third = Third::After(2 + 1);
            } else if position.has_fallen_to_two(side) {
                position.third = Third::After(3 + 1);
            }
        }
    }

    /// Passes over seats that cannot move (F4); ends the game if none can.
    #[inline(always)]
    fn settle(&self, position: &mut Position) {
        if position.end != End::Open || !position.can_move() && !self.pass_on(position) {
            return;
        }
        if self.limit > 0 && position.ply >= self.limit {
            position.end = End::Limit;
        }
    }

    /// The seat to act cannot move: somebody else does, or the game is over.
    /// Whether it goes on.
    #[cold]
    fn pass_on(&self, position: &mut Position) -> bool {
        if position.made > 0 {
            self.next_turn(position);
            if position.can_move() {
                return true;
            }
        }
        let mut other = *position;
        self.next_turn(&mut other);
        match other.can_move() {
            true => *position = other,
            false => position.end = End::Stuck,
        }
        position.end == End::Open
    }
}

impl Game for Zange {
    type Position = Position;
    type Move = Move;

    const ABOUT: About = about::ABOUT;

    fn from_options(options: &mut Options) -> Result<Zange, OptionError> {
        Ok(Zange {
            captures: options.number("captures") as u8,
            corners_from: options.number("corners") as u16,
            triple_from: options.number("triple") as u16,
            repetition: options.number("repetition") as u32,
            limit: options.number("limit") as u32,
        })
    }

    fn players(&self) -> usize {
        2
    }

    fn house(&self) -> House {
        House { repetition: self.repetition }
    }

    fn start(&self) -> Position {
        Position {
            stones: [0; 2],
            hand: [STONES; 2],
            taken: [0; 2],
            to: 0,
            made: 0,
            third: Third::Far,
            turns: 0,
            corners_closed: false,
            triple: false,
            end: End::Open,
            ply: 0,
        }
    }

    fn status(&self, position: &Position) -> Status {
        Status::Over(match position.end {
            End::Open => return Status::ToAct(Seat::from_index(position.to.into())),
            End::Captures(seat) => Outcome::win(Seat::from_index(seat.into()), "captures"),
            End::Stuck => Outcome::draw("no-moves"),
            End::Limit => Outcome::draw("limit"),
        })
    }

    #[inline(always)]
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        if position.end != End::Open {
            return;
        }
        if position.is_placing() {
            out.extend(fields(position.empty()).map(Move::Place));
            return;
        }
        match position.corners_closed {
            true => position.moves_with_closed_corners(out),
            false => {
                for (d, movers) in position.movers().into_iter().enumerate() {
                    out.extend(fields(movers).map(|from| position.go(from, d)));
                }
            }
        }
        if position.made > 0 {
            out.push(Move::Pass);
        }
    }

    #[inline(always)]
    fn count(&self, position: &Position, scratch: &mut Vec<Move>) -> usize {
        if position.end != End::Open {
            return 0;
        }
        if position.is_placing() {
            return position.empty().count_ones() as usize;
        }
        if position.corners_closed {
            scratch.clear();
            self.moves(position, scratch);
            return scratch.len();
        }
        count_of(&position.movers()) as usize + usize::from(position.made > 0)
    }

    #[inline(always)]
    fn random_move(
        &self,
        position: &Position,
        dice: &mut Dice,
        scratch: &mut Vec<Move>,
    ) -> Option<Move> {
        if position.end != End::Open {
            return None;
        }
        if position.is_placing() {
            let empty = position.empty();
            let place = dice.below(empty.count_ones());
            return Some(Move::Place(Field::from_bit(nth_bit(empty, place))));
        }
        if position.corners_closed {
            scratch.clear();
            self.moves(position, scratch);
            return Some(dice.choose(scratch));
        }
        let movers = position.movers();
        let count = count_of(&movers);
        // The last place is that of passing, if one may.
        let place = dice.below(count + u32::from(position.made > 0));
        if place == count {
            return Some(Move::Pass);
        }
        let (d, bit) = nth_bit_of(&movers, place);
        Some(position.go(Field::from_bit(bit), d))
    }

    fn by_consent(&self, position: &Position, out: &mut Vec<Move>) {
        if position.end == End::Open && position.third == Third::On && position.made == 0 {
            if !position.corners_closed {
                out.push(Move::AgreeCorners);
            }
            if !position.triple {
                out.push(Move::AgreeTriple);
            }
        }
    }

    #[inline(always)]
    fn apply(&self, position: &mut Position, action: Move) {
        let side = usize::from(position.to);
        position.ply = position.ply.saturating_add(1);
        match action {
            Move::Place(field) => {
                position.hand[side] -= 1;
                position.stones[side] |= field.bit();
                self.arrive(position, field);
            }
            Move::Go(from, to) => {
                position.stones[side] ^= from.bit() | to.bit();
                self.arrive(position, to);
            }
            Move::Pass => {
                self.next_turn(position);
                return self.settle(position);
            }
            Move::AgreeCorners | Move::AgreeTriple => {
                position.corners_closed |= action == Move::AgreeCorners;
                position.triple |= action == Move::AgreeTriple;
                if !self.awaits_late_rule(position) {
                    position.turns = 0;
                }
                return self.settle(position);
            }
        }
        if position.end != End::Open {
            position.made = 0;
            return;
        }
        position.made += 1;
        if position.made >= self.moves_a_turn(position) {
            self.next_turn(position);
        }
        self.settle(position);
    }

    fn standing(&self, position: &Position) -> Option<Position> {
        Some(Position { ply: 0, ..*position })
    }

    fn scores(&self, position: &Position) -> Option<Vec<Score>> {
        Some(position.taken.iter().map(|&taken| Some(taken.into())).collect())
    }

    fn write_action(&self, _: &Position, action: Move, out: &mut String) {
        text::write_action(action, out);
    }

    fn read_action(&self, position: &Position, text: &str) -> Result<Move, ActionError> {
        text::read_action(position, text)
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        text::write_position(position, out);
    }

    fn read_position(&self, text: &str) -> Result<Position, PositionError> {
        text::read_position(self, text)
    }

    fn picture(&self, position: &Position, _: Viewer) -> Picture {
        let mut cells = board37::cells();
        let (colours, mut seats) = two_colours();
        for side in 0..2 {
            let stone = Stone::plain(colours[side]);
            for field in fields(position.stones[side]) {
                cells[field.index()].stones.push(stone);
            }
            seats[side].hand = vec![stone; position.hand[side].into()];
            seats[side].taken = vec![Stone::plain(colours[1 - side]); position.taken[side].into()];
            seats[side].score = Some(position.taken[side].to_string());
            seats[side].to_act = position.end == End::Open && side == usize::from(position.to);
        }
        Picture { cells, seats, notes: self.notes(position) }
    }

    fn touches(&self, _: &Position, action: Move, out: &mut Vec<CellId>) {
        match action {
            Move::Place(field) => out.push(field.cell()),
            Move::Go(from, to) => out.extend([from.cell(), to.cell()]),
            Move::Pass | Move::AgreeCorners | Move::AgreeTriple => {}
        }
    }
}

impl Zange {
    fn notes(&self, position: &Position) -> Vec<Note> {
        let mut notes = Vec::new();
        match position.third {
            Third::After(turns) if turns > 0 => notes.push(Note {
                rule: "R7".into(),
                says: Words::made(
                    format!("Turns of two moves begin after {turns} more ordinary turns."),
                    format!("Nach {turns} weiteren einfachen Zügen beginnen die Doppelzüge."),
                ),
            }),
            Third::On => {
                let left = self.moves_a_turn(position).saturating_sub(position.made);
                notes.push(Note {
                    rule: "R7".into(),
                    says: Words::made(
                        format!("Moves left in this turn: {left}."),
                        format!("Noch mögliche Schritte in diesem Zug: {left}."),
                    ),
                });
            }
            _ => {}
        }
        if position.corners_closed {
            notes.push(Note {
                rule: "R8".into(),
                says: Words::new(
                    "Corners may be entered only by a move that captures.",
                    "Ecken darf man nur mit einem fangenden Schritt betreten.",
                ),
            });
        }
        notes
    }
}
