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
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use wabe_rules::fastest;

/// What the actions of a position lead to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ahead {
    /// How many stay in the tier.
    pub here: u16,
    /// How many lead out of it, to what is known.
    out: u16,
    /// The best of those.
    best: Option<Verdict>,
}

impl Ahead {
    /// An action leads to what is known; said for the seat that acts.
    #[inline(always)]
    pub fn known(&mut self, verdict: Verdict) {
        self.out += 1;
        self.best = self.best.max(Some(verdict));
    }

    /// How many actions there are.
    pub fn actions(&self) -> u64 {
        u64::from(self.here) + u64::from(self.out)
    }
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

    /// Where every action leads.
    fn ahead(&self, board: &Self::Board) -> Ahead;

    /// Tells the cells in use from which an action leads here within the tier,
    /// once for each such action on the board as it lies (cells that are not in
    /// use may be told too), and whether the same seat acts there.
    fn parents(&self, board: &Self::Board, told: &mut Told);
}

/// Parents that hear of positions, as they are found: by where they are, so that
/// those who are near each other hear of it together.
///
/// The news lie in blocks of one list; a region has a new block when its last one
/// is full. So however they are spread, they take no more than their own room and
/// a block for each region.
pub(crate) struct Told {
    news: Vec<News>,
    /// By region: its blocks, and where the next news go; at the beginning of a
    /// block if there is none yet or it is full.
    blocks: Vec<Vec<u32>>,
    next: Vec<u32>,
    /// Whether the position is won, and how much hope that takes.
    is_win: bool,
    parts: u16,
}

impl Told {
    fn new(cells: usize) -> Told {
        let regions = regions(cells);
        let (blocks, next) = (vec![Vec::new(); regions], vec![0; regions]);
        Told { news: Vec::new(), blocks, next, is_win: false, parts: 0 }
    }

    /// One more, and whether the same seat acts there.
    #[inline(always)]
    pub fn tell(&mut self, parent: usize, same_seat: bool) {
        let hope = if self.is_win == same_seat { WINS } else { self.parts };
        let region = parent >> REGION;
        let mut at = self.next[region];
        if at.is_multiple_of(BLOCK) {
            at = self.begin_block(region);
        }
        self.news[at as usize] = News { parent: parent as u32, hope };
        self.next[region] = at + 1;
    }

    #[cold]
    #[inline(never)]
    fn begin_block(&mut self, region: usize) -> u32 {
        let start = self.news.len();
        self.news.resize(start + BLOCK as usize, News { parent: 0, hope: WINS });
        self.blocks[region].push(start as u32);
        start as u32
    }

    /// The news for a region.
    fn of(&self, region: usize) -> impl Iterator<Item = &[News]> {
        let next = self.next[region];
        self.blocks[region].iter().map(move |&start| {
            let is_open = (start..start + BLOCK).contains(&next);
            let end = if is_open { next } else { start + BLOCK };
            &self.news[start as usize..end as usize]
        })
    }

    fn clear(&mut self) {
        self.news.clear();
        self.next.fill(0);
        self.blocks.iter_mut().for_each(Vec::clear);
    }
}

/// News in a block.
const BLOCK: u32 = 256;

/// How many regions so many cells have.
fn regions(cells: usize) -> usize {
    1 + (cells >> REGION)
}

/// So many cells, as a power of two, lie together: their slots fit into the
/// processor's cache.
const REGION: u32 = 17;

/// News for a parent: it wins, or so much of its hope is gone.
#[derive(Clone, Copy)]
struct News {
    parent: u32,
    hope: u16,
}

/// No hope is gone: the parent wins.
const WINS: u16 = 0;

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

/// The memory that solving a tier takes, in bytes: for each cell the value, the
/// count, its place in a list (once or twice) and the cell that is written; and
/// the news of so many cells as are decided at once.
pub(crate) fn memory(cells: u64) -> u64 {
    const A_CELL: u64 = 2 + 2 + 2 * 4 + 2;
    const NEWS: u64 = 512;
    cells * A_CELL + at_once(cells as usize) as u64 * NEWS + (64 << 20)
}

/// How many cells are decided before their parents hear of it: enough to have
/// news for every region, and not more than memory has room for.
fn at_once(cells: usize) -> usize {
    (cells / 32).clamp(1 << 14, 1 << 20)
}

/// What is known of a cell, in one word: its value above; below, how many of its
/// actions are not yet known to lose, in parts (an action of a position that
/// looks the same from several sides counts less).
struct Slot(AtomicU32);

impl Slot {
    const ABOVE: u32 = 16;

    #[inline(always)]
    fn value(&self) -> u16 {
        (self.0.load(Relaxed) >> Slot::ABOVE) as u16
    }

    #[inline(always)]
    fn left(&self) -> u16 {
        self.0.load(Relaxed) as u16
    }

    /// Sets both. Nobody else may change the slot at this time.
    #[inline(always)]
    fn set(&self, value: u16, left: u16) {
        self.0.store(u32::from(value) << Slot::ABOVE | u32::from(left), Relaxed);
    }
}

struct State<'a, T> {
    tangle: &'a T,
    slots: Vec<Slot>,
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
}

/// Solves a tier.
pub(crate) fn solve<T: Tangle>(name: &str, tangle: &T, work: &Work) -> Result<Solved, SolveError> {
    let len = tangle.len();
    let slots = (0..len).map(|_| Slot(AtomicU32::new(0))).collect();
    let state = State { tangle, slots };
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
    let spare = Mutex::new(Vec::new());
    while distance <= LONGEST {
        let list = agenda.take(distance);
        decided += list.len() as u64;
        for list in list.chunks(at_once(len)) {
            let fresh = || lock(&spare).pop().unwrap_or_else(|| Told::new(len));
            let mut told = in_parts(work.threads, list.len(), 1 << 11, fresh, |told, range| {
                fastest(Decide { state: &state, list: &list[range], distance, told });
            });
            // Each region is told by one thread.
            let parts = in_parts(work.threads, regions(len), 1, Agenda::default, |found, range| {
                for region in range {
                    for news in told.iter().flat_map(|told| told.of(region)) {
                        fastest(Tell { state: &state, news, distance: distance + 1, found });
                    }
                }
            });
            parts.into_iter().for_each(|part| agenda.merge(part));
            told.iter_mut().for_each(Told::clear);
            lock(&spare).append(&mut told);
        }
        if agenda.is_done_after(distance) {
            break;
        }
        distance += 1;
        (work.heard)(len as u64 + decided.min(len as u64), 2 * len as u64);
    }
    drop(agenda);
    state.finish(name, edges)
}

fn lock<T>(spare: &Mutex<T>) -> MutexGuard<'_, T> {
    spare.lock().unwrap_or_else(PoisonError::into_inner)
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

/// Deciding cells, likewise.
struct Decide<'a, T> {
    state: &'a State<'a, T>,
    list: &'a [u32],
    distance: u16,
    told: &'a mut Told,
}

impl<T: Tangle> wabe_rules::Work for Decide<'_, T> {
    type Out = ();

    #[inline(always)]
    fn run(self) {
        for &cell in self.list {
            self.state.decide(cell as usize, self.distance, self.told);
        }
    }
}

/// Telling parents, likewise.
struct Tell<'a, T> {
    state: &'a State<'a, T>,
    news: &'a [News],
    distance: u16,
    found: &'a mut Agenda,
}

impl<T: Tangle> wabe_rules::Work for Tell<'_, T> {
    type Out = ();

    #[inline(always)]
    fn run(self) {
        let Tell { state, news, distance, found } = self;
        for &News { parent, hope } in news {
            match hope {
                WINS => state.give_win(parent as usize, distance, found),
                parts => state.take_hope(parent as usize, parts, distance, found),
            }
        }
    }
}

impl<T: Tangle> State<'_, T> {
    /// Looks once at all children.
    #[inline(always)]
    fn look_ahead(&self, cell: usize, gathered: &mut Gathered) {
        let Some((board, ways)) = self.tangle.board(cell) else {
            self.slots[cell].set(UNUSED, 0);
            return;
        };
        let ahead = self.tangle.ahead(&board);
        gathered.edges += ahead.actions();
        let parts = ahead.here * parts_of_an_action(ways);
        let never = parts + 1;
        let (left, value) = match ahead.best {
            None if ahead.here > 0 => (parts, OPEN),
            // Not even an action: the position is over, and drawn.
            None | Some(Verdict::Draw { .. }) => (never, OPEN),
            Some(Verdict::Win { plies }) => {
                gathered.agenda.add(clamped(plies), cell);
                (never, DUE | clamped(plies))
            }
            Some(Verdict::Loss { plies }) => {
                if ahead.here == 0 {
                    gathered.agenda.add(clamped(plies), cell);
                }
                (parts, clamped(plies))
            }
        };
        self.slots[cell].set(value, left);
    }

    /// A cell is due at a distance: unless it was decided sooner, it is now. Its
    /// parents are to be told.
    #[inline(always)]
    fn decide(&self, cell: usize, distance: u16, told: &mut Told) {
        let slot = &self.slots[cell];
        let value = slot.value();
        let is_win = if value >= FAR {
            // Decided before it came up: at another distance, it has been told.
            if value & (FAR - 1) != distance {
                return;
            }
            value & LOSS == 0
        } else {
            let is_win = value >= DUE;
            slot.set(distance | if is_win { WIN } else { LOSS }, slot.left());
            is_win
        };
        let Some((board, ways)) = self.tangle.board(cell) else {
            return;
        };
        (told.is_win, told.parts) = (is_win, parts_of_an_action(ways));
        self.tangle.parents(&board, told);
    }

    /// An action wins in so many: the first to say so is right.
    #[inline(always)]
    fn give_win(&self, cell: usize, distance: u16, found: &mut Agenda) {
        let slot = &self.slots[cell];
        let value = slot.value();
        let is_due = value >= DUE && value - DUE <= distance;
        if value < FAR && !is_due {
            slot.set(WIN | distance, slot.left());
            found.add(distance, cell);
        }
    }

    /// An action loses; if it was the last one, so does the position.
    #[inline(always)]
    fn take_hope(&self, cell: usize, parts: u16, distance: u16, found: &mut Agenda) {
        let slot = &self.slots[cell];
        let (value, left) = (slot.value(), slot.left());
        if value < FAR {
            slot.set(value, left - parts);
            if left == parts {
                // Actions that lead out of the tier may last longer.
                found.add(distance.max(value), cell);
            }
        }
    }

    /// Writes the cells. Values are few, so each is turned into a cell once.
    fn finish(self, name: &str, edges: u64) -> Result<Solved, SolveError> {
        let mut found = vec![false; 1 << u16::BITS];
        for slot in &self.slots {
            found[usize::from(slot.value())] = true;
        }
        let verdict = |value: u16| {
            let plies = u32::from(value & (FAR - 1));
            match value {
                UNUSED => Verdict::Draw { chances: 0 },
                _ if value & LOSS != 0 => Verdict::Loss { plies },
                _ if value & WIN != 0 => Verdict::Win { plies },
                _ => Verdict::Draw { chances: 0 },
            }
        };
        let (mut wins, mut losses) = (0, 0);
        for value in (0..UNUSED).filter(|&value| found[usize::from(value)]) {
            match verdict(value) {
                Verdict::Win { plies } => wins = wins.max(plies),
                Verdict::Loss { plies } => losses = losses.max(plies),
                Verdict::Draw { .. } => {}
            }
        }
        if wins.max(losses) >= LONGEST.into() {
            return Err(SolveError::TooFar { tier: name.into(), most: u32::from(LONGEST) - 1 });
        }
        let narrow = wins <= Scale::NARROW.wins.into() && losses <= u32::from(Scale::NARROW.losses);
        let scale = if narrow { Scale::NARROW } else { Scale::WIDE };
        let cells: Vec<u16> =
            (0..=UNUSED).map(|value| scale.write(verdict(value)).unwrap_or_default()).collect();
        let cell = |slot: &Slot| cells[usize::from(slot.value())];
        let cells = match narrow {
            true => Cells::Narrow(self.slots.iter().map(|slot| cell(slot) as u8).collect()),
            false => Cells::Wide(self.slots.iter().map(cell).collect()),
        };
        Ok(Solved { cells, scale, edges })
    }
}

/// How many parts an action has in a position that so many ways leave as it is.
/// (Looked up: it is asked for every position, and a division is slow.)
#[inline(always)]
fn parts_of_an_action(ways: u8) -> u16 {
    const PARTS: [u16; WAYS + 1] = {
        let mut parts = [0; WAYS + 1];
        let mut ways = 1;
        while ways <= WAYS {
            parts[ways] = (WAYS / ways) as u16;
            ways += 1;
        }
        parts
    };
    PARTS[usize::from(ways)]
}

/// Distances beyond all bounds end the work; see `finish`.
fn clamped(plies: u32) -> u16 {
    plies.min(LONGEST.into()) as u16
}
