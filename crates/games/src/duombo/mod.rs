//! Duombo: six stones that must stay connected; a move takes up a neighbouring
//! pair, one stone of each colour, and puts it down elsewhere. Five mills win.
//!
//! Rule numbers are those of `docs/rules/duombo.md`. A position is 20 bytes.

mod about;

use crate::board37::{self, BOARD, Field, around, fields};
use crate::common::{expect_field, two_colours};
use std::fmt::Write;
use wabe_rules::{
    About, ActionError, CellId, Fields, Game, House, Mark, Note, OptionError, Options, Outcome,
    Picture, PositionError, Score, Seat, Status, Stone, Viewer, Words,
};

/// The rules of Duombo with their options.
#[derive(Debug)]
pub struct Duombo {
    mills: u8,
    repetition: u32,
    limit: u32,
}

/// A position of Duombo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// By side and number; `None` is in hand.
    stones: [[Option<Field>; 3]; 2],
    /// The numbers of Dark's and Light's stone that may not be taken up
    /// together now (R4), from 0.
    banned: Option<[u8; 2]>,
    mills: [u8; 2],
    to: u8,
    end: End,
    ply: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum End {
    Open,
    Mills(u8),
    Limit,
}

/// An action of Duombo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Put the own stone of this number (from 0) on a field.
    Place(u8, Field),
    /// The own stone goes from the first field to the second, the opponent's
    /// from the third to the fourth.
    Pair {
        /// The own stone's field, before and after.
        own: [Field; 2],
        /// The other stone's field, before and after.
        other: [Field; 2],
    },
}

impl Position {
    fn occupied(&self) -> u64 {
        self.stones.iter().flatten().flatten().fold(0, |all, field| all | field.bit())
    }

    fn is_placing(&self) -> bool {
        self.stones.iter().flatten().any(Option::is_none)
    }

    fn stone_at(&self, side: usize, field: Field) -> Option<usize> {
        self.stones[side].iter().position(|&at| at == Some(field))
    }

    /// The fields of a side's mill, if it stands (R5).
    fn mill(&self, side: usize) -> u64 {
        let [Some(one), Some(two), Some(three)] = self.stones[side] else {
            return 0;
        };
        let ends = one.bit() | three.bit();
        let stands = (0..3).any(|d| two.ahead(d) | two.ahead(d + 3) == ends);
        if stands { ends | two.bit() } else { 0 }
    }

    /// The pairs of neighbouring stones of both colours, as numbers of Dark's
    /// and Light's stone.
    fn mixed_pairs(&self) -> impl Iterator<Item = [u8; 2]> {
        let stones = self.stones;
        let pairs = (0..3).flat_map(|dark| (0..3).map(move |light| [dark, light]));
        pairs.filter(move |&[dark, light]| {
            let (Some(a), Some(b)) = (stones[0][usize::from(dark)], stones[1][usize::from(light)])
            else {
                return false;
            };
            a.neighbours() & b.bit() != 0
        })
    }

    /// F5: a ban on the only pair there is does not hold.
    fn lift_empty_ban(&mut self) {
        if self.banned.is_some() && self.mixed_pairs().count() == 1 {
            self.banned = None;
        }
    }
}

fn is_connected(set: u64) -> bool {
    let mut reached = set & set.wrapping_neg();
    loop {
        let more = (reached | around(reached)) & set;
        if more == reached {
            return reached == set;
        }
        reached = more;
    }
}

impl Duombo {
    fn judge(&self, position: &Position, acted: usize) -> End {
        let reached = |side: usize| position.mills[side] >= self.mills;
        match (reached(acted), reached(1 - acted)) {
            // F4: both at once, and the one who acted wins.
            (true, _) => End::Mills(acted as u8),
            (false, true) => End::Mills(1 - acted as u8),
            _ if self.limit > 0 && position.ply >= self.limit => End::Limit,
            _ => End::Open,
        }
    }
}

impl Game for Duombo {
    type Position = Position;
    type Move = Move;

    const ABOUT: About = about::ABOUT;

    fn from_options(options: &mut Options) -> Result<Duombo, OptionError> {
        Ok(Duombo {
            mills: options.number("mills") as u8,
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
            stones: [[None; 3]; 2],
            banned: None,
            mills: [0; 2],
            to: 0,
            end: End::Open,
            ply: 0,
        }
    }

    fn status(&self, position: &Position) -> Status {
        Status::Over(match position.end {
            End::Open => return Status::ToAct(Seat::from_index(position.to.into())),
            End::Mills(side) => Outcome::win(Seat::from_index(side.into()), "mills"),
            End::Limit => Outcome::draw("limit"),
        })
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        if position.end != End::Open {
            return;
        }
        let side = usize::from(position.to);
        let occupied = position.occupied();
        if position.is_placing() {
            let open = if occupied == 0 { BOARD } else { around(occupied) & !occupied };
            for number in (0..3).filter(|&number| position.stones[side][number].is_none()) {
                out.extend(fields(open).map(|field| Move::Place(number as u8, field)));
            }
            return;
        }
        for pair in position.mixed_pairs().filter(|&pair| position.banned != Some(pair)) {
            let field_of = |s: usize| position.stones[s][usize::from(pair[s])];
            let (Some(own), Some(other)) = (field_of(side), field_of(1 - side)) else {
                continue;
            };
            let left = occupied & !(own.bit() | other.bit());
            let open = BOARD & !left;
            for a in fields(open) {
                for b in fields(open & a.neighbours()) {
                    if (a, b) != (own, other) && is_connected(left | a.bit() | b.bit()) {
                        out.push(Move::Pair { own: [own, a], other: [other, b] });
                    }
                }
            }
        }
    }

    fn apply(&self, position: &mut Position, action: Move) {
        let side = usize::from(position.to);
        let before = [position.mill(0), position.mill(1)];
        match action {
            Move::Place(number, field) => position.stones[side][usize::from(number)] = Some(field),
            Move::Pair { own, other } => {
                let stones =
                    (position.stone_at(side, own[0]), position.stone_at(1 - side, other[0]));
                let (Some(a), Some(b)) = stones else {
                    return;
                };
                position.stones[side][a] = Some(own[1]);
                position.stones[1 - side][b] = Some(other[1]);
                let mut pair = [a as u8, b as u8];
                pair.rotate_left(side);
                position.banned = Some(pair);
            }
        }
        position.lift_empty_ban();
        for player in 0..2 {
            let mill = position.mill(player);
            position.mills[player] += u8::from(mill != 0 && mill != before[player]);
        }
        position.to = 1 - position.to;
        position.ply = position.ply.saturating_add(1);
        position.end = self.judge(position, side);
    }

    fn standing(&self, position: &Position) -> Option<Position> {
        Some(Position { ply: 0, ..*position })
    }

    fn scores(&self, position: &Position) -> Option<Vec<Score>> {
        Some(position.mills.iter().map(|&mills| Some(mills.into())).collect())
    }

    fn write_action(&self, _: &Position, action: Move, out: &mut String) {
        let _ = match action {
            Move::Place(number, field) => write!(out, "{}@{field}", number + 1),
            Move::Pair { own, other } => {
                write!(out, "{}+{}-{}+{}", own[0], other[0], own[1], other[1])
            }
        };
    }

    fn read_action(&self, position: &Position, text: &str) -> Result<Move, ActionError> {
        let form = match position.is_placing() {
            true => "a placement such as 2@23",
            false => "a move such as 17+18-22+23",
        };
        let malformed = || ActionError::Malformed(form.into());
        if let Some((number, field)) = text.split_once('@') {
            let number = match number {
                "1" | "2" | "3" => number.as_bytes()[0] - b'1',
                _ => return Err(malformed()),
            };
            return Ok(Move::Place(number, expect_field(field, form)?));
        }
        let (from, to) = text.split_once('-').ok_or_else(malformed)?;
        let (a, b) = from.split_once('+').ok_or_else(malformed)?;
        let (c, d) = to.split_once('+').ok_or_else(malformed)?;
        let field = |text| expect_field(text, form);
        Ok(Move::Pair { own: [field(a)?, field(c)?], other: [field(b)?, field(d)?] })
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        board37::write_rows(out, "", |field| {
            let mark = |side, first: u8| {
                let number = position.stone_at(side, field)?;
                Some(char::from(first + number as u8).to_string())
            };
            mark(0, b'1').or_else(|| mark(1, b'a')).unwrap_or_else(|| ".".to_owned())
        });
        let Position { to, mills, ply, .. } = position;
        let _ = write!(out, " to={} mills={},{}", to + 1, mills[0], mills[1]);
        if let Some([dark, light]) = position.banned {
            let _ = write!(out, " banned={}{}", dark + 1, char::from(b'a' + light));
        }
        let _ = write!(out, " ply={ply}");
    }

    fn read_position(&self, text: &str) -> Result<Position, PositionError> {
        let mut text = Fields::split(text)?;
        let mut position = self.start();
        for (field, mark) in board37::read_rows(text.board)? {
            let (side, number) = match mark {
                '.' => continue,
                '1'..='3' => (0, mark as usize - '1' as usize),
                'a'..='c' => (1, mark as usize - 'a' as usize),
                _ => return Err(PositionError::new("the board has only . 1 2 3 a b c")),
            };
            let stone = &mut position.stones[side][number];
            PositionError::unless(stone.is_none(), "a stone stands twice")?;
            *stone = Some(field);
        }
        position.to = text.seat(2)?.index() as u8;
        position.mills = text.numbers("mills")?;
        position.banned = match text.take("banned") {
            None => None,
            Some(pair) => match pair.as_bytes() {
                [dark @ b'1'..=b'3', light @ b'a'..=b'c'] => Some([dark - b'1', light - b'a']),
                _ => return Err(PositionError::new("`banned=` names a pair such as 2c")),
            },
        };
        position.ply = text.number("ply", 0)?;
        text.finish()?;
        self.check(&position)?;
        position.lift_empty_ban();
        position.end = self.judge(&position, 1 - usize::from(position.to));
        Ok(position)
    }

    fn picture(&self, position: &Position, _: Viewer) -> Picture {
        let mut cells = board37::cells();
        let (colours, mut seats) = two_colours();
        for side in 0..2 {
            for number in 0..3 {
                let stone = Stone::numbered(colours[side], number as u8 + 1);
                match position.stones[side][number] {
                    Some(field) => cells[field.index()].stones.push(stone),
                    None => seats[side].hand.push(stone),
                }
            }
            seats[side].score = Some(position.mills[side].to_string());
            seats[side].to_act = position.end == End::Open && side == usize::from(position.to);
        }
        let mut notes = Vec::new();
        if let Some(banned) = position.banned {
            for side in 0..2 {
                if let Some(field) = position.stones[side][usize::from(banned[side])] {
                    cells[field.index()].marks.push(Mark::Barred);
                }
            }
            notes.push(Note {
                rule: "R4",
                says: Words::made(
                    format!(
                        "Dark's {} and Light's {} may not be taken up together now.",
                        banned[0] + 1,
                        banned[1] + 1
                    ),
                    format!(
                        "Die dunkle {} und die helle {} sind jetzt als Paar gesperrt.",
                        banned[0] + 1,
                        banned[1] + 1
                    ),
                ),
            });
        }
        Picture { cells, seats, notes }
    }

    fn touches(&self, _: &Position, action: Move, out: &mut Vec<CellId>) {
        match action {
            Move::Place(_, field) => out.push(field.cell()),
            Move::Pair { own, other } => {
                out.extend([own[0].cell(), other[0].cell(), own[1].cell(), other[1].cell()]);
            }
        }
    }
}

impl Duombo {
    /// Refuses what no game can lead to.
    fn check(&self, position: &Position) -> Result<(), PositionError> {
        let unless = PositionError::unless;
        let placed = |side: usize| position.stones[side].iter().flatten().count();
        let (dark, light) = (placed(0), placed(1));
        unless(
            !position.is_placing() || dark == light + usize::from(position.to),
            "while placing, both have put down equally many when seat 1 acts, and Dark one more when seat 2 does",
        )?;
        unless(is_connected(position.occupied()), "all stones must be connected")?;
        unless(
            position.banned.is_none() || !position.is_placing(),
            "a pair is banned only after a move",
        )?;
        unless(
            position.banned.is_none_or(|banned| position.mixed_pairs().any(|pair| pair == banned)),
            "the banned pair must stand on neighbouring fields",
        )?;
        // The last action can lift both by one at once, never past the goal.
        unless(
            position.mills.iter().all(|&mills| mills <= self.mills),
            "a side has more mills than win the game",
        )?;
        for side in 0..2 {
            unless(
                position.mill(side) == 0 || position.mills[side] > 0,
                "a mill that stands has been counted",
            )?;
        }
        Ok(())
    }
}
