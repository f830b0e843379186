//! Gassen-Ombagi, the battle: stones whose numbers beat each other in a circle,
//! captured by jumping.
//!
//! Rule numbers are those of `docs/rules/gassen-ombagi.md`. A position is 80
//! bytes.

mod about;

use crate::board37::{self, BOARD, CORNERS, Field, around, fields, shift};
use crate::common::{expect_field, two_colours};
use std::fmt::Write;
use wabe_rules::{
    About, ActionError, CellId, Dice, Fields, Game, House, Mark, Note, OptionError, Options,
    Outcome, Picture, PositionError, Seat, Status, Stone, Tint, TintKind, Viewer, Words,
};

/// Stones of each number that a side has at the start.
const EACH: u8 = 4;
/// F1: Dark's start fields; Light's are these turned by half a circle.
const START: [u8; 12] = [11, 12, 13, 14, 15, 16, 18, 19, 21, 22, 23, 24];
/// R3: the numbers that each number captures, from 0: 1 takes 1 and 3, 2 takes
/// 2 and 1, 3 takes 3 and 2.
const PREY: [[usize; 2]; 3] = [[0, 2], [1, 0], [2, 1]];

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
    /// By side and number.
    stones: [[u64; 3]; 2],
    /// Stones the seat to act may huff (R5).
    overlooked: u64,
    /// Stones not yet put down (`setup=choose`), by side and number.
    hand: [[u8; 3]; 2],
    to: u8,
    end: End,
    /// Actions since a stone left the board.
    quiet: u32,
    ply: u32,
}

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
    fn side(&self, side: usize) -> u64 {
        self.stones[side].iter().fold(0, |all, set| all | set)
    }

    fn empty(&self) -> u64 {
        BOARD & !(self.side(0) | self.side(1))
    }

    fn number_at(&self, side: usize, field: Field) -> Option<usize> {
        (0..3).find(|&number| self.stones[side][number] & field.bit() != 0)
    }

    fn is_placing(&self) -> bool {
        self.hand != [[0; 3]; 2]
    }

    /// The stones a number of `side` may capture.
    fn prey(&self, side: usize, number: usize) -> u64 {
        PREY[number].iter().fold(0, |set, &other| set | self.stones[1 - side][other])
    }

    /// Where stones of one number on these fields may jump in a direction (R2).
    #[inline]
    fn landings(&self, side: usize, number: usize, from: u64, direction: usize) -> u64 {
        shift(shift(from, direction) & self.prey(side, number), direction) & self.empty()
    }

    /// The stones of a side that could capture now.
    fn hunters(&self, side: usize) -> u64 {
        let mut hunters = 0;
        for number in 0..3 {
            for direction in 0..6 {
                let from = self.stones[side][number];
                let landings = self.landings(side, number, from, direction);
                let back = (direction + 3) % 6;
                hunters |= shift(shift(landings, back), back);
            }
        }
        hunters
    }

    fn can_act(&self) -> bool {
        let side = usize::from(self.to);
        self.is_placing()
            || self.overlooked != 0
            || around(self.side(side)) & self.empty() != 0
            || self.hunters(side) != 0
    }

    fn remove(&mut self, set: u64) {
        for stones in self.stones.iter_mut().flatten() {
            *stones &= !set;
        }
        self.overlooked &= !set;
        self.quiet = 0;
    }

    /// R6: stones shut in on a corner that cannot capture their way out.
    fn shut_in(&self) -> u64 {
        let mut shut = 0;
        for side in 0..2 {
            let other = self.side(1 - side);
            let free = |corner: &Field| corner.neighbours() & !other == 0;
            let caught: u64 = fields(self.side(side) & CORNERS)
                .filter(free)
                .fold(0, |set, corner| set | corner.bit());
            if caught != 0 {
                shut |= caught & !self.hunters(side);
            }
        }
        shut
    }

    fn has(&self, side: usize, number: usize) -> bool {
        self.stones[side][number] != 0
    }

    /// R8: whether none of a side's numbers can capture any that is left.
    fn is_harmless(&self, side: usize) -> bool {
        (0..3).all(|number| {
            !self.has(side, number) || PREY[number].iter().all(|&prey| !self.has(1 - side, prey))
        })
    }
}

impl GassenOmbagi {
    fn judge(&self, position: &Position) -> End {
        if !position.is_placing() {
            for side in 0..2 {
                if position.side(side) == 0 {
                    return End::Wiped(1 - side as u8);
                }
            }
            for side in 0..2 {
                if position.is_harmless(side) {
                    return End::Harmless(1 - side as u8);
                }
            }
            let one_each = (0..2).all(|side| position.side(side).count_ones() == 1);
            if one_each && (0..3).any(|number| position.has(0, number) && position.has(1, number)) {
                return End::Equal;
            }
        }
        End::Open
    }

    /// After an action: corners (R6), the end, forced passes (F3), house rules.
    fn settle(&self, position: &mut Position) {
        let shut = position.shut_in();
        if shut != 0 {
            position.remove(shut);
        }
        position.end = self.judge(position);
        if position.end != End::Open {
            position.overlooked = 0;
            return;
        }
        if !position.can_act() {
            let other = Position { to: 1 - position.to, ..*position };
            match other.can_act() {
                true => *position = other,
                false => {
                    position.end = End::NoMoves;
                    return;
                }
            }
        }
        if self.quiet > 0 && position.quiet >= self.quiet {
            position.end = End::Quiet;
        } else if self.limit > 0 && position.ply >= self.limit {
            position.end = End::Limit;
        }
    }
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
            stones: [[0; 3]; 2],
            overlooked: 0,
            hand: [[0; 3]; 2],
            to: 0,
            end: End::Open,
            quiet: 0,
            ply: 0,
        };
        match &self.setup {
            Setup::Choose => position.hand = [[EACH; 3]; 2],
            Setup::Dealt(numbers) => {
                for side in 0..2 {
                    for (i, &number) in numbers[side].iter().enumerate() {
                        position.stones[side][usize::from(number)] |= start_field(side, i).bit();
                    }
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

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        if position.end != End::Open {
            return;
        }
        let side = usize::from(position.to);
        if position.is_placing() {
            let open = start_fields(side) & position.empty();
            for number in (0..3).filter(|&number| position.hand[side][number] > 0) {
                out.extend(fields(open).map(|field| Move::Place(number as u8, field)));
            }
            return;
        }
        out.extend(fields(position.overlooked).map(Move::Huff));
        let before = out.len();
        for number in 0..3 {
            for direction in 0..6 {
                let from = position.stones[side][number];
                let back = (direction + 3) % 6;
                for to in fields(position.landings(side, number, from, direction)) {
                    let from = to.step(back).and_then(|over| over.step(back));
                    out.extend(from.map(|from| Move::Capture(from, to)));
                }
            }
        }
        if out.len() == before || self.huff {
            let empty = position.empty();
            for from in fields(position.side(side)) {
                let targets = fields(from.neighbours() & empty);
                out.extend(targets.map(|to| Move::Step(from, to)));
            }
        }
    }

    fn apply(&self, position: &mut Position, action: Move) {
        let side = usize::from(position.to);
        position.ply = position.ply.saturating_add(1);
        position.quiet = position.quiet.saturating_add(1);
        let travel = |position: &mut Position, from: Field, to: Field| {
            for set in &mut position.stones[side] {
                if *set & from.bit() != 0 {
                    *set ^= from.bit() | to.bit();
                }
            }
        };
        match action {
            Move::Place(number, field) => {
                position.hand[side][usize::from(number)] -= 1;
                position.stones[side][usize::from(number)] |= field.bit();
                position.to = 1 - position.to;
            }
            Move::Huff(field) => {
                position.remove(field.bit());
                position.overlooked = 0;
            }
            Move::Step(from, to) => {
                let mut hunters = if self.huff { position.hunters(side) } else { 0 };
                if hunters & from.bit() != 0 {
                    hunters ^= from.bit() | to.bit();
                }
                travel(position, from, to);
                position.overlooked = hunters;
                position.to = 1 - position.to;
            }
            Move::Capture(from, to) => {
                let direction = (0..6).find(|&d| shift(from.ahead(d), d) == to.bit());
                let jumped = direction.map_or(0, |d| from.ahead(d));
                travel(position, from, to);
                position.remove(jumped);
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
        let _ = match action {
            Move::Place(number, field) => write!(out, "{}@{field}", number + 1),
            Move::Step(from, to) => write!(out, "{from}-{to}"),
            Move::Capture(from, to) => write!(out, "{from}x{to}"),
            Move::Huff(field) => write!(out, "!{field}"),
        };
    }

    fn read_action(&self, position: &Position, text: &str) -> Result<Move, ActionError> {
        let form = match position.is_placing() {
            true => "a placement such as 2@17",
            false => "a step such as 12-17, a capture such as 12x24, or a huff such as !17",
        };
        let field = |text| expect_field(text, form);
        if let Some(text) = text.strip_prefix('!') {
            return Ok(Move::Huff(field(text)?));
        }
        if let Some((from, to)) = text.split_once('-') {
            return Ok(Move::Step(field(from)?, field(to)?));
        }
        if let Some((from, to)) = text.split_once('x') {
            return Ok(Move::Capture(field(from)?, field(to)?));
        }
        match text.split_once('@') {
            Some((number @ ("1" | "2" | "3"), at)) => {
                Ok(Move::Place(number.as_bytes()[0] - b'1', field(at)?))
            }
            _ => Err(ActionError::Malformed(form.into())),
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
        let _ = write!(out, " to={}", to + 1);
        if position.is_placing() {
            let hand: Vec<String> =
                position.hand.iter().flatten().map(|count| count.to_string()).collect();
            let _ = write!(out, " hand={}", hand.join(","));
        }
        if position.overlooked != 0 {
            let fields: Vec<String> =
                fields(position.overlooked).map(|field| field.to_string()).collect();
            let _ = write!(out, " overlooked={}", fields.join(","));
        }
        let _ = write!(out, " quiet={quiet} ply={ply}");
    }

    fn read_position(&self, text: &str) -> Result<Position, PositionError> {
        let mut text = Fields::split(text)?;
        let mut position = Position { stones: [[0; 3]; 2], hand: [[0; 3]; 2], ..self.start() };
        for (field, mark) in board37::read_rows(text.board)? {
            match mark {
                '.' => {}
                '1'..='3' => position.stones[0][mark as usize - '1' as usize] |= field.bit(),
                'a'..='c' => position.stones[1][mark as usize - 'a' as usize] |= field.bit(),
                _ => return Err(PositionError::new("the board has only . 1 2 3 a b c")),
            }
        }
        position.to = text.seat(2)?.index() as u8;
        if let Some(hand) = text.take("hand") {
            let counts: Vec<u8> = hand.split(',').filter_map(|count| count.parse().ok()).collect();
            let fine = counts.len() == 6 && hand.split(',').count() == 6;
            PositionError::unless(fine, "`hand=` needs six numbers")?;
            position.hand = [[counts[0], counts[1], counts[2]], [counts[3], counts[4], counts[5]]];
        }
        for field in text.take("overlooked").map_or(Vec::new(), |list| list.split(',').collect()) {
            let field = Field::read(field)
                .ok_or_else(|| PositionError::new("`overlooked=` lists fields"))?;
            position.overlooked |= field.bit();
        }
        position.quiet = text.number("quiet", 0)?;
        position.ply = text.number("ply", 0)?;
        text.finish()?;
        self.check(&position)?;
        PositionError::unless(position.shut_in() == 0, "a stone is shut in on a corner (R6)")?;
        self.settle(&mut position);
        Ok(position)
    }

    fn picture(&self, position: &Position, _: Viewer) -> Picture {
        let mut cells = board37::cells();
        let (colours, mut seats) = two_colours();
        for side in 0..2 {
            for number in 0..3 {
                let stone = |side| Stone::numbered(colours[side], number as u8 + 1);
                for field in fields(position.stones[side][number]) {
                    cells[field.index()].stones.push(stone(side));
                }
                let in_hand = position.hand[side][number];
                seats[side].hand.extend(vec![stone(side); in_hand.into()]);
                let theirs = position.stones[1 - side][number].count_ones() as u8;
                let lost = EACH.saturating_sub(theirs + position.hand[1 - side][number]);
                seats[side].taken.extend(vec![stone(1 - side); lost.into()]);
            }
            if position.is_placing() {
                for field in fields(start_fields(side)) {
                    let tint = Tint { colour: colours[side], kind: TintKind::Territory };
                    cells[field.index()].tint = Some(tint);
                }
            }
            seats[side].to_act = position.end == End::Open && side == usize::from(position.to);
        }
        let mut notes = Vec::new();
        if position.end == End::Open && !position.is_placing() {
            let hunters = position.hunters(position.to.into());
            if hunters != 0 && !self.huff {
                fields(hunters).for_each(|field| cells[field.index()].marks.push(Mark::Bound));
                notes.push(Note {
                    rule: "R4",
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
                    rule: "R5",
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

impl GassenOmbagi {
    /// Refuses what no game can lead to.
    fn check(&self, position: &Position) -> Result<(), PositionError> {
        let unless = PositionError::unless;
        let placed = |side: usize| position.side(side).count_ones();
        for side in 0..2 {
            for number in 0..3 {
                let all = position.stones[side][number].count_ones()
                    + u32::from(position.hand[side][number]);
                unless(all <= EACH.into(), "a side has more than four stones of a number")?;
                unless(
                    !position.is_placing() || all == EACH.into(),
                    "while placing, each side has four stones of each number",
                )?;
            }
            unless(
                !position.is_placing() || position.side(side) & !start_fields(side) == 0,
                "while placing, stones stand on start fields only",
            )?;
        }
        unless(placed(0) + placed(1) > 0 || position.is_placing(), "the board is empty")?;
        unless(
            !position.is_placing() || self.setup == Setup::Choose,
            "`hand=` belongs to setup=choose",
        )?;
        unless(
            !position.is_placing() || placed(0) == placed(1) + u32::from(position.to),
            "while placing, both have put down equally many when seat 1 acts, and Dark one more when seat 2 does",
        )?;
        unless(
            position.overlooked & !position.side(1 - usize::from(position.to)) == 0,
            "`overlooked=` names stones of the side that just moved",
        )?;
        unless(
            position.overlooked == 0 || self.huff && !position.is_placing(),
            "`overlooked=` belongs to huff=true",
        )?;
        unless(position.quiet <= position.ply, "`quiet=` is larger than `ply=`")
    }
}
