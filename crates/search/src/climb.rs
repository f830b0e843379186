//! Climbing: weights that win, by games of what is a little more and a little less.
//!
//! A step tries all weights at once a little up or down, drawn by lot, and the opposite,
//! and moves them to what scores better (simultaneous perturbation stochastic
//! approximation). For games whose results say little of single positions, because most
//! are drawn or the search sees more than the features do.

use crate::kind::Kind;
use crate::limits::{Limits, Stop};
use crate::mind::{FEATURES, Features, Mind, weights};
use crate::player::Computer;
use crate::selfplay::means;
use crate::tune::Tuning;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use wabe_rules::{Dice, OptionError, Playing, Seat, Status, Table};

/// How to climb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Climbing {
    /// Who plays against the tried weights; [`Kind::Best`]: the two that a step tries
    /// play each other.
    pub against: Kind,
    /// How often to try.
    pub steps: u32,
    /// Only weights whose names hold one of these texts change; all if there are none.
    pub only: Vec<String>,
}

/// Why nobody climbs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClimbError {
    /// There is no such game, or no such option of it.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// No weight of the game is called so.
    #[error("no weight of this game has `{0}` in its name")]
    NoWeight(String),
}

/// Who is told of every step: by how much one side of it was better (-1 to 1), and of
/// every weight its name, its old and its new value.
pub type Watcher<'a> = dyn FnMut(f64, &[(&'static str, i32, i32)]) + 'a;

/// How far a game moves the weights at the beginning, as a part of what a step tries.
const STRIDE: f64 = 0.02;

/// Climbs step by step.
pub(crate) fn climb<M: Mind>(
    open: impl Fn() -> Playing<M> + Sync,
    tuning: Tuning,
    climbing: &Climbing,
    see: &mut Watcher<'_>,
) -> Result<(), ClimbError> {
    let is_known = |text: &String| M::WEIGHTS.iter().any(|weight| weight.name.contains(text));
    if let Some(unknown) = climbing.only.iter().find(|text| !is_known(text)) {
        return Err(ClimbError::NoWeight(unknown.clone()));
    }
    let old = weights::<M>();
    let spreads = spreads::<M>(&climbing.only);
    let mut best = old.map(f64::from);
    let mut dice = Dice::new(tuning.seed ^ 0x00c0_ffee);
    for step in 0..climbing.steps {
        let signed = spreads.map(|spread| if dice.below(2) == 0 { spread } else { -spread });
        let mut tried = |sign: f64| -> Features {
            std::array::from_fn(|i| rounded(best[i] + sign * signed[i], &mut dice))
        };
        let both = [tried(1.0), tried(-1.0)];
        let round = u64::from(step);
        let ahead = match climbing.against {
            Kind::Best => contest(&open, tuning, both.map(|own| (Kind::Best, Some(own))), round),
            against => {
                let [one, other] = both.map(|own| {
                    let players = [(Kind::Best, Some(own)), (against, None)];
                    contest(&open, tuning, players, round)
                });
                (one - other) / 2.0
            }
        };
        // Ever smaller strides, so that the luck of the last steps is not kept.
        let left = 1.0 - f64::from(step) / f64::from(climbing.steps);
        let stride = (STRIDE * tuning.games as f64).min(1.0) * left;
        for (weight, signed) in best.iter_mut().zip(signed) {
            *weight += stride * ahead * signed;
        }
        let lines = M::WEIGHTS.iter().enumerate();
        let told: Vec<_> =
            lines.map(|(i, weight)| (weight.name, old[i], best[i].round() as i32)).collect();
        see(ahead, &told);
    }
    Ok(())
}

/// How far a step tries each weight up and down.
fn spreads<M: Mind>(only: &[String]) -> [f64; FEATURES] {
    std::array::from_fn(|i| match M::WEIGHTS.get(i) {
        Some(weight)
            if only.is_empty() || only.iter().any(|text| weight.name.contains(text.as_str())) =>
        {
            f64::from(weight.value.abs()) / 5.0 + 1.0
        }
        _ => 0.0,
    })
}

/// A whole number beside another one, the nearer the likelier.
fn rounded(number: f64, dice: &mut Dice) -> i32 {
    let part = f64::from(dice.below(1 << 16)) / f64::from(1 << 16);
    (number + part).floor() as i32
}

/// By how much the first of two players, who may have other weights than usual, is ahead
/// of the other after some games, from -1 to 1: a win is more the sooner it comes.
fn contest<M: Mind>(
    open: &(impl Fn() -> Playing<M> + Sync),
    tuning: Tuning,
    players: [(Kind, Option<Features>); 2],
    round: u64,
) -> f64 {
    let next = AtomicU64::new(0);
    let sums = Mutex::new(vec![0.0; tuning.games as usize]);
    std::thread::scope(|scope| {
        for _ in 0..tuning.threads.max(1) {
            scope.spawn(|| {
                let table = open();
                let mut players = players.map(|(kind, weights)| {
                    let mut player = Computer::new(kind, table.game(), means(tuning));
                    if let Some(weights) = weights {
                        player.set_weights(weights);
                    }
                    player.close_eyes();
                    player
                });
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= tuning.games {
                        return;
                    }
                    // Games of a pair have the same opening; every step has its own.
                    let pair = round * tuning.games + game / 2;
                    let seed = Dice::new(tuning.seed ^ pair.wrapping_mul(0x9e37_79b9)).word();
                    players.iter_mut().for_each(|player| player.start_afresh(seed));
                    let ahead = duel(open(), &mut players, (game % 2) as usize, tuning, seed);
                    sums.lock().unwrap_or_else(|error| error.into_inner())[game as usize] = ahead;
                }
            });
        }
    });
    let sums = sums.into_inner().unwrap_or_else(|error| error.into_inner());
    sums.iter().sum::<f64>() / tuning.games as f64
}

/// One game; the first player has the side of this seat. By how much it is ahead.
fn duel<M: Mind>(
    mut playing: Playing<M>,
    players: &mut [Computer<M>; 2],
    seat: usize,
    tuning: Tuning,
    seed: u64,
) -> f64 {
    let mut dice = Dice::new(seed);
    let opening = tuning.openings as usize;
    let own = playing.game().side(Seat::from_index(seat));
    loop {
        let actor = match Table::status(&playing) {
            Status::Over(outcome) => {
                let worth = 1.0 - 0.3 * (playing.len() as f64 / 600.0).min(1.0);
                return match (outcome.winners.contains(own), outcome.winners.is_empty()) {
                    (true, _) => worth,
                    (_, true) => 0.0,
                    _ => -worth,
                };
            }
            Status::ToAct(actor) if playing.len() >= opening => Some(actor),
            _ => None,
        };
        let chosen = actor.and_then(|actor| {
            let player = &mut players[usize::from(playing.game().side(actor) != own)];
            let limits = Limits::nodes(tuning.nodes);
            player.choose(&playing, limits, &Stop::new(), &mut |_| {}).ok()
        });
        let action = match chosen {
            Some(found) => Some(found.line[0]),
            None => playing.game().random_move(playing.current(), &mut dice, &mut Vec::new()),
        };
        match action {
            Some(action) => playing.apply(action),
            None => return 0.0,
        }
    }
}
