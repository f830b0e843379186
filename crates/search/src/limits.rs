//! How long to think, and how to be stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Where thinking ends. Whatever is reached first counts; with nothing set it
/// ends only by being stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// So much time.
    pub time: Option<Duration>,
    /// So many positions looked at.
    pub nodes: Option<u64>,
    /// So many actions deep.
    pub depth: Option<u32>,
}

impl Limits {
    /// So much time and no more.
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// So many positions.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// So deep.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// Time for one action of a game in which so much is left on the clock.
    ///
    /// A part of what is left, and most of what is added, but never so much
    /// that the clock runs out. More if the clock is filled up after so many moves.
    pub fn for_clock(left: Duration, increment: Duration, until_more: Option<u32>) -> Limits {
        let reserve = Duration::from_millis(20).min(left / 10);
        let parts = until_more.map_or(30, |moves| moves.saturating_add(1).min(30));
        let share = left / parts + increment * 3 / 4;
        Limits::time(share.min((left - reserve) / 2))
    }
}

/// A switch to stop thinking from elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A switch that has not been used.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Stops whoever thinks with this switch.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// The switch for those who look at it themselves.
    pub fn switch(&self) -> &AtomicBool {
        &self.0
    }

    /// Whether it was used.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The limits of one piece of thinking, running.
#[derive(Clone)]
pub(crate) struct Budget {
    pub limits: Limits,
    pub stop: Stop,
    pub began: Instant,
}

impl Budget {
    pub fn new(limits: Limits, stop: &Stop) -> Budget {
        Budget { limits, stop: stop.clone(), began: Instant::now() }
    }

    /// The part of one of so many who work on the same.
    pub fn shared_by(self, threads: u64) -> Budget {
        let nodes = self.limits.nodes.map(|nodes| nodes.div_ceil(threads.max(1)));
        Budget { limits: Limits { nodes, ..self.limits }, ..self }
    }

    /// Whether thinking has to end now. The clock is the costly part; ask after
    /// some thousand nodes.
    pub fn is_spent(&self, nodes: u64) -> bool {
        self.is_over_nodes(nodes)
            || self.stop.is_stopped()
            || self.limits.time.is_some_and(|time| self.began.elapsed() >= time)
    }

    /// Whether a part of it, from 0 to 1, is spent.
    pub fn is_spent_to(&self, part: f64, nodes: u64) -> bool {
        let is_over = |limit: u64| nodes as f64 >= limit as f64 * part;
        self.limits.nodes.is_some_and(is_over)
            || self.stop.is_stopped()
            || self.limits.time.is_some_and(|time| self.began.elapsed() >= time.mul_f64(part))
    }

    pub fn is_over_nodes(&self, nodes: u64) -> bool {
        self.limits.nodes.is_some_and(|limit| nodes >= limit)
    }

    /// Whether there is no use in beginning something that takes longer than
    /// all before it.
    pub fn is_nearly_spent(&self, nodes: u64) -> bool {
        self.is_spent(nodes)
            || self.limits.time.is_some_and(|time| self.began.elapsed() * 2 >= time)
    }
}
