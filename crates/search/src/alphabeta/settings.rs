//! What of the search is on, and how it errs on purpose.

/// Which parts of the search are on. All of them change only how fast it finds
/// what plain minimax would, up to `quiesce`; those after it give up exactness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Remember positions.
    pub memory: bool,
    /// Search later actions with a window of nothing first.
    pub scout: bool,
    /// Positions that stood before count as drawn.
    pub repetition: bool,
    /// Look further where things are stirred up.
    pub quiesce: bool,
    /// Take a pass that keeps the value up as proof.
    pub pass: bool,
    /// Look less deep at late actions.
    pub reduce: bool,
    /// Drop what is hopeless near the leaves.
    pub futility: bool,
    /// With more than two sides, let one of the others reply to the thinker and
    /// the rest pass (best-reply search), where the game can say what a pass
    /// leads to.
    pub reply: bool,
}

impl Parts {
    /// Everything, to play with.
    pub const ALL: Parts = Parts {
        memory: true,
        scout: true,
        repetition: true,
        quiesce: true,
        pass: true,
        reduce: true,
        futility: true,
        reply: true,
    };
    /// Alpha-beta and nothing else.
    pub const NONE: Parts = Parts {
        memory: false,
        scout: false,
        repetition: false,
        quiesce: false,
        pass: false,
        reduce: false,
        futility: false,
        reply: false,
    };
}

/// How a weaker player errs: it misjudges, and it overlooks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frailty {
    /// How far an evaluation may be off.
    pub noise: i32,
    /// How many of a thousand actions are overlooked while looking ahead.
    pub blindness: u32,
    /// Decides what is misjudged and overlooked.
    pub seed: u64,
}
