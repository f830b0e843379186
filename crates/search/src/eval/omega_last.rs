//! The last two turns of a game of Omega with three and four players.
//!
//! Whoever has the last turn nearly always wins if it looks for the win, so that turn
//! is worth working out, and so is the one before it. Both are quick: what a colour's
//! product becomes depends only on the fields it gets. So for every field of the last
//! colour's own stone it is enough to see whether the other stones find fields that
//! keep their colours below. The one before the last wants to win if the last one cannot,
//! and then replies may be anything, so its chance is the share of all replies. That is
//! counted, not drawn: the luckiest of many turns would look like the best.

use super::omega_end::{bits, take_group};
use crate::limits::Budget;
use wabe_games::omega::{FieldSet, Move, Omega, Position};
use wabe_rules::Game;

/// So many fields are empty at most when the last turn but one begins: eight for the
/// stones of four players, and fewer than the sixteen of another round.
const MOST_FIELDS: usize = 23;

/// What the product of a colour becomes by a stone on each of the empty fields. All
/// are whole numbers: with three players no product is above 3^30 (R5).
type Row = [f64; MOST_FIELDS];

/// Stands for a colour whose stone is still to come.
const UNKNOWN: Row = [0.0; MOST_FIELDS];

/// What a turn leads to.
struct Outlook {
    fields: [u16; MOST_FIELDS],
    len: usize,
    /// By colour.
    rows: [Row; 4],
    /// The products without any stone more.
    now: [f64; 4],
}

/// Where the stones of a turn go, by colour, as numbers of empty fields.
type Places = [usize; 4];

/// The best end of the last turn but one, or of the last, and its chance against random
/// replies (1 if it is certain). `None` if it is another turn, if the one after it wins
/// whatever is played, or if time runs out before anything is found.
pub fn best_end(game: &Omega, position: &Position, budget: &Budget) -> Option<(Vec<Move>, f64)> {
    let (players, (own, stone)) = (game.players(), position.turn());
    let turns = game.turns_to_come(position);
    if turns > 2 {
        return None;
    }
    let outlook = Outlook::of(game, position);
    let (turn, chance) = match turns {
        2 => Quest::best(&LastButOne::new(game, position, outlook.len), own, stone, budget)?,
        _ => (outlook.winning_turn(stone, players)?, 1.0),
    };
    let actions = turn[stone..players].iter().map(|&place| Move::Place(outlook.fields[place]));
    Some((actions.collect(), chance))
}

impl Outlook {
    fn of(game: &Omega, position: &Position) -> Outlook {
        let empty = position.empty();
        let mut outlook =
            Outlook { fields: [0; _], len: 0, rows: [[1.0; MOST_FIELDS]; 4], now: [1.0; 4] };
        empty.for_each(|field| {
            outlook.fields[outlook.len] = field as u16;
            outlook.len += 1;
        });
        for colour in 0..game.players() {
            let stones = game.stones_of(position, colour);
            (outlook.now[colour], outlook.rows[colour]) = row(game, stones, empty);
        }
        outlook
    }

    /// Where the stones from this one on go so that the last colour wins.
    fn winning_turn(&self, stone: usize, players: usize) -> Option<Places> {
        let rows: [&Row; 4] = std::array::from_fn(|colour| &self.rows[colour]);
        winning_turn(rows, self.now, (1 << self.len) - 1, stone, players - 1)
    }
}

/// Where the stones from this one on go so that the last colour wins (R5: among
/// equals the later colour does).
fn winning_turn(
    rows: [&Row; 4],
    now: [f64; 4],
    free: u32,
    stone: usize,
    own: usize,
) -> Option<Places> {
    let most = places(free).map(|place| rows[own][place]).fold(0.0, f64::max);
    if (stone..own).any(|colour| below(rows[colour], most) & free == 0) {
        return None;
    }
    places(free).find_map(|place| {
        let product = rows[own][place];
        if (0..stone).any(|colour| now[colour] > product) {
            return None;
        }
        let mut choice = [0; 4];
        (stone..own).for_each(|colour| choice[colour] = below(rows[colour], product) & free);
        let mut turn = [0; 4];
        turn[own] = place;
        place_apart(&choice[..own], stone, 1 << place, &mut turn).then_some(turn)
    })
}

/// The places on which a colour's product would be as wanted.
fn places_where(row: &Row, is_wanted: impl Fn(f64) -> bool) -> u32 {
    let mut places = 0;
    for (place, &product) in row.iter().enumerate() {
        places |= u32::from(is_wanted(product)) << place;
    }
    places
}

/// The places on which a colour comes to no more than a product.
fn below(row: &Row, product: f64) -> u32 {
    places_where(row, |other| other <= product)
}

fn places(set: u32) -> impl Iterator<Item = usize> {
    bits(set).map(|bit| bit.trailing_zeros() as usize)
}

/// Finds a place for each stone from this one on, all of them different.
fn place_apart(choice: &[u32], stone: usize, taken: u32, turn: &mut Places) -> bool {
    if stone == choice.len() {
        return true;
    }
    // Whether there is anything for the last ones is seen before all others are tried.
    if choice[stone..].iter().any(|set| set & !taken == 0) {
        return false;
    }
    places(choice[stone] & !taken).any(|place| {
        turn[stone] = place;
        place_apart(choice, stone + 1, taken | 1 << place, turn)
    })
}

/// What is left of a game before its last turn but one is over.
struct LastButOne {
    /// By colour and the place of its next stone: what another one makes of it.
    after: [Vec<Row>; 4],
    /// By colour, what a stone makes of it if this turn adds none.
    rest: [Row; 4],
    /// The products without any stone more.
    now: [f64; 4],
    len: usize,
    players: usize,
}

impl LastButOne {
    fn new(game: &Omega, position: &Position, len: usize) -> LastButOne {
        let empty = position.empty();
        let mut fields = Vec::new();
        empty.for_each(|field| fields.push(field));
        let stones: [FieldSet; 4] = std::array::from_fn(|colour| game.stones_of(position, colour));
        let after = stones.map(|stones| {
            let with = |&field: &usize| {
                let mut stones = stones;
                stones.insert(field);
                row(game, stones, empty).1
            };
            fields.iter().map(with).collect()
        });
        let rest = stones.map(|stones| row(game, stones, empty));
        let (now, rest) = (rest.map(|(now, _)| now), rest.map(|(_, row)| row));
        LastButOne { after, rest, now, len, players: game.players() }
    }

    /// How likely a colour wins at most if the last turn is played at random. This is
    /// exact if all stones of this turn are placed; of the colours whose stones are to
    /// come nothing is feared.
    fn chance(&self, rows: [&Row; 4], own: usize, free: u32, coming: &[usize]) -> f64 {
        let is_rival = |&colour: &usize| colour != own && !coming.contains(&colour);
        let (mut left, mut wins) = (free, 0);
        while left != 0 {
            let product = rows[own][left.trailing_zeros() as usize];
            let alike = places_where(rows[own], |other| other == product) & left;
            left &= !alike;
            let mut harmless = [0; 3];
            for (set, rival) in harmless.iter_mut().zip((0..self.players).filter(is_rival)) {
                // R5: among equals the later colour wins.
                *set = match rival < own {
                    true => below(rows[rival], product),
                    false => places_where(rows[rival], |other| other < product),
                };
            }
            let rivals = self.players - 1 - coming.len();
            for own_place in bits(alike) {
                wins += ways_apart(&harmless.map(|set| set & free & !own_place)[..rivals]);
            }
        }
        let fields = free.count_ones() - coming.len() as u32;
        let stones = (self.players - coming.len()) as u32;
        let replies: u32 = (fields - stones + 1..=fields).product();
        f64::from(wins) / f64::from(replies)
    }
}

/// In how many ways stones find places, each in its set, all of them different.
fn ways_apart(sets: &[u32]) -> u32 {
    let size = |set: u32| set.count_ones();
    match *sets {
        [a] => size(a),
        [a, b] => size(a) * size(b) - size(a & b),
        [a, b, c] => {
            let shared = size(a & b) * size(c) + size(a & c) * size(b) + size(b & c) * size(a);
            size(a) * size(b) * size(c) + 2 * size(a & b & c) - shared
        }
        _ => 1,
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
    turn: Places,
    best: Option<(Places, f64)>,
    tried: u64,
    budget: &'a Budget,
}

impl<'a> Quest<'a> {
    fn best(
        ends: &'a LastButOne,
        own: usize,
        stone: usize,
        budget: &'a Budget,
    ) -> Option<(Places, f64)> {
        let mut order: Vec<usize> = (stone..ends.players).collect();
        order.sort_by_key(|&colour| colour != own);
        let rows = std::array::from_fn(|colour| match colour < stone {
            true => &ends.rest[colour],
            false => &UNKNOWN,
        });
        let ranking = std::array::from_fn(|colour| {
            let mut ranking: Vec<usize> = (0..ends.len).collect();
            let product = |&place: &usize| ends.rest[colour][place];
            ranking.sort_by(|a, b| product(a).total_cmp(&product(b)));
            if colour == own {
                ranking.reverse();
            }
            ranking
        });
        let turn = [0; 4];
        let mut quest = Quest { ends, own, order, ranking, turn, best: None, tried: 0, budget };
        quest.try_all(0, rows, (1 << ends.len) - 1);
        quest.best
    }

    /// Tries all places for the stones from this one of the order on, unless they cannot
    /// lead to anything better; `None` if there is no use, or no time, to try more.
    fn try_all(&mut self, nth: usize, rows: [&'a Row; 4], free: u32) -> Option<()> {
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
            let (mut rows, free) = (rows, free & !(1 << place));
            rows[colour] = &self.ends.after[colour][place];
            self.turn[colour] = place;
            let chance = self.ends.chance(rows, self.own, free, &self.order[nth + 1..]);
            if chance <= self.best.map_or(0.0, |(_, chance)| chance) {
                continue;
            }
            if nth + 1 < self.order.len() {
                self.try_all(nth + 1, rows, free)?;
            } else if winning_turn(rows, self.ends.now, free, 0, self.ends.players - 1).is_none() {
                self.best = Some((self.turn, chance));
                if chance == 1.0 {
                    return None;
                }
            }
        }
        Some(())
    }
}

/// The product of a colour that has these stones, and what it becomes by a stone on
/// each of the empty fields.
fn row<const M: usize>(game: &Omega, stones: FieldSet<M>, empty: FieldSet<M>) -> (f64, Row) {
    let (mut left, mut now) = (stones, 1.0);
    // What a stone on each field joins: how many stones, and the product of the sizes
    // that are no longer there.
    let (mut joined, mut gone) = ([1.0; MOST_FIELDS], [1.0; MOST_FIELDS]);
    while let Some(first) = left.first() {
        let (size, around) = take_group(game, first, &mut left);
        let size = f64::from(size);
        now *= size;
        around.and(empty).for_each(|field| {
            let place = empty.rank(field) as usize % MOST_FIELDS;
            joined[place] += size;
            gone[place] *= size;
        });
    }
    (now, std::array::from_fn(|place| now / gone[place] * joined[place]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::{Limits, Stop};
    use wabe_rules::{Dice, Playing, Seat, Status};

    const SPECS: [&str; 4] = [
        "players=3,size=5",
        "players=4,size=5",
        "players=3,size=9",
        "players=4,shape=-2:2:-2:2:-9:9",
    ];

    fn open(spec: &str) -> Playing<Omega> {
        Playing::<Omega>::open(spec).expect("a spec")
    }

    fn random_position(game: &Omega, turns: u32, dice: &mut Dice) -> Position {
        let mut position = game.start();
        while game.turns_to_come(&position) > turns {
            let action = game.random_move(&position, dice, &mut Vec::new()).expect("not over");
            game.apply(&mut position, action);
        }
        position
    }

    /// Whether the seat of a colour wins a finished game.
    fn is_won_by(game: &Omega, position: &Position, colour: usize) -> bool {
        let Status::Over(outcome) = game.status(position) else { panic!("not over") };
        Seat::all(game.players())
            .any(|seat| position.colour_of(seat) == colour && outcome.winners.contains(seat))
    }

    /// All positions after the turn that has begun.
    fn after_turn(
        game: &Omega,
        position: &Position,
        each: &mut dyn FnMut(&Position) -> bool,
    ) -> bool {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        moves.into_iter().any(|action| {
            let mut child = *position;
            game.apply(&mut child, action);
            let goes_on = child.turn().1 != 0 && !game.status(&child).is_over();
            if goes_on { after_turn(game, &child, each) } else { each(&child) }
        })
    }

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
    fn rows_are_the_products_of_the_rules() {
        for spec in SPECS {
            let playing = open(spec);
            let game = playing.game();
            let mut dice = Dice::new(3);
            let position = random_position(game, 2, &mut dice);
            let outlook = Outlook::of(game, &position);
            assert_eq!(outlook.len, position.empty_fields() as usize);
            let colour = position.turn().1;
            for place in 0..outlook.len {
                let mut child = position;
                game.apply(&mut child, Move::Place(outlook.fields[place]));
                let product = game.all_products(&child)[colour] as f64;
                assert_eq!(outlook.rows[colour][place], product, "{spec}");
            }
            let now = game.all_products(&position).map(|product| product as f64);
            assert_eq!(outlook.now[..game.players()], now[..game.players()], "{spec}");
        }
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
                if let Some((actions, chance)) = found {
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
                Some((actions, chance)) => {
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
