//! Die Zange, "the pincers": twelve stones, captured by enclosing them in a
//! line, and turns of two moves once somebody is down to two stones.
//!
//! Rule numbers are those of `docs/rules/zange.md`. A position is 56 bytes.

mod about;

use crate::board37::{self, BOARD, CORNERS, Field, around, fields, shift};
use crate::common::{expect_field, two_colours};
use std::fmt::Write;
use wabe_rules::{
    About, ActionError, CellId, Fields, Game, House, Note, OptionError, Options, Outcome, Picture,
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
    fn empty(&self) -> u64 {
        BOARD & !(self.stones[0] | self.stones[1])
    }

    fn is_placing(&self) -> bool {
        self.hand != [0, 0]
    }

    /// What a stone of `side` arriving at `field` captures (R4).
    fn caught(&self, side: usize, field: Field) -> u64 {
        let (own, other) = (self.stones[side], self.stones[1 - side]);
        (0..6).fold(0, |all, d| {
            let next = field.ahead(d);
            let arm = shift(next, d) & own;
            if arm != 0 { all | next & other } else { all }
        })
    }

    /// Whether the stone of `side` on `field` stands in opposing pincers.
    fn is_pinched(&self, side: usize, field: Field) -> bool {
        let other = self.stones[1 - side];
        (0..3).any(|d| field.ahead(d) & other != 0 && field.ahead(d + 3) & other != 0)
    }

    /// Where a stone of the seat to act may go from a field (R3, R8).
    fn targets(&self, from: Field) -> u64 {
        let (empty, all) = (self.empty(), self.stones[0] | self.stones[1]);
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

    fn can_move(&self) -> bool {
        if self.is_placing() {
            return self.empty() != 0;
        }
        let own = self.stones[usize::from(self.to)];
        if !self.corners_closed && around(own) & self.empty() != 0 {
            return true;
        }
        fields(own).any(|from| self.targets(from) != 0)
    }

    fn has_fallen_to_two(&self, side: usize) -> bool {
        self.stones[side].count_ones() as u8 + self.hand[side] <= 2
    }
}

impl Zange {
    fn moves_a_turn(&self, position: &Position) -> u8 {
        match position.third {
            Third::On if position.triple => 3,
            Third::On => 2,
            _ => 1,
        }
    }

    /// Ends the turn of the seat to act: the third phase comes nearer, late
    /// rules come into force (R7, R8).
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
    fn count_turn(&self, position: &mut Position) {
        let turn = position.turns + 1;
        position.corners_closed |= self.corners_from != 0 && turn >= self.corners_from;
        position.triple |= self.triple_from != 0 && turn >= self.triple_from;
        position.turns = if self.awaits_late_rule(position) { turn } else { 0 };
    }

    fn awaits_late_rule(&self, position: &Position) -> bool {
        self.corners_from != 0 && !position.corners_closed
            || self.triple_from != 0 && !position.triple
    }

    /// Captures after a stone arrived (R4, then R5), and who wins by them (R6).
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
    fn settle(&self, position: &mut Position) {
        if position.end != End::Open {
            return;
        }
        if position.made > 0 && !position.can_move() {
            self.next_turn(position);
        }
        if !position.can_move() {
            let mut other = *position;
            self.next_turn(&mut other);
            if other.can_move() {
                *position = other;
            } else {
                position.end = End::Stuck;
                return;
            }
        }
        if self.limit > 0 && position.ply >= self.limit {
            position.end = End::Limit;
        }
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

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        if position.end != End::Open {
            return;
        }
        if position.is_placing() {
            out.extend(fields(position.empty()).map(Move::Place));
            return;
        }
        for from in fields(position.stones[usize::from(position.to)]) {
            out.extend(fields(position.targets(from)).map(|to| Move::Go(from, to)));
        }
        if position.made > 0 {
            out.push(Move::Pass);
        }
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

    fn apply(&self, position: &mut Position, action: Move) {
        let side = usize::from(position.to);
        position.ply = position.ply.saturating_add(1);
        match action {
            Move::Place(field) => {
                position.hand[side] -= 1;
                position.stones[side] |= field.bit();
                self.close_pincers(position, field);
            }
            Move::Go(from, to) => {
                position.stones[side] ^= from.bit() | to.bit();
                self.close_pincers(position, to);
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
        let _ = match action {
            Move::Place(field) => write!(out, "@{field}"),
            Move::Go(from, to) => write!(out, "{from}-{to}"),
            Move::Pass => write!(out, "pass"),
            Move::AgreeCorners => write!(out, "agree-corners"),
            Move::AgreeTriple => write!(out, "agree-triple"),
        };
    }

    fn read_action(&self, position: &Position, text: &str) -> Result<Move, ActionError> {
        let form = match position.is_placing() {
            true => "a placement such as @17",
            false => "a move such as 17-18, or pass",
        };
        match text {
            "pass" => Ok(Move::Pass),
            "agree-corners" => Ok(Move::AgreeCorners),
            "agree-triple" => Ok(Move::AgreeTriple),
            _ => {
                if let Some(field) = text.strip_prefix('@') {
                    Ok(Move::Place(expect_field(field, form)?))
                } else if let Some((from, to)) = text.split_once('-') {
                    Ok(Move::Go(expect_field(from, form)?, expect_field(to, form)?))
                } else {
                    Err(ActionError::Malformed(form.into()))
                }
            }
        }
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        board37::write_rows(out, "", |field| {
            let side = |side: usize| position.stones[side] & field.bit() != 0;
            (if side(0) {
                "D"
            } else if side(1) {
                "H"
            } else {
                "."
            })
            .to_owned()
        });
        let Position { hand, taken, .. } = position;
        let to = position.to + 1;
        let _ =
            write!(out, " to={to} hand={},{} taken={},{}", hand[0], hand[1], taken[0], taken[1]);
        let _ = match position.third {
            Third::Far => write!(out, " third=far"),
            Third::After(turns) => write!(out, " third={turns}"),
            Third::On => write!(out, " third=on made={}", position.made),
        };
        if position.corners_closed {
            out.push_str(" corners=closed");
        }
        if position.triple {
            out.push_str(" triple=on");
        }
        if position.turns > 0 {
            let _ = write!(out, " turns={}", position.turns);
        }
        let _ = write!(out, " ply={}", position.ply);
    }

    fn read_position(&self, text: &str) -> Result<Position, PositionError> {
        let mut text = Fields::split(text)?;
        let mut position = self.start();
        for (field, stone) in board37::read_rows(text.board)? {
            match stone {
                'D' => position.stones[0] |= field.bit(),
                'H' => position.stones[1] |= field.bit(),
                '.' => {}
                _ => return Err(PositionError::new("the board has only D, H and .")),
            }
        }
        position.to = text.seat(2)?.index() as u8;
        position.hand = text.numbers("hand")?;
        position.taken = text.numbers("taken")?;
        position.third = match text.take("third").unwrap_or("far") {
            "far" => Third::Far,
            "on" => Third::On,
            turns => match turns.parse() {
                Ok(turns @ 0..=3) => Third::After(turns),
                _ => {
                    return Err(PositionError::new("`third=` is far, on, or a number from 0 to 3"));
                }
            },
        };
        position.made = text.number("made", 0)?;
        position.corners_closed = text.take("corners") == Some("closed");
        position.triple = text.take("triple") == Some("on");
        position.turns = text.number("turns", 0)?;
        position.ply = text.number("ply", 0)?;
        text.finish()?;
        self.check(&position)?;
        let winner = (0..2).find(|&side| position.taken[side] >= self.captures);
        if let Some(side) = winner {
            position.end = End::Captures(side as u8);
        }
        self.settle(&mut position);
        Ok(position)
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
    /// Refuses what no game can lead to.
    fn check(&self, position: &Position) -> Result<(), PositionError> {
        let unless = PositionError::unless;
        let on_board = |side: usize| position.stones[side].count_ones() as u8;
        for side in 0..2 {
            let lost = position.taken[1 - side];
            unless(
                u16::from(on_board(side)) + u16::from(position.hand[side]) + u16::from(lost)
                    == u16::from(STONES),
                "each side has six stones on the board, in hand and captured together",
            )?;
        }
        let ahead = position.hand[1].wrapping_sub(position.hand[0]);
        unless(
            !position.is_placing() || ahead == position.to,
            "while placing, both hands are equal when seat 1 acts, and seat 2 has one more when it does",
        )?;
        unless(
            position.taken.iter().filter(|&&taken| taken >= self.captures).count() <= 1,
            "only one side can have won",
        )?;
        let fallen = (0..2).any(|side| position.has_fallen_to_two(side));
        unless(
            fallen == (position.third != Third::Far)
                || position.taken.iter().any(|&taken| taken >= self.captures),
            "the third phase draws near exactly when a side is down to two stones",
        )?;
        let on = position.third == Third::On;
        unless(
            !on || !position.is_placing(),
            "the third phase begins only when all stones have been put down",
        )?;
        unless(
            position.third != Third::After(0) || position.is_placing(),
            "without stones in hand `third=0` is written `third=on`",
        )?;
        unless(
            on || !position.corners_closed && !position.triple && position.turns == 0,
            "late rules belong to the third phase",
        )?;
        unless(
            position.made < self.moves_a_turn(position),
            "more moves have been made than the turn has",
        )?;
        unless(
            !on || (position.turns > 0) == self.awaits_late_rule(position),
            "`turns=` counts turns of the third phase while a late rule is to come, and only then",
        )?;
        let due = |from: u16, in_force: bool| from == 0 || in_force || position.turns < from;
        unless(
            due(self.corners_from, position.corners_closed)
                && due(self.triple_from, position.triple),
            "a late rule would be in force by this turn",
        )
    }

    fn notes(&self, position: &Position) -> Vec<Note> {
        let mut notes = Vec::new();
        match position.third {
            Third::After(turns) if turns > 0 => notes.push(Note {
                rule: "R7",
                says: Words::made(
                    format!("Turns of two moves begin after {turns} more ordinary turns."),
                    format!("Nach {turns} weiteren einfachen Zügen beginnen die Doppelzüge."),
                ),
            }),
            Third::On => {
                let left = self.moves_a_turn(position).saturating_sub(position.made);
                notes.push(Note {
                    rule: "R7",
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
                rule: "R8",
                says: Words::new(
                    "Corners may be entered only by a move that captures.",
                    "Ecken darf man nur mit einem fangenden Schritt betreten.",
                ),
            });
        }
        notes
    }
}
