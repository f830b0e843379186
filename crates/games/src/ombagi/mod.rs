//! Ombagi for two and three players: carry your towers across the board and
//! build them up again, 1, 2, 3.
//!
//! Rule numbers are those of `docs/rules/ombagi.md`. `towers` has the stones
//! and their moves (R2 to R4), `blockades` what R5 to R7 ask, `text` reads and
//! writes. A position is 120 bytes.

mod about;
mod blockades;
mod look;
mod text;
mod towers;

use crate::board37::{self, Field, bits, fields};
use crate::common::{colour_name, seat_view};
use blockades::MoveSet;
use towers::{Colour, Stone, Towers};
use wabe_rules::{
    About, ActionError, CellId, Colour as Shade, Dice, Game, House, Mark, Note, Number,
    OptionError, Options, Outcome, Picture, PositionError, Score, Seat, Status, Tint, TintKind,
    Viewer, Words,
};

const SHADES: [Shade; 3] = [Shade::Dark, Shade::Light, Shade::Red];
/// The letters of the colours in records.
const LETTERS: [char; 3] = ['D', 'H', 'R'];

/// The rules of Ombagi with their options.
#[derive(Debug)]
pub struct Ombagi {
    players: usize,
    /// The colour of each seat.
    colour_of: [Colour; 3],
    /// By colour.
    starts: [u64; 3],
    goals: [u64; 3],
    /// The rows by colour, counted from its goal side.
    rows: [[u64; 7]; 3],
    /// For each row the fields in it and behind it.
    from_row: [[u64; 7]; 3],
    edition_1981: bool,
    hidden: bool,
    playout: bool,
    repetition: u32,
    limit: u32,
}

/// A position of Ombagi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    towers: Towers,
    to: u8,
    /// The seat that has won.
    winner: Option<u8>,
    /// Moves each seat has made since then (R9).
    after: [u32; 3],
    end: End,
    ply: u32,
}

const _: () = assert!(size_of::<Position>() == 120);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum End {
    Open,
    /// Won, and played out as far as asked.
    Towers,
    NoMoves,
    Limit,
}

/// An action of Ombagi: the top stone of a field goes to a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    from: Field,
    to: Field,
}

/// The row of a field, counted from the side where the coordinate named is
/// largest.
fn rows_towards(coordinate: impl Fn(Field) -> i8) -> [u64; 7] {
    let mut rows = [0; 7];
    for field in Field::all() {
        rows[(3 - coordinate(field)) as usize] |= field.bit();
    }
    rows
}

impl Ombagi {
    #[inline(always)]
    fn colour(&self, seat: u8) -> Colour {
        self.colour_of[usize::from(seat)]
    }

    #[inline(always)]
    fn has_finished(&self, towers: &Towers, colour: Colour) -> bool {
        self.goals[colour] & !towers.finished_by(colour) == 0
    }

    /// The legal moves of the seat to act.
    #[inline(always)]
    fn legal(&self, position: &Position) -> MoveSet {
        let (towers, colour) = (&position.towers, self.colour(position.to));
        let mut moves = MoveSet::all(towers, colour);
        // R9: after the win nothing binds.
        if position.winner.is_none() && self.may_bind(towers, colour) {
            self.bind(towers, colour, &mut moves);
        }
        moves
    }

    /// Whether R5 asks this very move of the seat to act.
    fn is_lifting(&self, position: &Position, action: Move) -> bool {
        let colour = self.colour(position.to);
        let left = self.after_bans(&position.towers, colour);
        position.winner.is_none() && self.lifting(&position.towers, colour, &left).contains(action)
    }

    /// Whether a seat still plays and can move (F3, R9).
    #[inline(always)]
    fn can_act(&self, position: &Position, seat: u8) -> bool {
        let colour = self.colour(seat);
        let done = position.winner.is_some() && self.has_finished(&position.towers, colour);
        !done && position.towers.can_move(colour)
    }

    #[inline(always)]
    fn settle(&self, position: &mut Position) {
        let is_plain = position.winner.is_none() && self.can_act(position, position.to);
        let goes_on = is_plain || self.pass_on(position);
        if goes_on && self.limit > 0 && position.ply >= self.limit {
            position.end = End::Limit;
        }
    }

    /// Passes over seats that cannot act, and ends the game if none can or it
    /// has been won and played out. Whether it goes on.
    #[cold]
    fn pass_on(&self, position: &mut Position) -> bool {
        let done = |seat| self.has_finished(&position.towers, self.colour(seat));
        let all_done = (0..self.players as u8).all(done);
        if position.winner.is_some() && (!self.playout || all_done) {
            position.end = End::Towers;
            return false;
        }
        for _ in 0..self.players {
            if self.can_act(position, position.to) {
                return true;
            }
            position.to = self.next(position.to);
        }
        position.end = End::NoMoves;
        false
    }

    #[inline(always)]
    fn next(&self, seat: u8) -> u8 {
        if usize::from(seat) + 1 == self.players { 0 } else { seat + 1 }
    }

    fn sees(&self, position: &Position, viewer: Viewer) -> bool {
        !self.hidden || viewer == Viewer::Referee || position.end != End::Open
    }
}

impl Game for Ombagi {
    type Position = Position;
    type Move = Move;

    const ABOUT: About = about::ABOUT;

    fn from_options(options: &mut Options) -> Result<Ombagi, OptionError> {
        let players = options.number("players") as usize;
        options.only_if("first", players == 2, "for two players only")?;
        let down = rows_towards(|field| field.hex().r);
        let (starts, goals, rows) = match players {
            2 => {
                let (top, bottom) = (bits(&[11, 12, 13, 14]), bits(&[44, 45, 46, 47]));
                let up = rows_towards(|field| -field.hex().r);
                ([top, bottom, 0], [bottom, top, 0], [down, up, [0; 7]])
            }
            _ => (
                [bits(&[11, 12, 13]), bits(&[32, 38, 43]), bits(&[44, 39, 33])],
                [bits(&[47, 46, 45]), bits(&[26, 20, 15]), bits(&[14, 19, 25])],
                [down, rows_towards(|field| field.hex().s()), rows_towards(|field| field.hex().q)],
            ),
        };
        Ok(Ombagi {
            players,
            colour_of: if options.text("first") == "H" { [1, 0, 2] } else { [0, 1, 2] },
            starts,
            goals,
            rows,
            from_row: rows.map(|rows| {
                std::array::from_fn(|i| rows[i..].iter().fold(0, |all, row| all | row))
            }),
            edition_1981: options.text("edition") == "1981",
            hidden: options.flag("hidden"),
            playout: options.flag("playout"),
            repetition: options.number("repetition") as u32,
            limit: options.number("limit") as u32,
        })
    }

    fn players(&self) -> usize {
        self.players
    }

    fn house(&self) -> House {
        House { repetition: self.repetition }
    }

    fn start(&self) -> Position {
        let mut towers = Towers::default();
        for colour in 0..self.players {
            for field in fields(self.starts[colour]) {
                (1..=3).for_each(|number| towers.push(field, Stone { colour, number }));
            }
        }
        Position { towers, to: 0, winner: None, after: [0; 3], end: End::Open, ply: 0 }
    }

    fn status(&self, position: &Position) -> Status {
        let drawn = |reason| self.decided(position).unwrap_or(Outcome::draw(reason));
        Status::Over(match position.end {
            End::Open => return Status::ToAct(Seat::from_index(position.to.into())),
            End::Towers => drawn("towers"),
            End::NoMoves => drawn("no-moves"),
            End::Limit => drawn("limit"),
        })
    }

    #[inline(always)]
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        if position.end == End::Open {
            for (from, targets) in self.legal(position).iter() {
                out.extend(fields(targets).map(|to| Move { from, to }));
            }
        }
    }

    #[inline(always)]
    fn count(&self, position: &Position, _: &mut Vec<Move>) -> usize {
        match position.end {
            End::Open => self.legal(position).count() as usize,
            _ => 0,
        }
    }

    #[inline(always)]
    fn random_move(&self, position: &Position, dice: &mut Dice, _: &mut Vec<Move>) -> Option<Move> {
        if position.end != End::Open {
            return None;
        }
        let legal = self.legal(position);
        Some(legal.at(dice.below(legal.count())))
    }

    #[inline(always)]
    fn apply(&self, position: &mut Position, action: Move) {
        let seat = position.to;
        let colour = self.colour(seat);
        position.towers.carry(colour, action.from, action.to);
        position.ply = position.ply.saturating_add(1);
        if position.winner.is_some() {
            position.after[usize::from(seat)] += 1;
        } else if self.goals[colour] & action.to.bit() != 0
            && self.has_finished(&position.towers, colour)
        {
            position.winner = Some(seat);
        }
        position.to = self.next(seat);
        self.settle(position);
    }

    /// R9: who plays on after the win cannot change who has won.
    #[inline(always)]
    fn decided(&self, position: &Position) -> Option<Outcome> {
        position.winner.map(|seat| Outcome::win(Seat::from_index(seat.into()), "towers"))
    }

    fn standing(&self, position: &Position) -> Option<Position> {
        // R9: repetition is off after the win.
        position.winner.is_none().then_some(Position { ply: 0, ..*position })
    }

    fn scores(&self, position: &Position) -> Option<Vec<Score>> {
        if !self.playout || position.winner.is_none() {
            return None;
        }
        let score = |seat: u8| {
            let done = self.has_finished(&position.towers, self.colour(seat));
            done.then(|| position.after[usize::from(seat)].into())
        };
        Some((0..self.players as u8).map(score).collect())
    }

    fn write_action(&self, position: &Position, action: Move, out: &mut String) {
        text::write_action(&position.towers, action, out);
    }

    fn read_action(&self, position: &Position, text: &str) -> Result<Move, ActionError> {
        text::read_action(&position.towers, text)
    }

    fn annotations(
        &self,
        before: &Position,
        action: Move,
        _: &Position,
    ) -> (&'static str, &'static str) {
        (if self.is_lifting(before, action) { "*" } else { "" }, "")
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        text::write_position(self, position, out);
    }

    fn read_position(&self, text: &str) -> Result<Position, PositionError> {
        let mut position = text::read_position(self, text)?;
        self.settle(&mut position);
        Ok(position)
    }

    fn sees_all(&self, position: &Position, viewer: Viewer) -> bool {
        self.sees(position, viewer)
    }

    fn picture(&self, position: &Position, viewer: Viewer) -> Picture {
        let sees = self.sees(position, viewer);
        let mut cells = board37::cells();
        for field in Field::all() {
            let height = position.towers.height(field);
            let cell = &mut cells[field.index()];
            for level in 0..height {
                let Some(stone) = position.towers.at(field, level) else {
                    continue;
                };
                let covered = level + 1 < height;
                let number = match covered && !sees {
                    true => Number::Hidden,
                    false => Number::Shown(stone.number as u8),
                };
                cell.stones.push(wabe_rules::Stone { colour: SHADES[stone.colour], number });
            }
            let goal = (0..self.players).find(|&colour| self.goals[colour] & field.bit() != 0);
            cell.tint = goal.map(|colour| Tint { colour: SHADES[colour], kind: TintKind::Goal });
        }
        let mut seats = Vec::new();
        for seat in 0..self.players as u8 {
            let shade = SHADES[self.colour(seat)];
            let mut view = seat_view(seat.into(), shade, colour_name(shade));
            view.to_act = position.end == End::Open && seat == position.to;
            if self.playout && position.winner.is_some() {
                view.score = Some(position.after[usize::from(seat)].to_string());
            }
            seats.push(view);
        }
        let mut notes = Vec::new();
        if position.end == End::Open && position.winner.is_none() {
            let colour = self.colour(position.to);
            let offside = self.offside(&position.towers, colour);
            let left = self.after_bans(&position.towers, colour);
            if !self.lifting(&position.towers, colour, &left).is_empty() {
                fields(offside).for_each(|field| cells[field.index()].marks.push(Mark::Bound));
                notes.push(about::note("R5"));
            }
            if self.is_bound_by_last_one(position) {
                notes.push(about::note("R6"));
            }
            if self.banned(&position.towers, colour) != 0 && sees {
                notes.push(about::note("R7"));
            }
        }
        Picture { cells, seats, notes }
    }

    fn touches(&self, _: &Position, action: Move, out: &mut Vec<CellId>) {
        out.extend([action.from.cell(), action.to.cell()]);
    }
}

impl Ombagi {
    /// Whether R6 is among the rules that leave fewer moves now.
    fn is_bound_by_last_one(&self, position: &Position) -> bool {
        let colour = self.colour(position.to);
        self.shuts_somebody_in(&position.towers, colour)
            && self.legal(position).count() < self.after_bans(&position.towers, colour).count()
    }
}
