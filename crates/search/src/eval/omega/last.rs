//! The last two turns of a game of Omega with three and four players.
//!
//! Whoever has the last turn nearly always wins if it looks for the win, so that turn
//! is worth working out, and so is the one before it. Both are quick: what a colour's
//! product becomes depends only on the fields it gets. So for every field of the last
//! colour's own stone it is enough to see whether the other stones find fields that
//! keep their colours below. The one before the last wants to win if the last one cannot,
//! and then replies may be anything, so its chance is the share of all replies. That is
//! counted, not drawn: the luckiest of many turns would look like the best.

use super::Found;
use super::rest::{Places, Rest, Turn, places};
use super::steps::{MOST_FIELDS, Steps, chance};
use crate::limits::Budget;
use wabe_games::omega::{Omega, Position};
use wabe_rules::Game;

/// The best end of the last turn but one, or of the last, and its chance against random
/// replies (1 if it is certain). `None` if the one after it wins whatever is played, or if
/// time runs out before anything is found.
pub fn best_end(game: &Omega, position: &Position, budget: &Budget) -> Option<Found> {
    let (players, (own, stone)) = (game.players(), position.turn());
    let turns = game.turns_to_come(position);
    let (map, rest) = Rest::of(game, position, turns)?;
    let (turn, chance, nodes) = match turns {
        2 => Quest::best(&LastButOne::new(&map, &rest, players), own, stone, budget)?,
        _ => (last_turn(&rest, stone, players)?, 1.0, 1),
    };
    Some(Found { line: map.moves(&turn[stone..players]), chance, nodes })
}

/// Where the stones from this one on go so that the last colour wins.
fn last_turn(rest: &Rest, stone: usize, players: usize) -> Option<Turn> {
    let on = rest.free_places();
    let steps = std::array::from_fn::<_, 4, _>(|colour| rest.steps(colour, &on));
    let now = std::array::from_fn(|colour| rest.product(colour));
    winning_turn(steps.each_ref(), now, (1 << on.len()) - 1, stone, players - 1)
}

/// Where the stones from this one on go so that the last colour wins (R5: among
/// equals the later colour does).
fn winning_turn(
    steps: [&Steps; 4],
    now: [f64; 4],
    free: u32,
    stone: usize,
    own: usize,
) -> Option<Turn> {
    steps[own].each().rev().find_map(|(product, own_places)| {
        if now[..stone].iter().any(|&other| other > product) {
            return None;
        }
        let choice: [u32; 4] = std::array::from_fn(|colour| steps[colour].upto(product) & free);
        if choice[stone..own].contains(&0) {
            return None;
        }
        places(u64::from(own_places & free)).find_map(|place| {
            let mut turn = [0; 4];
            turn[own] = place;
            place_apart(&choice[..own], stone, 1 << place, &mut turn).then_some(turn)
        })
    })
}

/// Finds a place for each stone from this one on, all of them different.
fn place_apart(choice: &[u32], stone: usize, taken: u32, turn: &mut Turn) -> bool {
    if stone == choice.len() {
        return true;
    }
    // Whether there is anything for the last ones is seen before all others are tried.
    if choice[stone..].iter().any(|set| set & !taken == 0) {
        return false;
    }
    places(u64::from(choice[stone] & !taken)).any(|place| {
        turn[stone] = place;
        place_apart(choice, stone + 1, taken | 1 << place, turn)
    })
}

/// What is left of a game before its last turn but one is over.
struct LastButOne {
    /// By colour and the place of its next stone: what another one makes of it.
    after: [Vec<Steps>; 4],
    /// By colour, what a stone makes of it if this turn adds none.
    rest: [Steps; 4],
    /// By colour and place, the product.
    products: [[f64; MOST_FIELDS]; 4],
    /// The products without any stone more.
    now: [f64; 4],
    len: usize,
    players: usize,
}

impl LastButOne {
    fn new(map: &Places, rest: &Rest, players: usize) -> LastButOne {
        let on = rest.free_places();
        let with = |colour, place| rest.steps_with(map, colour, place, &on);
        let after = |colour| (0..on.len()).map(|place| with(colour, place)).collect();
        LastButOne {
            after: std::array::from_fn(after),
            rest: std::array::from_fn(|colour| rest.steps(colour, &on)),
            products: std::array::from_fn(|colour| rest.products(colour, &on)),
            now: std::array::from_fn(|colour| rest.product(colour)),
            len: on.len(),
            players,
        }
    }
}

/// The search for the turn after which the last colour cannot win, and after which the
/// own one wins against most replies.
struct Quest<'a> {
    ends: &'a LastButOne,
    own: usize,
    /// The colours whose stones are to be placed, the own one first: without it nothing
    /// can be told of a turn.
    order: Vec<usize>,
    /// By colour, what looks best to the own one first: the sooner something good is
    /// found, the less is left to try.
    ranking: [Vec<usize>; 4],
    turn: Turn,
    best: Option<(Turn, f64)>,
    tried: u64,
    budget: &'a Budget,
}

impl<'a> Quest<'a> {
    fn best(
        ends: &'a LastButOne,
        own: usize,
        stone: usize,
        budget: &'a Budget,
    ) -> Option<(Turn, f64, u64)> {
        let mut order: Vec<usize> = (stone..ends.players).collect();
        order.sort_by_key(|&colour| colour != own);
        let steps = std::array::from_fn(|colour| match colour < stone {
            true => &ends.rest[colour],
            false => &Steps::UNKNOWN,
        });
        let ranking = std::array::from_fn(|colour| {
            let mut ranking: Vec<usize> = (0..ends.len).collect();
            let product = |&place: &usize| ends.products[colour][place];
            ranking.sort_by(|a, b| product(a).total_cmp(&product(b)));
            if colour == own {
                ranking.reverse();
            }
            ranking
        });
        let turn = [0; 4];
        let mut quest = Quest { ends, own, order, ranking, turn, best: None, tried: 0, budget };
        quest.try_all(0, steps, (1 << ends.len) - 1);
        quest.best.map(|(turn, chance)| (turn, chance, quest.tried))
    }

    /// Tries all places for the stones from this one of the order on, unless they cannot
    /// lead to anything better; `None` if there is no use, or no time, to try more.
    fn try_all(&mut self, nth: usize, steps: [&'a Steps; 4], free: u32) -> Option<()> {
        let colour = self.order[nth];
        for nth_place in 0..self.ends.len {
            let place = self.ranking[colour][nth_place];
            if free & 1 << place == 0 {
                continue;
            }
            self.tried += 1;
            if self.tried.is_multiple_of(64) && self.budget.is_spent(self.tried) {
                return None;
            }
            let (mut steps, free) = (steps, free & !(1 << place));
            steps[colour] = &self.ends.after[colour][place];
            self.turn[colour] = place;
            let chance = chance(steps, self.ends.players, self.own, free, &self.order[nth + 1..]);
            if chance <= self.best.map_or(0.0, |(_, chance)| chance) {
                continue;
            }
            if nth + 1 < self.order.len() {
                self.try_all(nth + 1, steps, free)?;
            } else if winning_turn(steps, self.ends.now, free, 0, self.ends.players - 1).is_none() {
                self.best = Some((self.turn, chance));
                if chance == 1.0 {
                    return None;
                }
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{after_turn, is_won_by, open, random_position};
    use super::*;
    use crate::limits::{Limits, Stop};
    use wabe_rules::Dice;

    const SPECS: [&str; 4] = [
        "players=3,size=5",
        "players=4,size=5",
        "players=3,size=9",
        "players=4,shape=-2:2:-2:2:-9:9",
    ];

    fn last_can_win(game: &Omega, position: &Position) -> bool {
        let last = game.players() - 1;
        after_turn(game, position, &mut |end| is_won_by(game, end, last))
    }

    /// How many of all replies leave the win to a colour.
    fn share_of_replies(game: &Omega, position: &Position, colour: usize) -> f64 {
        let (mut won, mut all) = (0, 0);
        after_turn(game, position, &mut |end| {
            won += u32::from(is_won_by(game, end, colour));
            all += 1;
            false
        });
        f64::from(won) / f64::from(all)
    }

    #[test]
    fn the_last_turn_wins_if_any_does() {
        let budget = Budget::new(Limits::default(), &Stop::new());
        let (mut won, mut lost) = (0, 0);
        for spec in SPECS {
            let playing = open(spec);
            let game = playing.game();
            for seed in 0..25 {
                let mut dice = Dice::new(seed);
                let mut position = random_position(game, 1, &mut dice);
                for _ in 0..dice.below(game.players() as u32) {
                    let action =
                        game.random_move(&position, &mut dice, &mut Vec::new()).expect("a move");
                    game.apply(&mut position, action);
                }
                let can_win = last_can_win(game, &position);
                let found = best_end(game, &position, &budget);
                assert_eq!(found.is_some(), can_win, "{spec} {seed}");
                if let Some(Found { line: actions, chance, .. }) = found {
                    let mut end = position;
                    actions.into_iter().for_each(|action| game.apply(&mut end, action));
                    assert!(is_won_by(game, &end, game.players() - 1), "{spec} {seed}");
                    assert_eq!(chance, 1.0);
                }
                won += u32::from(can_win);
                lost += u32::from(!can_win);
            }
        }
        assert!(won > 5 && lost > 5, "{won} won, {lost} lost");
    }

    #[test]
    fn the_last_turn_but_one_leaves_no_win_to_the_last_and_the_most_to_itself() {
        let budget = Budget::new(Limits::default(), &Stop::new());
        let (mut helped, mut not) = (0, 0);
        let three = (0..200).map(|seed| ("players=3,shape=-2:2:-2:1:-9:9", seed));
        let four = (0..25).map(|seed| ("players=4,shape=-2:1:-2:1:-9:9", seed));
        for (spec, seed) in three.chain(four) {
            let playing = open(spec);
            let game = playing.game();
            let mut dice = Dice::new(seed);
            let position = random_position(game, 2, &mut dice);
            let own = position.turn().0;
            match best_end(game, &position, &budget) {
                Some(Found { line: actions, chance, .. }) => {
                    helped += 1;
                    let mut child = position;
                    actions.into_iter().for_each(|action| game.apply(&mut child, action));
                    assert!(!last_can_win(game, &child), "seed {seed}");
                    let exact = share_of_replies(game, &child, own);
                    assert!((chance - exact).abs() < 1e-9, "seed {seed}: {chance}, not {exact}");
                    let is_better = after_turn(game, &position, &mut |child| {
                        share_of_replies(game, child, own) > chance + 1e-9
                            && !last_can_win(game, child)
                    });
                    assert!(!is_better, "seed {seed}");
                }
                None => {
                    not += 1;
                    let is_hopeful = after_turn(game, &position, &mut |child| {
                        share_of_replies(game, child, own) > 0.0 && !last_can_win(game, child)
                    });
                    assert!(!is_hopeful, "seed {seed}");
                }
            }
        }
        assert!(helped > 5 && not > 5, "{helped} helped, {not} not");
    }
}
