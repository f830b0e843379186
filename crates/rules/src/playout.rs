use crate::cpu::{Work, fastest};
use crate::{Dice, Game};

/// Plays `games` uniformly random games from a position to the end and returns
/// how many actions they took together. The repetition rule is not applied.
pub fn playouts<G: Game>(game: &G, from: &G::Position, games: u64, dice: &mut Dice) -> u64 {
    fastest(Playouts { game, from, games, dice })
}

struct Playouts<'a, G: Game> {
    game: &'a G,
    from: &'a G::Position,
    games: u64,
    dice: &'a mut Dice,
}

impl<G: Game> Work for Playouts<'_, G> {
    type Out = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let mut dice = self.dice.clone();
        let mut scratch = Vec::new();
        let mut actions = 0;
        for _ in 0..self.games {
            actions += self.game.playout(self.from, &mut dice, &mut scratch);
        }
        *self.dice = dice;
        actions
    }
}
