//! Omega for two, three and four players: every turn places one stone of each
//! colour, and the product of one's group sizes is the score.
//!
//! Rule numbers are those of `docs/rules/omega.md`. `board` has the shapes,
//! `set` sets of their fields, `rows` the same in rows, `groups` the products,
//! `playout` a short way through random games. A position is 176 bytes.

mod about;
mod board;
mod groups;
mod look;
mod playout;
mod rows;
mod set;
#[cfg(test)]
mod tests;

use crate::common::seat_view;
use board::{Board, Class};
use groups::Stones;
use rows::Rows;
pub use set::Set as FieldSet;
use set::{Set, WORDS};
use std::fmt::Write;
use wabe_rules::{
    About, ActionError, Cell, CellId, Colour, Dice, Fields, Game, House, Note, OptionError,
    Options, Outcome, Picture, PositionError, Score, Seat, Shape, Status, Stone, Viewer, Words,
};

/// R2: the colours in order.
const COLOURS: [Colour; 4] = [Colour::Light, Colour::Dark, Colour::Red, Colour::Blue];
const NAMES: [&str; 4] = ["white", "black", "red", "blue"];
const NAMES_DE: [&str; 4] = ["Weiß", "Schwarz", "Rot", "Blau"];
const MARKS: [char; 4] = ['W', 'B', 'R', 'U'];

/// The rules of Omega with their options.
#[derive(Debug)]
pub struct Omega {
    board: Board,
    /// All fields.
    all: Set,
    players: usize,
    pie: bool,
    double: bool,
    repetition: u32,
    limit: u32,
}

/// A position of Omega.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The empty fields.
    empty: Set,
    /// The stones whose colour's number is odd, and those of the last two
    /// colours: the digits of that number in binary.
    digits: [Set; 2],
    /// What each seat scored in the first game of a double match.
    banked: [u128; 2],
    /// The colour each seat holds.
    held: [u8; 4],
    /// How many fields are empty.
    free: u16,
    /// The colour whose turn it is.
    turn: u8,
    /// The colour of the stone to be placed next in this turn.
    stone: u8,
    /// How many seats have played or swapped in the pie round; all of them
    /// once it is over (or never was).
    pie: u8,
    /// How many of those have played; 0 once the pie round is over.
    played: u8,
    /// The second game of a double match.
    second: bool,
    end: End,
    ply: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum End {
    Open,
    Full,
    Limit,
}

/// An action of Omega.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Put the next stone on a field.
    Place(u16),
    /// Exchange the own colour for this one (R6).
    Swap(u8),
}

impl Position {
    /// The number of the colour of the stone on a field.
    #[inline]
    fn colour(&self, field: usize) -> Option<usize> {
        let [low, high] = &self.digits;
        let [low, high] = [low, high].map(|digit| usize::from(digit.contains(field)));
        (!self.empty.contains(field)).then_some(low + 2 * high)
    }

    /// Puts a stone on an empty field.
    #[inline(always)]
    fn put(&mut self, colour: u8, field: usize) {
        self.empty.remove(field);
        self.free -= 1;
        let [low, high] = &mut self.digits;
        for (digit, of_colour) in [(low, colour & 1), (high, colour >> 1)] {
            digit.insert_if(of_colour == 1, field);
        }
    }
}

impl Omega {
    /// The seat that holds a colour.
    fn holder(&self, position: &Position, colour: u8) -> usize {
        position.held[..self.players].iter().position(|&held| held == colour).unwrap_or(0)
    }

    fn acting_seat(&self, position: &Position) -> usize {
        match self.in_pie_round(position) {
            true => position.pie.into(),
            false => self.holder(position, position.turn),
        }
    }

    #[inline(always)]
    fn in_pie_round(&self, position: &Position) -> bool {
        usize::from(position.pie) < self.players
    }

    /// The product of the sizes of all groups, by colour (R5).
    #[inline(always)]
    fn products(&self, position: &Position) -> [u128; 4] {
        let rows = self.board.rows();
        match self.board.class() {
            Class::Small => self.stones::<1, 3>(position).products::<256>(rows),
            Class::Middle => self.stones::<3, 5>(position).products::<512>(rows),
            Class::Large => self.stones::<WORDS, 7>(position).products::<512>(rows),
        }
    }

    #[inline(always)]
    fn stones<const M: usize, const N: usize>(&self, position: &Position) -> Stones<N> {
        let rows = self.board.rows();
        let all = self.all.without(position.empty).resized::<M>();
        let [low, high] = position.digits.map(|digit| digit.resized());
        if self.players == 2 {
            let [all, low] = Rows::of([all, low], rows);
            return Stones { digits: [low, Rows::NONE], all };
        }
        let [all, low, high] = Rows::of([all, low, high], rows);
        Stones { digits: [low, high], all }
    }

    /// Each seat's score, the first game of a double match included; 0 for
    /// seats that are not at the table.
    #[inline(always)]
    fn scores_by_seat(&self, position: &Position) -> [u128; 4] {
        let products = self.products(position);
        let banked = |seat: usize| if self.double { position.banked[seat & 1] } else { 0 };
        std::array::from_fn(|seat| match seat < self.players {
            true => banked(seat) + products[usize::from(position.held[seat] & 3)],
            false => 0,
        })
    }

    /// The colours that the seat to act may exchange its own for (R6).
    #[inline(always)]
    fn to_swap_with<'a>(&self, position: &'a Position) -> &'a [u8] {
        match self.in_pie_round(position) && position.stone == 0 {
            true => &position.held[..usize::from(position.pie)],
            false => &[],
        }
    }

    #[cold]
    fn swap(&self, position: &mut Position, colour: u8) {
        let other = self.holder(position, colour);
        position.held.swap(other, position.pie.into());
        self.next_turn(position, false);
    }

    /// A turn is over; the pie round moves on (R6), then colours in order (R7).
    #[inline(always)]
    fn next_turn(&self, position: &mut Position, has_played: bool) {
        position.stone = 0;
        if self.in_pie_round(position) {
            position.pie += 1;
            position.played += u8::from(has_played);
            position.turn = match self.in_pie_round(position) {
                true => position.pie,
                false => std::mem::take(&mut position.played) % self.players as u8,
            };
        } else {
            let next = position.turn + 1;
            position.turn = if usize::from(next) == self.players { 0 } else { next };
        }
    }

    /// R4 before White's turn, then the second game (R8), then the limit.
    #[inline(always)]
    fn settle(&self, position: &mut Position) {
        let before_white = position.turn == 0 && position.stone == 0;
        if before_white && usize::from(position.free) < self.players * self.players {
            if self.double && !position.second {
                self.begin_second_game(position);
            } else {
                position.end = End::Full;
                return;
            }
        }
        if self.limit > 0 && position.ply >= self.limit {
            position.end = End::Limit;
        }
    }

    #[cold]
    fn begin_second_game(&self, position: &mut Position) {
        let [first, second, ..] = self.scores_by_seat(position);
        position.banked = [first, second];
        position.empty = self.all;
        position.free = self.board.len() as u16;
        position.digits = [Set::NONE; 2];
        position.held = [1, 0, 2, 3];
        position.second = true;
    }

    /// R5: the highest score, among equals the latest colour; R8: the higher
    /// sum, equal sums draw.
    #[inline(always)]
    fn winner(&self, position: &Position) -> Outcome {
        if self.double {
            let [first, second, ..] = self.scores_by_seat(position);
            return Outcome::highest(&[first, second], "score");
        }
        let products = self.products(position);
        let mut best = 0;
        for colour in 1..self.players {
            if products[colour] >= products[best] {
                best = colour;
            }
        }
        Outcome::win(Seat::from_index(self.holder(position, best as u8)), "score")
    }

    fn colour_read(name: &str) -> Option<u8> {
        NAMES.iter().position(|known| *known == name).map(|colour| colour as u8)
    }
}

impl Game for Omega {
    type Position = Position;
    type Move = Move;

    const ABOUT: About = about::ABOUT;

    fn from_options(options: &mut Options) -> Result<Omega, OptionError> {
        let players = options.number("players") as usize;
        let pie = options.flag("pie");
        options.only_if("match", players == 2 && !pie, "for two players without the pie rule")?;
        let board = Board::from_options(options)?;
        if board.len() < players * players {
            return Err(OptionError::Contradiction(format!(
                "this shape has {} fields, but one round of {players} players needs {}",
                board.len(),
                players * players
            )));
        }
        Ok(Omega {
            all: board.all(),
            board,
            players,
            pie,
            double: options.text("match") == "double",
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
        Position {
            empty: self.all,
            free: self.board.len() as u16,
            digits: [Set::NONE; 2],
            banked: [0; 2],
            held: [0, 1, 2, 3],
            turn: 0,
            stone: 0,
            pie: if self.pie { 0 } else { self.players as u8 },
            played: 0,
            second: false,
            end: End::Open,
            ply: 0,
        }
    }

    fn status(&self, position: &Position) -> Status {
        match position.end {
            End::Open => Status::ToAct(Seat::from_index(self.acting_seat(position))),
            End::Full => Status::Over(self.winner(position)),
            End::Limit => Status::Over(Outcome::draw("limit")),
        }
    }

    #[inline(always)]
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        if position.end != End::Open {
            return;
        }
        out.reserve(position.free.into());
        position.empty.for_each(|field| out.push(Move::Place(field as u16)));
        out.extend(self.to_swap_with(position).iter().map(|&colour| Move::Swap(colour)));
    }

    #[inline(always)]
    fn count(&self, position: &Position, _: &mut Vec<Move>) -> usize {
        match position.end {
            End::Open => usize::from(position.free) + self.to_swap_with(position).len(),
            _ => 0,
        }
    }

    #[inline(always)]
    fn random_move(&self, position: &Position, dice: &mut Dice, _: &mut Vec<Move>) -> Option<Move> {
        if position.end != End::Open {
            return None;
        }
        let (free, swaps) = (u32::from(position.free), self.to_swap_with(position));
        let n = dice.below(free + swaps.len() as u32);
        Some(match swaps.get(n.wrapping_sub(free) as usize) {
            Some(&colour) => Move::Swap(colour),
            None => Move::Place(position.empty.nth(n) as u16),
        })
    }

    #[inline(always)]
    fn playouts(&self, from: &Position, games: u64, dice: &mut Dice, _: &mut Vec<Move>) -> u64 {
        let mut actions = 0;
        for _ in 0..games {
            actions += self.random_game(from, dice);
        }
        actions
    }

    #[inline(always)]
    fn apply(&self, position: &mut Position, action: Move) {
        position.ply = position.ply.saturating_add(1);
        match action {
            Move::Place(field) => {
                position.put(position.stone, field.into());
                position.stone += 1;
                if usize::from(position.stone) == self.players {
                    self.next_turn(position, true);
                }
            }
            Move::Swap(colour) => self.swap(position, colour),
        }
        self.settle(position);
    }

    fn standing(&self, position: &Position) -> Option<Position> {
        Some(Position { ply: 0, ..*position })
    }

    fn scores(&self, position: &Position) -> Option<Vec<Score>> {
        let scores = self.scores_by_seat(position);
        Some(scores[..self.players].iter().map(|&score| Some(score)).collect())
    }

    fn has_wide_scores(&self) -> bool {
        let stones = (self.board.len() / self.players) as u32;
        let games = if self.double { 2 } else { 1 };
        // A product of given sum is largest with threes.
        games * 3u128.pow(stones.div_ceil(3)) > 1 << 53
    }

    fn write_action(&self, _: &Position, action: Move, out: &mut String) {
        match action {
            Move::Place(field) => out.push_str(&self.board.label(field.into())),
            Move::Swap(colour) => *out += &format!("swap-{}", NAMES[usize::from(colour)]),
        }
    }

    fn read_action(&self, _: &Position, text: &str) -> Result<Move, ActionError> {
        let form =
            || ActionError::Malformed("a field such as c3, or a swap such as swap-white".into());
        if let Some(name) = text.strip_prefix("swap-") {
            return Omega::colour_read(name).map(Move::Swap).ok_or_else(form);
        }
        match self.board.read(text) {
            Ok(Some(field)) => Ok(Move::Place(field as u16)),
            Ok(None) => Err(ActionError::Wrong("there is no such field on this board".into())),
            Err(()) => Err(form()),
        }
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        let mut row = None;
        for field in 0..self.board.len() {
            let r = self.board.hex(field).r;
            if row.is_some_and(|row| row != r) {
                out.push('/');
            }
            row = Some(r);
            let colour = position.colour(field);
            out.push(colour.map_or('.', |colour| MARKS[colour]));
        }
        let name = |colour: u8| NAMES[usize::from(colour)];
        let _ = write!(out, " turn={} stone={}", name(position.turn), name(position.stone));
        if position.held != [0, 1, 2, 3] {
            let held: Vec<&str> =
                position.held[..self.players].iter().map(|&colour| name(colour)).collect();
            let _ = write!(out, " held={}", held.join(","));
        }
        if self.in_pie_round(position) {
            let _ = write!(out, " pie={},{}", position.pie, position.played);
        }
        if position.second {
            let _ = write!(out, " banked={},{}", position.banked[0], position.banked[1]);
        }
        let _ = write!(out, " ply={}", position.ply);
    }

    fn read_position(&self, text: &str) -> Result<Position, PositionError> {
        let mut text = Fields::split(text)?;
        let mut position = Position { pie: self.players as u8, ..self.start() };
        let rows: Vec<usize> = text.board.split('/').map(|row| row.chars().count()).collect();
        PositionError::unless(
            rows == self.board.row_lengths(),
            &format!("the board needs rows of {:?} fields, parted by /", self.board.row_lengths()),
        )?;
        for (field, mark) in text.board.chars().filter(|mark| *mark != '/').enumerate() {
            match MARKS[..self.players].iter().position(|&known| known == mark) {
                Some(colour) => position.put(colour as u8, field),
                None if mark == '.' => {}
                None => {
                    return Err(PositionError::new("the board has a mark that is no colour here"));
                }
            }
        }
        let colour = |name: &str| {
            let colour = Omega::colour_read(name).filter(|&c| usize::from(c) < self.players);
            colour.ok_or_else(|| PositionError::new("a colour is not one of those in play"))
        };
        position.turn = colour(text.need("turn")?)?;
        position.stone = colour(text.need("stone")?)?;
        if let Some(held) = text.take("held") {
            let held = held.split(',').map(colour).collect::<Result<Vec<u8>, _>>()?;
            PositionError::unless(
                (0..self.players as u8).all(|colour| held.contains(&colour))
                    && held.len() == self.players,
                "`held=` names each colour once, by seat",
            )?;
            position.held[..held.len()].copy_from_slice(&held);
        }
        if let Some(pie) = text.take("pie") {
            let numbers: Vec<u8> = pie.split(',').filter_map(|part| part.parse().ok()).collect();
            let [decided, played] = numbers[..] else {
                return Err(PositionError::new("`pie=` needs two numbers"));
            };
            (position.pie, position.played) = (decided, played);
        }
        if let Some(banked) = text.take("banked") {
            let numbers: Vec<u128> =
                banked.split(',').filter_map(|part| part.parse().ok()).collect();
            let [first, second] = numbers[..] else {
                return Err(PositionError::new("`banked=` needs two numbers"));
            };
            position.banked = [first, second];
            position.second = true;
        }
        position.ply = text.number("ply", 0)?;
        text.finish()?;
        self.check(&position)?;
        self.settle(&mut position);
        Ok(position)
    }

    fn picture(&self, position: &Position, _: Viewer) -> Picture {
        let cell = |field: usize| {
            let place = self.board.hex(field).place();
            let mut cell = Cell::new(self.board.label(field), place, Shape::Hex);
            let colour = position.colour(field);
            cell.stones.extend(colour.map(|colour| Stone::plain(COLOURS[colour])));
            cell
        };
        let acting = self.status(position).seat();
        let scores = self.scores_by_seat(position);
        let view = |seat: usize| {
            let colour = usize::from(position.held[seat]);
            let (en, de) = (NAMES[colour], NAMES_DE[colour]);
            let capital = en[..1].to_uppercase() + &en[1..];
            let mut view = seat_view(seat, COLOURS[colour], Words::made(capital, de.to_owned()));
            view.score = Some(scores[seat].to_string());
            view.to_act = acting == Some(Seat::from_index(seat));
            view
        };
        let mut notes = Vec::new();
        if position.end == End::Open {
            let stone = usize::from(position.stone);
            notes.push(Note {
                rule: "R3".into(),
                says: Words::made(
                    format!("Stone {} of {}: {}.", stone + 1, self.players, NAMES[stone]),
                    format!("Stein {} von {}: {}.", stone + 1, self.players, NAMES_DE[stone]),
                ),
            });
            if self.in_pie_round(position) && position.pie > 0 && stone == 0 {
                notes.push(Note {
                    rule: "R6".into(),
                    says: Words::new(
                        "Instead of playing you may exchange your colour with a player before you.",
                        "Statt zu setzen, kannst du deine Farbe mit jemandem vor dir tauschen.",
                    ),
                });
            }
        }
        Picture {
            cells: (0..self.board.len()).map(cell).collect(),
            seats: (0..self.players).map(view).collect(),
            notes,
        }
    }

    fn touches(&self, _: &Position, action: Move, out: &mut Vec<CellId>) {
        if let Move::Place(field) = action {
            out.push(field);
        }
    }
}

impl Omega {
    /// Refuses what no game can lead to.
    fn check(&self, position: &Position) -> Result<(), PositionError> {
        let unless = PositionError::unless;
        let mut stones = [0; 4];
        for field in 0..self.board.len() {
            if let Some(colour) = position.colour(field) {
                stones[colour] += 1;
            }
        }
        let turns = stones[self.players - 1];
        for colour in 0..self.players {
            let placed_now = usize::from(colour < usize::from(position.stone));
            unless(
                stones[colour] == turns + placed_now,
                "every finished turn has placed one stone of each colour",
            )?;
        }
        if position.pie != self.players as u8 {
            unless(self.pie, "`pie=` belongs to the pie rule")?;
            let (decided, played) = (usize::from(position.pie), usize::from(position.played));
            unless(
                decided < self.players && played <= decided && (played > 0 || decided == 0),
                "`pie=` counts the seats that have decided, then those of them that have played",
            )?;
            unless(
                turns == played && usize::from(position.turn) == decided,
                "in the pie round the seats take their turns in order",
            )?;
            let later =
                (decided..self.players).all(|seat| usize::from(position.held[seat]) == seat);
            unless(later, "in the pie round later seats still hold their own colours")?;
        } else {
            unless(
                turns % self.players == usize::from(position.turn) && (turns > 0 || !self.pie),
                "the colours take their turns in order",
            )?;
        }
        let expected = if position.second { [1, 0] } else { [0, 1] };
        unless(
            self.pie || position.held[..2] == expected && position.held[2..] == [2, 3],
            "colours change hands only by the pie rule or in the second game of a double match",
        )?;
        unless(
            !position.second
                || self.double && position.banked.iter().all(|score| (1..1 << 100).contains(score)),
            "`banked=` belongs to the second game of a double match",
        )
    }
}
