//! Chessom: stones that run in straight lines and capture only at their full
//! reach; who captures the opposing 1 wins.
//!
//! Rule numbers are those of `docs/rules/chessom.md`. A position is 64 bytes.

mod about;

use crate::board37::{self, BOARD, Field, fields, shift};
use crate::common::{expect_field, two_colours};
use std::fmt::Write;
use wabe_rules::{
    About, ActionError, CellId, Fields, Game, House, Note, OptionError, Options, Outcome, Picture,
    PositionError, Seat, Status, Stone, Viewer, Words, shortened,
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
    /// By side and number.
    stones: [[u64; 3]; 2],
    to: u8,
    end: End,
    /// Actions since the last capture.
    quiet: u32,
    ply: u32,
}

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
    fn side(&self, side: usize) -> u64 {
        self.stones[side].iter().fold(0, |all, set| all | set)
    }

    fn number_at(&self, side: usize, field: Field) -> Option<usize> {
        (0..3).find(|&number| self.stones[side][number] & field.bit() != 0)
    }

    fn is_bare(&self, side: usize) -> bool {
        self.side(side) == self.stones[side][0]
    }

    /// Where a stone with this reach may go (R1, R2): empty fields on the way,
    /// and an opposing stone exactly at its reach.
    #[inline]
    fn targets(&self, side: usize, from: Field, reach: usize) -> u64 {
        let other = self.side(1 - side);
        let empty = BOARD & !(self.side(side) | other);
        let mut targets = 0;
        for direction in 0..6 {
            let mut at = from.bit();
            for step in 1..=reach {
                at = shift(at, direction);
                if step == reach {
                    targets |= at & (empty | other);
                }
                at &= empty;
                targets |= at;
            }
        }
        targets
    }

    /// Whether a side could capture the opposing 1 if it were to act.
    fn threatens(&self, side: usize) -> bool {
        let goal = self.stones[1 - side][0];
        (0..3).any(|number| {
            let mut stones = fields(self.stones[side][number]);
            stones.any(|from| self.targets(side, from, number + 1) & goal != 0)
        })
    }

    fn can_move(&self) -> bool {
        let side = usize::from(self.to);
        (0..3).any(|number| {
            let mut stones = fields(self.stones[side][number]);
            stones.any(|from| self.targets(side, from, number + 1) != 0)
        })
    }
}

impl Chessom {
    /// How the position ends the game, if it does. `acted` is the side whose
    /// action led here, and whether it was bare before (F2): that was its last
    /// turn.
    fn judge(&self, position: &Position, acted: Option<(usize, bool)>) -> End {
        if let Some(taken) = (0..2).find(|&side| position.stones[side][0] == 0) {
            return End::Captured(1 - taken as u8);
        }
        if position.is_bare(0) && position.is_bare(1) {
            return End::OnlyOnes;
        }
        if let Some((side, true)) = acted {
            return End::Bared(1 - side as u8);
        }
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
        let layout = Chessom::read_layout(text).ok_or_else(|| {
            let info = Chessom::ABOUT.options.iter().find(|info| info.name == "layout");
            OptionError::BadValue {
                option: "layout",
                value: shortened(text),
                allowed: info.expect("declared above").kind.allowed(),
            }
        })?;
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
        let mut position =
            Position { stones: self.layout, to: 0, end: End::Open, quiet: 0, ply: 0 };
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

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        if position.end != End::Open {
            return;
        }
        let side = usize::from(position.to);
        for number in 0..3 {
            for from in fields(position.stones[side][number]) {
                let targets = fields(position.targets(side, from, number + 1));
                out.extend(targets.map(|to| Move { from, to }));
            }
        }
    }

    fn apply(&self, position: &mut Position, action: Move) {
        let side = usize::from(position.to);
        let was_bare = position.is_bare(side);
        position.ply = position.ply.saturating_add(1);
        position.quiet = position.quiet.saturating_add(1);
        if let Some(number) = position.number_at(1 - side, action.to) {
            position.stones[1 - side][number] ^= action.to.bit();
            position.quiet = 0;
        }
        for set in &mut position.stones[side] {
            if *set & action.from.bit() != 0 {
                *set ^= action.from.bit() | action.to.bit();
                break;
            }
        }
        position.to = 1 - position.to;
        position.end = self.judge(position, Some((side, was_bare)));
    }

    fn standing(&self, position: &Position) -> Option<Position> {
        Some(Position { quiet: 0, ply: 0, ..*position })
    }

    fn write_action(&self, position: &Position, action: Move, out: &mut String) {
        let other = position.side(1 - usize::from(position.to));
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
        let captures = position.side(1 - usize::from(position.to)) & to.bit() != 0;
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
        let mut position = Position { stones: [[0; 3]; 2], ..self.start() };
        for (field, stone) in board37::read_rows(text.board)? {
            if !Chessom::place(&mut position.stones, field, stone) {
                return Err(PositionError::new("the board has only . 1 2 3 a b c"));
            }
        }
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
                for field in fields(position.stones[side][number]) {
                    cells[field.index()].stones.push(stone);
                }
                let start = self.layout[1 - side][number].count_ones();
                let lost = start.saturating_sub(position.stones[1 - side][number].count_ones());
                let stone = Stone::numbered(colours[1 - side], number as u8 + 1);
                seats[side].taken.extend(vec![stone; lost as usize]);
            }
            seats[side].to_act = position.end == End::Open && side == usize::from(position.to);
        }
        let mut notes = Vec::new();
        if position.end == End::Open && position.threatens(1 - usize::from(position.to)) {
            notes.push(Note {
                rule: "R3",
                says: Words::new(
                    "Chessom! The 1 of the player to move can be captured.",
                    "Chessom! Die 1 am Zug kann geschlagen werden.",
                ),
            });
        }
        if position.end == End::Open && position.is_bare(position.to.into()) {
            notes.push(Note {
                rule: "R6",
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
                    position.stones[side][number].count_ones()
                        <= self.layout[side][number].count_ones(),
                    "a side has more stones of a number than at the start",
                )?;
            }
        }
        let ones = (0..2).filter(|&side| position.stones[side][0] != 0).count();
        PositionError::unless(ones > 0, "both 1s are missing")?;
        let acted = 1 - usize::from(position.to);
        PositionError::unless(
            position.stones[acted][0] != 0,
            "a side whose 1 was captured would be the one to act",
        )?;
        PositionError::unless(position.quiet <= position.ply, "`quiet=` is larger than `ply=`")
    }
}
