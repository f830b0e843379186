//! Ombagi: a race of stones that go one, two and three steps, in which covered
//! stones stand still and towers are built from the bottom.

use super::count;
use crate::mind::{Features, Mind, Weight, scramble, weight};
use wabe_games::board37::around;
use wabe_games::ombagi::{Move, Ombagi, Position};
use wabe_rules::{Dice, Game, Seat};

/// How near others are to having to move their 1s, by the 2s and 3s they have
/// free.
const LOCKED: [i32; 8] = [16, 11, 8, 6, 4, 3, 2, 1];

/// How many 2s and 3s of other colours have nothing on them.
fn free_runners_of_others(game: &Ombagi, position: &Position, own: usize) -> i32 {
    let [above_a, above_b, _] = position.covered();
    let free = |colour: usize| {
        let [a, b, c] = position.stones(colour, 3);
        let [x, y, _] = position.stones(colour, 2);
        count((a | x) & !above_a) + count((b | y) & !above_b) + count(c)
    };
    (0..game.players()).filter(|&colour| colour != own).map(free).sum()
}

impl Mind for Ombagi {
    const WEIGHTS: &'static [Weight] = &[
        weight("turns the 1s need", -30),
        weight("turns the 2s need", -9),
        weight("turns the 3s need", -7),
        weight("covered by others", -6),
        weight("own 1s on goal fields", 29),
        weight("own 2s on their 1s there", 71),
        weight("finished towers", 20),
        weight("goal fields topped by others", -6),
        weight("rows of the 1 that is furthest behind", -4),
        weight("1s covered by others", -11),
        weight("1s under own stones outside the goal", -15),
        weight("goal fields without a 1 where own stones lie", -34),
        weight("others covered by own stones", -1),
        weight("goal fields with stones of others", -13),
        weight("such fields shut by own stones", -48),
        weight("ways out for 1s of others there", 47),
        weight("such fields, by how few 2s and 3s of others are free", 7),
    ];

    fn features(&self, position: &Position, seat: Seat) -> Features {
        let own = self.colour_of(seat);
        let (goals, rows) = (self.goals(own), self.rows(own));
        let mut features = [0; _];
        let [ones, twos, threes] = [1, 2, 3].map(|number| position.stones(own, number));
        let [above_a, above_b, _] = position.covered();
        // Where stones of each number stand for good.
        let based = goals & ones[0];
        let raised = based & twos[1];
        let finished = raised & threes[2];
        let settled = [based, raised, finished];
        for (number, stones) in [ones, twos, threes].into_iter().enumerate() {
            let settled = settled[number];
            let away = stones.map(|set| set & !settled);
            features[number] = turns(away, goals & !settled, 1 + number as i32);
        }
        for (row, &fields) in rows.iter().enumerate() {
            if ones[0] & fields != 0 {
                features[8] = row as i32;
            }
        }
        let topped = position.topped_by(own);
        let mine = [0, 1].map(|level| ones[level] | twos[level] | threes[level]);
        features[3] = count(mine[0] & above_a & !topped) + count(mine[1] & above_b & !topped);
        features[4] = count(based);
        features[5] = count(raised);
        features[6] = count(finished);
        features[7] = count(goals & !topped & !position.nothing());
        features[9] = count(ones[0] & above_a & !topped);
        features[10] = count(ones[0] & above_a & topped & !goals);
        features[11] = count(goals & topped & !ones[0]);
        features[12] = count(above_a & topped & !mine[0]);
        let others = (0..self.players()).filter(|&colour| colour != own);
        let strange = goals & others.fold(0, |set, colour| set | position.held_by(colour));
        features[13] = count(strange);
        features[14] = count(strange & topped);
        // Who keeps the goal shut has to be left nothing else to move.
        let free = free_runners_of_others(self, position, own) as usize;
        let others = (0..self.players()).filter(|&colour| colour != own);
        let shut_in = goals & others.fold(0, |set, colour| set | position.stones(colour, 1)[0]);
        features[15] = count(around(shut_in) & position.nothing() & !goals).min(count(shut_in));
        features[16] = features[13] * LOCKED.get(free).copied().unwrap_or(0);
        features
    }

    fn slot(&self, _: &Position, action: Move) -> usize {
        let [from, to] = action.way();
        (64 * from.trailing_zeros() + to.trailing_zeros()) as usize
    }

    fn heat(&self, _: &Position, _: Move) -> i32 {
        0
    }

    fn hot_moves(&self, _: &Position, _: &mut Vec<Move>) {}

    fn contempt(&self) -> i32 {
        200
    }

    fn prior(&self, position: &Position, action: Move) -> i32 {
        let Some(seat) = self.status(position).seat() else { return 0 };
        let rows = self.rows(self.colour_of(seat));
        let row = |field: u64| rows.iter().position(|row| row & field != 0).unwrap_or(0) as i32;
        let [from, to] = action.way();
        600 * (row(from) - row(to))
    }

    fn has_secrets(&self) -> bool {
        self.is_hidden()
    }

    /// The numbers of stones that were covered all the time cannot be known:
    /// they are drawn among themselves. Whatever has lain open once is
    /// remembered, since everybody sees where it goes.
    fn imagined(&self, history: &[&Position], _: Seat, dice: &mut Dice) -> Position {
        let now = history[history.len() - 1];
        let mut imagined = *now;
        for colour in 0..3 {
            let places = never_seen(history, colour);
            let mut numbers: Vec<usize> =
                places.iter().map(|&(field, level)| number_at(now, colour, field, level)).collect();
            // Drawn numbers must lie where they may; the true ones do.
            numbers.sort_unstable();
            for _ in 0..200 {
                dice.shuffle(&mut numbers);
                if let Some(position) = self.renumbered(&imagined, colour, &places, &numbers) {
                    imagined = position;
                    break;
                }
            }
        }
        imagined
    }

    fn key(&self, position: &Position) -> u64 {
        let mut key = 0;
        for colour in 0..self.players() {
            for number in 1..=3 {
                let [a, b, c] = position.stones(colour, number);
                // Three levels of 37 fields in two words.
                key = scramble(key ^ a, b.rotate_left(7), c.rotate_left(21));
            }
        }
        let seat = self.status(position).seat().map_or(7, |seat| seat.index() as u64);
        scramble(key, seat, 11)
    }
}

/// About how many turns stones of a number, by level, need to the fields that
/// want them.
fn turns(stones: [u64; 3], wanted: u64, number: i32) -> i32 {
    let mut near = wanted;
    let (mut sum, mut steps) = (0, 0);
    let mut left = stones;
    while left != [0; 3] && steps < 8 {
        let here: i32 = left.iter().map(|&set| count(set & near)).sum();
        sum += here * ((steps + number - 1) / number);
        left = left.map(|set| set & !near);
        near |= around(near);
        steps += 1;
    }
    sum
}

/// The places (field and level) of stones of a colour that have lain under
/// others in every position so far.
fn never_seen(history: &[&Position], colour: usize) -> Vec<(u64, usize)> {
    let under = |position: &Position| {
        let covered = position.covered();
        let all = |level: usize| {
            (1..=3).fold(0, |set, number| set | position.stones(colour, number)[level])
        };
        [all(0) & covered[0], all(1) & covered[1]]
    };
    // A covered stone does not move: it has been there all the time.
    let always = history
        .iter()
        .map(|position| under(position))
        .fold([u64::MAX; 2], |all, now| [all[0] & now[0], all[1] & now[1]]);
    let mut places = Vec::new();
    for (level, mut set) in always.into_iter().enumerate() {
        while set != 0 {
            let field = set & set.wrapping_neg();
            places.push((field, level));
            set ^= field;
        }
    }
    places
}

fn number_at(position: &Position, colour: usize, field: u64, level: usize) -> usize {
    (1..=3).find(|&number| position.stones(colour, number)[level] & field != 0).unwrap_or(3)
}
