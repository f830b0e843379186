//! Omega, read off the rules sentence by sentence.

use crate::{Options, Oracle, Outcome};
use std::collections::{BTreeMap, BTreeSet};

/// A field as q and r of the cube coordinates; s is minus their sum.
type Field = (i32, i32);

const COLOURS: [&str; 4] = ["white", "black", "red", "blue"];

/// A game (or double match) of Omega.
#[derive(Clone)]
pub struct Omega {
    players: usize,
    double: bool,
    limit: u32,
    /// Every field of the board by its label.
    fields: BTreeMap<String, Field>,
    /// The colour of the stone on a field, counted from 0.
    stones: BTreeMap<Field, usize>,
    /// The seat that holds a colour.
    holder: Vec<u8>,
    /// The colour whose turn it is.
    turn: usize,
    /// The colour of the stone to be put next.
    stone: usize,
    /// The pie rule's first round: how many have played in it; `None` when it
    /// is over or the rule is off.
    pie: Option<usize>,
    /// Scores by seat of the first game of a double match, once it is over.
    first_game: Option<Vec<u128>>,
    actions: u32,
    outcome: Option<Outcome>,
}

impl Omega {
    /// A new game.
    pub fn new(options: &Options) -> Self {
        let players = options.number("players", 2) as usize;
        Omega {
            players,
            double: options.get("match", "single") == "double",
            limit: options.number("limit", 0),
            fields: board(options.get("shape", "hexagon"), options.number("size", 5) as i32),
            stones: BTreeMap::new(),
            holder: (1..=players as u8).collect(),
            turn: 0,
            stone: 0,
            pie: (options.get("pie", "false") == "true").then_some(0),
            first_game: None,
            actions: 0,
            outcome: None,
        }
    }

    fn allowed(&self, action: &str) -> bool {
        match action.strip_prefix("swap-") {
            Some(colour) => self.allowed_swap(colour),
            None => !self.stones.contains_key(&self.fields[action]), // R3
        }
    }

    /// R6: instead of its whole turn in the first round a player may exchange
    /// its colour with any player before it in seat order; F3: named by the
    /// colour that one holds now.
    fn allowed_swap(&self, colour: &str) -> bool {
        let Some(colour) = colour_number(colour).filter(|&colour| colour < self.players) else {
            return false;
        };
        self.pie.is_some() && self.stone == 0 && self.holder[colour] < self.holder[self.turn]
    }

    fn swap(&mut self, colour: &str) {
        let colour = colour_number(colour).expect("a colour");
        self.holder.swap(colour, self.turn);
        self.end_turn(false);
    }

    fn put(&mut self, label: &str) {
        self.stones.insert(self.fields[label], self.stone);
        self.stone += 1;
        if self.stone == self.players {
            self.stone = 0;
            self.end_turn(true);
        }
    }

    fn end_turn(&mut self, played: bool) {
        // In the first round of the pie rule seats and colours go together:
        // no one exchanges with a player behind it.
        self.turn = (self.turn + 1) % self.players;
        if let Some(so_far) = self.pie {
            let so_far = so_far + usize::from(played);
            self.pie = Some(so_far);
            if self.turn == 0 {
                // R7: colour number so_far + 1 is next, counted from 1.
                self.pie = None;
                self.turn = so_far % self.players;
            }
        }
        let empty = self.fields.len() - self.stones.len();
        if self.turn == 0 && empty < self.players * self.players {
            self.end_game(); // R4
        }
    }

    fn end_game(&mut self) {
        if self.double && self.first_game.is_none() {
            // R8: once more, with the colours exchanged.
            self.first_game = Some(self.scores());
            self.stones.clear();
            self.holder = vec![2, 1];
            return;
        }
        let scores = self.scores();
        let winners = if self.double {
            match scores[0].cmp(&scores[1]) {
                std::cmp::Ordering::Greater => vec![1],
                std::cmp::Ordering::Less => vec![2],
                std::cmp::Ordering::Equal => Vec::new(), // R8
            }
        } else {
            // R5: the highest, among equals the latest colour (`max_by_key`
            // gives the last of equals).
            let best = (0..self.players).max_by_key(|&colour| self.score(colour));
            vec![self.holder[best.expect("a colour")]]
        };
        self.finish(winners, scores);
    }

    fn finish(&mut self, winners: Vec<u8>, scores: Vec<u128>) {
        let scores = Some(scores.into_iter().map(Some).collect());
        self.outcome = Some(Outcome { winners, scores });
    }

    /// The scores by seat, with those of the first game of a double match.
    fn scores(&self) -> Vec<u128> {
        (1..=self.players)
            .map(|seat| {
                let colour = self.holder.iter().position(|&holder| usize::from(holder) == seat);
                let earlier = self.first_game.as_ref().map_or(0, |scores| scores[seat - 1]);
                earlier + self.score(colour.expect("every seat holds a colour"))
            })
            .collect()
    }

    /// R5: the product of the sizes of all groups of a colour.
    fn score(&self, colour: usize) -> u128 {
        let mut left: BTreeSet<Field> = self
            .stones
            .iter()
            .filter(|&(_, &stone)| stone == colour)
            .map(|(&field, _)| field)
            .collect();
        let mut product = 1;
        while let Some(&field) = left.first() {
            product *= take_group(&mut left, field);
        }
        product
    }
}

impl Oracle for Omega {
    fn legal(&self) -> Vec<String> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        let swaps = COLOURS.iter().map(|colour| format!("swap-{colour}"));
        let mut texts: Vec<String> = self
            .fields
            .keys()
            .cloned()
            .chain(swaps)
            .filter(|action| self.allowed(action))
            .collect();
        texts.sort();
        texts
    }

    fn play(&mut self, action: &str) {
        self.actions += 1;
        match action.strip_prefix("swap-") {
            Some(colour) => self.swap(colour),
            None => self.put(action),
        }
        if self.outcome.is_none() && self.limit > 0 && self.actions >= self.limit {
            self.finish(Vec::new(), self.scores());
        }
    }

    fn seat(&self) -> Option<u8> {
        self.outcome.is_none().then(|| self.holder[self.turn])
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome.clone()
    }

    fn standing(&self) -> String {
        format!(
            "{:?} {:?} {} {} {:?} {:?}",
            self.stones, self.holder, self.turn, self.stone, self.pie, self.first_game
        )
    }

    fn copy(&self) -> Box<dyn Oracle> {
        Box::new(self.clone())
    }
}

fn colour_number(name: &str) -> Option<usize> {
    COLOURS.iter().position(|&colour| colour == name)
}

/// Takes the group that a stone belongs to out of the set; gives its size.
fn take_group(left: &mut BTreeSet<Field>, stone: Field) -> u128 {
    if !left.remove(&stone) {
        return 0;
    }
    let (q, r) = stone;
    let around = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)];
    1 + around.into_iter().map(|(dq, dr)| take_group(left, (q + dq, r + dr))).sum::<u128>()
}

/// The fields of a board by label (R1, F1).
fn board(shape: &str, size: i32) -> BTreeMap<String, Field> {
    // F1: other shapes lie in the board of side 10 and use its labels.
    let n = if shape == "hexagon" { size } else { 10 };
    let mut fields = BTreeMap::new();
    for q in 1 - n..n {
        for r in 1 - n..n {
            let s = -q - r;
            if s.abs() < n && inside(shape, size, q, r, s) {
                // Row i has r = n - i, the number is q + n.
                let row = char::from(b'a' + (n - r - 1) as u8);
                fields.insert(format!("{row}{}", q + n), (q, r));
            }
        }
    }
    fields
}

/// Whether a field is inside the bounds of a shape (F1).
fn inside(shape: &str, k: i32, q: i32, r: i32, s: i32) -> bool {
    let floor_half = k / 2;
    let ceil_half = (k + 1) / 2;
    let t = k + 2;
    match shape {
        "hexagon" => true,
        "rhombus" => -floor_half <= q && q < ceil_half && 1 - ceil_half <= r && r <= floor_half,
        "trapezoid" => q.abs() < k && s.abs() < k && 0 <= r && r < k,
        "long-hexagon" => q.abs() < k && s.abs() < k && r.abs() <= k - 3,
        "triangle" => q >= -(t / 3) && r >= -((t + 1) / 3) && s >= -((t + 2) / 3),
        bounds => {
            let bound: Vec<i32> =
                bounds.split(':').map(|number| number.parse().expect("a number")).collect();
            bound[0] <= q
                && q <= bound[1]
                && bound[2] <= r
                && r <= bound[3]
                && bound[4] <= s
                && s <= bound[5]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open;

    #[test]
    fn boards_have_the_right_sizes() {
        let sizes: Vec<usize> = (5..=10).map(|size| board("hexagon", size).len()).collect();
        assert_eq!(sizes, [61, 91, 127, 169, 217, 271]);
        for k in 5..=10 {
            let fields = |shape| board(shape, k).len() as i32;
            assert_eq!(fields("rhombus"), k * k);
            assert_eq!(fields("triangle"), (k + 3) * (k + 4) / 2);
            assert_eq!(fields("trapezoid"), k * (3 * k - 1) / 2);
            assert_eq!(fields("long-hexagon"), (2 * k - 5) * (2 * k - 1) - (k - 3) * (k - 2));
        }
        assert_eq!(board("-1:1:-1:1:-1:1", 5).len(), 7);
        assert_eq!(board("hexagon", 5)["a1"], (-4, 4));
        assert_eq!(board("hexagon", 5)["i9"], (4, -4));
        assert_eq!(board("0:0:0:0:0:0", 5).keys().collect::<Vec<_>>(), ["j10"]);
    }

    /// Puts groups of the given sizes in straight runs on every second row.
    fn score_of(sizes: &[usize]) -> u128 {
        let mut game = Omega::new(&Options::default());
        let mut sizes = sizes.iter().copied().peekable();
        for r in [0, 2, -2, 4, -4] {
            let mut row: Vec<Field> =
                game.fields.values().copied().filter(|field| field.1 == r).collect();
            row.sort_unstable();
            while let Some(&size) = sizes.peek().filter(|&&size| size <= row.len()) {
                sizes.next();
                game.stones.extend(row.drain(..size).map(|field| (field, 0)));
                row.drain(..row.len().min(1));
            }
        }
        assert!(sizes.next().is_none());
        game.score(0)
    }

    #[test]
    fn the_books_scores() {
        assert_eq!(score_of(&[1, 2, 2, 4, 3]), 48);
        assert_eq!(score_of(&[1, 4, 7]), 28);
        assert_eq!(score_of(&[1, 5, 2, 4]), 40);
        assert_eq!(score_of(&[6, 2, 3, 1]), 36);
    }

    #[test]
    fn bent_groups_and_the_last_of_equals() {
        let mut game = Omega::new(&Options::default());
        game.stones = [((0, 0), 0), ((1, -1), 0), ((1, 0), 0), ((3, 0), 1), ((3, 1), 1)].into();
        game.stones.insert((4, 0), 1);
        assert_eq!((game.score(0), game.score(1)), (3, 3));
        game.end_game();
        assert_eq!(game.outcome().expect("over").winners, [2]);
    }

    /// F3's example: A plays, B swaps, C plays, D swaps with white.
    #[test]
    fn the_books_pie() {
        let mut game = open("omega:players=4,pie=true");
        let is_swap = |text: &String| text.starts_with("swap");
        assert!(!game.legal().iter().any(is_swap));
        for field in ["a1", "a2", "a3", "a4"] {
            assert_eq!(game.seat(), Some(1));
            game.play(field);
        }
        assert_eq!(game.seat(), Some(2));
        assert_eq!(game.legal().into_iter().filter(is_swap).collect::<Vec<_>>(), ["swap-white"]);
        game.play("swap-white");
        for field in ["b1", "b2", "b3", "b4"] {
            assert_eq!(game.seat(), Some(3));
            game.play(field);
            assert!(!game.legal().iter().any(is_swap) || game.seat() == Some(4));
        }
        assert_eq!(game.legal().into_iter().filter(is_swap).count(), 3);
        game.play("swap-white");
        assert_eq!(game.seat(), Some(3)); // red
        for (seat, row) in [(3, "c"), (2, "d"), (4, "e"), (1, "f")] {
            for number in 2..=5 {
                assert_eq!(game.seat(), Some(seat));
                game.play(&format!("{row}{number}"));
            }
        }
    }

    #[test]
    fn random_games_end_with_too_little_room() {
        let mut random = 5_u64;
        for spec in [
            "omega",
            "omega:players=3,size=6",
            "omega:players=4,pie=true",
            "omega:players=3,pie=true,shape=triangle,size=7",
            "omega:match=double",
            "omega:shape=-2:2:-1:1:-3:3",
            "omega:size=10",
            "omega:limit=31",
        ] {
            for _ in 0..10 {
                let mut game = open(spec);
                while game.outcome().is_none() {
                    let legal = game.legal();
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    game.play(&legal[(random >> 33) as usize % legal.len()]);
                }
                let outcome = game.outcome().expect("over");
                assert!(outcome.winners.len() <= 1 && outcome.scores.is_some());
                assert!(game.legal().is_empty() && game.seat().is_none());
            }
        }
    }
}
