//! Turns of Omega with three and four players, tried in drawn games.
//!
//! A turn is three or four stones, so a tree of single stones hardly looks past its own
//! turn. Here whole turns are drawn, and each is tried in games that go on as plain players
//! place stones ([`super::plain`]). With four players such a game ends one turn early: of the last
//! turn it is known whether it wins, and if not, by how many replies each of the others does.
//! With three it ends two turns early, where the chances of all are known ([`super::three`]),
//! and counts as much as the one who went before would like them. Whatever does worse is left
//! out, half of the turns at a time. Trees do better with three until four turns are to come
//! (docs/strength.md).

use super::Found;
use super::plain::{Urges, colour_to_move};
use super::rest::{MOST_PLACES, Places, Rest, Turn};
use super::steps::{Steps, chance};
use super::three::{Scales, liking};
use crate::limits::Budget;
use crate::mind::Mind;
use wabe_games::omega::{Omega, Position};
use wabe_rules::{Dice, Game};

/// How much is tried.
struct Effort {
    /// So many turns at most.
    turns: usize,
    /// With fewer games than this a tree knows more.
    fewest: u64,
    /// So many fillings of fields are looked at in the time of a drawn game.
    fillings: u64,
}

const WITH_THREE: Effort = Effort { turns: 128, fewest: 256, fillings: 300 };
const WITH_FOUR: Effort = Effort { turns: 512, fewest: 1024, fillings: 200 };

fn effort(players: usize) -> Effort {
    if players == 3 { WITH_THREE } else { WITH_FOUR }
}

/// How far the urges of plain players shape the turns that are tried, in equal parts.
const HEATS: [f32; 4] = [0.4, 0.7, 1.0, 1.5];

/// So many of a hundred stones of the turns that are tried go anywhere.
const WILD: u32 = 15;

/// There is no use in more games than this.
const MOST: u64 = 1 << 16;

/// Whoever has the last turn but one plays the best of so many turns, drawn with such a
/// heat. What leaves a win to the last colour is worth less to it, but not nothing: plain
/// players overlook some.
const LOOKS: usize = 8;
const HEAT: f32 = 1.5;
const RISKY: f64 = 0.6;

/// If it is the own, so many are looked at, and drawn with such a heat.
const OWN_LOOKS: usize = 16;
const OWN_HEAT: f32 = 0.5;

/// The best of the turns that were tried, if at least two more are to come, and how likely it
/// wins. `None` if too many fields are empty, and if there is too little time.
pub fn best_turn(game: &Omega, position: &Position, budget: &Budget) -> Option<Found> {
    let (players, turns) = (game.players(), game.turns_to_come(position));
    let effort = effort(players);
    if budget.is_over_nodes(effort.fewest * effort.fillings) {
        return None;
    }
    let (map, rest) = Rest::of(game, position, turns)?;
    let dice = Dice::new(game.key(position));
    let (me, stone) = position.turn();
    let scales = Scales::new();
    let mut trials = Trials { map: &map, players, me, effort, dice, scales, games: 0 };
    let trial = trials.best(&rest, turns, stone, budget)?;
    let line = map.moves(&trial.turn[stone..players]);
    Some(Found { line, chance: trial.mean(), nodes: trials.games })
}

struct Trials<'a> {
    map: &'a Places,
    players: usize,
    me: usize,
    effort: Effort,
    dice: Dice,
    scales: Scales,
    /// So many were played.
    games: u64,
}

/// A turn that is tried.
struct Trial {
    turn: Turn,
    after: Rest,
    /// What its games came to, and how much they count.
    sum: f64,
    weight: f64,
}

/// What a drawn game came to: the own chance at its end, and how much it counts.
struct Drawn {
    chance: f64,
    weight: f64,
}

impl Trial {
    fn mean(&self) -> f64 {
        self.sum / self.weight.max(f64::MIN_POSITIVE)
    }
}

impl Trials<'_> {
    fn best(&mut self, rest: &Rest, turns: u32, stone: usize, budget: &Budget) -> Option<Trial> {
        let mut trials = self.draw(rest, turns, stone);
        let rounds = trials.len().ilog2() + 1;
        for round in 1..=rounds {
            // Every round has an equal part of what may be spent.
            let part = f64::from(round) / f64::from(rounds);
            while !budget.is_spent_to(part, self.games * self.effort.fillings) {
                for trial in &mut trials {
                    let Drawn { chance, weight } = self.play_on(trial.after, turns - 1);
                    trial.sum += chance * weight;
                    trial.weight += weight;
                    self.games += 1;
                }
                if self.games as f64 >= MOST as f64 * part {
                    break;
                }
            }
            if part >= 0.5 && self.games < self.effort.fewest {
                return None;
            }
            trials.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
            trials.truncate(trials.len().div_ceil(2));
        }
        trials.into_iter().next().filter(|best| best.sum > 0.0)
    }

    /// Draws the turns that are to be tried.
    fn draw(&mut self, rest: &Rest, turns: u32, stone: usize) -> Vec<Trial> {
        let urges = HEATS.map(|heat| Urges::new(self.map, rest, self.players, turns, heat));
        let mut trials: Vec<Trial> = Vec::with_capacity(self.effort.turns);
        for urges in urges.iter().cycle().take(2 * self.effort.turns) {
            let turn = urges.draw(rest.free, stone..self.players, WILD, &mut self.dice);
            if trials.len() < self.effort.turns && trials.iter().all(|trial| trial.turn != turn) {
                let mut after = *rest;
                self.place(&mut after, &turn, stone);
                trials.push(Trial { turn, after, sum: 0.0, weight: 0.0 });
            }
        }
        trials
    }

    fn place(&self, rest: &mut Rest, turn: &Turn, stone: usize) {
        for colour in stone..self.players {
            rest.place(self.map, colour, turn[colour]);
        }
    }

    /// A game in which so many turns are to come.
    fn play_on(&mut self, mut rest: Rest, mut turns: u32) -> Drawn {
        while turns > 2 {
            let urges = Urges::new(self.map, &rest, self.players, turns, 1.0);
            let turn = urges.draw(rest.free, 0..self.players, 0, &mut self.dice);
            self.place(&mut rest, &turn, 0);
            turns -= 1;
        }
        if self.players == 3 {
            let chances = self.scales.chances(self.map, &rest);
            return Drawn { chance: chances[self.me].into(), weight: liking(&chances).into() };
        }
        let chance = match self.me == colour_to_move(self.players, 2) {
            true => self.own_ending(&rest),
            false => self.ending(&rest),
        };
        Drawn { chance, weight: 1.0 }
    }

    /// The own chance if others have the last two turns, or the last is the own.
    fn ending(&mut self, rest: &Rest) -> f64 {
        let (mover, last) = (colour_to_move(self.players, 2), self.players - 1);
        let urges = Urges::new(self.map, rest, self.players, 2, HEAT);
        let mut endings = Endings::new(self.map, rest, self.players);
        let (mut most, mut chosen) = (-1.0, None);
        for _ in 0..LOOKS {
            let turn = urges.draw(rest.free, 0..self.players, 0, &mut self.dice);
            let ending = endings.after(&turn);
            let chance = endings.chance(&ending, mover);
            if chance <= most {
                continue;
            }
            let last_can_win = endings.chance(&ending, last) > 0.0;
            let worth = chance * if last_can_win { RISKY } else { 1.0 };
            if worth > most {
                (most, chosen) = (worth, Some((ending, last_can_win)));
            }
        }
        match chosen {
            Some((_, true)) => f64::from(u8::from(self.me == last)),
            Some((ending, false)) if self.me != last => endings.chance(&ending, self.me),
            _ => 0.0,
        }
    }

    /// The own chance if one has the last turn but one.
    fn own_ending(&mut self, rest: &Rest) -> f64 {
        let urges = Urges::new(self.map, rest, self.players, 2, OWN_HEAT);
        let mut endings = Endings::new(self.map, rest, self.players);
        let mut most = 0.0;
        for _ in 0..OWN_LOOKS {
            let turn = urges.draw(rest.free, 0..self.players, WILD, &mut self.dice);
            let ending = endings.after(&turn);
            let chance = endings.chance(&ending, self.me);
            if chance > most && endings.chance(&ending, self.players - 1) == 0.0 {
                most = chance;
            }
        }
        most
    }
}

/// What the last turn but one may leave, worked out where it is asked for.
struct Endings<'a> {
    map: &'a Places,
    rest: &'a Rest,
    players: usize,
    on: Vec<u8>,
    steps: Vec<Steps>,
    /// By colour and the place of its stone: which of the steps, if they are known.
    known: [[Option<u8>; MOST_PLACES]; 4],
}

/// What a turn leaves: by colour the steps, and the fields that are free.
struct Ending {
    steps: [u8; 4],
    free: u32,
}

impl Endings<'_> {
    fn new<'a>(map: &'a Places, rest: &'a Rest, players: usize) -> Endings<'a> {
        let steps = Vec::with_capacity(2 * LOOKS);
        let known = [[None; MOST_PLACES]; 4];
        Endings { map, rest, players, on: rest.free_places(), steps, known }
    }

    fn after(&mut self, turn: &Turn) -> Ending {
        let mut ending = Ending { steps: [0; 4], free: (1 << self.on.len()) - 1 };
        for colour in 0..self.players {
            let place = turn[colour];
            ending.steps[colour] = *self.known[colour][place].get_or_insert_with(|| {
                self.steps.push(self.rest.steps_with(self.map, colour, place, &self.on));
                self.steps.len() as u8 - 1
            });
            let before = self.rest.free & ((1 << place) - 1);
            ending.free &= !(1 << before.count_ones());
        }
        ending
    }

    fn chance(&self, ending: &Ending, colour: usize) -> f64 {
        let steps = ending.steps.map(|nth| &self.steps[usize::from(nth)]);
        chance(steps, self.players, colour, ending.free, &[])
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{open, random_position};
    use super::*;
    use crate::limits::{Limits, Stop};

    #[test]
    fn somebody_wins_after_every_turn() {
        for spec in ["players=3", "players=4", "players=4,shape=-2:2:-2:2:-9:9"] {
            let playing = open(spec);
            let (game, players) = (playing.game(), playing.game().players());
            let mut dice = Dice::new(5);
            let position = random_position(game, 2, &mut dice);
            let (map, rest) = Rest::of(game, &position, 2).expect("little is left");
            let urges = Urges::new(&map, &rest, players, 2, 1.0);
            let mut endings = Endings::new(&map, &rest, players);
            for _ in 0..100 {
                let ending = endings.after(&urges.draw(rest.free, 0..players, 20, &mut dice));
                let sum: f64 = (0..players).map(|colour| endings.chance(&ending, colour)).sum();
                assert!((sum - 1.0).abs() < 1e-9, "{spec}: {sum}");
            }
        }
    }

    #[test]
    fn turns_are_tried_with_as_many_games_as_nodes_allow_and_always_alike() {
        let of_four = [(12, 0), (7, 1), (4, 3), (3, 2)].map(|at| ("players=4", at));
        let of_three = [(4, 0), (4, 1), (4, 2)].map(|at| ("players=3", at));
        for (spec, (turns, stone)) in of_four.into_iter().chain(of_three) {
            let playing = open(spec);
            let (game, players) = (playing.game(), playing.game().players());
            let Effort { fewest, fillings, .. } = effort(players);
            let mut position = random_position(game, turns, &mut Dice::new(7));
            for _ in 0..stone {
                let action = game.random_move(&position, &mut Dice::new(2), &mut Vec::new());
                game.apply(&mut position, action.expect("a move"));
            }
            let find = |games: u64| {
                let budget = Budget::new(Limits::nodes(games * fillings), &Stop::new());
                best_turn(game, &position, &budget)
            };
            assert!(find(fewest).is_none());
            let found = find(2 * fewest).expect("a turn");
            assert!((2 * fewest..3 * fewest).contains(&found.nodes), "{}", found.nodes);
            assert!(found.chance > 0.0 && found.chance <= 1.0, "{}", found.chance);
            assert_eq!(found.line.len(), players - stone);
            let again = find(2 * fewest).expect("a turn");
            assert_eq!((found.line, found.nodes), (again.line, again.nodes));
        }
    }

    #[test]
    fn trials_tell_a_good_turn_from_a_bad_one() {
        for (players, turns) in [(3, 4), (4, 5)] {
            let playing = open(&format!("players={players}"));
            let game = playing.game();
            let position = random_position(game, turns, &mut Dice::new(9));
            let (map, rest) = Rest::of(game, &position, turns).expect("little is left");
            let me = position.turn().0;
            let (effort, dice, scales) = (effort(players), Dice::new(1), Scales::new());
            let mut trials = Trials { map: &map, players, me, effort, dice, scales, games: 0 };
            let mut mean = |turn: &Turn| {
                let mut after = rest;
                trials.place(&mut after, turn, 0);
                (0..400).map(|_| trials.play_on(after, turns - 1).chance).sum::<f64>() / 400.0
            };
            // The best for oneself and the worst for all others, and the other way round.
            let mut free = rest.free_places();
            let mut ends = [[0; 4]; 2];
            for colour in 0..players {
                for (turn, is_good) in ends.iter_mut().zip([colour == me, colour != me]) {
                    let products: [f64; MOST_PLACES] = rest.products(colour, &free);
                    let key = |&nth: &usize| products[nth] * if is_good { 1.0 } else { -1.0 };
                    let nth = (0..free.len()).max_by(|a, b| key(a).total_cmp(&key(b)));
                    turn[colour] = free.swap_remove(nth.expect("places are left")).into();
                }
            }
            let [good, bad] = [mean(&ends[0]), mean(&ends[1])];
            assert!(good > 2.0 * bad, "{players}: {good} and {bad}");
        }
    }
}
