//! The last turn but two of a game of Omega with three players.
//!
//! It is the first colour's last. After it the second colour looks for a turn that leaves
//! no win to the last one; then the last places its stones anywhere, and who wins was
//! settled by what the second one left. Plain tree search (`mcts`) finds such a turn
//! nearly always if there is one, and of all of them nearly the best for itself: so the
//! first colour leaves it a small hope. How often it does overlook them was fitted to
//! 2,584 of its turns (docs/strength.md).

use super::Found;
use super::plain::{exp2, log2};
use super::rest::{Places, Rest};
use crate::limits::Budget;
use std::f32::consts::LOG2_E;
use wabe_games::omega::{Omega, Position};
use wabe_rules::{Work, fastest};

/// So many places are free at most after this turn: six for the stones of two turns, and
/// fewer than the nine of another round.
const MOST: usize = 14;

/// Lanes of a vector: a place each.
const LANES: usize = 16;

/// By place, a set of places.
type Lanes = [u16; LANES];

/// So many fillings of fields are looked at in the time in which a turn is weighed.
const FILLINGS: u64 = 300;

/// With fewer turns weighed than this a tree knows more.
const FEWEST: u64 = 64;

/// How well the second colour plays its last turn.
pub struct Skill {
    /// The odds, as a logarithm, that it leaves a win to the last colour although it need not:
    /// always, by the logarithm (to base 2) of how many turns leave none, and by the root of
    /// the best chance that those give itself.
    pub overlooks: [f32; 3],
    /// What it misses of that chance if it is small, and how fast this fades.
    pub misses: [f32; 2],
}

/// What the second colour can do in its last turn.
pub struct Outlook {
    /// So many turns there are.
    pub turns: u32,
    /// So many of them leave no win to the last colour.
    pub safe: u32,
    /// The best chance of the second colour after one of those.
    pub most: f32,
}

/// Learnt from plain tree search.
const SKILL: Skill = Skill { overlooks: [0.29, -0.47, -2.13], misses: [0.73, 4.10] };

/// Three stones, by colour, as places.
type Turn = [usize; 3];

/// The best turn of the first colour, with three players if two more turns are to come, and
/// how likely it wins. `None` if there is too little time.
pub fn best_turn(game: &Omega, position: &Position, budget: &Budget) -> Option<Found> {
    let (map, rest) = Rest::of(game, position, 3)?;
    let mut search = Search {
        map: &map,
        rest: &rest,
        stone: position.turn().1,
        scales: Scales::new(),
        weighed: Vec::new(),
        is_known: vec![false; 32 * 32 * 32],
    };
    let (turn, hope) = search.best(budget)?;
    let line = map.moves(&turn[position.turn().1..]);
    Some(Found { line, chance: hope.into(), nodes: search.weighed.len() as u64 })
}

/// From the best turn so far on, to all that differ in one stone from it.
struct Search<'a> {
    map: &'a Places,
    rest: &'a Rest,
    /// The colour of the first stone that is to be placed.
    stone: usize,
    scales: Scales,
    weighed: Vec<Weighed>,
    is_known: Vec<bool>,
}

struct Weighed {
    turn: Turn,
    hope: f32,
    /// Whether all that differ in one stone are known too.
    is_settled: bool,
}

impl Search<'_> {
    fn best(&mut self, budget: &Budget) -> Option<(Turn, f32)> {
        if budget.is_over_nodes(FEWEST * FILLINGS) {
            return None;
        }
        self.weigh(self.first_try());
        while let Some(next) = self.most_hopeful() {
            next.is_settled = true;
            let turn = next.turn;
            for colour in self.stone..3 {
                for place in self.rest.free_places() {
                    let mut other = turn;
                    other[colour] = place.into();
                    self.weigh(other);
                    let weighed = self.weighed.len() as u64;
                    if weighed < FEWEST && budget.is_nearly_spent(weighed * FILLINGS) {
                        return None;
                    }
                    if budget.is_spent(weighed * FILLINGS) {
                        return self.found();
                    }
                }
            }
        }
        self.found()
    }

    fn found(&self) -> Option<(Turn, f32)> {
        let best = self.weighed.iter().max_by(|a, b| a.hope.total_cmp(&b.hope))?;
        Some((best.turn, best.hope))
    }

    fn most_hopeful(&mut self) -> Option<&mut Weighed> {
        let open = self.weighed.iter_mut().filter(|weighed| !weighed.is_settled);
        open.max_by(|a, b| a.hope.total_cmp(&b.hope))
    }

    /// What a beginner would play: its own stone where it helps most, the others where they
    /// do the most harm.
    fn first_try(&self) -> Turn {
        let mut free = self.rest.free_places();
        let mut turn = [0; 3];
        for colour in self.stone..3 {
            let products: [f64; 3 + MOST] = self.rest.products(colour, &free);
            let by_product = |&a: &usize, &b: &usize| products[a].total_cmp(&products[b]);
            let nth = match colour {
                0 => (0..free.len()).max_by(by_product),
                _ => (0..free.len()).min_by(by_product),
            };
            turn[colour] = free.swap_remove(nth.expect("places are left")).into();
        }
        turn
    }

    /// Weighs a turn that is possible and not yet known.
    fn weigh(&mut self, turn: Turn) {
        let number = turn.iter().fold(0, |number, place| number * 32 + place);
        let stones = &turn[self.stone..];
        let is_possible = (1..stones.len()).all(|nth| !stones[..nth].contains(&stones[nth]));
        if !is_possible || std::mem::replace(&mut self.is_known[number], true) {
            return;
        }
        let mut rest = *self.rest;
        for colour in self.stone..3 {
            rest.place(self.map, colour, turn[colour]);
        }
        let [hope, ..] = self.scales.chances(self.map, &rest);
        self.weighed.push(Weighed { turn, hope, is_settled: false });
    }
}

/// By the places of the stones of two colours, the own and a rival's: where the rival's next
/// stone keeps it below the own product, for each place of the own next stone.
type Table = [[Lanes; MOST]; MOST];

/// Weighs the turns of the second colour.
pub struct Scales {
    len: usize,
    /// By pair of [`PAIRS`].
    harmless: [Table; 4],
    /// All products that may come of two stones more, in order.
    products: Vec<f64>,
    /// By the rank of a product, of one colour, by the place of its stone: where another
    /// brings it below that.
    below: Vec<[u16; MOST]>,
}

/// The own colour and a rival.
const PAIRS: [(usize, usize); 4] = [(1, 0), (1, 2), (2, 0), (2, 1)];

impl Scales {
    pub fn new() -> Scales {
        let harmless = [[[[0; LANES]; MOST]; MOST]; 4];
        Scales { len: 0, harmless, products: Vec::new(), below: Vec::new() }
    }

    /// How likely each colour wins in a position in which the second begins its last turn.
    pub fn chances(&mut self, map: &Places, rest: &Rest) -> [f32; 3] {
        SKILL.chances(&fastest(Weighing { scales: self, map, rest }))
    }

    /// Prepares for a position in which the second colour begins its last turn.
    #[inline(always)]
    fn load(&mut self, map: &Places, rest: &Rest) {
        let on = rest.free_places();
        self.len = on.len();
        let with = |colour: usize, nth: usize| match on.get(nth) {
            Some(&place) => rest.products_with(map, colour, place.into(), &on),
            None => [0.0; MOST],
        };
        let products: [[[f64; MOST]; MOST]; 3] =
            std::array::from_fn(|colour| std::array::from_fn(|nth| with(colour, nth)));
        self.products.clear();
        for of_colour in &products {
            for of_place in &of_colour[..self.len] {
                self.products.extend_from_slice(&of_place[..self.len]);
            }
        }
        self.products.sort_unstable_by(f64::total_cmp);
        self.products.dedup();
        let rank = |&product: &f64| self.products.partition_point(|&other| other < product);
        let ranks = products
            .each_ref()
            .map(|of_colour| of_colour.each_ref().map(|of_place| of_place.each_ref().map(&rank)));
        for rival in 0..3 {
            self.list_below(&ranks[rival]);
            let pairs = self.harmless.iter_mut().zip(PAIRS);
            for (table, (own, _)) in pairs.filter(|(_, (_, other))| *other == rival) {
                // R5: among equals the later colour wins.
                let equals = usize::from(rival < own);
                for (of_place, ranks) in table.iter_mut().zip(&ranks[own][..self.len]) {
                    for (own_place, &rank) in ranks[..self.len].iter().enumerate() {
                        for (lanes, below) in of_place.iter_mut().zip(self.below[rank + equals]) {
                            lanes[own_place] = below & !(1 << own_place);
                        }
                    }
                }
            }
        }
    }

    /// Lists for every rank where a stone brings a colour below it; what is at most of a
    /// rank is below the next.
    fn list_below(&mut self, ranks: &[[usize; MOST]; MOST]) {
        self.below.clear();
        self.below.resize(self.products.len() + 1, [0; MOST]);
        for (place, ranks) in ranks[..self.len].iter().enumerate() {
            for (other, &rank) in ranks[..self.len].iter().enumerate() {
                self.below[rank + 1][place] |= 1 << other;
            }
        }
        for rank in 1..self.below.len() {
            for place in 0..MOST {
                self.below[rank][place] |= self.below[rank - 1][place];
            }
        }
    }

    #[inline(always)]
    fn outlook(&self) -> Outlook {
        let [first_for_second, last_for_second, first_for_last, second_for_last] = &self.harmless;
        let (mut turns, mut safe, mut most) = (0, 0, 0);
        for last in 0..self.len {
            for second in (0..self.len).filter(|&second| second != last) {
                for first in (0..self.len).filter(|&first| first != last && first != second) {
                    turns += 1;
                    let free = ((1 << self.len) - 1) & !(1 << first | 1 << second | 1 << last);
                    let free =
                        std::array::from_fn(|place| if free >> place & 1 == 1 { free } else { 0 });
                    let rivals = [&first_for_last[last][first], &second_for_last[last][second]];
                    if finds_way(rivals, &free) {
                        continue;
                    }
                    safe += 1;
                    let rivals = [&first_for_second[second][first], &last_for_second[second][last]];
                    most = most.max(ways(rivals, &free));
                }
            }
        }
        let fields = self.len - 3;
        let replies = fields * (fields - 1) * (fields - 2);
        Outlook { turns, safe, most: f32::from(most) / replies as f32 }
    }
}

impl Outlook {
    /// What is to be done in a position in which the second colour begins its last turn.
    pub fn of(map: &Places, rest: &Rest) -> Outlook {
        fastest(Weighing { scales: &mut Scales::new(), map, rest })
    }

    /// What decides whether the second colour overlooks what it can do, see
    /// [`Skill::overlooks`].
    #[inline(always)]
    pub fn signs(&self) -> [f32; 3] {
        [1.0, log2(self.safe as f32), self.most.sqrt()]
    }
}

impl Skill {
    /// How likely each colour wins.
    fn chances(&self, outlook: &Outlook) -> [f32; 3] {
        let Outlook { turns, safe, most } = *outlook;
        let left = match safe {
            0 => 1.0,
            _ if safe == turns => 0.0,
            _ => {
                let odds: f32 =
                    self.overlooks.iter().zip(outlook.signs()).map(|(by, sign)| by * sign).sum();
                1.0 / (1.0 + exp2(-odds * LOG2_E))
            }
        };
        let [part, fading] = self.misses;
        let second = most * (1.0 - part * exp2(-fading * most * LOG2_E));
        [(1.0 - left) * (1.0 - second), (1.0 - left) * second, left]
    }
}

/// How the first colour chooses its last turn: by its own chance, and by that of the second,
/// which it fears more than the last, since plain tree search hardly sees that far.
const AIMS: [f32; 2] = [3.8, -3.2];

/// What a turn of the first colour with such chances is to plain tree search, compared with
/// others.
pub fn liking(chances: &[f32; 3]) -> f32 {
    exp2((AIMS[0] * chances[0] + AIMS[1] * chances[1]) * LOG2_E)
}

/// Weighs what a turn leaves.
struct Weighing<'a> {
    scales: &'a mut Scales,
    map: &'a Places,
    rest: &'a Rest,
}

impl Work for Weighing<'_> {
    type Out = Outlook;

    #[inline(always)]
    fn run(self) -> Outlook {
        self.scales.load(self.map, self.rest);
        self.scales.outlook()
    }
}

/// Whether two rivals find places for their stones: by the place of the own stone the sets
/// that are harmless, and those that are free.
#[inline(always)]
fn finds_way([one, other]: [&Lanes; 2], free: &Lanes) -> bool {
    let mut any = 0;
    for place in 0..LANES {
        let (one, other) = (one[place] & free[place], other[place] & free[place]);
        let both = one | other;
        // Each needs a place, and both together two.
        let are_two = both & both.wrapping_sub(1) != 0;
        any |= u16::from(one != 0) & u16::from(other != 0) & u16::from(are_two);
    }
    any != 0
}

/// In how many ways they do.
#[inline(always)]
fn ways([one, other]: [&Lanes; 2], free: &Lanes) -> u16 {
    let mut ways = 0;
    for place in 0..LANES {
        let (one, other) = (one[place] & free[place], other[place] & free[place]);
        ways += count(one) * count(other) - count(one & other);
    }
    ways
}

/// The size of a set, in steps which the machine takes for many sets at once.
#[inline(always)]
fn count(set: u16) -> u16 {
    let twos = set - (set >> 1 & 0x5555);
    let fours = (twos & 0x3333) + (twos >> 2 & 0x3333);
    let eights = (fours + (fours >> 4)) & 0x0f0f;
    (eights + (eights >> 8)) & 0x1f
}

#[cfg(test)]
mod tests {
    use super::super::testing::{after_turn, is_won_by, open, random_position};
    use super::*;
    use crate::limits::{Limits, Stop};
    use wabe_rules::{Dice, Game};

    /// The same as [`Outlook::of`], by the rules and all replies to all turns.
    fn outlook_by_rules(game: &Omega, position: &Position) -> Outlook {
        let mut outlook = Outlook { turns: 0, safe: 0, most: 0.0 };
        after_turn(game, position, &mut |after| {
            let mut wins = [0.0; 3];
            after_turn(game, after, &mut |end| {
                let winner = (0..3).find(|&colour| is_won_by(game, end, colour));
                wins[winner.expect("somebody wins")] += 1.0;
                false
            });
            outlook.turns += 1;
            if wins[2] == 0.0 {
                outlook.safe += 1;
                outlook.most = outlook.most.max(wins[1] / wins.iter().sum::<f32>());
            }
            false
        });
        outlook
    }

    #[test]
    fn outlooks_are_those_of_the_rules() {
        let mut hopes = Vec::new();
        // 18 and 20 fields: none and two are left over at the end.
        for spec in ["players=3,shape=-2:3:-1:1:-9:9", "players=3,shape=-2:2:-2:1:-9:9"] {
            let playing = open(spec);
            let game = playing.game();
            for seed in 0..12 {
                let position = random_position(game, 2, &mut Dice::new(seed));
                let (map, rest) = Rest::of(game, &position, 2).expect("little is left");
                let (found, exact) = (Outlook::of(&map, &rest), outlook_by_rules(game, &position));
                assert_eq!([found.turns, found.safe], [exact.turns, exact.safe], "{spec} {seed}");
                let (most, exactly) = (found.most, exact.most);
                assert!((most - exactly).abs() < 1e-5, "{spec} {seed}: {most}, not {exactly}");
                hopes.push(SKILL.chances(&found)[0]);
            }
        }
        let count = |is_one: fn(f32) -> bool| hopes.iter().filter(|&&hope| is_one(hope)).count();
        assert!(count(|hope| hope > 0.5) > 0 && count(|hope| hope < 0.5) > 0, "{hopes:?}");
    }

    #[test]
    fn the_second_colour_takes_what_it_sees() {
        let chances = |safe, most| SKILL.chances(&Outlook { turns: 1716, safe, most });
        let hope = |safe, most| chances(safe, most)[0];
        assert_eq!(hope(0, 0.0), 0.0, "the last colour wins");
        assert_eq!(hope(1716, 0.0), 1.0, "it cannot, and nor can the second");
        assert!(hope(2, 0.2) > hope(2, 0.0), "who hopes to win looks after the last colour");
        assert!(hope(2, 0.2) > hope(2, 0.8), "who hopes for much wins itself");
        assert!(hope(200, 0.2) > hope(2, 0.2), "what is easy to see is overlooked less");
        assert!((chances(20, 0.3).iter().sum::<f32>() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn with_all_the_time_all_turns_are_weighed() {
        let playing = open("players=3,shape=-2:2:-2:1:-9:9");
        let game = playing.game();
        for stone in 0..3 {
            let mut position = random_position(game, 3, &mut Dice::new(7));
            for _ in 0..stone {
                let action = game.random_move(&position, &mut Dice::new(2), &mut Vec::new());
                game.apply(&mut position, action.expect("a move"));
            }
            let budget = Budget::new(Limits::default(), &Stop::new());
            let found = best_turn(game, &position, &budget).expect("a turn");
            let mut most = 0.0f32;
            let mut turns = 0;
            after_turn(game, &position, &mut |after| {
                let (map, rest) = Rest::of(game, after, 2).expect("little is left");
                most = most.max(SKILL.chances(&Outlook::of(&map, &rest))[0]);
                turns += 1;
                false
            });
            assert_eq!(found.nodes, turns);
            assert_eq!(found.chance, f64::from(most));
            assert_eq!(found.line.len(), 3 - stone);
        }
    }

    #[test]
    fn with_few_nodes_nothing_is_told() {
        let playing = open("players=3");
        let game = playing.game();
        let position = random_position(game, 3, &mut Dice::new(7));
        let find = |nodes| {
            let budget = Budget::new(Limits::nodes(nodes), &Stop::new());
            best_turn(game, &position, &budget).map(|found| (found.line, found.nodes))
        };
        assert_eq!(find(FEWEST * FILLINGS), None);
        let (_, weighed) = find(100 * FILLINGS).expect("a turn");
        assert!((100..110).contains(&weighed), "{weighed}");
        assert_eq!(find(100 * FILLINGS), find(100 * FILLINGS));
    }
}
