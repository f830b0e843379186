//! Random games of Omega with some sense, for four players.
//!
//! In a game of random stones most groups run together, and who has won says little.
//! Here every stone takes the best of a few random fields for the one who puts it down:
//! that is the product of its own colour, and less of the others'. The last turn wins if
//! it can.

use super::omega_last::play_last_turn;
use wabe_games::omega::{FieldSet, Move, Omega, Position};
use wabe_rules::{Dice, Game};

/// So many fields are compared for a stone.
const TRIES: u32 = 3;

/// The fields of the largest board.
const MOST_FIELDS: usize = 271;

/// Plays the rest of a plain game; says what the products of the colours come to.
pub fn finish(game: &Omega, position: &mut Position, dice: &mut Dice) -> [f64; 4] {
    match game.fields() {
        ..=64 => Stones::<1>::of(game, position).play_to_last_turn(game, position, dice),
        _ => Stones::<5>::of(game, position).play_to_last_turn(game, position, dice),
    }
    play_last_turn(game, position, dice)
}

/// The stones on the board in groups, for a quick look at what one more changes.
struct Stones<const M: usize> {
    of: [FieldSet<M>; 4],
    /// For the field of every stone a field of the same group, for one of them itself.
    leader: [u16; MOST_FIELDS],
    /// By the field of the leader.
    sizes: [u16; MOST_FIELDS],
    empty: [u16; MOST_FIELDS],
    empties: usize,
}

impl<const M: usize> Stones<M> {
    fn of(game: &Omega, position: &Position) -> Stones<M> {
        let mut stones = Stones {
            of: [FieldSet::NONE; 4],
            leader: [0; _],
            sizes: [0; _],
            empty: [0; _],
            empties: 0,
        };
        position.empty().resized::<M>().for_each(|field| {
            stones.empty[stones.empties] = field as u16;
            stones.empties += 1;
        });
        for colour in 0..game.players() {
            let set = game.stones_of(position, colour).resized::<M>();
            set.for_each(|field| stones.put(game, colour, field));
        }
        stones
    }

    fn leader(&self, mut field: usize) -> usize {
        while usize::from(self.leader[field]) != field {
            field = self.leader[field].into();
        }
        field
    }

    /// Calls a function with the leaders of the groups of a colour around a field.
    fn groups_around(
        &self,
        game: &Omega,
        colour: usize,
        field: usize,
        mut each: impl FnMut(usize),
    ) {
        let mut met = [usize::MAX; 3];
        let mut count = 0;
        game.around(field).resized::<M>().and(self.of[colour]).for_each(|near| {
            let leader = self.leader(near);
            if !met[..count].contains(&leader) {
                // Of six fields around one, three at most do not touch each other.
                met[count % 3] = leader;
                count += 1;
                each(leader);
            }
        });
    }

    fn put(&mut self, game: &Omega, colour: usize, field: usize) {
        let (mut size, mut met, mut count) = (1, [0; 3], 0);
        self.groups_around(game, colour, field, |leader| {
            met[count % 3] = leader;
            count += 1;
        });
        for leader in met.into_iter().take(count) {
            size += self.sizes[leader];
            self.leader[leader] = field as u16;
        }
        self.leader[field] = field as u16;
        self.sizes[field] = size;
        self.of[colour].insert(field);
    }

    /// By how much a stone changes the product of its colour.
    fn change(&self, game: &Omega, colour: usize, field: usize) -> f32 {
        let (mut joined, mut gone) = (1.0, 1.0);
        self.groups_around(game, colour, field, |leader| {
            let size = f32::from(self.sizes[leader]);
            joined += size;
            gone *= size;
        });
        joined / gone
    }

    fn play_to_last_turn(&mut self, game: &Omega, position: &mut Position, dice: &mut Dice) {
        for _ in 1..game.turns_to_come(position) {
            let (own, first) = position.turn();
            for colour in first..game.players() {
                let (mut best, mut most) = (0, f32::MIN);
                for _ in 0..TRIES {
                    let place = dice.below(self.empties as u32) as usize;
                    let change = self.change(game, colour, self.empty[place].into());
                    let merit = if colour == own { change } else { -change };
                    if merit > most {
                        (best, most) = (place, merit);
                    }
                }
                let field = self.empty[best];
                self.empties -= 1;
                self.empty[best] = self.empty[self.empties];
                self.put(game, colour, field.into());
                game.apply(position, Move::Place(field));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wabe_rules::Playing;

    #[test]
    fn games_with_sense_end_as_the_rules_count_them() {
        for spec in
            ["players=3,size=5", "players=4,size=5", "players=3,size=10", "players=4,size=8"]
        {
            let playing = Playing::<Omega>::open(spec).expect("a spec");
            let game = playing.game();
            for seed in 0..40 {
                let mut dice = Dice::new(seed);
                let mut position = game.start();
                for _ in 0..dice.below(game.fields() as u32 / 2) {
                    let action =
                        game.random_move(&position, &mut dice, &mut Vec::new()).expect("not over");
                    game.apply(&mut position, action);
                }
                let products = finish(game, &mut position, &mut dice);
                assert!(game.status(&position).is_over(), "{spec}");
                let counted = game.all_products(&position).map(|product| product as f64);
                assert_eq!(products[..game.players()], counted[..game.players()], "{spec}");
            }
        }
    }

    #[test]
    fn a_stone_changes_the_product_by_what_it_joins() {
        let playing = Playing::<Omega>::open("players=4,size=6").expect("a spec");
        let game = playing.game();
        let mut dice = Dice::new(8);
        let mut position = game.start();
        for _ in 0..60 {
            let stones = Stones::<5>::of(game, &position);
            let action = game.random_move(&position, &mut dice, &mut Vec::new()).expect("not over");
            let (colour, before) = (position.turn().1, game.all_products(&position));
            game.apply(&mut position, action);
            let after = game.all_products(&position)[colour] as f32;
            let change = stones.change(game, colour, action.number());
            let error = (before[colour] as f32 * change - after).abs();
            assert!(error <= 1e-4 * after, "{error} of {after}");
        }
    }
}
