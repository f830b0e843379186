use crate::{Dice, Game};

/// Plays `games` uniformly random games from a position to the end and returns
/// how many actions they took together. The repetition rule is not applied.
pub fn playouts<G: Game>(game: &G, from: &G::Position, games: u64, dice: &mut Dice) -> u64 {
    let mut scratch = Vec::new();
    let mut actions = 0;
    for _ in 0..games {
        let mut position = from.clone();
        while let Some(action) = game.random_move(&position, dice, &mut scratch) {
            game.apply(&mut position, action);
            actions += 1;
        }
    }
    actions
}
