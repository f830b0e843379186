//! Retrograde analysis of a tier: from what is decided back to what leads there.
//!
//! First every position looks ahead once: which of its actions lead out of the
//! tier, to values that are known, and how many stay inside. Then distances are
//! gone through in order: positions decided at a distance tell those that lead
//! to them. Who can go to a position that is lost for the other has won; who can
//! only go to positions that are won for the other has lost, as late as the last
//! of them. Whatever is never told so is drawn, however its actions go round in
//! circles.
//!
//! The seat need not change with an action: a position tells its parents whose
//! value it is.

use crate::engine::{Work, in_parts};
use crate::error::SolveError;
use crate::file::{Cells, Solved};
use crate::symmetry::WAYS;
use crate::value::{Scale, Verdict};
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering::Relaxed};
use wabe_rules::fastest;

/// Where an action leads.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Child {
    /// To a position of this tier.
    Here,
    /// Out of it, to what is known; said for the seat that acts.
    Known(Verdict),
}

/// The positions of a tier and what they lead to.
pub(crate) trait Tangle: Sync {
    /// A position.
    type Board: Copy;

    /// How many cells there are.
    fn len(&self) -> usize;

    /// The position of a cell, and how many ways leave it as it is; `None` if
    /// the cell is not used.
    fn board(&self, cell: usize) -> Option<(Self::Board, u8)>;

    /// Lists where every action leads.
    fn children(&self, board: &Self::Board, out: &mut Vec<Child>);

    /// Lists the cells in use from which an action leads here within the tier,
    /// once for each such action on the board as it lies (cells that are not in
    /// use may be listed too), and whether the same seat acts there.
    fn parents(&self, board: &Self::Board, out: &mut Vec<(usize, bool)>);
}

/// Nothing is known.
const OPEN: u16 = 0;
/// Below this: nothing is known, but actions that lead out of the tier lose in so
/// many. From here: one of them wins in so many, if none does sooner.
const DUE: u16 = 0x2000;
/// No distance is larger.
const LONGEST: u16 = DUE - 3;
/// From here on the value is decided.
const FAR: u16 = 0x4000;
const WIN: u16 = 0x4000;
const LOSS: u16 = 0x8000;
const UNUSED: u16 = 0xffff;

/// Bytes a cell takes while it is solved: the value, the count, its place in a
/// list (once or twice), and the cell that is written.
pub(crate) const MEMORY_A_CELL: u64 = 2 + 2 + 2 * 4 + 2;

struct State<'a, T> {
    tangle: &'a T,
    value: Vec<AtomicU16>,
    /// Actions not yet known to lose, in parts: an action of a position that
    /// looks the same from several sides counts less.
    left: Vec<AtomicU16>,
}

/// Lists of cells by the distance at which they are decided.
#[derive(Default)]
struct Agenda(Vec<Vec<u32>>);

impl Agenda {
    fn add(&mut self, distance: u16, cell: usize) {
        let at = usize::from(distance);
        if self.0.len() <= at {
            self.0.resize_with(at + 1, Vec::new);
        }
        self.0[at].push(cell as u32);
    }

    fn merge(&mut self, other: Agenda) {
        for (at, list) in other.0.into_iter().enumerate() {
            if self.0.len() <= at {
                self.0.resize_with(at + 1, Vec::new);
            }
            match self.0[at].is_empty() {
                true => self.0[at] = list,
                false => self.0[at].extend(list),
            }
        }
    }

    fn take(&mut self, distance: u16) -> Vec<u32> {
        self.0.get_mut(usize::from(distance)).map(std::mem::take).unwrap_or_default()
    }

    fn is_done_after(&self, distance: u16) -> bool {
        self.0.iter().skip(usize::from(distance) + 1).all(Vec::is_empty)
    }
}

/// What a thread has gathered.
#[derive(Default)]
struct Gathered {
    agenda: Agenda,
    edges: u64,
    /// A buffer.
    children: Vec<Child>,
}

/// Solves a tier.
pub(crate) fn solve<T: Tangle>(name: &str, tangle: &T, work: &Work) -> Result<Solved, SolveError> {
    let len = tangle.len();
    let fresh = |_| AtomicU16::new(OPEN);
    let state =
        State { tangle, value: (0..len).map(fresh).collect(), left: (0..len).map(fresh).collect() };
    let done = AtomicU64::new(0);
    let parts = in_parts(work.threads, len, 1 << 14, Gathered::default, |gathered, cells| {
        let more = cells.len() as u64;
        fastest(LookAhead { state: &state, cells, gathered });
        (work.heard)(done.fetch_add(more, Relaxed) + more, 2 * len as u64);
    });
    let mut agenda = Agenda::default();
    let mut edges = 0;
    for part in parts {
        edges += part.edges;
        agenda.merge(part.agenda);
    }
    let mut distance = 0;
    let mut decided = 0;
    while distance <= LONGEST {
        let list = agenda.take(distance);
        decided += list.len() as u64;
        let parts = in_parts(work.threads, list.len(), 1 << 11, Agenda::default, |found, range| {
            fastest(Decide { state: &state, list: &list[range], distance, found });
        });
        parts.into_iter().for_each(|part| agenda.merge(part));
        if agenda.is_done_after(distance) {
            break;
        }
        distance += 1;
        (work.heard)(len as u64 + decided.min(len as u64), 2 * len as u64);
    }
    drop(agenda);
    state.finish(name, edges)
}

/// Looking ahead, compiled for the processor at hand.
struct LookAhead<'a, T> {
    state: &'a State<'a, T>,
    cells: std::ops::Range<usize>,
    gathered: &'a mut Gathered,
}

impl<T: Tangle> wabe_rules::Work for LookAhead<'_, T> {
    type Out = ();

    #[inline(always)]
    fn run(self) {
        for cell in self.cells {
            self.state.look_ahead(cell, self.gathered);
        }
    }
}

/// Telling parents, likewise.
struct Decide<'a, T> {
    state: &'a State<'a, T>,
    list: &'a [u32],
    distance: u16,
    found: &'a mut Agenda,
}

impl<T: Tangle> wabe_rules::Work for Decide<'_, T> {
    type Out = ();

    #[inline(always)]
    fn run(self) {
        let mut parents = Vec::new();
        for &cell in self.list {
            self.state.decide(cell as usize, self.distance, self.found, &mut parents);
        }
    }
}

impl<T: Tangle> State<'_, T> {
    /// Looks once at all children.
    #[inline(always)]
    fn look_ahead(&self, cell: usize, gathered: &mut Gathered) {
        let Some((board, ways)) = self.tangle.board(cell) else {
            self.value[cell].store(UNUSED, Relaxed);
            return;
        };
        let (mut here, mut out, mut best) = (0u16, 0, None);
        gathered.children.clear();
        self.tangle.children(&board, &mut gathered.children);
        for child in &gathered.children {
            match child {
                Child::Here => here += 1,
                Child::Known(verdict) => {
                    out += 1;
                    best = best.max(Some(*verdict));
                }
            }
        }
        gathered.edges += u64::from(here) + out;
        let parts = here * (WAYS as u16 / u16::from(ways));
        let never = parts + 1;
        let (left, value) = match best {
            None if here > 0 => (parts, OPEN),
            // Not even an action: the position is over, and drawn.
            None | Some(Verdict::Draw { .. }) => (never, OPEN),
            Some(Verdict::Win { plies }) => {
                gathered.agenda.add(clamped(plies), cell);
                (never, DUE | clamped(plies))
            }
            Some(Verdict::Loss { plies }) => {
                if here == 0 {
                    gathered.agenda.add(clamped(plies), cell);
                }
                (parts, clamped(plies))
            }
        };
        self.left[cell].store(left, Relaxed);
        self.value[cell].store(value, Relaxed);
    }

    /// A cell is due at a distance: unless it was decided sooner, it is now. It
    /// tells its parents.
    #[inline(always)]
    fn decide(
        &self,
        cell: usize,
        distance: u16,
        found: &mut Agenda,
        parents: &mut Vec<(usize, bool)>,
    ) {
        let value = self.value[cell].load(Relaxed);
        let is_win = if value >= FAR {
            // Decided before it came up: at another distance, it has been told.
            if value & (FAR - 1) != distance {
                return;
            }
            value & LOSS == 0
        } else {
            let is_win = value >= DUE;
            let settled = distance | if is_win { WIN } else { LOSS };
            self.value[cell].store(settled, Relaxed);
            is_win
        };
        let Some((board, ways)) = self.tangle.board(cell) else {
            return;
        };
        let weight = WAYS as u16 / u16::from(ways);
        parents.clear();
        self.tangle.parents(&board, parents);
        for &(parent, same_seat) in parents.iter() {
            match is_win == same_seat {
                true => self.give_win(parent, distance + 1, found),
                false => self.take_hope(parent, weight, distance + 1, found),
            }
        }
    }

    /// An action wins in so many: the first to say so is right.
    #[inline(always)]
    fn give_win(&self, cell: usize, distance: u16, found: &mut Agenda) {
        let value = self.value[cell].load(Relaxed);
        let is_due = value >= DUE && value - DUE <= distance;
        if value < FAR && !is_due {
            let won = WIN | distance;
            let given = self.value[cell].compare_exchange(value, won, Relaxed, Relaxed);
            if given.is_ok() {
                found.add(distance, cell);
            }
        }
    }

    /// An action loses; if it was the last one, so does the position.
    #[inline(always)]
    fn take_hope(&self, cell: usize, weight: u16, distance: u16, found: &mut Agenda) {
        if self.value[cell].load(Relaxed) >= FAR {
            return;
        }
        if self.left[cell].fetch_sub(weight, Relaxed) == weight {
            // Actions that lead out of the tier may last longer.
            let due = distance.max(self.value[cell].load(Relaxed));
            found.add(due, cell);
        }
    }

    fn finish(self, name: &str, edges: u64) -> Result<Solved, SolveError> {
        let longest = |kind: u16| {
            let of = self.value.iter().map(|value| value.load(Relaxed));
            let of = of.filter(|&value| value != UNUSED && value & !(FAR - 1) == kind);
            of.map(|value| value & (FAR - 1)).max().unwrap_or(0)
        };
        let (wins, losses) = (longest(WIN), longest(LOSS));
        if wins.max(losses) >= LONGEST {
            return Err(SolveError::TooFar { tier: name.into(), most: u32::from(LONGEST) - 1 });
        }
        let narrow = wins <= Scale::NARROW.wins && losses <= Scale::NARROW.losses;
        let scale = if narrow { Scale::NARROW } else { Scale::WIDE };
        let cell = |value: &AtomicU16| {
            let value = value.load(Relaxed);
            let plies = u32::from(value & (FAR - 1));
            let verdict = match value {
                UNUSED => Verdict::Draw { chances: 0 },
                _ if value & LOSS != 0 => Verdict::Loss { plies },
                _ if value & WIN != 0 => Verdict::Win { plies },
                _ => Verdict::Draw { chances: 0 },
            };
            scale.write(verdict).expect("the scale was chosen for it")
        };
        let cells = match narrow {
            true => Cells::Narrow(self.value.iter().map(|value| cell(value) as u8).collect()),
            false => Cells::Wide(self.value.iter().map(cell).collect()),
        };
        Ok(Solved { cells, scale, edges })
    }
}

/// Distances beyond all bounds end the work; see `finish`.
fn clamped(plies: u32) -> u16 {
    plies.min(LONGEST.into()) as u16
}
