//! Games of a player against itself, to learn from.

use crate::kind::Kind;
use crate::limits::{Limits, Stop};
use crate::mind::Mind;
use crate::player::{Computer, Means};
use crate::tune::Tuning;
use crate::values::Finding;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use wabe_rules::{Dice, Outcome, Playing, Seat, Status, Table};

/// What to learn from games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Habits {
    /// One of so many actions is random.
    pub lapses: u32,
    /// One of so many quiet positions is kept.
    pub kept: u32,
}

/// A position somebody acted in, and what was thought of it.
pub(crate) struct Scene<'a, M: Mind> {
    pub game: &'a M,
    pub position: &'a M::Position,
    pub seat: Seat,
    /// `None` if the action was random.
    pub found: Option<&'a Finding<M::Move>>,
}

/// Plays games and keeps what `look` makes of quiet positions, with the score of the
/// seat that acted. The same for any number of threads. `see` is told after every
/// game how many are done.
pub(crate) fn play_all<M: Mind, T: Send>(
    open: impl Fn() -> Playing<M> + Sync,
    tuning: Tuning,
    habits: Habits,
    look: impl Fn(Scene<M>) -> Option<T> + Sync,
    see: &(dyn Fn(u64) + Sync),
) -> Vec<(T, f32)> {
    let games = Mutex::new(Vec::new());
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..tuning.threads.max(1) {
            scope.spawn(|| {
                let mut player = Computer::new(Kind::Best, open().game(), means(tuning));
                player.close_eyes();
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= tuning.games {
                        return;
                    }
                    let seen = play(open(), &mut player, tuning, habits, game, &look);
                    games.lock().unwrap_or_else(|error| error.into_inner()).push((game, seen));
                    see(game + 1);
                }
            });
        }
    });
    let mut games = games.into_inner().unwrap_or_else(|error| error.into_inner());
    games.sort_by_key(|&(game, _)| game);
    games.into_iter().flat_map(|(_, seen)| seen).collect()
}

/// What players that learn have to work with.
pub(crate) fn means(tuning: Tuning) -> Means {
    Means { megabytes: 4, threads: 1, seed: tuning.seed, tables: None, judging: false }
}

fn play<M: Mind, T>(
    mut playing: Playing<M>,
    player: &mut Computer<M>,
    tuning: Tuning,
    habits: Habits,
    game: u64,
    look: impl Fn(Scene<M>) -> Option<T>,
) -> Vec<(T, f32)> {
    let mut dice = Dice::new(tuning.seed ^ game.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let opening = 2 + dice.below(tuning.openings.max(1));
    player.start_afresh(dice.word());
    let mut seen: Vec<(Seat, T)> = Vec::new();
    let outcome = loop {
        let seat = match Table::status(&playing) {
            Status::Over(outcome) => break outcome,
            Status::Chance => {
                let lot = playing.game().random_move(playing.current(), &mut dice, &mut Vec::new());
                match lot {
                    Some(lot) => playing.apply(lot),
                    None => break Outcome::draw("no lots"),
                }
                continue;
            }
            Status::ToAct(seat) => seat,
        };
        let is_random = (playing.len() as u32) < opening || dice.below(habits.lapses) == 0;
        let found = match is_random {
            true => None,
            false => {
                player.choose(&playing, Limits::nodes(tuning.nodes), &Stop::new(), &mut |_| {}).ok()
            }
        };
        let action = match &found {
            Some(found) => Some(found.line[0]),
            None => playing.game().random_move(playing.current(), &mut dice, &mut Vec::new()),
        };
        let Some(action) = action else { break Outcome::draw("no actions") };
        if playing.len() as u32 >= opening
            && playing.game().heat(playing.current(), action) == 0
            && dice.below(habits.kept) == 0
        {
            let (game, position) = (playing.game(), playing.current());
            let scene = Scene { game, position, seat, found: found.as_ref() };
            seen.extend(look(scene).map(|learnt| (seat, learnt)));
        }
        playing.apply(action);
    };
    let sides = Seat::all(playing.players())
        .filter(|&seat| playing.game().side(seat) == seat)
        .count() as f32;
    let score = |seat: Seat| match outcome.winners.is_empty() {
        true => 1.0 / sides,
        false => f32::from(u8::from(outcome.winners.contains(seat))),
    };
    seen.into_iter().map(|(seat, learnt)| (learnt, score(seat))).collect()
}
