//! What networks learn from: quiet positions of games against itself.

use crate::mind::{Mind, expected_score, weights};
use crate::net::{Inputs, swapped};
use crate::selfplay::{Habits, Scene, play_all};
use crate::tune::Tuning;
use crate::values::FORCED;
use wabe_rules::{Playing, Seat};

/// Many lapses, so that many kinds of positions are seen; what they cost is not
/// learnt, since it is the search that is asked.
const HABITS: Habits = Habits { lapses: 16, kept: 1 };

/// What one position teaches, for the side to act.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lesson {
    /// What is seen, the side to act first.
    pub inputs: Inputs,
    /// What the features are worth.
    pub worth: i32,
    /// The expected score by what the search found.
    pub thought: f32,
    /// How the game ended.
    pub score: f32,
}

/// Plays and keeps every quiet position in which the player thought.
pub(crate) fn play<M: Mind>(
    open: impl Fn() -> Playing<M> + Sync,
    tuning: Tuning,
    see: &(dyn Fn(u64) + Sync),
) -> Vec<Lesson> {
    let weights = weights::<M>();
    let look = |scene: Scene<M>| {
        let found = scene.found.filter(|found| found.depth > 0)?;
        let inputs = scene.game.inputs(scene.position);
        let is_first = scene.game.side(scene.seat) == Seat::FIRST;
        Some(Lesson {
            inputs: if is_first { inputs } else { swapped(inputs) },
            worth: scene.game.evaluate(scene.position, scene.seat, &weights),
            thought: match found.value {
                FORCED.. => 1.0,
                value if value <= -FORCED => 0.0,
                value => expected_score(value) as f32,
            },
            score: 0.0,
        })
    };
    let seen = play_all(open, tuning, HABITS, look, see);
    seen.into_iter().map(|(lesson, score)| Lesson { score, ..lesson }).collect()
}
