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
        let actions = self.game.playouts(self.from, self.games, &mut dice, &mut Vec::new());
        *self.dice = dice;
        actions
    }
}

/// How many games are under way at a time.
const TABLES: usize = 2;

/// Random games action by action. An action cannot begin before the one before
/// it is played, so a single game leaves the processor waiting most of the
/// time: several games take turns.
#[inline(always)]
pub(crate) fn side_by_side<G: Game>(
    game: &G,
    from: &G::Position,
    games: u64,
    dice: &mut Dice,
    scratch: &mut Vec<G::Move>,
) -> u64 {
    let mut actions = 0;
    let mut waiting = games;
    let mut tables: [Option<G::Position>; TABLES] = [const { None }; TABLES];
    loop {
        let mut busy = false;
        for table in &mut tables {
            if table.is_none() && waiting > 0 {
                waiting -= 1;
                *table = Some(from.clone());
            }
            let Some(position) = table else {
                continue;
            };
            busy = true;
            match game.random_move(position, dice, scratch) {
                Some(action) => {
                    game.apply(position, action);
                    actions += 1;
                }
                None => *table = None,
            }
        }
        if !busy {
            return actions;
        }
    }
}
