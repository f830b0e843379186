//! Gassen-Ombagi, the battle: stones whose numbers beat each other in a circle,
//! captured by jumping.
//!
//! Rule numbers are those of `docs/rules/gassen-ombagi.md`. A position is 64
//! bytes.
//!
//! Moves are worked out for all stones of a side at once: for each direction
//! the set of stones that can capture there, and the set of those that can
//! step.

mod about;
mod look;
mod text;

use crate::bits::{count_of, nth_bit_of};
use crate::board37::{self, BOARD, CORNERS, Field, around, before, fields};
use crate::common::two_colours;
use wabe_rules::{
    About, ActionError, CellId, Dice, Game, House, Mark, Note, OptionError, Options, Outcome,
    Picture, PositionError, Seat, Status, Stone, Tint, TintKind, Viewer, Words,
};

/// Stones of each number that a side has at the start.
const EACH: u8 = 4;
/// F1: Dark's start fields; Light's are these turned by half a circle.
const START: [u8; 12] = [11, 12, 13, 14, 15, 16, 18, 19, 21, 22, 23, 24];
/// Fields that are empty when all stones have been put down.
const FREE: usize = board37::FIELDS - 2 * START.len();
/// R3: the number that each number cannot capture, from 0: 1 takes 1 and 3, 2
/// takes 2 and 1, 3 takes 3 and 2.
const SPARED: [usize; 3] = [1, 2, 0];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Setup {
    /// The numbers on each side's start fields, from 0.
    Dealt([[u8; 12]; 2]),
    Choose,
}

/// The rules of Gassen-Ombagi with their options.
#[derive(Debug)]
pub struct GassenOmbagi {
    setup: Setup,
    huff: bool,
    repetition: u32,
    limit: u32,
    quiet: u32,
}

/// A position of Gassen-Ombagi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The stones of each side.
    sides: [u64; 2],
    /// The stones of each number, of both sides.
    numbers: [u64; 3],
    /// Stones the seat to act may huff (R5).
    overlooked: u64,
    /// Whether stones are still being put down (`setup=choose`): all that are
    /// not on the board are in hand.
    placing: bool,
    to: u8,
    end: End,
    /// Actions since a stone left the board.
    quiet: u32,
    ply: u32,
}

const _: () = assert!(size_of::<Position>() == 64);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum End {
    Open,
    /// The other side has no stones left (R7).
    Wiped(u8),
    /// The other side can capture nothing any more (R8).
    Harmless(u8),
    /// One stone each, with equal numbers (R9).
    Equal,
    NoMoves,
    Quiet,
    Limit,
}

/// An action of Gassen-Ombagi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Put a stone of this number (from 0) on a start field.
    Place(u8, Field),
    /// Step to a neighbouring field.
    Step(Field, Field),
    /// Jump over an opposing stone and take it.
    Capture(Field, Field),
    /// Take a stone off the board that could have captured.
    Huff(Field),
}

fn start_field(side: usize, i: usize) -> Field {
    let field = Field::from_number(START[i]).expect("a field of the board");
    if side == 0 { field } else { field.turned() }
}

fn start_fields(side: usize) -> u64 {
    (0..START.len()).fold(0, |set, i| set | start_field(side, i).bit())
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

    #[inline(always)]
    fn put(&mut self, side: usize, number: usize, field: Field) {
        self.sides[side] |= field.bit();
        self.numbers[number] |= field.bit();
    }

    /// Moves a stone of a side from one field to another.
    #[inline(always)]
    fn travel(&mut self, side: usize, from: Field, to: Field) {
        let way = from.bit() | to.bit();
        self.sides[side] ^= way;
        for set in &mut self.numbers {
            *set ^= if *set & from.bit() != 0 { way } else { 0 };
        }
    }

    fn number_at(&self, side: usize, field: Field) -> Option<usize> {
        (0..3).find(|&number| self.stones(side, number) & field.bit() != 0)
    }

    /// How many stones of a number a side has yet to put down.
    fn in_hand(&self, side: usize, number: usize) -> u8 {
        match self.placing {
            true => EACH - self.stones(side, number).count_ones() as u8,
            false => 0,
        }
    }

    /// By direction, the stones of a side that could capture there (R2, R3):
    /// next to prey with an empty field behind.
    #[inline(always)]
    fn captures(&self, side: usize) -> [u64; 6] {
        let (empty, other) = (self.empty(), self.sides[1 - side]);
        let hunters = [0, 1, 2].map(|number| self.stones(side, number));
        let prey = SPARED.map(|spared| other & !self.numbers[spared]);
        let towards = |d| {
            let open = before(empty, d);
            hunters[0] & before(prey[0] & open, d)
                | hunters[1] & before(prey[1] & open, d)
                | hunters[2] & before(prey[2] & open, d)
        };
        [towards(0), towards(1), towards(2), towards(3), towards(4), towards(5)]
    }

    /// By direction, the stones of the seat to act that could step there.
    #[inline(always)]
    fn steps(&self) -> [u64; 6] {
        let (own, empty) = (self.sides[usize::from(self.to)], self.empty());
        let towards = |d| own & before(empty, d);
        [towards(0), towards(1), towards(2), towards(3), towards(4), towards(5)]
    }

    /// The stones of a side that could capture now.
    #[inline(always)]
    fn hunters(&self, side: usize) -> u64 {
        union(&self.captures(side))
    }

    /// R5: the stones that could have captured where one steps instead, as they
    /// stand after the step.
    #[cold]
    fn overlooked_by(&self, from: Field, to: Field) -> u64 {
        let hunters = self.hunters(self.to.into());
        let moved = if hunters & from.bit() != 0 { from.bit() | to.bit() } else { 0 };
        hunters ^ moved
    }

    #[inline(always)]
    fn can_act(&self) -> bool {
        let side = usize::from(self.to);
        around(self.sides[side]) & self.empty() != 0 || self.can_act_without_step()
    }

    #[cold]
    fn can_act_without_step(&self) -> bool {
        self.placing || self.overlooked != 0 || self.hunters(self.to.into()) != 0
    }

    #[inline(always)]
    fn remove(&mut self, set: u64) {
        self.sides = self.sides.map(|stones| stones & !set);
        self.numbers = self.numbers.map(|stones| stones & !set);
        self.overlooked &= !set;
        self.quiet = 0;
    }

    /// R6: stones shut in on a corner that cannot capture their way out.
    #[inline(always)]
    fn shut_in(&self) -> u64 {
        let [dark, light] = self.sides;
        let caught =
            [dark & CORNERS & !around(BOARD & !light), light & CORNERS & !around(BOARD & !dark)];
        match caught {
            [0, 0] => 0,
            _ => self.without_hunters(caught),
        }
    }

    #[cold]
    fn without_hunters(&self, [dark, light]: [u64; 2]) -> u64 {
        dark & !self.hunters(0) | light & !self.hunters(1)
    }

    #[inline(always)]
    fn has(&self, side: usize, number: usize) -> bool {
        self.stones(side, number) != 0
    }

    /// R8: whether none of a side's numbers can capture any that is left.
    #[inline(always)]
    fn is_harmless(&self, side: usize) -> bool {
        (0..3).all(|number| {
            !self.has(side, number) || self.sides[1 - side] & !self.numbers[SPARED[number]] == 0
        })
    }
}

#[inline(always)]
fn union(sets: &[u64; 6]) -> u64 {
    sets.iter().fold(0, |all, set| all | set)
}

impl GassenOmbagi {
    /// Whether the stones that are left decide the game (R7 to R9).
    fn judge(&self, position: &Position) -> End {
        if position.placing {
            return End::Open;
        }
        for side in 0..2 {
            if position.sides[side] == 0 {
                return End::Wiped(1 - side as u8);
            }
        }
        for side in 0..2 {
            if position.is_harmless(side) {
                return End::Harmless(1 - side as u8);
            }
        }
        let one_each = (0..2).all(|side| position.sides[side].count_ones() == 1);
        if one_each && (0..3).any(|number| position.has(0, number) && position.has(1, number)) {
            return End::Equal;
        }
        End::Open
    }

    /// After an action: corners (R6), the end, forced passes (F3), house rules.
    #[inline(always)]
    fn settle(&self, position: &mut Position) {
        let shut = position.shut_in();
        if shut != 0 {
            position.remove(shut);
        }
        // The stones decide the game only when one has left the board.
        if position.quiet == 0 {
            position.end = self.judge(position);
        }
        if position.end != End::Open {
            position.overlooked = 0;
            return;
        }
        if !position.can_act() && !self.pass_on(position) {
            position.end = End::NoMoves;
        } else if self.quiet > 0 && position.quiet >= self.quiet {
            position.end = End::Quiet;
        } else if self.limit > 0 && position.ply >= self.limit {
            position.end = End::Limit;
        }
    }

    /// Passes over the seat to act, which cannot; `false` if the other cannot
    /// either.
    #[cold]
    fn pass_on(&self, position: &mut Position) -> bool {
        let other = Position { to: 1 - position.to, ..*position };
        if other.can_act() {
            *position = other;
        }
        position.to == other.to
    }

    /// The actions while stones are put down, and those of `huff=true`.
    #[cold]
    fn unusual_moves(&self, position: &Position, out: &mut Vec<Move>) {
        let side = usize::from(position.to);
        if position.placing {
            let open = start_fields(side) & position.empty();
            for number in (0..3).filter(|&number| position.in_hand(side, number) > 0) {
                out.extend(fields(open).map(|field| Move::Place(number as u8, field)));
            }
            return;
        }
        out.extend(fields(position.overlooked).map(Move::Huff));
        out.extend(moves_of(&position.captures(side), true));
        out.extend(moves_of(&position.steps(), false));
    }

    /// The one kind of move there is in the usual case (R4): captures if there
    /// are any, else steps. By direction the stones that can go, and whether
    /// they capture.
    #[inline(always)]
    fn usual_moves(&self, position: &Position) -> ([u64; 6], bool) {
        let captures = position.captures(position.to.into());
        match union(&captures) {
            0 => (position.steps(), false),
            _ => (captures, true),
        }
    }

    /// Whether captures come first and steps after, and nothing else.
    #[inline(always)]
    fn is_usual(&self, position: &Position) -> bool {
        !position.placing && !self.huff
    }
}

impl Move {
    /// The move of a stone in a direction.
    #[inline(always)]
    fn going(from: Field, direction: usize, captures: bool) -> Move {
        match captures {
            true => Move::Capture(from, from.along(direction, 2)),
            false => Move::Step(from, from.along(direction, 1)),
        }
    }
}

/// The moves of these stones, by direction.
#[inline(always)]
fn moves_of(stones: &[u64; 6], captures: bool) -> impl Iterator<Item = Move> {
    stones.iter().enumerate().flat_map(move |(d, &stones)| {
        fields(stones).map(move |from| Move::going(from, d, captures))
    })
}

impl Game for GassenOmbagi {
    type Position = Position;
    type Move = Move;

    const ABOUT: About = about::ABOUT;

    fn from_options(options: &mut Options) -> Result<GassenOmbagi, OptionError> {
        let random = options.text("setup") == "random";
        options.only_if("seed", random, "only for setup=random")?;
        let mut numbers = [[0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2]; 2];
        if random {
            let mut dice = Dice::new(options.number("seed"));
            numbers.iter_mut().for_each(|side| dice.shuffle(side));
        }
        Ok(GassenOmbagi {
            setup: match options.text("setup") {
                "choose" => Setup::Choose,
                _ => Setup::Dealt(numbers),
            },
            huff: options.flag("huff"),
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
        let mut position = Position {
            sides: [0; 2],
            numbers: [0; 3],
            overlooked: 0,
            placing: self.setup == Setup::Choose,
            to: 0,
            end: End::Open,
            quiet: 0,
            ply: 0,
        };
        if let Setup::Dealt(numbers) = &self.setup {
            for side in 0..2 {
                for (i, &number) in numbers[side].iter().enumerate() {
                    position.put(side, number.into(), start_field(side, i));
                }
            }
        }
        position
    }

    fn status(&self, position: &Position) -> Status {
        let win = |side: u8, reason| Outcome::win(Seat::from_index(side.into()), reason);
        Status::Over(match position.end {
            End::Open => return Status::ToAct(Seat::from_index(position.to.into())),
            End::Wiped(side) => win(side, "no-stones"),
            End::Harmless(side) => win(side, "no-captures"),
            End::Equal => Outcome::draw("equal-stones"),
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
        if !self.is_usual(position) {
            return self.unusual_moves(position, out);
        }
        let (stones, captures) = self.usual_moves(position);
        out.extend(moves_of(&stones, captures));
    }

    #[inline(always)]
    fn count(&self, position: &Position, scratch: &mut Vec<Move>) -> usize {
        if position.end != End::Open {
            return 0;
        }
        if !self.is_usual(position) {
            scratch.clear();
            self.unusual_moves(position, scratch);
            return scratch.len();
        }
        count_of(&self.usual_moves(position).0) as usize
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
        if !self.is_usual(position) {
            scratch.clear();
            self.unusual_moves(position, scratch);
            return Some(dice.choose(scratch));
        }
        let (stones, captures) = self.usual_moves(position);
        let (d, bit) = nth_bit_of(&stones, dice.below(count_of(&stones)));
        Some(Move::going(Field::from_bit(bit), d, captures))
    }

    #[inline(always)]
    fn apply(&self, position: &mut Position, action: Move) {
        let side = usize::from(position.to);
        position.ply = position.ply.saturating_add(1);
        position.quiet = position.quiet.saturating_add(1);
        match action {
            Move::Place(number, field) => {
                position.put(side, number.into(), field);
                position.placing = position.empty().count_ones() as usize > FREE;
                position.to = 1 - position.to;
            }
            Move::Huff(field) => {
                position.remove(field.bit());
                position.overlooked = 0;
            }
            Move::Step(from, to) => {
                position.overlooked = if self.huff { position.overlooked_by(from, to) } else { 0 };
                position.travel(side, from, to);
                position.to = 1 - position.to;
            }
            Move::Capture(from, to) => {
                position.travel(side, from, to);
                position.remove(from.halfway(to).bit());
                position.overlooked = 0;
                position.to = 1 - position.to;
            }
        }
        self.settle(position);
    }

    fn standing(&self, position: &Position) -> Option<Position> {
        Some(Position { quiet: 0, ply: 0, ..*position })
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
            for number in 0..3 {
                let stone = |side| Stone::numbered(colours[side], number as u8 + 1);
                for field in fields(position.stones(side, number)) {
                    cells[field.index()].stones.push(stone(side));
                }
                let in_hand = position.in_hand(side, number);
                seats[side].hand.extend(vec![stone(side); in_hand.into()]);
                let theirs = position.stones(1 - side, number).count_ones() as u8;
                let lost = EACH.saturating_sub(theirs + position.in_hand(1 - side, number));
                seats[side].taken.extend(vec![stone(1 - side); lost.into()]);
            }
            if position.placing {
                for field in fields(start_fields(side)) {
                    let tint = Tint { colour: colours[side], kind: TintKind::Territory };
                    cells[field.index()].tint = Some(tint);
                }
            }
            seats[side].to_act = position.end == End::Open && side == usize::from(position.to);
        }
        let mut notes = Vec::new();
        if position.end == End::Open && !position.placing {
            let hunters = position.hunters(position.to.into());
            if hunters != 0 && !self.huff {
                fields(hunters).for_each(|field| cells[field.index()].marks.push(Mark::Bound));
                notes.push(Note {
                    rule: "R4".into(),
                    says: Words::new(
                        "A capture is possible, so a capture must be made.",
                        "Es kann geschlagen werden, also muss geschlagen werden.",
                    ),
                });
            }
            if position.overlooked != 0 {
                fields(position.overlooked)
                    .for_each(|field| cells[field.index()].marks.push(Mark::Bound));
                notes.push(Note {
                    rule: "R5".into(),
                    says: Words::new(
                        "A capture was overlooked: one of the marked stones may be taken off.",
                        "Ein Schlag wurde übersehen: Einer der markierten Steine darf vom Brett.",
                    ),
                });
            }
        }
        Picture { cells, seats, notes }
    }

    fn touches(&self, _: &Position, action: Move, out: &mut Vec<CellId>) {
        match action {
            Move::Place(_, field) | Move::Huff(field) => out.push(field.cell()),
            Move::Step(from, to) | Move::Capture(from, to) => {
                out.extend([from.cell(), to.cell()]);
            }
        }
    }
}
