//! Chessom: stones that run in straight lines and capture only at their full
//! reach; who captures the opposing 1 wins.
//!
//! Rule numbers are those of `docs/rules/chessom.md`. A position is 56 bytes.
//!
//! Moves are worked out for all stones of a side at once: for each direction
//! the fields that stones reach in it with one, two and three steps. No two
//! stones reach the same field by as many steps in the same direction, so a
//! field of such a set is one move.

mod about;
mod look;

use crate::bits::{count_of, nth_bit_of_rows};
use crate::board37::{self, BOARD, Field, around, fields, slide};
use crate::common::{expect_field, two_colours};
use std::fmt::Write;
use wabe_rules::{
    About, ActionError, CellId, Dice, Fields, Game, House, Note, OptionError, Options, Outcome,
    Picture, PositionError, Seat, Status, Stone, Viewer, Words,
};

/// F1: Dark's stones on 11 to 19.
const STANDARD: &str = "322323132";

/// The rules of Chessom with their options.
#[derive(Debug)]
pub struct Chessom {
    layout: [[u64; 3]; 2],
    repetition: u32,
    limit: u32,
    quiet: u32,
}

/// A position of Chessom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The stones of each side.
    sides: [u64; 2],
    /// The stones of each number, of both sides.
    numbers: [u64; 3],
    to: u8,
    end: End,
    /// Actions since the last capture.
    quiet: u32,
    ply: u32,
}

const _: () = assert!(size_of::<Position>() == 56);

/// By direction, the fields reached with one, two and three steps.
type Landings = [[u64; 3]; 6];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum End {
    Open,
    /// The 1 was captured.
    Captured(u8),
    /// The other side is left with its 1 alone.
    Bared(u8),
    /// Only the two 1s are left.
    OnlyOnes,
    NoMoves,
    Quiet,
    Limit,
}

/// An action of Chessom: from a field to a field. Whether it captures follows
/// from the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    from: Field,
    to: Field,
}

impl Position {
    /// The stones of a side that have this number (from 0).
    #[inline(always)]
    pub fn stones(&self, side: usize, number: usize) -> u64 {
        self.sides[side] & self.numbers[number]
    }

    #[inline(always)]
    fn empty(&self) -> u64 {
        BOARD & !(self.sides[0] | self.sides[1])
    }

    fn number_at(&self, side: usize, field: Field) -> Option<usize> {
        (0..3).find(|&number| self.stones(side, number) & field.bit() != 0)
    }

    #[inline(always)]
    fn is_bare(&self, side: usize) -> bool {
        self.sides[side] & !self.numbers[0] == 0
    }

    /// Where the stones of a side may go (R1, R2): empty fields on the way, and
    /// an opposing stone exactly at their reach.
    #[inline(always)]
    fn landings(&self, side: usize) -> Landings {
        let (empty, at_reach) = (self.empty(), BOARD & !self.sides[side]);
        let [ones, twos, threes] = [0, 1, 2].map(|number| self.stones(side, number));
        let towards = |d| {
            let (two, three) = (slide(twos, d) & empty, slide(threes, d) & empty);
            let three_on = slide(three, d) & empty;
            let first = slide(ones, d) & at_reach | two | three;
            let second = slide(two, d) & at_reach | three_on;
            [first, second, slide(three_on, d) & at_reach]
        };
        [towards(0), towards(1), towards(2), towards(3), towards(4), towards(5)]
    }

    /// Whether a side could capture the opposing 1 if it were to act.
    fn threatens(&self, side: usize) -> bool {
        let goal = self.stones(1 - side, 0);
        self.landings(side).as_flattened().iter().any(|landings| landings & goal != 0)
    }

    #[inline(always)]
    fn can_move(&self) -> bool {
        around(self.sides[usize::from(self.to)]) & self.empty() != 0 || self.can_only_capture()
    }

    /// The same where no stone has an empty field beside it.
    #[cold]
    fn can_only_capture(&self) -> bool {
        self.landings(self.to.into()) != [[0; 3]; 6]
    }
}

impl Move {
    /// The move that ends on a field after so many steps in a direction.
    #[inline(always)]
    fn ending(to: Field, direction: usize, steps: usize) -> Move {
        Move { from: to.along((direction + 3) % 6, steps as u32), to }
    }
}

impl Chessom {
    /// How the position ends the game, if it does. `acted` is the side whose
    /// action led here, and whether it was bare before (F2): that was its last
    /// turn.
    #[cold]
    fn judge(&self, position: &Position, acted: Option<(usize, bool)>) -> End {
        if let Some(taken) = (0..2).find(|&side| position.stones(side, 0) == 0) {
            return End::Captured(1 - taken as u8);
        }
        if position.is_bare(0) && position.is_bare(1) {
            return End::OnlyOnes;
        }
        if let Some((side, true)) = acted {
            return End::Bared(1 - side as u8);
        }
        self.judge_counters(position)
    }

    /// What can end the game besides captures and a bare 1.
    #[inline(always)]
    fn judge_counters(&self, position: &Position) -> End {
        if !position.can_move() {
            return End::NoMoves;
        }
        if self.quiet > 0 && position.quiet >= self.quiet {
            return End::Quiet;
        }
        if self.limit > 0 && position.ply >= self.limit {
            return End::Limit;
        }
        End::Open
    }

    /// The position with these stones, by side and number, before any action.
    fn with_stones(&self, stones: [[u64; 3]; 2]) -> Position {
        let [dark, light] = stones;
        Position {
            sides: stones.map(|[ones, twos, threes]| ones | twos | threes),
            numbers: std::array::from_fn(|number| dark[number] | light[number]),
            to: 0,
            end: End::Open,
            quiet: 0,
            ply: 0,
        }
    }

    fn place(stones: &mut [[u64; 3]; 2], field: Field, stone: char) -> bool {
        let (side, number) = match stone {
            '.' => return true,
            '1'..='3' => (0, stone as usize - '1' as usize),
            'a'..='c' => (1, stone as usize - 'a' as usize),
            _ => return false,
        };
        stones[side][number] |= field.bit();
        true
    }

    fn read_layout(text: &str) -> Option<[[u64; 3]; 2]> {
        let mut stones = [[0; 3]; 2];
        let marks: Vec<char> = text.chars().collect();
        let fine = match marks.len() {
            9 => marks.iter().enumerate().all(|(i, &mark)| {
                let field = Field::from_index(i);
                let turned = match mark {
                    '1' => 'a',
                    '2' => 'b',
                    '3' => 'c',
                    _ => return false,
                };
                Chessom::place(&mut stones, field, mark)
                    && Chessom::place(&mut stones, field.turned(), turned)
            }),
            board37::FIELDS => marks
                .iter()
                .zip(Field::all())
                .all(|(&mark, field)| Chessom::place(&mut stones, field, mark)),
            _ => false,
        };
        (fine && stones.iter().all(|side| side[0].count_ones() == 1)).then_some(stones)
    }
}

impl Game for Chessom {
    type Position = Position;
    type Move = Move;

    const ABOUT: About = about::ABOUT;

    fn from_options(options: &mut Options) -> Result<Chessom, OptionError> {
        let text = match options.text("layout") {
            "standard" => STANDARD,
            custom => custom,
        };
        let layout =
            Chessom::read_layout(text).ok_or_else(|| options.refused(&Chessom::ABOUT, "layout"))?;
        Ok(Chessom {
            layout,
            repetition: options.number("repetition") as u32,
            limit: options.number("limit") as u32,
            quiet: options.number("quiet") as u32,
        })
    }

    fn players(&self) -> usize {
        2
    }

    fn house(&self) -> House {
        House { repetition: self.repetition }
    }

    fn start(&self) -> Position {
        let mut position = self.with_stones(self.layout);
        position.end = self.judge(&position, None);
        position
    }

    fn status(&self, position: &Position) -> Status {
        let win = |side: u8, reason| Outcome::win(Seat::from_index(side.into()), reason);
        Status::Over(match position.end {
            End::Open => return Status::ToAct(Seat::from_index(position.to.into())),
            End::Captured(side) => win(side, "captured-1"),
            End::Bared(side) => win(side, "bared"),
            End::OnlyOnes => Outcome::draw("only-ones"),
            End::NoMoves => Outcome::draw("no-moves"),
            End::Quiet => Outcome::draw("quiet"),
            End::Limit => Outcome::draw("limit"),
        })
    }

    #[inline(always)]
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        if position.end != End::Open {
            return;
        }
        for (d, landings) in position.landings(position.to.into()).into_iter().enumerate() {
            for (steps, set) in (1..).zip(landings) {
                out.extend(fields(set).map(|to| Move::ending(to, d, steps)));
            }
        }
    }

    #[inline(always)]
    fn count(&self, position: &Position, _: &mut Vec<Move>) -> usize {
        match position.end {
            End::Open => {
                position.landings(position.to.into()).iter().map(count_of).sum::<u32>() as usize
            }
            _ => 0,
        }
    }

    #[inline(always)]
    fn random_move(&self, position: &Position, dice: &mut Dice, _: &mut Vec<Move>) -> Option<Move> {
        if position.end != End::Open {
            return None;
        }
        let landings = position.landings(position.to.into());
        let place = dice.below(landings.iter().map(count_of).sum());
        let (d, shorter, bit) = nth_bit_of_rows(&landings, place);
        Some(Move::ending(Field::from_bit(bit), d, shorter + 1))
    }

    #[inline(always)]
    fn apply(&self, position: &mut Position, action: Move) {
        let side = usize::from(position.to);
        let was_bare = position.is_bare(side);
        let (from, way) = (action.from.bit(), action.from.bit() | action.to.bit());
        let captured = position.sides[1 - side] & action.to.bit();
        position.sides[1 - side] ^= captured;
        position.sides[side] ^= way;
        for set in &mut position.numbers {
            *set &= !captured;
            *set ^= if *set & from != 0 { way } else { 0 };
        }
        position.ply = position.ply.saturating_add(1);
        position.quiet = if captured != 0 { 0 } else { position.quiet.saturating_add(1) };
        position.to = 1 - position.to;
        position.end = match captured != 0 || was_bare {
            true => self.judge(position, Some((side, was_bare))),
            false => self.judge_counters(position),
        };
    }

    fn standing(&self, position: &Position) -> Option<Position> {
        Some(Position { quiet: 0, ply: 0, ..*position })
    }

    fn write_action(&self, position: &Position, action: Move, out: &mut String) {
        let other = position.sides[1 - usize::from(position.to)];
        let sign = if other & action.to.bit() != 0 { 'x' } else { '-' };
        let _ = write!(out, "{}{sign}{}", action.from, action.to);
    }

    fn read_action(&self, position: &Position, text: &str) -> Result<Move, ActionError> {
        let form = "a move such as 12-17, or a capture such as 12x24";
        let Some(sign) = text.find(['-', 'x']) else {
            return Err(ActionError::Malformed(form.into()));
        };
        let from = expect_field(&text[..sign], form)?;
        let to = expect_field(&text[sign + 1..], form)?;
        let captures = position.sides[1 - usize::from(position.to)] & to.bit() != 0;
        match (captures, text[sign..].starts_with('x')) {
            (true, false) => Err(ActionError::Wrong(format!("a move to {to} captures, write x"))),
            (false, true) => {
                Err(ActionError::Wrong(format!("there is nothing to capture on {to}")))
            }
            _ => Ok(Move { from, to }),
        }
    }

    fn annotations(
        &self,
        before: &Position,
        _: Move,
        after: &Position,
    ) -> (&'static str, &'static str) {
        match after.end {
            End::Captured(_) | End::Bared(_) => ("", "#"),
            End::Open if after.threatens(before.to.into()) => ("", "+"),
            _ => ("", ""),
        }
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        board37::write_rows(out, "", |field| {
            let mark = |side, first: u8| {
                let number = position.number_at(side, field)?;
                Some(char::from(first + number as u8).to_string())
            };
            mark(0, b'1').or_else(|| mark(1, b'a')).unwrap_or_else(|| ".".to_owned())
        });
        let Position { to, quiet, ply, .. } = position;
        let _ = write!(out, " to={} quiet={quiet} ply={ply}", to + 1);
        if let End::Bared(_) = position.end {
            out.push_str(" over=bared");
        }
    }

    fn read_position(&self, text: &str) -> Result<Position, PositionError> {
        let mut text = Fields::split(text)?;
        let mut stones = [[0; 3]; 2];
        for (field, stone) in board37::read_rows(text.board)? {
            if !Chessom::place(&mut stones, field, stone) {
                return Err(PositionError::new("the board has only . 1 2 3 a b c"));
            }
        }
        let mut position = self.with_stones(stones);
        position.to = text.seat(2)?.index() as u8;
        position.quiet = text.number("quiet", 0)?;
        position.ply = text.number("ply", 0)?;
        let bared = match text.take("over") {
            None => false,
            Some("bared") => true,
            Some(_) => return Err(PositionError::new("`over=` can only be bared")),
        };
        text.finish()?;
        let acted = 1 - usize::from(position.to);
        self.check(&position)?;
        PositionError::unless(
            !bared || position.is_bare(acted) && !position.is_bare(1 - acted),
            "`over=bared` needs a side that acted with its 1 alone",
        )?;
        position.end = self.judge(&position, Some((acted, bared)));
        Ok(position)
    }

    fn picture(&self, position: &Position, _: Viewer) -> Picture {
        let mut cells = board37::cells();
        let (colours, mut seats) = two_colours();
        for side in 0..2 {
            for number in 0..3 {
                let stone = Stone::numbered(colours[side], number as u8 + 1);
                for field in fields(position.stones(side, number)) {
                    cells[field.index()].stones.push(stone);
                }
                let start = self.layout[1 - side][number].count_ones();
                let lost = start.saturating_sub(position.stones(1 - side, number).count_ones());
                let stone = Stone::numbered(colours[1 - side], number as u8 + 1);
                seats[side].taken.extend(vec![stone; lost as usize]);
            }
            seats[side].to_act = position.end == End::Open && side == usize::from(position.to);
        }
        let mut notes = Vec::new();
        if position.end == End::Open && position.threatens(1 - usize::from(position.to)) {
            notes.push(Note {
                rule: "R3".into(),
                says: Words::new(
                    "Chessom! The 1 of the player to move can be captured.",
                    "Chessom! Die 1 am Zug kann geschlagen werden.",
                ),
            });
        }
        if position.end == End::Open && position.is_bare(position.to.into()) {
            notes.push(Note {
                rule: "R6".into(),
                says: Words::new(
                    "Only the 1 is left: this turn must capture the opposing 1 or the last other \
                     stone.",
                    "Nur die 1 ist übrig: Dieser Zug muss die gegnerische 1 oder den letzten \
                     anderen Stein schlagen.",
                ),
            });
        }
        Picture { cells, seats, notes }
    }

    fn touches(&self, _: &Position, action: Move, out: &mut Vec<CellId>) {
        out.extend([action.from.cell(), action.to.cell()]);
    }
}

impl Chessom {
    /// Refuses what no game can lead to.
    fn check(&self, position: &Position) -> Result<(), PositionError> {
        for side in 0..2 {
            for number in 0..3 {
                PositionError::unless(
                    position.stones(side, number).count_ones()
                        <= self.layout[side][number].count_ones(),
                    "a side has more stones of a number than at the start",
                )?;
            }
        }
        let ones = (0..2).filter(|&side| position.stones(side, 0) != 0).count();
        PositionError::unless(ones > 0, "both 1s are missing")?;
        let acted = 1 - usize::from(position.to);
        PositionError::unless(
            position.stones(acted, 0) != 0,
            "a side whose 1 was captured would be the one to act",
        )?;
        PositionError::unless(position.quiet <= position.ply, "`quiet=` is larger than `ply=`")
    }
}
