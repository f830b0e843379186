//! Duombo, after the letter of `duombo.md`.

use std::collections::BTreeMap;

use crate::board37::{between, fields, neighbours, touch};
use crate::{Options, Oracle, Outcome};

/// A stone: its seat (0 Dark, 1 Light) and its number.
type Stone = (usize, u8);

/// The stones that stand, by field.
type Board = BTreeMap<u8, Stone>;

/// A game of Duombo.
#[derive(Clone)]
pub struct Duombo {
    /// Mills needed to win.
    goal: u32,
    /// Actions after which the game is drawn; 0 = never.
    limit: u32,
    board: Board,
    seat: usize,
    mills: [u32; 2],
    /// The two stones that were moved in the last turn (R4).
    moved: Option<[Stone; 2]>,
    actions: u32,
    outcome: Option<Outcome>,
}

impl Duombo {
    /// A new game.
    pub fn new(options: &Options) -> Self {
        Duombo {
            goal: options.number("mills", 5),
            limit: options.number("limit", 400),
            board: Board::new(),
            seat: 0,
            mills: [0, 0],
            moved: None,
            actions: 0,
            outcome: None,
        }
    }

    /// R2: six placements come before the moves; no stone ever leaves.
    fn placing(&self) -> bool {
        self.board.len() < 6
    }

    /// R2: one of its stones it has left, on an empty field, touching a stone
    /// that stands, except for the very first.
    fn may_place(&self, number: u8, field: u8) -> bool {
        let left = !self.board.values().any(|&stone| stone == (self.seat, number));
        let touches = neighbours(field).any(|next| self.board.contains_key(&next));
        left && !self.board.contains_key(&field) && (touches || self.board.is_empty())
    }

    /// Whether the seat to act may take up the pair on these fields, R4 left
    /// out: neighbours, the first its own, the second the opponent's.
    fn is_pair(&self, own: u8, other: u8) -> bool {
        let owner = |field| self.board.get(field).map(|&(seat, _)| seat);
        owner(&own) == Some(self.seat) && owner(&other) == Some(1 - self.seat) && touch(own, other)
    }

    /// All pairs the seat to act could take up at all.
    fn pairs(&self) -> Vec<(u8, u8)> {
        let stones: Vec<u8> = self.board.keys().copied().collect();
        let mut pairs = Vec::new();
        for &own in &stones {
            for &other in &stones {
                if self.is_pair(own, other) {
                    pairs.push((own, other));
                }
            }
        }
        pairs
    }

    /// The fields of the pair that R4 bans, if the ban holds: F5 lifts it
    /// where it is the only pair. (Every pair that can be taken up can also be
    /// put down, at least with places exchanged, so "could take up at all"
    /// has only one meaning.)
    fn banned(&self) -> Option<(u8, u8)> {
        let moved = self.moved?;
        let pairs = self.pairs();
        let is_moved = |field: &u8| moved.contains(&self.board[field]);
        let banned = *pairs.iter().find(|(own, other)| is_moved(own) && is_moved(other))?;
        (pairs.len() > 1).then_some(banned)
    }

    /// R3, F1: whether the pair may be put down on these two fields.
    fn may_put(&self, (own, other): (u8, u8), (own_to, other_to): (u8, u8)) -> bool {
        let is_empty = |field| field == own || field == other || !self.board.contains_key(&field);
        touch(own_to, other_to)
            && is_empty(own_to)
            && is_empty(other_to)
            && (own, other) != (own_to, other_to)
            && connected(&self.after((own, other), (own_to, other_to)))
    }

    /// The board after a pair has been moved.
    fn after(&self, (own, other): (u8, u8), (own_to, other_to): (u8, u8)) -> Board {
        let mut board = self.board.clone();
        let own_stone = board.remove(&own).expect("an own stone");
        let other_stone = board.remove(&other).expect("a stone of the opponent");
        board.insert(own_to, own_stone);
        board.insert(other_to, other_stone);
        board
    }

    fn placements(&self) -> Vec<String> {
        let mut actions = Vec::new();
        for number in 1..=3 {
            for field in fields().filter(|&field| self.may_place(number, field)) {
                actions.push(format!("{number}@{field}"));
            }
        }
        actions
    }

    fn moves(&self) -> Vec<String> {
        let banned = self.banned();
        let mut actions = Vec::new();
        for pair in self.pairs().into_iter().filter(|&pair| Some(pair) != banned) {
            for own_to in fields() {
                for other_to in neighbours(own_to).filter(|&to| self.may_put(pair, (own_to, to))) {
                    actions.push(format!("{}+{}-{own_to}+{other_to}", pair.0, pair.1));
                }
            }
        }
        actions
    }

    /// Counts new mills and ends the game if one has enough (F3, R6, F4).
    fn score(&mut self, before: &Board) {
        for seat in 0..2 {
            let now = mill(&self.board, seat);
            if now.is_some() && now != mill(before, seat) {
                self.mills[seat] += 1;
            }
        }
        let actor = self.seat;
        let winner = [actor, 1 - actor].into_iter().find(|&seat| self.mills[seat] >= self.goal);
        if let Some(winner) = winner {
            self.end(vec![winner as u8 + 1]);
        }
    }

    fn end(&mut self, winners: Vec<u8>) {
        let scores = self.mills.map(|mills| Some(u128::from(mills)));
        self.outcome = Some(Outcome { winners, scores: Some(scores.to_vec()) });
    }
}

/// Whether all stones hang together.
fn connected(board: &Board) -> bool {
    let mut rest: Vec<u8> = board.keys().copied().collect();
    let mut found: Vec<u8> = rest.pop().into_iter().collect();
    while let Some(index) = rest.iter().position(|&field| found.iter().any(|&f| touch(f, field))) {
        found.push(rest.remove(index));
    }
    rest.is_empty()
}

/// The fields of a player's mill, in ascending order, if it stands (R5, F2).
fn mill(board: &Board, seat: usize) -> Option<[u8; 3]> {
    let field = |number| board.iter().find(|&(_, &stone)| stone == (seat, number)).map(|(&f, _)| f);
    let (one, two, three) = (field(1)?, field(2)?, field(3)?);
    let mut mill = [one, two, three];
    mill.sort_unstable();
    (between(one, three) == Some(two)).then_some(mill)
}

impl Oracle for Duombo {
    fn legal(&self) -> Vec<String> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        let mut actions = if self.placing() { self.placements() } else { self.moves() };
        actions.sort();
        actions
    }

    fn play(&mut self, action: &str) {
        let before = self.board.clone();
        let number = |text: &str| text.parse::<u8>().expect("a field");
        if let Some((stone, field)) = action.split_once('@') {
            self.board.insert(number(field), (self.seat, number(stone)));
        } else {
            let pair = |text: &str| {
                let (own, other) = text.split_once('+').expect("a pair");
                (number(own), number(other))
            };
            let (from, to) = action.split_once('-').expect("a move");
            let (from, to) = (pair(from), pair(to));
            self.moved = Some([self.board[&from.0], self.board[&from.1]]);
            self.board = self.after(from, to);
        }
        self.actions += 1;
        self.score(&before);
        if self.outcome.is_none() && self.actions == self.limit {
            self.end(Vec::new());
        }
        // F5: nobody ever has to pass; placing always finds a field, and
        // six connected stones always have a mixed pair to exchange.
        self.seat = 1 - self.seat;
    }

    fn seat(&self) -> Option<u8> {
        self.outcome.is_none().then_some(self.seat as u8 + 1)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome.clone()
    }

    fn standing(&self) -> String {
        // R4 bans the two stones, but which two they are is seen from their fields.
        let (board, seat, mills) = (&self.board, self.seat, self.mills);
        format!("{board:?} seat {seat} mills {mills:?} banned {:?}", self.banned())
    }

    fn copy(&self) -> Box<dyn Oracle> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board37::play_random;

    fn after(actions: &str) -> Duombo {
        let mut game = Duombo::new(&Options::default());
        for action in actions.split_whitespace() {
            assert!(game.legal().contains(&action.to_owned()), "{action}");
            game.play(action);
        }
        game
    }

    #[test]
    fn placements_touch() {
        assert_eq!(after("").legal().len(), 3 * 37);
        let game = after("1@11");
        assert_eq!(game.legal().len(), 9);
        let game = after("1@11 2@12");
        assert!(game.legal().iter().all(|action| !action.starts_with("1@")));
    }

    #[test]
    fn mills_are_counted_when_new() {
        let game = after("1@22 1@16 2@23 2@17 3@24");
        assert_eq!(game.mills, [1, 0]);
        // Light's 3 completes its own mill; Dark's still stands and is no new one.
        let game = after("1@22 1@16 2@23 2@17 3@24 3@18");
        assert_eq!(game.mills, [1, 1]);
    }

    #[test]
    fn exchanges_and_the_ban() {
        let mut game = after("1@22 1@28 2@23 2@24 3@30 3@29 22+28-28+22");
        assert!(game.legal().iter().all(|action| !action.starts_with("22+28-")));
        assert!(game.legal().iter().any(|action| action.starts_with("22+23-")));
        game.play("24+30-30+24");
        assert_eq!(game.mills, [0, 0]);
        // The exchange is legal, putting the pair back is not.
        assert!(!game.legal().contains(&"28+22-28+22".to_owned()));
        assert!(game.legal().contains(&"28+22-22+28".to_owned()));
        game.play("28+22-22+28");
        assert_eq!(game.mills, [1, 0]);
    }

    #[test]
    fn a_lifted_ban_is_no_ban() {
        // A row D D D H H H has a single mixed pair.
        let mut game = Duombo::new(&Options::default());
        for (field, stone) in (26..).zip([(0, 1), (0, 3), (0, 2), (1, 2), (1, 3), (1, 1)]) {
            game.board.insert(field, stone);
        }
        let free = game.standing();
        let legal = game.legal();
        game.moved = Some([(0, 2), (1, 2)]);
        assert_eq!(game.standing(), free);
        assert_eq!(game.legal(), legal);
        assert!(!legal.is_empty());
    }

    #[test]
    fn both_at_once_is_the_actors() {
        let mut game = Duombo::new(&Options::default());
        for (field, stone) in
            [(22, (0, 1)), (23, (0, 2)), (24, (1, 3)), (28, (1, 1)), (29, (1, 2)), (30, (0, 3))]
        {
            game.board.insert(field, stone);
        }
        game.mills = [4, 4];
        game.seat = 1;
        game.play("24+30-30+24");
        let scores = Some(vec![Some(5), Some(5)]);
        assert_eq!(game.outcome(), Some(Outcome { winners: vec![2], scores }));
    }

    #[test]
    fn random_games_end() {
        for seed in 0..20 {
            assert!(play_random(&mut Duombo::new(&Options::default()), seed) <= 400);
        }
    }
}
