//! Gabata: sowing in twelve pits, houses in the opponent's territory, and
//! rounds in which the pits change hands.
//!
//! Rule numbers are those of `docs/rules/gabata.md`. A position is 40 bytes.

mod about;

use crate::common::seat_view;
use std::fmt::Write;
use wabe_rules::{
    About, ActionError, Cell, CellId, Colour, Fields, Game, House, OptionError, Options, Outcome,
    Picture, PositionError, Score, Seat, Shape, Status, Tint, TintKind, Viewer, Words,
};

const PITS: usize = 12;
const SEEDS: u8 = 48;
/// F3: how often one start may take up seeds.
const MOST_LIFTS: u32 = 1000;

/// The rules of Gabata with their options.
#[derive(Debug)]
pub struct Gabata {
    sown: bool,
    /// The seat that starts round one.
    first: u8,
    rounds: u32,
    repetition: u32,
    limit: u32,
}

/// A position of Gabata.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pits: [u8; PITS],
    stores: [u8; 2],
    /// The pits each seat may start from in this round, a bit a pit.
    territory: [u16; 2],
    /// The pits each seat has made its house.
    houses: [u16; 2],
    to: u8,
    /// Who started this round.
    starter: u8,
    /// The next round waits for a lot; the stores hold the supplies.
    lot: bool,
    end: End,
    /// Counted from 1, but only if the option `rounds` needs it, else 0.
    round: u32,
    ply: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum End {
    Open,
    /// Won by owning all pits or housing all of the other's.
    Pits(u8),
    /// Decided by counting at the last round or the limit.
    Rounds,
    Limit,
}

/// An action of Gabata.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Start from this pit, counted from 0.
    Start(u8),
    /// The lot falls to this seat, counted from 0.
    Lot(u8),
}

/// The pits in the order in which a seat fills them (R9).
fn filling_order(seat: usize) -> impl Iterator<Item = usize> {
    let first = 6 * seat;
    (first..first + 6).rev().chain((first + 6..first + 12).map(|pit| pit % PITS))
}

/// The pits that a seat's supply fills alone, and the seeds left over.
fn filled_by(seat: usize, supply: u8) -> (u16, u8) {
    let pits = filling_order(seat).take(usize::from(supply / 4));
    (pits.fold(0, |set, pit| set | 1 << pit), supply % 4)
}

fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let pit = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (pit < PITS).then_some(pit)
    })
}

/// What the last seed of a sowing leads to (R4).
enum Last {
    TurnEnds,
    StartAgain,
}

impl Position {
    fn filled(&self) -> u16 {
        (0..PITS).fold(0, |set, pit| set | u16::from(self.pits[pit] > 0) << pit)
    }

    /// The pits a seat may start from now (R3, R6).
    fn starts(&self, seat: usize) -> u16 {
        self.territory[seat] & self.filled() & !(self.houses[0] | self.houses[1])
    }

    fn seeds_in(&self, set: u16) -> u8 {
        bits(set).map(|pit| self.pits[pit]).sum()
    }

    /// Store, houses, and what lies in the own territory outside the other's
    /// houses (H).
    fn supply(&self, seat: usize) -> u8 {
        let own = self.houses[seat] | self.territory[seat] & !self.houses[1 - seat];
        self.stores[seat] + self.seeds_in(own)
    }

    /// R8: every seed lies in a store or a house.
    fn round_is_over(&self) -> bool {
        self.filled() & !(self.houses[0] | self.houses[1]) == 0
    }
}

impl Gabata {
    /// Sows the pit out, relays included, until the last seed decides.
    fn sow(&self, position: &mut Position, start: usize) -> Last {
        let seat = usize::from(position.to);
        let own_store_behind = 6 * seat + 5;
        let mut at = start;
        for _ in 0..MOST_LIFTS {
            let mut seeds = std::mem::take(&mut position.pits[at]);
            while seeds > 0 {
                if self.sown && at == own_store_behind {
                    position.stores[seat] += 1;
                    seeds -= 1;
                    if seeds == 0 {
                        return Last::StartAgain;
                    }
                }
                at = (at + 1) % PITS;
                position.pits[at] += 1;
                seeds -= 1;
            }
            let pit = 1 << at;
            if position.houses[seat] & pit != 0 {
                return Last::StartAgain;
            }
            if position.houses[1 - seat] & pit != 0 {
                let gift = position.pits[at].min(2);
                position.pits[at] -= gift;
                position.stores[seat] += gift;
                return Last::StartAgain;
            }
            if position.pits[at] == 1 {
                return Last::TurnEnds;
            }
            if position.pits[at] == 4 && position.territory[1 - seat] & pit != 0 {
                position.houses[seat] |= pit;
                return Last::StartAgain;
            }
        }
        Last::TurnEnds
    }

    /// Lays the next round out from the supplies in the stores (R9). If a pit
    /// with two seeds of each is left, `lot` says whose it is.
    fn lay_out(&self, position: &mut Position, lot: Option<usize>) {
        let supplies = position.stores;
        let (mut first, rest) = filled_by(0, supplies[0]);
        let (mut second, _) = filled_by(1, supplies[1]);
        let shared = !(first | second) & 0xfff;
        if shared != 0 {
            let owner = match rest {
                2 => match lot {
                    Some(seat) => seat,
                    None => {
                        position.lot = true;
                        return;
                    }
                },
                rest => usize::from(rest < 2),
            };
            if owner == 0 { first |= shared } else { second |= shared }
        }
        // R11 is judged before anything is laid out, so that the supplies stay.
        if first == 0xfff || second == 0xfff {
            position.end = End::Pits(u8::from(second == 0xfff));
            position.lot = false;
            return;
        }
        if lot.is_some() && self.limit > 0 && position.ply >= self.limit {
            position.end = End::Limit;
            position.lot = false;
            return;
        }
        position.pits = [4; PITS];
        position.stores = [0; 2];
        position.territory = [first, second];
        position.lot = false;
        position.starter = 1 - position.starter;
        position.to = position.starter;
        if position.round > 0 {
            position.round += 1;
        }
    }

    /// Gathers each seat's supply in its store.
    fn gather(&self, position: &mut Position) {
        position.stores = [position.supply(0), position.supply(1)];
        position.pits = [0; PITS];
        position.houses = [0; 2];
        position.territory = [0; 2];
    }

    /// What follows from the board after an action: the end, a new round, or
    /// who acts.
    fn settle(&self, position: &mut Position) {
        for seat in 0..2 {
            let theirs = position.territory[1 - seat];
            if theirs != 0 && theirs & !position.houses[seat] == 0 {
                position.end = End::Pits(seat as u8);
                return;
            }
        }
        let at_limit = self.limit > 0 && position.ply >= self.limit;
        if position.round_is_over() {
            self.gather(position);
            let owns_all = (0..2).find(|&seat| position.stores[seat] > SEEDS - 2);
            if let Some(seat) = owns_all {
                position.end = End::Pits(seat as u8);
            } else if self.rounds > 0 && position.round >= self.rounds {
                position.end = End::Rounds;
            } else if at_limit {
                position.end = End::Limit;
            } else {
                self.lay_out(position, None);
            }
            return;
        }
        if at_limit {
            position.end = End::Limit;
        } else if position.starts(position.to.into()) == 0 {
            position.to = 1 - position.to;
        }
    }
}

impl Game for Gabata {
    type Position = Position;
    type Move = Move;

    const ABOUT: About = about::ABOUT;

    fn from_options(options: &mut Options) -> Result<Gabata, OptionError> {
        Ok(Gabata {
            sown: options.text("stores") == "sown",
            first: options.number("first") as u8 - 1,
            rounds: options.number("rounds") as u32,
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
            pits: [4; PITS],
            stores: [0; 2],
            territory: [0x03f, 0xfc0],
            houses: [0; 2],
            to: self.first,
            starter: self.first,
            lot: false,
            end: End::Open,
            round: u32::from(self.rounds > 0),
            ply: 0,
        }
    }

    fn status(&self, position: &Position) -> Status {
        let counted = |reason| Outcome::highest(&[position.supply(0), position.supply(1)], reason);
        Status::Over(match position.end {
            End::Open if position.lot => return Status::Chance,
            End::Open => return Status::ToAct(Seat::from_index(position.to.into())),
            End::Pits(seat) => Outcome::win(Seat::from_index(seat.into()), "pits"),
            End::Rounds => counted("rounds"),
            End::Limit => counted("limit"),
        })
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        if position.end != End::Open {
            return;
        }
        match position.lot {
            true => out.extend([Move::Lot(0), Move::Lot(1)]),
            false => {
                let starts = bits(position.starts(position.to.into()));
                out.extend(starts.map(|pit| Move::Start(pit as u8)));
            }
        }
    }

    fn apply(&self, position: &mut Position, action: Move) {
        position.ply = position.ply.saturating_add(1);
        match action {
            Move::Lot(seat) => self.lay_out(position, Some(seat.into())),
            Move::Start(pit) => {
                if let Last::TurnEnds = self.sow(position, pit.into()) {
                    position.to = 1 - position.to;
                }
                self.settle(position);
            }
        }
    }

    fn standing(&self, position: &Position) -> Option<Position> {
        let to = if position.lot { 0 } else { position.to };
        Some(Position { ply: 0, to, ..*position })
    }

    fn scores(&self, position: &Position) -> Option<Vec<Score>> {
        Some((0..2).map(|seat| Some(position.supply(seat).into())).collect())
    }

    fn write_action(&self, _: &Position, action: Move, out: &mut String) {
        let _ = match action {
            Move::Start(pit) => write!(out, "{}", pit + 1),
            Move::Lot(seat) => write!(out, "lot-{}", seat + 1),
        };
    }

    fn read_action(&self, position: &Position, text: &str) -> Result<Move, ActionError> {
        match text {
            "lot-1" => return Ok(Move::Lot(0)),
            "lot-2" => return Ok(Move::Lot(1)),
            _ => {}
        }
        let pit = text.parse().ok().filter(|_| text.bytes().all(|b| b.is_ascii_digit()));
        match pit {
            Some(pit @ 1..=12) => Ok(Move::Start(pit - 1)),
            _ => Err(ActionError::Malformed(match position.lot {
                true => "lot-1 or lot-2".into(),
                false => "the number of a pit, 1 to 12".into(),
            })),
        }
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        for pit in 0..PITS {
            let part = [",", "/", ""][if pit == 0 { 2 } else { usize::from(pit == 6) }];
            let _ = write!(out, "{part}{}", position.pits[pit]);
        }
        let _ = write!(out, " stores={},{}", position.stores[0], position.stores[1]);
        let marks = |sets: [u16; 2]| -> String {
            let mark = |pit: usize| match (sets[0] >> pit & 1, sets[1] >> pit & 1) {
                (0, 0) => '.',
                (1, _) => '1',
                _ => '2',
            };
            (0..PITS).map(mark).collect()
        };
        if position.territory != [0; 2] {
            let _ = write!(out, " own={}", marks(position.territory));
        }
        if position.houses != [0; 2] {
            let _ = write!(out, " houses={}", marks(position.houses));
        }
        let _ = write!(out, " to={} starter={}", position.to + 1, position.starter + 1);
        if position.round > 0 {
            let _ = write!(out, " round={}", position.round);
        }
        let _ = write!(out, " ply={}", position.ply);
        let _ = match position.end {
            End::Open if position.lot => write!(out, " lot=due"),
            End::Open => Ok(()),
            End::Pits(seat) => write!(out, " over=pits{}", seat + 1),
            End::Rounds => write!(out, " over=rounds"),
            End::Limit => write!(out, " over=limit"),
        };
    }

    fn read_position(&self, text: &str) -> Result<Position, PositionError> {
        let mut text = Fields::split(text)?;
        let mut position = self.start();
        position.pits = read_pits(text.board)?;
        position.stores = text.numbers("stores")?;
        position.territory = read_marks("own", text.take("own"))?;
        position.houses = read_marks("houses", text.take("houses"))?;
        position.to = text.seat(2)?.index() as u8;
        position.starter = text.number::<u8>("starter", 1)?.wrapping_sub(1);
        position.round = text.number("round", 0)?;
        position.ply = text.number("ply", 0)?;
        position.lot = match text.take("lot") {
            None => false,
            Some("due") => true,
            Some(_) => return Err(PositionError::new("`lot=` can only be due")),
        };
        position.end = match text.take("over") {
            None => End::Open,
            Some("pits1") => End::Pits(0),
            Some("pits2") => End::Pits(1),
            Some("rounds") => End::Rounds,
            Some("limit") => End::Limit,
            Some(_) => {
                return Err(PositionError::new("`over=` is pits1, pits2, rounds or limit"));
            }
        };
        text.finish()?;
        self.check(&position)?;
        if position.end == End::Open && !position.lot {
            self.settle(&mut position);
        }
        Ok(position)
    }

    fn picture(&self, position: &Position, _: Viewer) -> Picture {
        let colours = [Colour::Dark, Colour::Light];
        let mut cells: Vec<Cell> = (0..PITS).map(|pit| pit_cell(pit as i16)).collect();
        for (pit, cell) in cells.iter_mut().enumerate() {
            cell.seeds = position.pits[pit].into();
            cell.tint = (0..2).find_map(|seat| {
                let owned = |set: u16, kind| {
                    (set >> pit & 1 == 1).then_some(Tint { colour: colours[seat], kind })
                };
                owned(position.houses[seat], TintKind::House).or_else(|| {
                    let free = position.territory[seat] & !position.houses[1 - seat];
                    owned(free, TintKind::Territory)
                })
            });
        }
        let mut seats = Vec::new();
        for seat in 0..2 {
            let side = if seat == 0 { 8 } else { -8 };
            let mut store = Cell::new(format!("store {}", seat + 1), (side, 0), Shape::Store);
            store.seeds = position.stores[seat].into();
            store.tint = Some(Tint { colour: colours[seat], kind: TintKind::Territory });
            cells.push(store);
            let name = Words::made(format!("Player {}", seat + 1), format!("Spieler {}", seat + 1));
            let mut view = seat_view(seat, colours[seat], name);
            view.to_act = self.status(position).seat() == Some(Seat::from_index(seat));
            seats.push(view);
        }
        Picture { cells, seats, notes: Vec::new() }
    }

    fn touches(&self, _: &Position, action: Move, out: &mut Vec<CellId>) {
        if let Move::Start(pit) = action {
            out.push(pit.into());
        }
    }
}

/// Player 1's row below, from its left to its right; player 2's above, turned.
fn pit_cell(pit: i16) -> Cell {
    let place = if pit < 6 { (2 * pit - 5, 1) } else { (17 - 2 * pit, -1) };
    Cell::new((pit + 1).to_string(), place, Shape::Pit)
}

fn read_pits(text: &str) -> Result<[u8; PITS], PositionError> {
    let pits: Vec<u8> = text.split([',', '/']).filter_map(|seeds| seeds.parse().ok()).collect();
    let parts = text.split([',', '/']).count();
    match pits.try_into() {
        Ok(pits) if parts == PITS => Ok(pits),
        _ => Err(PositionError::new(
            "the board needs twelve numbers of seeds, as 4,4,4,4,4,4/4,4,4,4,4,4",
        )),
    }
}

fn read_marks(name: &str, text: Option<&str>) -> Result<[u16; 2], PositionError> {
    let Some(text) = text else {
        return Ok([0; 2]);
    };
    let fine = text.len() == PITS && text.bytes().all(|mark| b".12".contains(&mark));
    PositionError::unless(fine, &format!("`{name}=` needs twelve of the marks . 1 2"))?;
    let set = |wanted: u8| {
        let pits = text.bytes().enumerate().filter(|&(_, mark)| mark == wanted);
        pits.fold(0, |set, (pit, _)| set | 1 << pit)
    };
    Ok([set(b'1'), set(b'2')])
}

impl Gabata {
    /// Refuses what no game can lead to.
    fn check(&self, position: &Position) -> Result<(), PositionError> {
        let unless = PositionError::unless;
        let all = position.pits.iter().chain(&position.stores);
        let seeds: u32 = all.map(|&seeds| u32::from(seeds)).sum();
        unless(seeds == SEEDS.into(), "there are 48 seeds in all")?;
        unless(position.starter < 2, "`starter=` is 1 or 2")?;
        unless(
            (position.round > 0) == (self.rounds > 0) && position.round <= self.rounds,
            "`round=` counts from 1 to the option rounds, and only with that option",
        )?;
        let gathered = position.territory == [0; 2];
        unless(
            !gathered || position.pits == [0; PITS] && position.houses == [0; 2],
            "between rounds all seeds lie in the stores",
        )?;
        unless(
            gathered == (position.lot || position.end != End::Open && gathered),
            "`own=` is missing",
        )?;
        unless(
            !position.lot || gathered && position.stores[0] % 4 == 2 && position.end == End::Open,
            "a lot is due only between rounds, with a pit of two seeds each",
        )?;
        if !gathered {
            let [first, second] = position.territory;
            let pits = first.count_ones() as usize;
            let filled = |seat, pits| filled_by(seat, 4 * pits as u8).0;
            unless(
                first == filled(0, pits)
                    && second == filled(1, PITS - pits)
                    && first != 0
                    && second != 0,
                "each side's pits follow the order in which they are filled (R9)",
            )?;
            for seat in 0..2 {
                unless(
                    position.houses[seat] & !position.territory[1 - seat] == 0,
                    "a house lies in the other side's territory",
                )?;
            }
        }
        match position.end {
            End::Open => Ok(()),
            End::Pits(seat) => {
                let theirs = position.territory[1 - usize::from(seat)];
                let housed = theirs != 0 && theirs & !position.houses[usize::from(seat)] == 0;
                unless(
                    housed || gathered && position.stores[usize::from(seat)] >= SEEDS - 2,
                    "`over=pits` needs all pits of the other side",
                )
            }
            End::Rounds => unless(
                gathered && self.rounds > 0 && position.round == self.rounds,
                "`over=rounds` needs the end of the last round",
            ),
            End::Limit => unless(
                self.limit > 0 && position.ply >= self.limit,
                "`over=limit` needs `ply=` at the limit",
            ),
        }
    }
}
