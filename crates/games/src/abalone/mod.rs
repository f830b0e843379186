//! Abalone for two, three and four players: push marbles off the board.
//!
//! Rule numbers are those of `docs/rules/abalone.md`. `board` has the hollows,
//! `moves` the mechanics of R3 to R8, `layouts` the start positions; `children`,
//! `widely` and `lanes` are quicker ways to the same. A position is 48 bytes.

mod about;
pub mod board;
mod children;
#[cfg_attr(not(target_arch = "x86_64"), path = "no_lanes.rs")]
mod lanes;
mod layouts;
mod look;
mod moves;
#[cfg(test)]
mod tests;
mod widely;

use crate::common::seat_view;
use board::{Hollow, hollows, step};
use moves::{Flips, View};
pub use moves::{Group, Move};
use std::fmt::Write;
use wabe_rules::{
    About, ActionError, CellId, Colour, Cpu, Dice, Fields, Game, House, OptionError, Options,
    Outcome, Picture, PositionError, Score, Seat, SeatSet, Status, Stone, Viewer, Words,
};

const COLOURS: [Colour; 4] = [Colour::Dark, Colour::Light, Colour::Red, Colour::Blue];

/// The rules of Abalone with their options.
#[derive(Debug)]
pub struct Abalone {
    players: usize,
    /// The seat after each seat.
    next: [u8; 4],
    start: [u64; 4],
    push: u8,
    at_limit_captures: bool,
    repetition: u32,
    /// The largest number if there is no limit.
    limit: u32,
    cpu: Cpu,
}

/// A position of Abalone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// By seat.
    marbles: [u64; 4],
    /// Marbles pushed off, by side: the seat, or the team's first seat.
    off: [u8; 4],
    to: u8,
    /// Seats that have left (F4), a bit a seat.
    left: u8,
    end: End,
    ply: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum End {
    Open,
    /// This side has pushed off enough.
    Pushed(u8),
    /// Everybody but this seat has left.
    Alone(u8),
    NoMoves,
    Limit,
}

/// The same for seat 0, exchanged for seat 1. (Choosing values instead of
/// places in an array lets a position stay in registers.)
#[inline(always)]
fn in_order<T>(seat: usize, a: T, b: T) -> (T, T) {
    if seat == 0 { (a, b) } else { (b, a) }
}

impl Abalone {
    #[inline(always)]
    fn side_of(&self, seat: usize) -> usize {
        if self.players == 4 { seat % 2 } else { seat }
    }

    fn sides(&self) -> usize {
        if self.players == 4 { 2 } else { self.players }
    }

    #[inline(always)]
    fn view(&self, position: &Position, seat: usize) -> View {
        let marbles = position.marbles;
        if self.players == 2 {
            let (mine, others) = in_order(seat, marbles[0], marbles[1]);
            return View { mine, team: mine, others };
        }
        let mine = marbles[seat & 3];
        let partner = if self.players == 4 { marbles[seat & 3 ^ 2] } else { 0 };
        let all = marbles[0] | marbles[1] | marbles[2] | marbles[3];
        View { mine, team: mine | partner, others: all & !(mine | partner) }
    }

    fn team(&self, side: usize) -> SeatSet {
        Seat::all(self.players).filter(|seat| self.side_of(seat.index()) == side).collect()
    }

    /// Whether a seat is still in the game and can move.
    #[inline(always)]
    fn can_act(&self, position: &Position, seat: usize) -> bool {
        position.left >> seat & 1 == 0 && self.view(position, seat).can_move()
    }

    /// The position after whatever is out of the ordinary: a side that has
    /// pushed off enough (R10), seats that cannot move (F3), the limit.
    #[cold]
    fn settled(&self, mut position: Position) -> Position {
        if let Some(side) = (0..self.sides()).find(|&side| position.off[side] >= self.push) {
            position.end = End::Pushed(side as u8);
            return position;
        }
        let mut seat = position.to;
        for _ in 0..self.players {
            if self.can_act(&position, seat.into()) {
                position.to = seat;
                if position.ply >= self.limit {
                    position.end = End::Limit;
                }
                return position;
            }
            seat = self.next[usize::from(seat)];
        }
        position.end = End::NoMoves;
        position
    }

    fn at_limit(&self, position: &Position) -> Outcome {
        if !self.at_limit_captures {
            return Outcome::draw("limit");
        }
        // F4: who has left the table cannot win.
        let score = |side: usize| (position.left >> side & 1 == 0).then_some(position.off[side]);
        let scores: Vec<Option<u8>> = (0..self.sides()).map(score).collect();
        let best = Outcome::highest(&scores, "limit");
        let winners = best.winners.iter().next().map(|side| self.team(side.index()));
        Outcome { winners: winners.unwrap_or(SeatSet::NONE), ..best }
    }

    fn marble_count(&self, seat: usize) -> u32 {
        self.start[seat].count_ones()
    }
}

impl Game for Abalone {
    type Position = Position;
    type Move = Move;

    const ABOUT: About = about::ABOUT;

    fn from_options(options: &mut Options) -> Result<Abalone, OptionError> {
        let players = options.number("players") as usize;
        options.only_if("layout", players == 2, "for two players only")?;
        options.only_if("order", players == 4, "for four players only")?;
        let layout = match players {
            3 => layouts::THREE,
            4 => layouts::FOUR,
            _ => {
                let named = layouts::TWO.iter().find(|(name, _)| *name == options.text("layout"));
                named.map_or(layouts::TWO[0].1, |(_, rows)| rows)
            }
        };
        let mut start = [0; 4];
        let hollows: Vec<Hollow> = Hollow::all().collect();
        for (seat, at) in layouts::marbles(layout) {
            start[seat] |= hollows[at].bit();
        }
        let next = match (players, options.text("order")) {
            (2, _) => [1, 0, 0, 0],
            (3, _) => [1, 2, 0, 0],
            (_, "paired") => [2, 3, 1, 0],
            _ => [1, 2, 3, 0],
        };
        Ok(Abalone {
            players,
            next,
            start,
            push: options.number("push") as u8,
            at_limit_captures: options.text("at-limit") == "captures",
            repetition: options.number("repetition") as u32,
            limit: match options.number("limit") as u32 {
                0 => u32::MAX,
                limit => limit,
            },
            cpu: Cpu::here(),
        })
    }

    fn players(&self) -> usize {
        self.players
    }

    fn house(&self) -> House {
        House { repetition: self.repetition }
    }

    fn start(&self) -> Position {
        Position { marbles: self.start, off: [0; 4], to: 0, left: 0, end: End::Open, ply: 0 }
    }

    fn status(&self, position: &Position) -> Status {
        Status::Over(match position.end {
            End::Open => return Status::ToAct(Seat::from_index(position.to.into())),
            End::Pushed(side) => Outcome { winners: self.team(side.into()), reason: "pushed-off" },
            End::Alone(seat) => Outcome::win(Seat::from_index(seat.into()), "alone"),
            End::NoMoves => Outcome::draw("no-moves"),
            End::Limit => self.at_limit(position),
        })
    }

    #[inline(always)]
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        if position.end == End::Open {
            self.view(position, position.to.into()).moves(out);
        }
    }

    #[inline(always)]
    fn count(&self, position: &Position, _: &mut Vec<Move>) -> usize {
        if position.end != End::Open {
            return 0;
        }
        let view = self.view(position, position.to.into());
        if self.cpu.is_wide() {
            view.count_widely(self.cpu)
        } else if self.cpu.is_plain() {
            view.count_plainly()
        } else {
            view.count()
        }
    }

    #[inline(always)]
    fn count_two(&self, position: &Position, scratch: &mut [Vec<Move>; 2]) -> u64 {
        let [actions, scratch] = scratch;
        let mut ways = self.count_after_quiet_moves(position, actions);
        for &action in actions.iter() {
            let mut child = *position;
            self.apply(&mut child, action);
            ways += self.count(&child, scratch) as u64;
        }
        ways
    }

    #[inline(always)]
    fn for_each_child(
        &self,
        position: &Position,
        scratch: &mut Vec<Move>,
        mut see: impl FnMut(&Position),
    ) {
        scratch.clear();
        if !self.is_ordinary(position) {
            self.moves(position, scratch);
        } else if self.cpu.is_wide() {
            self.quiet_children_widely(position, scratch, &mut see);
        } else {
            self.quiet_children(position, &mut see);
            self.view(position, position.to.into()).pushes(scratch);
        }
        for &action in scratch.iter() {
            let mut child = *position;
            self.apply(&mut child, action);
            see(&child);
        }
    }

    #[inline(always)]
    fn random_move(&self, position: &Position, dice: &mut Dice, _: &mut Vec<Move>) -> Option<Move> {
        if position.end != End::Open {
            return None;
        }
        let view = self.view(position, position.to.into());
        match self.cpu.is_wide() {
            true => view.random_widely(self.cpu, dice),
            false => view.random(dice),
        }
    }

    #[inline(always)]
    fn apply(&self, position: &mut Position, action: Move) {
        let seat = usize::from(position.to);
        let flips = Flips::of(action);
        if self.players == 2 {
            let (first, second) = in_order(seat, flips.mine, flips.pushed);
            position.marbles[0] ^= first;
            position.marbles[1] ^= second;
        } else {
            let moved = action.moved();
            for set in &mut position.marbles {
                *set = *set & !moved | step(*set & moved, action.direction());
            }
        }
        position.ply = position.ply.saturating_add(1);
        position.to = self.next[seat & 3];
        let off = flips.push_off();
        let rare = off || position.ply >= self.limit;
        if rare || !self.can_act(position, position.to.into()) {
            let mut after = *position;
            after.off[self.side_of(seat)] += u8::from(off);
            *position = self.settled(after);
        }
    }

    fn standing(&self, position: &Position) -> Option<Position> {
        Some(Position { ply: 0, ..*position })
    }

    fn scores(&self, position: &Position) -> Option<Vec<Score>> {
        let score = |seat| Some(position.off[self.side_of(seat)].into());
        Some((0..self.players).map(score).collect())
    }

    fn side(&self, seat: Seat) -> Seat {
        Seat::from_index(self.side_of(seat.index()))
    }

    fn has_left(&self, position: &Position, seat: Seat) -> bool {
        position.left >> seat.index() & 1 == 1
    }

    fn retire(&self, position: &mut Position, seat: Seat) -> Option<SeatSet> {
        if self.players != 3 {
            return Some(self.team(1 - self.side_of(seat.index())));
        }
        position.left |= 1 << seat.index();
        let stay: SeatSet = Seat::all(3).filter(|&seat| !self.has_left(position, seat)).collect();
        let mut seats = stay.iter();
        if let (Some(last), None) = (seats.next(), seats.next()) {
            position.end = End::Alone(last.index() as u8);
            return Some(stay);
        }
        *position = self.settled(*position);
        None
    }

    fn write_action(&self, _: &Position, action: Move, out: &mut String) {
        let from = action.from();
        let to = from.along(action.direction(), 1);
        let _ = match action.group() {
            Group::Line { .. } => write!(out, "{from}{to}"),
            Group::Row { axis, steps } => write!(out, "{from}{}{to}", from.along(axis, steps)),
        };
    }

    fn read_action(&self, position: &Position, text: &str) -> Result<Move, ActionError> {
        let malformed = || {
            ActionError::Malformed("a move in line such as a1b2, or sideways such as c3c5d3".into())
        };
        if !text.is_ascii() || ![4, 6].contains(&text.len()) {
            return Err(malformed());
        }
        let named: Option<Vec<Hollow>> =
            (0..text.len() / 2).map(|i| Hollow::read(&text[2 * i..2 * i + 2])).collect();
        let named = named.ok_or_else(malformed)?;
        let (first, to) = (named[0], named[named.len() - 1]);
        let (direction, 1) = first.line_to(to).unwrap_or((0, 0)) else {
            return Err(ActionError::Wrong(format!("{first} and {to} do not touch")));
        };
        let illegal = || ActionError::Wrong("the group would not move sideways".into());
        let &[_, other, _] = named.as_slice() else {
            let view = self.view(position, position.to.into());
            let group = moves::line_from(view, first, direction);
            return Move::new(first, direction, group).ok_or_else(illegal);
        };
        let (axis, steps @ 1..=2) = first.line_to(other).unwrap_or((0, 0)) else {
            return Err(ActionError::Wrong(format!(
                "{first} and {other} are not the ends of two or three in a line"
            )));
        };
        // Named from the end that sorts last: turn it round.
        let (from, axis) = if axis < 3 { (first, axis) } else { (other, axis - 3) };
        Move::new(from, direction, Group::Row { axis, steps }).ok_or_else(illegal)
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        let mut row = None;
        for hollow in Hollow::all() {
            if row.is_some_and(|row| row != hollow.hex().r) {
                out.push('/');
            }
            row = Some(hollow.hex().r);
            let seat = (0..4).find(|&seat| position.marbles[seat] & hollow.bit() != 0);
            out.push(seat.map_or('.', |seat| char::from(b'1' + seat as u8)));
        }
        let off: Vec<String> =
            position.off[..self.sides()].iter().map(|off| off.to_string()).collect();
        let _ = write!(out, " to={} off={}", position.to + 1, off.join(","));
        if position.left != 0 {
            let left = (0..4).filter(|seat| position.left >> seat & 1 == 1);
            let left: Vec<String> = left.map(|seat| (seat + 1).to_string()).collect();
            let _ = write!(out, " left={}", left.join(","));
        }
        let _ = write!(out, " ply={}", position.ply);
    }

    fn read_position(&self, text: &str) -> Result<Position, PositionError> {
        let mut text = Fields::split(text)?;
        let mut position = Position { marbles: [0; 4], ..self.start() };
        let rows: Vec<usize> = text.board.split('/').map(|row| row.chars().count()).collect();
        PositionError::unless(
            rows == [5, 6, 7, 8, 9, 8, 7, 6, 5],
            "the board needs rows of 5, 6, 7, 8, 9, 8, 7, 6 and 5 hollows, parted by /",
        )?;
        let marks = text.board.chars().filter(|mark| *mark != '/');
        for (hollow, mark) in Hollow::all().zip(marks) {
            match mark.to_digit(10) {
                Some(seat) if (1..=self.players as u32).contains(&seat) => {
                    position.marbles[seat as usize - 1] |= hollow.bit();
                }
                _ if mark == '.' => {}
                _ => return Err(PositionError::new("the board has only . and numbers of seats")),
            }
        }
        position.to = text.seat(self.players)?.index() as u8;
        let off: Vec<u8> = text.list("off", self.sides())?;
        position.off[..off.len()].copy_from_slice(&off);
        for seat in text.take("left").map_or(Vec::new(), |list| list.split(',').collect()) {
            match seat.parse().ok().and_then(|seat| Seat::from_number(seat, self.players)) {
                Some(seat) if self.players == 3 => position.left |= 1 << seat.index(),
                _ => return Err(PositionError::new("`left=` lists seats of a game of three")),
            }
        }
        position.ply = text.number("ply", 0)?;
        text.finish()?;
        self.check(&position)?;
        match position.left.count_ones() {
            2 => position.end = End::Alone((!position.left & 0b111).trailing_zeros() as u8),
            _ => position = self.settled(position),
        }
        Ok(position)
    }

    fn picture(&self, position: &Position, _: Viewer) -> Picture {
        let mut cells = board::cells();
        let mut seats = Vec::new();
        for seat in 0..self.players {
            for hollow in hollows(position.marbles[seat]) {
                cells[usize::from(hollow.cell())].stones.push(Stone::plain(COLOURS[seat]));
            }
            let name = match seat {
                0 => Words::new("Black", "Schwarz"),
                1 => Words::new("White", "Weiß"),
                2 => Words::new("Red", "Rot"),
                _ => Words::new("Blue", "Blau"),
            };
            let mut view = seat_view(seat, COLOURS[seat], name);
            view.score = Some(position.off[self.side_of(seat)].to_string());
            if self.players == 2 {
                let lost = self.marble_count(1 - seat)
                    - position.marbles[1 - seat].count_ones().min(self.marble_count(1 - seat));
                view.taken = vec![Stone::plain(COLOURS[1 - seat]); lost as usize];
            }
            view.to_act = position.end == End::Open && seat == usize::from(position.to);
            seats.push(view);
        }
        Picture { cells, seats, notes: Vec::new() }
    }

    fn touches(&self, _: &Position, action: Move, out: &mut Vec<CellId>) {
        let from = action.from();
        out.push(from.cell());
        if let Group::Row { axis, steps } = action.group() {
            out.push(from.along(axis, steps).cell());
        }
        out.push(from.along(action.direction(), 1).cell());
    }
}

impl Abalone {
    /// Refuses what no game can lead to.
    fn check(&self, position: &Position) -> Result<(), PositionError> {
        let unless = PositionError::unless;
        let lost = |seat: usize| {
            let start = self.marble_count(seat);
            start.checked_sub(position.marbles[seat].count_ones())
        };
        let lost: Option<Vec<u32>> = (0..self.players).map(lost).collect();
        let Some(lost) = lost else {
            return Err(PositionError::new("a seat has more marbles than at the start"));
        };
        let off: u32 = position.off.iter().map(|&off| u32::from(off)).sum();
        unless(
            off == lost.iter().sum::<u32>(),
            "`off=` does not fit the marbles missing on the board",
        )?;
        for side in 0..self.sides() {
            let theirs = (0..self.players).filter(|&seat| self.side_of(seat) != side);
            unless(
                u32::from(position.off[side]) <= theirs.map(|seat| lost[seat]).sum(),
                "`off=` does not fit the marbles missing on the board",
            )?;
        }
        let winners = position.off.iter().filter(|&&off| off >= self.push).count();
        unless(winners <= 1, "only one side can have won")?;
        unless(
            position.off.iter().all(|&off| off <= self.push),
            "a side has pushed off more than win the game",
        )?;
        unless(position.left != 0b111, "somebody must be left at the table")
    }
}
