//! Duombo: six stones that must stay connected; a move takes up a neighbouring
//! pair, one stone of each colour, and puts it down elsewhere. Five mills win.
//!
//! Rule numbers are those of `docs/rules/duombo.md`. A position is 20 bytes.
//!
//! Where a pair may be put down is worked out in `landings`.

mod about;
mod landings;
mod look;

use crate::bits::nth_of_few;
use crate::board37::{self, BOARD, Field, around, fields};
use crate::common::{expect_field, two_colours};
use landings::{Landings, is_one_piece};
use std::fmt::Write;
use wabe_rules::{
    About, ActionError, CellId, Dice, Fields, Game, House, Mark, Note, OptionError, Options,
    Outcome, Picture, PositionError, Score, Seat, Status, Stone, Viewer, Words,
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
    /// By side and number; those in hand are nowhere.
    stones: [[Field; 3]; 2],
    /// The pairs that may be taken up: follows from the stones and the ban,
    /// kept because it is asked for often.
    open_pairs: Pairs,
    /// The pair that may not be taken up now (R4).
    banned: Option<Pair>,
    mills: [u8; 2],
    to: u8,
    end: End,
    ply: u32,
}

const _: () = assert!(size_of::<Position>() == 20);

/// A stone of Dark and one of Light.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Pair(u8);

impl Pair {
    /// By the numbers (from 0) of Dark's and of Light's stone.
    #[inline(always)]
    fn new(dark: u8, light: u8) -> Pair {
        Pair(4 * dark + light)
    }

    /// The number of a side's stone.
    #[inline(always)]
    fn number(self, side: usize) -> u8 {
        if side == 0 { self.0 / 4 } else { self.0 % 4 }
    }
}

/// A set of pairs, a bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Pairs(u16);

impl Pairs {
    #[inline(always)]
    fn has(self, pair: Pair) -> bool {
        self.0 >> pair.0 & 1 == 1
    }

    #[inline(always)]
    fn without(self, pair: Pair) -> Pairs {
        Pairs(self.0 & !(1 << pair.0))
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The pair at a place below [`count`](Pairs::count).
    #[inline(always)]
    fn at(self, place: u32) -> Pair {
        Pair(nth_of_few(self.0.into(), place) as u8)
    }

    #[inline(always)]
    fn iter(self) -> impl Iterator<Item = Pair> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let pair = Pair(left.trailing_zeros() as u8);
            let found = (left != 0).then_some(pair);
            left &= left.wrapping_sub(1);
            found
        })
    }
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
    #[inline(always)]
    fn side(&self, side: usize) -> u64 {
        self.stones[side].iter().fold(0, |all, field| all | field.bit()) & BOARD
    }

    #[inline(always)]
    fn occupied(&self) -> u64 {
        self.side(0) | self.side(1)
    }

    /// While stones are put down no pair may be taken up, and afterwards there
    /// always is one.
    #[inline(always)]
    fn is_placing(&self) -> bool {
        self.open_pairs == Pairs(0)
    }

    fn stone_at(&self, side: usize, field: Field) -> Option<usize> {
        self.stones[side].iter().position(|&at| at == field)
    }

    /// Whether a side's mill stands (R5): 1 and 3 lie on both sides of 2.
    #[inline(always)]
    fn has_mill(&self, side: usize) -> bool {
        let [one, two, three] = self.stones[side];
        two.is_between(one, three)
    }

    /// Moves a stone, counts the mill if that makes one, and says the stone's
    /// number. A stone that stays makes no mill: it stood there before.
    #[inline(always)]
    fn travel(&mut self, side: usize, [from, to]: [Field; 2]) -> u8 {
        let stones = self.stones[side];
        self.stones[side] = stones.map(|at| if at == from { to } else { at });
        self.mills[side] += u8::from((from != to) & self.has_mill(side));
        u8::from(stones[1] == from) + 2 * u8::from(stones[2] == from)
    }

    /// Where a stone may be put down in the first phase (R2).
    #[inline(always)]
    fn open_fields(&self) -> u64 {
        match self.occupied() {
            0 => BOARD,
            occupied => around(occupied) & !occupied,
        }
    }

    /// The numbers of the stones that the seat to act has in hand.
    #[inline(always)]
    fn in_hand(&self) -> impl Iterator<Item = u8> {
        let stones = self.stones[usize::from(self.to)];
        (0..3).filter(move |&number| stones[usize::from(number)] == Field::NOWHERE)
    }

    /// The actions of the first phase.
    #[cold]
    fn placements(&self, out: &mut Vec<Move>) {
        for number in self.in_hand() {
            out.extend(fields(self.open_fields()).map(|field| Move::Place(number, field)));
        }
    }

    /// The pairs of neighbouring stones of both colours.
    #[inline(always)]
    fn mixed_pairs(&self) -> Pairs {
        let mut pairs = 0;
        for dark in 0..3 {
            for light in 0..3 {
                let touch = self.stones[0][dark].touches(self.stones[1][light]);
                pairs |= u16::from(touch) << (4 * dark + light);
            }
        }
        Pairs(pairs)
    }

    /// All pairs are open once all stones have been put down.
    fn open_after_placing(&mut self) {
        if self.occupied().count_ones() == 6 {
            self.ban(None);
        }
    }

    /// Bans a pair (R4), unless it is the only one there is (F5).
    #[inline(always)]
    fn ban(&mut self, pair: Option<Pair>) {
        let all = self.mixed_pairs();
        self.banned = if all.0.is_power_of_two() { None } else { pair };
        self.open_pairs = self.banned.map_or(all, |pair| all.without(pair));
    }

    /// The field of the stone of a pair that belongs to a side.
    #[inline(always)]
    fn field_of(&self, pair: Pair, side: usize) -> Field {
        self.stones[side][usize::from(pair.number(side))]
    }

    /// The stones left when a pair is taken up.
    #[inline(always)]
    fn others(&self, pair: Pair) -> u64 {
        self.occupied() ^ self.field_of(pair, 0).bit() ^ self.field_of(pair, 1).bit()
    }

    /// The pairs that may be taken up and leave all other stones in one piece.
    #[inline(always)]
    fn pairs_beside_one_piece(&self) -> Pairs {
        let beside = |pair: Pair| u16::from(is_one_piece(self.others(pair))) << pair.0;
        Pairs(self.open_pairs.iter().fold(0, |set, pair| set | beside(pair)))
    }

    /// The move of a pair to two fields; `None` if it stands there now.
    #[inline(always)]
    fn carry(&self, pair: Pair, own: Field, other: Field) -> Option<Move> {
        let side = usize::from(self.to);
        let (from, other_from) = (self.field_of(pair, side), self.field_of(pair, 1 - side));
        let action = Move::Pair { own: [from, own], other: [other_from, other] };
        ((from, other_from) != (own, other)).then_some(action)
    }
}

fn is_connected(set: u64) -> bool {
    let first = set & set.wrapping_neg();
    (0..5).fold(first, |reached, _| (reached | around(reached)) & set) == set
}

impl Duombo {
    #[inline(always)]
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
            stones: [[Field::NOWHERE; 3]; 2],
            open_pairs: Pairs(0),
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

    #[inline(always)]
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        if position.end != End::Open {
            return;
        }
        if position.is_placing() {
            return position.placements(out);
        }
        for pair in position.open_pairs.iter() {
            for [one, next] in Landings::among(position.others(pair)).iter() {
                out.extend(position.carry(pair, one, next));
                out.extend(position.carry(pair, next, one));
            }
        }
    }

    #[inline(always)]
    fn count(&self, position: &Position, _: &mut Vec<Move>) -> usize {
        if position.end != End::Open {
            return 0;
        }
        if position.is_placing() {
            return position.in_hand().count() * position.open_fields().count_ones() as usize;
        }
        let moves = |pair| 2 * Landings::among(position.others(pair)).count() as usize - 1;
        position.open_pairs.iter().map(moves).sum()
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
            scratch.clear();
            position.placements(scratch);
            return Some(dice.choose(scratch));
        }
        // A pair has at most so many landings, far fewer if the other stones lie
        // in several pieces. A place among so many is drawn; if it turns out to
        // be none, it is drawn again. That spares most pairs most of the work.
        let beside = position.pairs_beside_one_piece();
        let between = Pairs(position.open_pairs.0 & !beside.0);
        let most_beside = beside.count() * Landings::MOST;
        let most = most_beside + between.count() * Landings::MOST_BETWEEN;
        loop {
            let draw = dice.below(2 * most);
            let (place, swapped) = (draw / 2, draw % 2 == 1);
            let (pair, place, landings) = if place < most_beside {
                let pair = beside.at(place / Landings::MOST);
                (pair, place % Landings::MOST, Landings::beside(position.others(pair)))
            } else {
                let place = place - most_beside;
                let pair = between.at(place / Landings::MOST_BETWEEN);
                let landings = Landings::between(position.others(pair));
                (pair, place % Landings::MOST_BETWEEN, landings)
            };
            if place >= landings.count() {
                continue;
            }
            let [one, next] = landings.at(place);
            let (own, other) = if swapped { (next, one) } else { (one, next) };
            let action = position.carry(pair, own, other);
            if action.is_some() {
                return action;
            }
        }
    }

    #[inline(always)]
    fn apply(&self, position: &mut Position, action: Move) {
        let side = usize::from(position.to);
        match action {
            Move::Place(number, field) => {
                position.stones[side][usize::from(number)] = field;
                position.mills[side] += u8::from(position.has_mill(side));
                position.open_after_placing();
            }
            Move::Pair { own, other } => {
                let a = position.travel(side, own);
                let b = position.travel(1 - side, other);
                position.ban(Some(if side == 0 { Pair::new(a, b) } else { Pair::new(b, a) }));
            }
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
        if let Some(pair) = position.banned {
            let (dark, light) = (pair.number(0), pair.number(1));
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
            PositionError::unless(*stone == Field::NOWHERE, "a stone stands twice")?;
            *stone = field;
        }
        position.to = text.seat(2)?.index() as u8;
        position.mills = text.numbers("mills")?;
        let banned = match text.take("banned") {
            None => None,
            Some(pair) => match pair.as_bytes() {
                [dark @ b'1'..=b'3', light @ b'a'..=b'c'] => {
                    Some(Pair::new(dark - b'1', light - b'a'))
                }
                _ => return Err(PositionError::new("`banned=` names a pair such as 2c")),
            },
        };
        position.ply = text.number("ply", 0)?;
        text.finish()?;
        position.open_after_placing();
        self.check(&position, banned)?;
        if !position.is_placing() {
            position.ban(banned);
        }
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
                    Field::NOWHERE => seats[side].hand.push(stone),
                    field => cells[field.index()].stones.push(stone),
                }
            }
            seats[side].score = Some(position.mills[side].to_string());
            seats[side].to_act = position.end == End::Open && side == usize::from(position.to);
        }
        let mut notes = Vec::new();
        if let Some(banned) = position.banned {
            for side in 0..2 {
                let field = position.field_of(banned, side);
                cells[field.index()].marks.push(Mark::Barred);
            }
            notes.push(Note {
                rule: "R4".into(),
                says: Words::made(
                    format!(
                        "Dark's {} and Light's {} may not be taken up together now.",
                        banned.number(0) + 1,
                        banned.number(1) + 1
                    ),
                    format!(
                        "Die dunkle {} und die helle {} sind jetzt als Paar gesperrt.",
                        banned.number(0) + 1,
                        banned.number(1) + 1
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
    fn check(&self, position: &Position, banned: Option<Pair>) -> Result<(), PositionError> {
        let unless = PositionError::unless;
        let placed = |side: usize| position.side(side).count_ones();
        let (dark, light) = (placed(0), placed(1));
        unless(
            !position.is_placing() || dark == light + u32::from(position.to),
            "while placing, both have put down equally many when seat 1 acts, and Dark one more when seat 2 does",
        )?;
        unless(is_connected(position.occupied()), "all stones must be connected")?;
        unless(banned.is_none() || !position.is_placing(), "a pair is banned only after a move")?;
        unless(
            banned.is_none_or(|banned| position.mixed_pairs().has(banned)),
            "the banned pair must stand on neighbouring fields",
        )?;
        // The last action can lift both by one at once, never past the goal.
        unless(
            position.mills.iter().all(|&mills| mills <= self.mills),
            "a side has more mills than win the game",
        )?;
        for side in 0..2 {
            unless(
                !position.has_mill(side) || position.mills[side] > 0,
                "a mill that stands has been counted",
            )?;
        }
        Ok(())
    }
}
