//! Alpha-beta for two sides, or for one against all others.
//!
//! Values are always for the *camp* that acts; whoever asks for a value says for
//! which camp, and the sign changes exactly where the camp does. With two sides
//! the camps are the sides. With more, the thinker is one camp and everybody
//! else the other: all of them against it (the paranoid view), or one of them at
//! a time ([`Parts::reply`]).

mod order;
mod quiet;
mod settings;
#[cfg(test)]
mod tests;

pub use settings::{Frailty, Parts};

use crate::limits::Budget;
use crate::memory::{Bound, Entry, Memory, NO_SLOT};
use crate::mind::{Features, Mind, SLOTS, dot, scramble};
use crate::net::{Net, Sight};
use crate::values::{FORCED, Finding, WIN, from_here, to_here};
use order::{reduction, take_best};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use wabe_rules::{Outcome, Seat, Status};

/// Beyond all values.
const INFINITE: i32 = 32_000;
const MOST_PLIES: usize = 120;
/// So many quiet actions are held against an action that was better.
const MOST_TRIED: usize = 64;
/// Evaluations stay below forced wins.
const MOST_WORTH: i32 = 28_000;

/// An exact value from elsewhere (a solved ending) for the seat to act: a win
/// or loss in so many actions, or a draw.
pub(crate) type Exact<'a, P> = &'a (dyn Fn(&P) -> Option<i32> + Sync);

/// What all threads of a search share.
pub(crate) struct Shared<'a, M: Mind> {
    pub game: &'a M,
    pub memory: &'a Memory,
    pub budget: Budget,
    pub weights: Features,
    /// Corrects what the weights say, with two sides.
    pub net: Option<&'a Net>,
    pub parts: Parts,
    pub frailty: Frailty,
    /// Keys of the positions that stood in the game before.
    pub history: Vec<u64>,
    pub exact: Option<Exact<'a, M::Position>>,
    /// What a draw costs whoever searches.
    pub contempt: i32,
    /// Who counts what only a player counts ([`Mind::ambition`]).
    pub ambitious: Option<Seat>,
    /// Who plays on in a decided game, and wants to be done soon.
    pub alone: Option<Seat>,
    pub nodes: AtomicU64,
    pub done: AtomicBool,
}

struct Ply<M: Mind> {
    moves: Vec<(i32, M::Move)>,
    list: Vec<M::Move>,
    killers: [usize; 2],
    /// Slots of the quiet actions that were looked at.
    tried: Vec<u16>,
    line: Vec<M::Move>,
}

/// One thread's search.
pub(crate) struct Search<'a, 's, M: Mind> {
    shared: &'s Shared<'a, M>,
    /// The seat whose camp is the first one; `None` if the camps are two sides.
    lonely: Option<Seat>,
    /// The camp that searches.
    own: Camp,
    /// Keeps what others have found apart, where values depend on who searches:
    /// with three sides, and where draws are worth less to whoever does.
    salt: u64,
    plies: Vec<Ply<M>>,
    path: Vec<u64>,
    /// How often an action was good, by camp and slot.
    history: Vec<[i16; SLOTS]>,
    /// A bit for every key of the game's history, to look it up only rarely.
    seen: Box<[u64; 64]>,
    nodes: u64,
    reported: u64,
    aborted: bool,
    /// Whether nothing has been found yet.
    is_first_look: bool,
    /// What the network saw last.
    sight: Option<Sight>,
}

type Camp = usize;

impl<'a, 's, M: Mind> Search<'a, 's, M> {
    pub fn new(shared: &'s Shared<'a, M>, root: &M::Position) -> Self {
        let game = shared.game;
        let sides = Seat::all(game.players()).filter(|&seat| game.side(seat) == seat).count();
        let ply = || Ply {
            moves: Vec::with_capacity(128),
            list: Vec::with_capacity(128),
            killers: [NO_SLOT; 2],
            tried: Vec::with_capacity(MOST_TRIED),
            line: Vec::with_capacity(MOST_PLIES),
        };
        let mut seen = Box::new([0; 64]);
        for key in &shared.history {
            seen[(key >> 58) as usize] |= 1 << (key >> 52 & 63);
        }
        let seat = game.status(root).seat();
        let is_first = seat.is_none_or(|seat| game.side(seat) == Seat::FIRST);
        let lonely = if sides > 2 { seat } else { None };
        Search {
            shared,
            lonely,
            salt: match seat {
                Some(seat) if lonely.is_some() || shared.contempt != 0 => {
                    scramble(game.side(seat).index() as u64, 3, 3)
                }
                _ => 0,
            },
            own: usize::from(sides == 2 && !is_first),
            plies: (0..MOST_PLIES + 2).map(|_| ply()).collect(),
            path: Vec::with_capacity(MOST_PLIES + 2),
            history: vec![[0; SLOTS]; 2],
            seen,
            nodes: 0,
            reported: 0,
            aborted: false,
            is_first_look: true,
            sight: shared.net.filter(|_| lonely.is_none()).map(Sight::new),
        }
    }

    fn camp(&self, seat: Seat) -> Camp {
        let side = self.shared.game.side(seat);
        match self.lonely {
            Some(me) => usize::from(side != self.shared.game.side(me)),
            None => usize::from(side != Seat::FIRST),
        }
    }

    /// Deepens until the budget is spent; `first` depth and `step` let threads
    /// go different ways. `see` is told every finding.
    pub fn deepen(
        &mut self,
        root: &M::Position,
        helper: usize,
        mut see: impl FnMut(&Finding<M::Move>),
    ) -> Option<Finding<M::Move>> {
        let deepest =
            self.shared.budget.limits.depth.unwrap_or(u32::MAX).min(MOST_PLIES as u32 - 20);
        let mut best: Option<Finding<M::Move>> = None;
        let mut depth = 1 + (helper % 2) as u32;
        while depth <= deepest {
            let guess = best.as_ref().map(|finding| finding.value);
            let value = self.around(root, depth as i32, guess);
            let line = self.plies[0].line.clone();
            self.report_nodes();
            let finding = Finding {
                depth,
                value,
                line,
                nodes: self.shared.nodes.load(Ordering::Relaxed),
                fullness: self.shared.memory.fullness(),
            };
            if self.aborted {
                // An unfinished depth counts as far as it came.
                match &mut best {
                    _ if finding.line.is_empty() => {}
                    Some(best) if finding.line[0] == best.line[0] => {}
                    Some(best) => best.line = finding.line,
                    None => best = Some(Finding { depth: 0, ..finding }),
                }
                break;
            }
            see(&finding);
            self.is_first_look = false;
            let decided = value.abs() >= FORCED && WIN - value.abs() <= depth as i32;
            best = Some(finding);
            if decided
                || self.shared.budget.is_nearly_spent(self.shared.nodes.load(Ordering::Relaxed))
            {
                break;
            }
            depth += 1;
        }
        self.report_nodes();
        if let Some(best) = &mut best {
            best.nodes = self.shared.nodes.load(Ordering::Relaxed);
        }
        best
    }

    /// One depth, first with a window around what was found before.
    fn around(&mut self, root: &M::Position, depth: i32, guess: Option<i32>) -> i32 {
        let Status::ToAct(seat) = self.shared.game.status(root) else {
            return 0;
        };
        let mut width = 30;
        let (mut low, mut high) = (-INFINITE, INFINITE);
        if let Some(guess) = guess
            && self.shared.parts.scout
            && depth >= 4
            && guess.abs() < MOST_WORTH
        {
            (low, high) = (guess - width, guess + width);
        }
        loop {
            let value = self.node(root, seat, depth, low, high, 0, false);
            if self.aborted {
                return value;
            }
            if value <= low && low > -INFINITE {
                low = if width > 500 { -INFINITE } else { value - width };
            } else if value >= high && high < INFINITE {
                high = if width > 500 { INFINITE } else { value + width };
            } else {
                return value;
            }
            width *= 3;
        }
    }

    /// Who acts, or how it ended for those who search.
    fn status(&self, position: &M::Position) -> Status {
        let game = self.shared.game;
        let Some(alone) = self.shared.alone else { return game.contest(position) };
        if game.is_done(position, alone) {
            return Status::Over(Outcome::win(alone, "done"));
        }
        match game.status(position) {
            Status::Over(outcome) => Status::Over(Outcome::draw(outcome.reason)),
            goes_on => goes_on,
        }
    }

    /// The value of any position for a camp.
    #[allow(clippy::too_many_arguments)]
    fn value(
        &mut self,
        camp: Camp,
        position: &M::Position,
        depth: i32,
        low: i32,
        high: i32,
        ply: usize,
        may_pass: bool,
    ) -> i32 {
        match self.status(position) {
            Status::Over(outcome) => self.outcome(camp, outcome, ply),
            Status::ToAct(seat) if self.camp(seat) == camp => {
                self.node(position, seat, depth, low, high, ply, may_pass)
            }
            Status::ToAct(seat) => -self.node(position, seat, depth, -high, -low, ply, may_pass),
            Status::Chance => self.lots(camp, position, depth, ply),
        }
    }

    /// The mean over all lots.
    fn lots(&mut self, camp: Camp, position: &M::Position, depth: i32, ply: usize) -> i32 {
        self.nodes += 1;
        self.plies[ply].line.clear();
        if ply >= MOST_PLIES {
            return 0;
        }
        let mut lots = Vec::new();
        self.shared.game.moves(position, &mut lots);
        let mut sum = 0;
        for &lot in &lots {
            let mut child = position.clone();
            self.shared.game.apply(&mut child, lot);
            sum += self.value(camp, &child, depth - 1, -INFINITE, INFINITE, ply + 1, false);
        }
        sum / lots.len().max(1) as i32
    }

    fn outcome(&mut self, camp: Camp, outcome: Outcome, ply: usize) -> i32 {
        self.nodes += 1;
        self.plies[ply].line.clear();
        let distance = WIN - ply as i32;
        match outcome.winners.iter().next() {
            None => self.draw(camp),
            // With a camp of several sides, some may win together with the lonely one.
            Some(_) if outcome.winners.iter().any(|seat| self.camp(seat) == 0) == (camp == 0) => {
                distance
            }
            Some(_) => -distance,
        }
    }

    /// What a draw is worth to a camp.
    fn draw(&self, camp: Camp) -> i32 {
        if camp == self.own { -self.shared.contempt } else { self.shared.contempt }
    }

    /// What the position is worth to the camp, without looking ahead.
    fn worth(&mut self, camp: Camp, position: &M::Position, seat: Seat) -> i32 {
        let game = self.shared.game;
        let mut worth = match self.lonely {
            None => game.evaluate(position, seat, &self.shared.weights),
            Some(me) => {
                let worth = game.evaluate(position, me, &self.shared.weights);
                if camp == 0 { worth } else { -worth }
            }
        };
        if let (Some(net), Some(sight)) = (self.shared.net, &mut self.sight) {
            let side = usize::from(game.side(seat) != Seat::FIRST);
            worth += sight.worth(net, &game.inputs(position), side);
        }
        if let Some(me) = self.shared.ambitious {
            let more = dot(&game.ambition(position, me), &self.shared.weights);
            worth += if camp == self.own { more } else { -more };
        }
        let Frailty { noise, seed, .. } = self.shared.frailty;
        if noise > 0 {
            let lot = scramble(game.key(position), seed, 1);
            let (one, other) = (lot as u32 as i64, (lot >> 32) as i64);
            worth += (((one - other) * i64::from(noise)) >> 32) as i32;
        }
        worth.clamp(-MOST_WORTH, MOST_WORTH)
    }

    fn report_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.reported, Ordering::Relaxed);
        self.reported = self.nodes;
    }

    fn is_out_of_budget(&mut self) -> bool {
        if !self.aborted {
            let limit = self.shared.budget.limits.nodes;
            if limit.is_some_and(|limit| self.nodes >= limit) {
                self.aborted = true;
            } else if self.nodes - self.reported >= 1024 {
                self.report_nodes();
                let all = self.shared.nodes.load(Ordering::Relaxed);
                self.aborted =
                    self.shared.budget.is_spent(all) || self.shared.done.load(Ordering::Relaxed);
            }
        }
        self.aborted
    }

    /// The value of a position in which a seat acts, for its camp.
    #[allow(clippy::too_many_arguments)]
    fn node(
        &mut self,
        position: &M::Position,
        seat: Seat,
        depth: i32,
        mut low: i32,
        mut high: i32,
        ply: usize,
        may_pass: bool,
    ) -> i32 {
        if depth <= 0 || ply >= MOST_PLIES {
            return self.quiet(position, seat, low, high, ply, 0);
        }
        let camp = self.camp(seat);
        let parts = self.shared.parts;
        let key = self.shared.game.key(position);
        let salted = key ^ self.salt;
        self.nodes += 1;
        self.plies[ply].line.clear();
        if self.is_out_of_budget() {
            return 0;
        }
        if ply > 0 {
            if parts.repetition && self.is_repeated_here(key) {
                return self.draw(camp);
            }
            low = low.max(ply as i32 - WIN);
            high = high.min(WIN - ply as i32);
            if low >= high {
                return low;
            }
            if let Some(exact) = self.shared.exact.and_then(|exact| exact(position)) {
                return from_here(exact, ply);
            }
        }
        let is_open = high - low > 1;
        let mut worth = None;
        if parts.futility && !is_open && ply > 0 && depth <= 4 && high.abs() < FORCED {
            // Judging is quicker than waiting for memory, and often enough.
            let now = self.worth(camp, position, seat);
            if now - 70 * depth >= high {
                return now;
            }
            worth = Some(now);
        }
        let known = if parts.memory { self.shared.memory.recall(salted) } else { None };
        if let Some(entry) = known
            && ply > 0
            && self.is_deep_enough(entry, depth)
        {
            let value = from_here(entry.value, ply);
            let holds = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= high,
                Bound::AtMost => value <= low,
            };
            if holds && !is_open || holds && entry.bound == Bound::Exact && !parts.repetition {
                return value;
            }
        }
        let worth = match worth {
            Some(worth) => worth,
            None if parts.pass || parts.futility => self.worth(camp, position, seat),
            None => 0,
        };
        if parts.pass
            && may_pass
            && !is_open
            && ply > 0
            && depth >= 3
            && worth >= high
            && high.abs() < FORCED
            && let Some(passed) = self.shared.game.passed(position)
        {
            let less = 3 + depth / 4;
            self.path.push(key);
            let value = self.value(camp, &passed, depth - less, high - 1, high, ply + 1, false);
            self.path.pop();
            if value >= high && !self.aborted {
                return if value >= FORCED { high } else { value };
            }
        }
        let known_slot = known.map_or(NO_SLOT, |entry| entry.slot);
        self.path.push(key);
        let found = self.best_of(position, camp, key, depth, (low, high), ply, worth, known_slot);
        self.path.pop();
        if self.aborted {
            return found.value;
        }
        if parts.memory {
            let bound = match found.value {
                value if value >= high => Bound::AtLeast,
                value if value > low => Bound::Exact,
                _ => Bound::AtMost,
            };
            let value = to_here(found.value, ply);
            self.shared.memory.store(salted, Entry { value, depth, bound, slot: found.slot });
        }
        found.value
    }

    fn is_repeated_here(&self, key: u64) -> bool {
        self.path.contains(&key) || self.is_repeated_in_game(key)
    }

    fn is_repeated_in_game(&self, key: u64) -> bool {
        self.seen[(key >> 58) as usize] >> (key >> 52 & 63) & 1 == 1
            && self.shared.history.contains(&key)
    }

    /// With nothing lossy about, only the very depth will do.
    fn is_deep_enough(&self, entry: Entry, depth: i32) -> bool {
        match self.shared.parts.repetition {
            true => entry.depth >= depth,
            false => entry.depth == depth,
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn best_of(
        &mut self,
        position: &M::Position,
        camp: Camp,
        key: u64,
        depth: i32,
        (mut low, high): (i32, i32),
        ply: usize,
        worth: i32,
        known_slot: usize,
    ) -> Best {
        let (game, parts, frailty) = (self.shared.game, self.shared.parts, self.shared.frailty);
        let is_open = high - low > 1;
        let mut best = Best { value: -INFINITE, slot: NO_SLOT };
        if self.replies(camp)
            && let Some(passed) = game.passed(position)
            && game.status(&passed).seat().is_some_and(|seat| self.camp(seat) == camp)
        {
            // Another of this camp may have the better reply.
            best.value = self.value(camp, &passed, depth, low, high, ply + 1, false);
            low = low.max(best.value);
            if low >= high || self.aborted {
                return best;
            }
        }
        self.plies[ply].tried.clear();
        let mut count = 0;
        // What was best before is often enough: the others are listed only if
        // it is not.
        let mut first = match known_slot {
            NO_SLOT => None,
            slot => game.find(position, slot),
        };
        let found_first = first.is_some();
        let mut listed = false;
        loop {
            let next = match first.take() {
                Some(action) => Some((i32::MAX, action)),
                None => {
                    if !listed {
                        self.list(position, camp, known_slot, ply, found_first);
                        listed = true;
                    }
                    take_best(&mut self.plies[ply].moves)
                }
            };
            let Some((rank, action)) = next else { break };
            let slot = game.slot(position, action);
            if frailty.blindness > 0
                && count > 0
                && scramble(key, slot as u64, frailty.seed) % 1000 < u64::from(frailty.blindness)
            {
                continue;
            }
            let is_quiet = rank <= 900_000;
            if parts.futility
                && is_quiet
                && !is_open
                && count > 0
                && best.value > -FORCED
                && depth <= 5
                && (count >= 4 + 3 * (depth * depth) as usize || worth + 60 + 60 * depth <= low)
            {
                // All that are left are quiet too.
                break;
            }
            let mut child = position.clone();
            game.apply(&mut child, action);
            if self.replies(camp) {
                child = self.others_passed(child);
            }
            let less = match parts.reduce && is_quiet && count >= 3 && depth >= 3 {
                true => reduction(depth, count) - i32::from(is_open),
                false => 0,
            };
            let value = if count > 0 && parts.scout {
                let less = less.min(depth - 2).max(0);
                let mut value =
                    self.value(camp, &child, depth - 1 - less, low, low + 1, ply + 1, true);
                if value > low && less > 0 && !self.aborted {
                    value = self.value(camp, &child, depth - 1, low, low + 1, ply + 1, true);
                }
                if value > low && is_open && !self.aborted {
                    value = self.value(camp, &child, depth - 1, low, high, ply + 1, true);
                }
                value
            } else {
                self.value(camp, &child, depth - 1, low, high, ply + 1, true)
            };
            if self.aborted {
                break;
            }
            if value > best.value {
                best = Best { value, slot };
                if value > low || count == 0 && ply == 0 {
                    self.keep_line(ply, action);
                }
                low = low.max(value);
            }
            if low >= high {
                if is_quiet || rank == i32::MAX && game.heat(position, action) == 0 {
                    self.reward(camp, slot, ply, depth);
                }
                break;
            }
            if is_quiet && count < MOST_TRIED {
                self.plies[ply].tried.push(slot as u16);
            }
            count += 1;
        }
        best
    }

    fn keep_line(&mut self, ply: usize, action: M::Move) {
        let (before, after) = self.plies.split_at_mut(ply + 1);
        let line = &mut before[ply].line;
        line.clear();
        line.push(action);
        // With passes in between, what follows is no line that can be played.
        if self.lonely.is_none() || !self.shared.parts.reply {
            line.extend_from_slice(&after[0].line);
        }
    }

    /// Whether a camp is that of several sides of which one replies.
    fn replies(&self, camp: Camp) -> bool {
        self.shared.parts.reply && self.lonely.is_some() && camp != self.own
    }

    /// The position when the thinker acts again, as far as others can pass.
    fn others_passed(&self, mut position: M::Position) -> M::Position {
        let game = self.shared.game;
        while game.status(&position).seat().is_some_and(|seat| self.camp(seat) != self.own)
            && let Some(passed) = game.passed(&position)
        {
            position = passed;
        }
        position
    }
}

struct Best {
    value: i32,
    slot: usize,
}
