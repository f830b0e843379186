//! Players: a table goes in, an action comes out.

use crate::alphabeta::{Frailty, Parts, Search, Shared};
use crate::kind::Kind;
use crate::levels::Level;
use crate::limits::{Budget, Limits, Stop};
use crate::memory::Memory;
use crate::mind::{Features, Mind, Style, scramble, value_of_score, weights, weights_by};
use crate::net::Net;
use crate::tree::{Harvest, Shape, Tree};
use crate::values::{FORCED, Finding, Value, WIN};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::{Duration, Instant};
use thiserror::Error;
use wabe_rules::{Dice, Playing, Seat, Status, Table};
use wabe_solve::{Probe, TableError, Verdict};

/// What a player has to work with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Means {
    /// Megabytes to remember positions in.
    pub megabytes: usize,
    /// Threads to think with.
    pub threads: usize,
    /// Decides everything left to chance.
    pub seed: u64,
    /// The folder of tables of perfect play; `None` = think without.
    pub tables: Option<PathBuf>,
    /// Whether to judge evenly: who plays avoids draws, who judges does not.
    pub judging: bool,
}

impl Default for Means {
    fn default() -> Means {
        Means { megabytes: 64, threads: 1, seed: 0, tables: None, judging: false }
    }
}

impl Means {
    /// The same with the tables in their usual folder.
    pub fn with_tables(self) -> Means {
        Means { tables: Some(wabe_solve::folder()), ..self }
    }
}

/// What a player thinks at some moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The best action so far.
    pub action: String,
    /// What the position is worth to the seat to act.
    pub value: Value,
    /// How deep it looked.
    pub depth: u32,
    /// Positions looked at, or games played.
    pub nodes: u64,
    /// How long that took.
    pub time: Duration,
    /// How full the memory is, in thousandths.
    pub fullness: u32,
    /// The best actions, by all who act.
    pub line: Vec<String>,
}

/// Why there is no action.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ThinkError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The next action is a lot.
    #[error("a lot is to be drawn, nobody is to act")]
    Chance,
    /// The table is of another game than the player was made for.
    #[error("this player was made for another game")]
    OtherGame,
}

/// Somebody to play with.
pub trait Player: Send {
    /// Chooses an action for the seat to act, and tells on the way what it
    /// thinks.
    fn think(
        &mut self,
        table: &dyn Table,
        limits: Limits,
        stop: &Stop,
        see: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, ThinkError>;

    /// What the position is worth to the seat to act at first sight.
    fn first_sight(&self, table: &dyn Table) -> Result<i32, ThinkError>;

    /// A new game begins: what was remembered is of no use.
    fn forget(&mut self);

    /// Another seed for all that is left to chance.
    fn reseed(&mut self, seed: u64);
}

/// A player of one game.
pub(crate) struct Computer<M: Mind> {
    kind: Kind,
    means: Means,
    weights: Features,
    /// The network that corrects what the weights say.
    net: Option<&'static Net>,
    /// Whether it counts as in a long game now.
    is_late: bool,
    memory: Memory,
    tables: Option<Box<dyn Probe<M::Position>>>,
}

/// How to think about one position.
struct Task<'a, M: Mind> {
    game: &'a M,
    root: M::Position,
    seat: Seat,
    history: Vec<u64>,
    limits: Limits,
    stop: &'a Stop,
    seed: u64,
}

impl<M: Mind> Task<'_, M> {
    /// Whether nothing but the own end matters any more.
    fn plays_on(&self) -> bool {
        self.game.decided(&self.root).is_some()
    }
}

impl<M: Mind> Computer<M> {
    /// A player; tables that are damaged are an error, missing ones are not.
    pub fn open(kind: Kind, game: &M, means: Means) -> Result<Computer<M>, TableError> {
        let tables = match (&means.tables, kind) {
            (Some(folder), Kind::Best) => wabe_solve::tables(game, folder)?,
            _ => None,
        };
        Ok(Computer { tables, ..Computer::new(kind, game, means) })
    }

    /// A player without tables.
    pub fn new(kind: Kind, game: &M, means: Means) -> Computer<M> {
        let weights = match looks_ahead::<M>(kind) {
            true => weights::<M>(),
            false => weights_by::<M>(|weight| weight.at_sight),
        };
        let megabytes = match (game.style(), kind, level_of::<M>(kind)) {
            // All memory is for the tree.
            (Style::Tree(_), _, _) => 0,
            (_, Kind::Best, _) => means.megabytes,
            // A level looks at few positions, and starts every action afresh.
            (_, _, Some(level)) => means.megabytes.min(1 + level.nodes as usize / (1 << 14)),
            _ => 0,
        };
        let memory = Memory::new(megabytes);
        // Levels are spaced by what the weights say.
        let net = if kind == Kind::Best { M::net() } else { None };
        Computer { kind, means, weights, net, is_late: false, memory, tables: None }
    }

    /// Thinks with other weights, to compare.
    pub fn set_weights(&mut self, weights: Features) {
        self.weights = weights;
    }

    /// Thinks without the network, as it was before there was one.
    pub fn close_eyes(&mut self) {
        self.net = None;
    }

    /// Forgets everything, and takes another seed.
    pub fn start_afresh(&mut self, seed: u64) {
        self.memory.clear();
        self.reseed(seed);
    }

    /// Chooses for the seat to act of a game whose type is known.
    pub fn choose(
        &mut self,
        playing: &Playing<M>,
        limits: Limits,
        stop: &Stop,
        see: &mut dyn FnMut(&Finding<M::Move>),
    ) -> Result<Finding<M::Move>, ThinkError> {
        let game = playing.game();
        let seat = match Table::status(playing) {
            Status::Over(_) => return Err(ThinkError::Over),
            Status::Chance => return Err(ThinkError::Chance),
            Status::ToAct(seat) => seat,
        };
        let mut legal = Vec::new();
        game.moves(playing.current(), &mut legal);
        let seed = scramble(self.means.seed, playing.len() as u64, 5);
        let mut dice = Dice::new(seed);
        let sure =
            |action| Finding { depth: 0, value: 0, line: vec![action], nodes: 1, fullness: 0 };
        if self.kind == Kind::Random || legal.len() == 1 && limits != Limits::default() {
            return Ok(sure(dice.choose(&legal)));
        }
        self.notice_length(game, playing.current(), seat, playing.len());
        let past: Vec<&M::Position> = playing.past().collect();
        let history = match game.house().repetition {
            0 => Vec::new(),
            _ => past[..past.len() - 1].iter().map(|position| game.key(position)).collect(),
        };
        if !game.has_secrets() {
            let root = playing.current().clone();
            let task = Task { game, root, seat, history, limits, stop, seed };
            let found = self.think_about(&task, see);
            return Ok(found.unwrap_or_else(|| sure(dice.choose(&legal))));
        }
        // What is hidden is imagined, several times; the best on most counts.
        const WORLDS: u64 = 6;
        /// Nodes for a world, at first, if nothing limits the thinking.
        const SLICE: u64 = 20_000;
        // A level ends by itself; so does who has looked for hours.
        let is_endless =
            limits == Limits::default() && matches!(self.kind, Kind::Best | Kind::Mcts);
        let worlds = if is_endless { 20 * WORLDS } else { WORLDS };
        let limits = Limits {
            time: limits.time.map(|time| time / WORLDS as u32),
            nodes: limits.nodes.map(|nodes| (nodes / WORLDS).max(1)),
            depth: limits.depth,
        };
        let mut votes: Vec<(Finding<M::Move>, u32)> = Vec::new();
        let mut nodes = 0;
        for world in 0..worlds {
            if world > 0 && stop.is_stopped() {
                break;
            }
            let limits = match is_endless {
                true => Limits::nodes(SLICE << (world / WORLDS)),
                false => limits,
            };
            let root = game.imagined(&past, seat, &mut dice);
            let history = history.clone();
            let seed = scramble(seed, world, 6);
            let task = Task { game, root, seat, history, limits, stop, seed };
            let Some(mut found) = self.think_about(&task, &mut |_| {}) else { continue };
            nodes += found.nodes;
            // What comes later may not be possible, or would tell what is hidden.
            found.line.truncate(1);
            if found.line.first().is_none_or(|action| !legal.contains(action)) {
                continue;
            }
            match votes.iter_mut().find(|(old, _)| old.line[0] == found.line[0]) {
                Some((_, votes)) => *votes += 1,
                None => votes.push((found, 1)),
            }
            let best = votes.iter().max_by_key(|(found, votes)| (*votes, found.value));
            if let Some((best, _)) = best {
                see(&Finding { nodes, ..best.clone() });
            }
        }
        let best = votes.into_iter().max_by_key(|(found, votes)| (*votes, found.value));
        Ok(match best {
            Some((found, _)) => Finding { nodes, ..found },
            None => sure(dice.choose(&legal)),
        })
    }

    /// Counts otherwise from the action on with which a game is long. What was
    /// remembered was counted as before.
    fn notice_length(&mut self, game: &M, position: &M::Position, seat: Seat, actions: usize) {
        let is_late = looks_ahead::<M>(self.kind)
            && !self.means.judging
            && game.is_long(position, seat, actions);
        if is_late != self.is_late {
            self.is_late = is_late;
            self.memory.clear();
        }
    }

    /// What everything is worth now.
    fn weights(&self) -> Features {
        let mut weights = self.weights;
        for (now, weight) in weights.iter_mut().zip(M::WEIGHTS) {
            if self.is_late && weight.late != weight.value {
                *now = weight.late;
            }
        }
        weights
    }

    fn think_about(
        &mut self,
        task: &Task<M>,
        see: &mut dyn FnMut(&Finding<M::Move>),
    ) -> Option<Finding<M::Move>> {
        match self.kind {
            Kind::Random => None,
            Kind::Greedy => self.greedy(task),
            Kind::Mcts => self.grow(task, Shape::PLAIN, see),
            Kind::Best => self.best(task, Frailty::default(), see),
            Kind::Level(number) => self.think_as(M::level(number), task, see),
            Kind::Draft(level) => self.think_as(level, task, see),
        }
    }

    /// Thinks as a level does, afresh for every action.
    fn think_as(
        &mut self,
        Level { nodes, noise, blindness }: Level,
        task: &Task<M>,
        see: &mut dyn FnMut(&Finding<M::Move>),
    ) -> Option<Finding<M::Move>> {
        let nodes = task.limits.nodes.map_or(nodes, |limit| limit.min(nodes));
        let limits = Limits { nodes: Some(nodes), ..task.limits };
        let frailty = Frailty { noise, blindness, seed: task.seed };
        let (root, history) = (task.root.clone(), task.history.clone());
        self.memory.clear();
        self.best(&Task { limits, root, history, ..*task }, frailty, see)
    }

    fn greedy(&self, task: &Task<M>) -> Option<Finding<M::Move>> {
        let game = task.game;
        let mut legal = Vec::new();
        game.moves(&task.root, &mut legal);
        Dice::new(task.seed).shuffle(&mut legal);
        let worth = |&action: &M::Move| {
            let mut child = task.root.clone();
            game.apply(&mut child, action);
            match game.contest(&child) {
                Status::Over(_) if task.plays_on() => {
                    game.evaluate(&child, task.seat, &self.weights)
                }
                Status::Over(outcome) if outcome.winners.contains(task.seat) => WIN,
                Status::Over(outcome) if outcome.winners.is_empty() => 0,
                Status::Over(_) => -WIN,
                // Going back gets nowhere, where that matters.
                _ if game.contempt() > 0 && task.history.contains(&game.key(&child)) => {
                    game.evaluate(&child, task.seat, &self.weights) - game.contempt()
                }
                _ => game.evaluate(&child, task.seat, &self.weights),
            }
        };
        let best = legal.iter().copied().max_by_key(worth)?;
        let (value, nodes) = (worth(&best), legal.len() as u64);
        Some(Finding { depth: 1, value, line: vec![best], nodes, fullness: 0 })
    }

    /// The best action by the tables: the shortest win, the draw with the best
    /// chances, the longest loss. `None` if they do not know all actions, or do
    /// not tell draws apart: then the search does.
    fn perfect(&self, task: &Task<M>) -> Option<Finding<M::Move>> {
        let tables = self.tables.as_ref()?;
        let verdict = tables.probe(&task.root)?;
        if matches!(verdict, Verdict::Draw { chances: 0 }) {
            return None;
        }
        let mut actions = Vec::new();
        task.game.moves(&task.root, &mut actions);
        let mut best: Option<(i64, M::Move)> = None;
        for &action in &actions {
            let mut verdict =
                wabe_solve::after(task.game, &**tables, &task.root, action).ok()??;
            let mut child = task.root.clone();
            task.game.apply(&mut child, action);
            // A draw that has stood before gets nowhere.
            if matches!(verdict, Verdict::Draw { .. })
                && task.history.contains(&task.game.key(&child))
            {
                verdict = Verdict::Draw { chances: 0 };
            }
            let merit = verdict.merit();
            if best.is_none_or(|(most, _)| merit > most) {
                best = Some((merit, action));
            }
        }
        let value = value_of(verdict);
        let nodes = actions.len() as u64;
        best.map(|(_, action)| Finding { depth: 1, value, line: vec![action], nodes, fullness: 0 })
    }

    fn best(
        &mut self,
        task: &Task<M>,
        frailty: Frailty,
        see: &mut dyn FnMut(&Finding<M::Move>),
    ) -> Option<Finding<M::Move>> {
        if let Some(found) = self.perfect(task) {
            see(&found);
            return Some(found);
        }
        match task.game.style() {
            Style::AlphaBeta => self.deepen(task, frailty, see),
            Style::Tree(shape) => {
                let began = Instant::now();
                if frailty == Frailty::default()
                    && let Some(found) = task.game.finish(&task.root, &task.limits, task.stop)
                {
                    see(&found);
                    return Some(found);
                }
                // What was spent on that is not there for the tree.
                let left = |time: Duration| time.saturating_sub(began.elapsed());
                let limits = Limits { time: task.limits.time.map(left), ..task.limits };
                let (root, history) = (task.root.clone(), task.history.clone());
                let task = &Task { limits, root, history, ..*task };
                self.grow(task, shape, see)
            }
        }
    }

    fn grow(
        &mut self,
        task: &Task<M>,
        shape: Shape,
        see: &mut dyn FnMut(&Finding<M::Move>),
    ) -> Option<Finding<M::Move>> {
        // A tree has no depth to stop at: so many games a ply instead.
        let nodes = task.limits.nodes.or(task.limits.depth.map(|depth| 1000 * u64::from(depth)));
        let limits = Limits { nodes, ..task.limits };
        let budget = Budget::new(limits, task.stop);
        let room = (self.means.megabytes << 20) / 64 / self.means.threads.max(1);
        let shape = Shape { room: shape.room.min(room), ..shape };
        let mut tell = |harvest: &Harvest<M::Move>| see(&finding(harvest));
        let threads = self.means.threads.max(1) as u64;
        let weights = self.weights();
        // Every thread has a tree of its own; they meet at the root.
        let budget = budget.shared_by(threads);
        let grow = |seed: u64, tell: &mut dyn FnMut(&Harvest<M::Move>)| {
            Tree::new(task.game, weights, shape, seed).grow(&task.root, &budget, tell)
        };
        let harvests = std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads)
                .map(|helper| {
                    let seed = scramble(task.seed, helper, 9);
                    scope.spawn(move || grow(seed, &mut |_| {}))
                })
                .collect();
            let own = grow(task.seed, &mut tell);
            let others = others.into_iter().filter_map(|thread| thread.join().ok()?);
            own.into_iter().chain(others).collect()
        });
        Harvest::merged(harvests).map(|harvest| finding(&harvest))
    }

    /// Alpha-beta with all threads; the first one's finding counts.
    fn deepen(
        &mut self,
        task: &Task<M>,
        frailty: Frailty,
        see: &mut dyn FnMut(&Finding<M::Move>),
    ) -> Option<Finding<M::Move>> {
        let threads = self.means.threads.max(1);
        let weights = self.weights();
        self.memory.grow_older();
        let tables = self.tables.as_deref();
        let exact = |position: &M::Position| Some(value_of(tables?.probe(position)?));
        let shared = Shared {
            game: task.game,
            memory: &self.memory,
            budget: Budget::new(task.limits, task.stop),
            weights,
            net: self.net,
            parts: Parts { repetition: task.game.house().repetition > 0, ..Parts::ALL },
            frailty,
            history: task.history.clone(),
            exact: tables.map(|_| &exact as &(dyn Fn(&M::Position) -> Option<i32> + Sync)),
            contempt: if self.means.judging { 0 } else { task.game.contempt() },
            ambitious: (!self.means.judging).then_some(task.seat),
            alone: task.plays_on().then_some(task.seat),
            nodes: AtomicU64::new(0),
            done: AtomicBool::new(false),
        };
        std::thread::scope(|scope| {
            for helper in 1..threads {
                let (shared, root) = (&shared, &task.root);
                scope.spawn(move || Search::new(shared, root).deepen(root, helper, |_| {}));
            }
            let found = Search::new(&shared, &task.root).deepen(&task.root, 0, see);
            shared.done.store(true, std::sync::atomic::Ordering::Relaxed);
            found
        })
    }
}

/// Whether a player sees far enough to count what pays only later
/// ([`Weight::ahead`](crate::mind::Weight::ahead)): at least a thousand positions.
fn looks_ahead<M: Mind>(kind: Kind) -> bool {
    !matches!(kind, Kind::Random | Kind::Greedy)
        && level_of::<M>(kind).is_none_or(|level| level.nodes >= 1_000)
}

/// What makes a player that is a level.
fn level_of<M: Mind>(kind: Kind) -> Option<Level> {
    match kind {
        Kind::Level(number) => Some(M::level(number)),
        Kind::Draft(level) => Some(level),
        _ => None,
    }
}

/// A search's value says how much better a side stands than the others. Told is its chance,
/// as far as the value holds, and an even position with three sides gives a third to each.
fn chance<M: Mind>(game: &M, value: i32) -> i32 {
    if value.abs() >= FORCED {
        return value;
    }
    let sides = Seat::all(game.players()).filter(|&seat| game.side(seat) == seat).count();
    (value * M::HOLDS / 100 + value_of_score(1.0 / sides as f64)).max(1 - FORCED)
}

/// A verdict of the tables as a value for the seat to act.
fn value_of(verdict: Verdict) -> i32 {
    let distance = |plies: u32| WIN - plies.min((WIN - FORCED) as u32) as i32;
    match verdict {
        Verdict::Win { plies } => distance(plies),
        Verdict::Loss { plies } => -distance(plies),
        Verdict::Draw { .. } => 0,
    }
}

fn finding<Move: Copy>(harvest: &Harvest<Move>) -> Finding<Move> {
    let value = match harvest.reward {
        reward if harvest.proven && reward > 0.9 => FORCED,
        reward if harvest.proven && reward < 0.1 => -FORCED,
        reward => value_of_score(f64::from(reward).clamp(1e-4, 1.0 - 1e-4)),
    };
    Finding {
        depth: harvest.line.len() as u32,
        value,
        line: harvest.line.clone(),
        nodes: harvest.playouts,
        fullness: harvest.fullness,
    }
}

impl<M: Mind> Player for Computer<M> {
    fn think(
        &mut self,
        table: &dyn Table,
        limits: Limits,
        stop: &Stop,
        see: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, ThinkError> {
        let playing = table.as_any().downcast_ref::<Playing<M>>().ok_or(ThinkError::OtherGame)?;
        let began = Instant::now();
        let game = playing.game();
        let is_tree = self.kind == Kind::Mcts || matches!(game.style(), Style::Tree(_));
        let is_chance = is_tree && self.kind != Kind::Greedy;
        let told = |found: &Finding<M::Move>| {
            let line = written(playing, &found.line);
            let value = if is_chance { found.value } else { chance(game, found.value) };
            Thought {
                action: line.first().cloned().unwrap_or_default(),
                value: Value::of(value),
                depth: found.depth,
                nodes: found.nodes,
                time: began.elapsed(),
                fullness: found.fullness,
                line,
            }
        };
        let found = self.choose(playing, limits, stop, &mut |found| see(&told(found)))?;
        Ok(told(&found))
    }

    fn first_sight(&self, table: &dyn Table) -> Result<i32, ThinkError> {
        let playing = table.as_any().downcast_ref::<Playing<M>>().ok_or(ThinkError::OtherGame)?;
        match table.status() {
            Status::Over(_) => Err(ThinkError::Over),
            Status::Chance => Err(ThinkError::Chance),
            Status::ToAct(seat) => {
                let (game, position) = (playing.game(), playing.current());
                let side = usize::from(game.side(seat) != Seat::FIRST);
                let more = self.net.map_or(0, |net| net.worth(&game.inputs(position), side));
                Ok(game.evaluate(position, seat, &self.weights) + more)
            }
        }
    }

    fn forget(&mut self) {
        self.memory.clear();
    }

    fn reseed(&mut self, seed: u64) {
        self.means.seed = seed;
    }
}

/// A line of actions as texts, as far as it can be played.
fn written<M: Mind>(playing: &Playing<M>, line: &[M::Move]) -> Vec<String> {
    let game = playing.game();
    let mut position = playing.current().clone();
    let mut texts = Vec::new();
    for &action in line {
        let mut text = String::new();
        game.write_action(&position, action, &mut text);
        texts.push(text);
        game.apply(&mut position, action);
    }
    texts
}

#[cfg(test)]
mod tests;
