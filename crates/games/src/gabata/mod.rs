//! Gabata: sowing in twelve pits, houses in the opponent's territory, and
//! rounds in which the pits change hands.
//!
//! Rule numbers are those of `docs/rules/gabata.md`. `sowing` has the seeds and
//! where they go. A position is 40 bytes.

mod about;
mod look;
mod sowing;

use crate::bits::nth_of_few;
use crate::common::seat_view;
pub use look::Holding;
use sowing::{ALL_PITS, STORES, Seeds, Sowings, hole_of, pit_of, store_of};
use std::fmt::Write;
use wabe_rules::{
    About, ActionError, Cell, CellId, Colour, Dice, Fields, Game, House, OptionError, Options,
    Outcome, Picture, PositionError, Score, Seat, Shape, Status, Tint, TintKind, Viewer, Words,
};

const PITS: usize = 12;
const SEEDS: u8 = 48;
/// F3: how often one start may take up seeds.
const MOST_LIFTS: u32 = 1000;

/// The rules of Gabata with their options.
#[derive(Debug)]
pub struct Gabata {
    /// By seat.
    sowings: Box<[Sowings; 2]>,
    /// The seat that starts round one.
    first: u8,
    rounds: u32,
    repetition: u32,
    limit: u32,
    /// The action after which the limit ends the game; far away if it is off.
    last_ply: u64,
}

/// A position of Gabata.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    seeds: Seeds,
    /// The pits each seat may start from in this round, a bit a hole.
    territory: [u16; 2],
    /// The pits each seat has made its house.
    houses: [u16; 2],
    /// The pits from which the seat to act may start now; none at a lot or when
    /// the game is over.
    starts: u16,
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
    /// Start from the pit that is this hole.
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
    (pits.fold(0, |set, pit| set | 1 << hole_of(pit)), supply % 4)
}

impl Position {
    fn stores(&self) -> [u8; 2] {
        [0, 1].map(|seat| self.seeds.get(store_of(seat)))
    }

    /// Puts seeds in the stores and none in the pits.
    fn set_stores(&mut self, stores: [u8; 2]) {
        self.seeds = Seeds::NONE;
        for seat in 0..2 {
            self.seeds.add(store_of(seat), stores[seat]);
        }
    }

    #[inline(always)]
    fn is_lot_due(&self) -> bool {
        self.lot && self.end == End::Open
    }

    #[inline(always)]
    fn all_houses(&self) -> u16 {
        self.houses[0] | self.houses[1]
    }

    /// Store, houses, and what lies in the own territory outside the other's
    /// houses (H).
    fn supply(&self, seat: usize) -> u8 {
        let own = self.houses[seat] | self.territory[seat] & !self.houses[1 - seat];
        self.seeds.get(store_of(seat)) + self.seeds.count_in(own)
    }
}

impl Gabata {
    /// Sows the pit out, relays included, until the last seed decides (R4).
    #[inline(always)]
    fn sow(&self, position: &mut Position, start: usize) {
        let seat = usize::from(position.to & 1);
        let special = position.all_houses() | STORES;
        let theirs = position.territory[1 - seat];
        let mut seeds = position.seeds;
        let mut hole = start;
        let mut here = seeds.get(hole);
        let mut lifts = 0;
        loop {
            hole = self.sowings[seat].sow(&mut seeds, hole, here);
            here = seeds.get(hole);
            lifts += 1;
            let has = |set: u16| set >> hole & 1 == 1;
            let decided = has(special) | (here == 1) | (here == 4) & has(theirs);
            if decided || lifts == MOST_LIFTS {
                break;
            }
        }
        let bit = 1 << hole;
        let builds = here == 4 && theirs & !special & bit != 0;
        let starts_again = builds || special & bit != 0;
        position.seeds = seeds;
        position.houses[seat] |= if builds { bit } else { 0 };
        position.to ^= u8::from(!starts_again);
        if position.houses[1 - seat] & bit != 0 {
            let gift = here.min(2);
            position.seeds.take(hole, gift);
            position.seeds.add(store_of(seat), gift);
        }
    }

    /// Lays the next round out from the supplies in the stores (R9). If a pit
    /// with two seeds of each is left, `lot` says whose it is.
    fn lay_out(&self, position: &mut Position, lot: Option<usize>) {
        let supplies = position.stores();
        let (mut first, rest) = filled_by(0, supplies[0]);
        let (mut second, _) = filled_by(1, supplies[1]);
        let shared = ALL_PITS & !(first | second);
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
        if first == ALL_PITS || second == ALL_PITS {
            position.end = End::Pits(u8::from(second == ALL_PITS));
            position.lot = false;
            return;
        }
        if lot.is_some() && u64::from(position.ply) >= self.last_ply {
            position.end = End::Limit;
            position.lot = false;
            return;
        }
        position.seeds = Seeds::LAID_OUT;
        position.territory = [first, second];
        position.lot = false;
        position.starter = 1 - position.starter;
        position.to = position.starter;
        position.starts = position.territory[usize::from(position.to)];
        if position.round > 0 {
            position.round += 1;
        }
    }

    /// Gathers each seat's supply in its store.
    fn gather(&self, position: &mut Position) {
        let supplies = [position.supply(0), position.supply(1)];
        position.set_stores(supplies);
        position.houses = [0; 2];
        position.territory = [0; 2];
    }

    /// What follows from the board after an action: the end, a new round, or
    /// who acts.
    #[inline(always)]
    fn settle(&self, position: &mut Position) {
        let [first, second] = position.territory;
        let [by_first, by_second] = position.houses;
        let filled = position.seeds.filled() & !(by_first | by_second);
        let all_housed = (second & !by_first == 0) | (first & !by_second == 0);
        let at_limit = u64::from(position.ply) >= self.last_ply;
        if all_housed | (filled == 0) | at_limit {
            position.starts = 0;
            return self.settle_end(position, filled == 0, at_limit);
        }
        // R3, R6; who cannot start passes (R7).
        let mine = filled & position.territory[usize::from(position.to & 1)];
        position.to ^= u8::from(mine == 0);
        position.starts = if mine == 0 { filled } else { mine };
    }

    /// The same if the game or the round is over.
    #[cold]
    fn settle_end(&self, position: &mut Position, round_is_over: bool, at_limit: bool) {
        for seat in 0..2 {
            if position.territory[1 - seat] & !position.houses[seat] == 0 {
                position.end = End::Pits(seat as u8);
                return;
            }
        }
        if !round_is_over {
            position.end = End::Limit;
            return;
        }
        self.gather(position);
        let owns_all = (0..2).find(|&seat| position.stores()[seat] > SEEDS - 2);
        if let Some(seat) = owns_all {
            position.end = End::Pits(seat as u8);
        } else if self.rounds > 0 && position.round >= self.rounds {
            position.end = End::Rounds;
        } else if at_limit {
            position.end = End::Limit;
        } else {
            self.lay_out(position, None);
        }
    }
}

impl Game for Gabata {
    type Position = Position;
    type Move = Move;

    const ABOUT: About = about::ABOUT;

    fn from_options(options: &mut Options) -> Result<Gabata, OptionError> {
        let sown = options.text("stores") == "sown";
        let limit = options.number("limit") as u32;
        Ok(Gabata {
            sowings: Box::new([0, 1].map(|seat| Sowings::new(sown.then_some(store_of(seat))))),
            first: options.number("first") as u8 - 1,
            rounds: options.number("rounds") as u32,
            repetition: options.number("repetition") as u32,
            limit,
            last_ply: if limit > 0 { limit.into() } else { u64::MAX },
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
            seeds: Seeds::LAID_OUT,
            territory: [0x003f, 0x3f00],
            houses: [0; 2],
            starts: [0x003f, 0x3f00][usize::from(self.first)],
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

    #[inline(always)]
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        if position.is_lot_due() {
            out.extend([Move::Lot(0), Move::Lot(1)]);
        }
        let mut starts = position.starts;
        while starts != 0 {
            out.push(Move::Start(starts.trailing_zeros() as u8));
            starts &= starts - 1;
        }
    }

    #[inline(always)]
    fn count(&self, position: &Position, _: &mut Vec<Move>) -> usize {
        match position.is_lot_due() {
            true => 2,
            false => position.starts.count_ones() as usize,
        }
    }

    #[inline(always)]
    fn random_move(&self, position: &Position, dice: &mut Dice, _: &mut Vec<Move>) -> Option<Move> {
        let starts = position.starts;
        if starts != 0 {
            let n = dice.below(starts.count_ones());
            return Some(Move::Start(nth_of_few(starts.into(), n) as u8));
        }
        position.is_lot_due().then(|| Move::Lot(dice.below(2) as u8))
    }

    #[inline(always)]
    fn apply(&self, position: &mut Position, action: Move) {
        position.ply = position.ply.saturating_add(1);
        match action {
            Move::Lot(seat) => self.lay_out(position, Some(seat.into())),
            Move::Start(hole) => {
                self.sow(position, hole.into());
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
            Move::Start(hole) => write!(out, "{}", pit_of(hole.into()) + 1),
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
            Some(pit @ 1..=12) => Ok(Move::Start(hole_of(pit - 1) as u8)),
            _ => Err(ActionError::Malformed(match position.lot {
                true => "lot-1 or lot-2".into(),
                false => "the number of a pit, 1 to 12".into(),
            })),
        }
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        for pit in 0..PITS {
            let part = [",", "/", ""][if pit == 0 { 2 } else { usize::from(pit == 6) }];
            let _ = write!(out, "{part}{}", position.seeds.get(hole_of(pit)));
        }
        let [first, second] = position.stores();
        let _ = write!(out, " stores={first},{second}");
        let marks = |sets: [u16; 2]| -> String {
            let mark = |hole: usize| match (sets[0] >> hole & 1, sets[1] >> hole & 1) {
                (0, 0) => '.',
                (1, _) => '1',
                _ => '2',
            };
            (0..PITS).map(|pit| mark(hole_of(pit))).collect()
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
        let pits = read_pits(text.board)?;
        let stores = text.numbers("stores")?;
        let seeds: u32 = pits.iter().chain(&stores).map(|&seeds| u32::from(seeds)).sum();
        PositionError::unless(seeds == SEEDS.into(), "there are 48 seeds in all")?;
        position.set_stores(stores);
        pits.iter().zip(0..).for_each(|(&seeds, pit)| position.seeds.add(hole_of(pit), seeds));
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
        position.starts = 0;
        if position.end == End::Open && !position.lot {
            self.settle(&mut position);
        }
        Ok(position)
    }

    fn picture(&self, position: &Position, _: Viewer) -> Picture {
        let colours = [Colour::Dark, Colour::Light];
        let mut cells: Vec<Cell> = (0..PITS).map(|pit| pit_cell(pit as i16)).collect();
        for (pit, cell) in cells.iter_mut().enumerate() {
            let hole = hole_of(pit);
            cell.seeds = position.seeds.get(hole).into();
            cell.tint = (0..2).find_map(|seat| {
                let owned = |set: u16, kind| {
                    (set >> hole & 1 == 1).then_some(Tint { colour: colours[seat], kind })
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
            store.seeds = position.stores()[seat].into();
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
        if let Move::Start(hole) = action {
            out.push(pit_of(hole.into()) as u16);
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
        pits.fold(0, |set, (pit, _)| set | 1 << hole_of(pit))
    };
    Ok([set(b'1'), set(b'2')])
}

impl Gabata {
    /// Refuses what no game can lead to.
    fn check(&self, position: &Position) -> Result<(), PositionError> {
        let unless = PositionError::unless;
        unless(position.starter < 2, "`starter=` is 1 or 2")?;
        unless(
            (position.round > 0) == (self.rounds > 0) && position.round <= self.rounds,
            "`round=` counts from 1 to the option rounds, and only with that option",
        )?;
        let gathered = position.territory == [0; 2];
        unless(
            !gathered || position.seeds.filled() == 0 && position.houses == [0; 2],
            "between rounds all seeds lie in the stores",
        )?;
        unless(
            !position.lot || gathered && position.stores()[0] % 4 == 2 && position.end == End::Open,
            "a lot is due only between rounds, with a pit of two seeds each",
        )?;
        unless(
            !gathered || position.lot || position.end != End::Open,
            "between rounds a lot is due or the game is over, else `own=` names the start pits",
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
                    housed || gathered && position.stores()[usize::from(seat)] >= SEEDS - 2,
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

#[cfg(test)]
mod tests;
