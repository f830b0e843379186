//! Ombagi: a race of stones that go one, two and three steps, in which covered
//! stones stand still and towers are built from the bottom.

use super::count;
use crate::levels::{Level, level};
use crate::mind::{Features, Mind, Weight, scramble, weight};
use wabe_games::board37::{BOARD, around};
use wabe_games::ombagi::{Move, Ombagi, Position};
use wabe_rules::{Dice, Game, Seat};

impl Mind for Ombagi {
    /// Blockades are worth something to those only who see when to lift them: who
    /// sees little would never go home. And they are worth it for a while: in a
    /// long game everybody else's are left alone. A 3 on a 1 where a 2 belongs is
    /// told to those only who do not see that it has to go again. What stands on a
    /// tower is worth a step more than on the ground: it is hard to cover, and covers others.
    const WEIGHTS: &'static [Weight] = &[
        // The table of distances: by number and level, what every step to a goal field costs,
        // and what it is worth to stand up there, outside the goal.
        weight("steps the 1s on A need", -68).at_sight(-40).late(-40),
        weight("steps the 2s on A need", -9).at_sight(-8).late(-8),
        weight("steps the 2s on B need", -2).at_sight(-8).late(-8),
        weight("steps the 3s on A need", -2).at_sight(-6).late(-6),
        weight("steps the 3s on B need", 12).at_sight(-6).late(-6),
        weight("steps the 3s on C need", -5).at_sight(-6).late(-6),
        weight("2s on B outside the goal", 12).ahead().late(8),
        weight("3s on B outside the goal", 8).ahead().late(6),
        weight("3s on C outside the goal", 3).ahead().late(6),
        weight("covered by others", -6).ahead().late(0),
        weight("own 1s on goal fields", 29),
        weight("own 2s on their 1s there", 120).at_sight(71).late(71),
        weight("finished towers", 20),
        weight("goal fields topped by others", -6).ahead().late(0),
        weight("rows of the 1 that is furthest behind", -4),
        weight("1s covered by others", -40).ahead().late(0),
        weight("1s under own stones outside the goal", -20).at_sight(-15).late(-15),
        weight("goal fields without a 1 where own stones lie", -34),
        weight("others covered by own stones", -1).ahead().late(0),
        weight("goal fields with stones of others", -20).ahead(),
        weight("such fields shut by own stones", -48).ahead(),
        weight("own stones next to 1s of others there", -30).ahead(),
        weight("such fields without a way out", -20).ahead().late(-80),
        weight("others elsewhere, in fours of moves, if they hold anything", -6).ahead().late(-20),
        weight("turns fewer than sixteen to the end", 0).late(20),
        weight("the player's own covered by others", 0).late(-6),
        weight("the player's own goal fields topped by others", 0).late(-6),
        weight("the player's own 1s covered by others", 0).late(-11),
        weight("own 3s on 1s on goal fields, where a 2 is wanted", 0).at_sight(-20),
    ];

    const HOLDS: i32 = 40;

    /// Overlooking is what makes the difference here: who misjudges stays at home,
    /// and nobody wins.
    const LEVELS: [Level; 8] = [
        level(30, 5, 880),
        level(56, 4, 773),
        level(117, 3, 657),
        level(262, 3, 541),
        level(1_000, 1, 475),
        level(2_100, 1, 275),
        level(4_700, 1, 150),
        level(9_000, 0, 80),
    ];

    fn features(&self, position: &Position, seat: Seat) -> Features {
        let own = self.colour_of(seat);
        let (goals, rows) = (self.goals(own), self.rows(own));
        let mut features = [0; _];
        let [ones, twos, threes] = [1, 2, 3].map(|number| position.stones(own, number));
        let [above_a, ..] = position.covered();
        // Where stones of each number stand for good.
        let based = goals & ones[0];
        let raised = based & twos[1];
        let finished = raised & threes[2];
        let settled = [based, raised, finished];
        let mut needed = [[0; 3]; 3];
        for (number, stones) in [ones, twos, threes].into_iter().enumerate() {
            let settled = settled[number];
            needed[number] = steps(stones.map(|set| set & !settled), goals & !settled);
        }
        let [[one, ..], [two_a, two_b, _], [three_a, three_b, three_c]] = needed;
        features[..6].copy_from_slice(&[one, two_a, two_b, three_a, three_b, three_c]);
        features[6] = count(twos[1] & !goals);
        features[7] = count(threes[1] & !goals);
        features[8] = count(threes[2] & !goals);
        for (row, &fields) in rows.iter().enumerate() {
            if ones[0] & fields != 0 {
                features[14] = row as i32;
            }
        }
        let topped = position.topped_by(own);
        features[10] = count(based);
        features[11] = count(raised);
        features[12] = count(finished);
        features[28] = count(based & threes[1]);
        [features[9], features[13], features[15]] = blockades(position, own, goals);
        features[16] = count(ones[0] & above_a & topped & !goals);
        features[17] = count(goals & topped & !ones[0]);
        features[18] = count(above_a & topped & !(ones[0] | twos[0] | threes[0]));
        let towers = 2 * count(goals) - features[11] - features[12];
        let [_, twos, threes] = needed.map(|levels| levels.iter().sum::<i32>());
        let turns = one + (twos + 1) / 2 + (threes + 2) / 3 + towers;
        features[24] = (16 - turns).max(0);
        features
    }

    /// No race is won against an opponent that stays at home, or on the own 1s: it
    /// has to be left a way out there, and little else to move.
    fn ambition(&self, position: &Position, seat: Seat) -> Features {
        let own = self.colour_of(seat);
        let goals = self.goals(own);
        let outside = BOARD & !goals;
        let (mine, topped) = (position.held_by(own), position.topped_by(own));
        let others = || (0..self.players()).filter(|&colour| colour != own);
        let strange = strange(self, position, own);
        let ones = others().fold(0, |set, colour| set | position.stones(colour, 1)[0]);
        let [above_a, ..] = position.covered();
        let pinned = position.stones(own, 1)[0] & above_a & !topped;
        let mut features = [0; _];
        features[19] = count(strange);
        features[20] = count(strange & topped);
        features[21] = count(around(goals & ones) & mine & outside);
        features[22] = count(strange & !around(position.nothing() & outside));
        if strange | pinned != 0 {
            let elsewhere = |colour| position.moves_from(colour, outside & !pinned);
            let moves: u32 = others().map(elsewhere).sum();
            features[23] = moves.min(100) as i32 / 4;
        }
        [features[25], features[26], features[27]] = blockades(position, own, goals);
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
        1500
    }

    /// An opponent that is at home after fifty turns waits there; any other game
    /// is long later.
    fn is_long(&self, position: &Position, seat: Seat, actions: usize) -> bool {
        let own = self.colour_of(seat);
        let turns = if strange(self, position, own) == 0 { 130 } else { 50 };
        actions >= turns * self.players()
    }

    fn is_done(&self, position: &Position, seat: Seat) -> bool {
        self.has_built(position, seat)
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

/// Goal fields of a colour that hold stones of others.
fn strange(game: &Ombagi, position: &Position, own: usize) -> u64 {
    let others = (0..game.players()).filter(|&colour| colour != own);
    game.goals(own) & others.fold(0, |set, colour| set | position.held_by(colour))
}

/// Own stones covered by others, goal fields topped by others, 1s covered by
/// others.
fn blockades(position: &Position, own: usize, goals: u64) -> [i32; 3] {
    let not_topped = !position.topped_by(own);
    let [above_a, above_b, _] = position.covered();
    let [ones, twos, threes] = [1, 2, 3].map(|number| position.stones(own, number));
    let on_a = (ones[0] | twos[0] | threes[0]) & above_a & not_topped;
    let on_b = (ones[1] | twos[1] | threes[1]) & above_b & not_topped;
    let topped = goals & not_topped & !position.nothing();
    [count(on_a) + count(on_b), count(topped), count(ones[0] & on_a)]
}

/// About how many steps stones need to the fields that want them, together by level.
/// Steps and not turns: who sees only one action ahead has to see every step.
fn steps(stones: [u64; 3], wanted: u64) -> [i32; 3] {
    let (mut near, mut left) = (wanted, stones);
    let mut sums = [0; 3];
    for _ in 0..8 {
        left = left.map(|set| set & !near);
        if left == [0; 3] {
            break;
        }
        for (sum, set) in sums.iter_mut().zip(left) {
            *sum += count(set);
        }
        near |= around(near);
    }
    sums
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

#[cfg(test)]
mod tests {
    use super::*;
    use wabe_rules::Playing;

    #[test]
    fn twos_and_threes_on_towers_count_until_they_are_in_the_goal() {
        let playing = Playing::<Ombagi>::open("").expect("a spec");
        let game = playing.game();
        let on_towers = |text: &str| {
            let position = game.read_position(text).expect("a position");
            let features = game.features(&position, Seat::FIRST);
            [features[6], features[7] + features[8]]
        };
        // Goals are the fields of the last row; D is the first seat.
        let home = "D1D2D3,D1D2D3,D1D2D3,D1D2D3/.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./\
                    .,.,.,.,./H1H2H3,H1H2H3,H1H2H3,H1H2H3 to=1 ply=0";
        assert_eq!(on_towers(home), [4, 4]);
        let on_the_ground = home
            .replacen("D1D2D3,D1D2D3,D1D2D3,D1D2D3/.,.,.,.,.", "D1,D1,D1,D1/D2,D2,D2,D2,D3", 1)
            .replacen("/.,.,.,.,.,.,./", "/D3,D3,D3,.,.,.,./", 1);
        assert_eq!(on_towers(&on_the_ground), [0, 0]);
        // In the goal one tower is finished, and on another a 3 stands where a 2 is wanted.
        let there = "D1D2D3,D1D2,.,./D2,D3,.,.,./H1,H1,H1,H1,.,./H2,H2,H2,H2,.,.,./H3,H3,H3,H3,.,./\
                     .,.,.,.,./D1D2D3,D1D3,.,. to=1 ply=0";
        assert_eq!(on_towers(there), [2, 1]);
    }
}
