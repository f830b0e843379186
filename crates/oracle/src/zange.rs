//! Die Zange, after the letter of `zange.md`.

use std::collections::BTreeMap;

use crate::board37::{CORNERS, between, fields, opposite_neighbours, touch};
use crate::{Options, Oracle, Outcome};

/// The first turn after all twelve stones have been put down, counted from 1.
const FIRST_MOVING_TURN: u32 = 13;

/// A game of Die Zange.
#[derive(Clone)]
pub struct Zange {
    /// Captures needed to win.
    goal: u32,
    /// R8: the turn of the third phase with which the late rules begin.
    corners: Option<u32>,
    triple: Option<u32>,
    /// Actions after which the game is drawn; 0 = never.
    limit: u32,
    /// The stones that stand: field and seat (0 Dark, 1 Light).
    board: BTreeMap<u8, usize>,
    /// Stones put down so far by both players together.
    placed: u32,
    /// Captures counted for each seat.
    captures: [u32; 2],
    seat: usize,
    /// The number of this turn, from 1; skipped turns are counted.
    turn: u32,
    /// Moves made in this turn.
    made: u32,
    /// The turn with which the third phase begins, once a player has fallen
    /// to two (R7).
    third: Option<u32>,
    actions: u32,
    outcome: Option<Outcome>,
}

impl Zange {
    /// A new game.
    pub fn new(options: &Options) -> Self {
        let late = |name| options.get(name, "off").parse().ok();
        Zange {
            goal: options.number("captures", 5),
            corners: late("corners"),
            triple: late("triple"),
            limit: options.number("limit", 600),
            board: BTreeMap::new(),
            placed: 0,
            captures: [0, 0],
            seat: 0,
            turn: 1,
            made: 0,
            third: None,
            actions: 0,
            outcome: None,
        }
    }

    /// The how-manieth turn of the third phase this one is, if it is in it.
    fn third_turn(&self) -> Option<u32> {
        let begin = self.third?;
        (self.turn >= begin).then(|| self.turn - begin + 1)
    }

    /// Whether a late rule holds that was agreed from a turn of the third
    /// phase on (R8).
    fn holds(&self, rule: Option<u32>) -> bool {
        let (Some(turn), Some(from)) = (self.third_turn(), rule) else {
            return false;
        };
        turn >= from
    }

    /// How many moves this turn has (R3, R7, R8).
    fn moves_in_turn(&self) -> u32 {
        match self.third_turn() {
            None => 1,
            Some(_) if self.holds(self.triple) => 3,
            Some(_) => 2,
        }
    }

    /// Stones a player has left, on the board and in hand: every stone it has
    /// lost counts for the other.
    fn left(&self, seat: usize) -> u32 {
        6u32.saturating_sub(self.captures[1 - seat])
    }

    fn placing(&self) -> bool {
        self.placed < 12
    }

    /// R3: a step to a neighbouring empty field, or a jump over a stone of
    /// either colour to the empty field directly behind. R8: a corner may be
    /// bound to a capture.
    fn may_move(&self, from: u8, to: u8) -> bool {
        let jumps = || between(from, to).is_some_and(|over| self.board.contains_key(&over));
        self.board.get(&from) == Some(&self.seat)
            && !self.board.contains_key(&to)
            && (touch(from, to) || jumps())
            && self.may_enter(from, to)
    }

    fn may_enter(&self, from: u8, to: u8) -> bool {
        if !CORNERS.contains(&to) || !self.holds(self.corners) {
            return true;
        }
        let mut board = self.board.clone();
        board.remove(&from);
        board.insert(to, self.seat);
        !pinched_by(&board, to).is_empty()
    }

    fn placements(&self) -> Vec<String> {
        let empty = fields().filter(|field| !self.board.contains_key(field));
        empty.map(|field| format!("@{field}")).collect()
    }

    fn moves(&self) -> Vec<String> {
        let mut actions = Vec::new();
        for from in fields() {
            for to in fields().filter(|&to| self.may_move(from, to)) {
                actions.push(format!("{from}-{to}"));
            }
        }
        actions
    }

    /// R4 to R6 for a stone that was just put on a field.
    fn close_pincers(&mut self, field: u8) {
        let before = [self.left(0), self.left(1)];
        for taken in pinched_by(&self.board, field) {
            self.board.remove(&taken);
            self.captures[self.seat] += 1;
        }
        // R6 "wins at once", and own captures come first (F1): a player who
        // has enough by them has won before R5 is looked at.
        if self.captures[self.seat] < self.goal && is_pinched(&self.board, field) {
            self.board.remove(&field);
            self.captures[1 - self.seat] += 1;
        }
        for (seat, before) in before.into_iter().enumerate() {
            if before > 2 && self.left(seat) <= 2 {
                self.fell_to_two(seat);
            }
        }
        if let Some(winner) = (0..2).find(|&seat| self.captures[seat] >= self.goal) {
            self.end(vec![winner as u8 + 1]);
        }
    }

    /// R7, F2, F3: in this turn a player fell to two.
    fn fell_to_two(&mut self, seat: usize) {
        // Ordinary are the player's next turn and the opponent's after it,
        // and first of all (F2) the opponent's turn between, if this turn is
        // the player's own.
        let ordinary = if seat == self.seat { 3 } else { 2 };
        let begin = (self.turn + ordinary + 1).max(FIRST_MOVING_TURN);
        self.third = Some(self.third.map_or(begin, |earlier| earlier.min(begin)));
    }

    /// Gives the turn to the next player who can move (F4).
    fn end_turn(&mut self) {
        for _ in 0..2 {
            self.seat = 1 - self.seat;
            self.turn += 1;
            self.made = 0;
            if self.placing() || !self.moves().is_empty() {
                return;
            }
        }
        self.end(Vec::new());
    }

    fn end(&mut self, winners: Vec<u8>) {
        let scores = self.captures.map(|captures| Some(u128::from(captures)));
        self.outcome = Some(Outcome { winners, scores: Some(scores.to_vec()) });
    }

    /// What the third phase still decides: how many turns away it is, or
    /// which of its turns this is, as far as a late rule is still to come.
    fn phase(&self) -> String {
        let last_change = self.corners.max(self.triple).unwrap_or(1);
        match (self.third, self.third_turn()) {
            (None, _) => "not in sight".to_owned(),
            (Some(begin), None) => format!("in {} turns", begin - self.turn),
            (Some(_), Some(turn)) => format!("turn {}", turn.min(last_change)),
        }
    }
}

/// Whether the stone on a field stands between two opposing stones (R4).
fn is_pinched(board: &BTreeMap<u8, usize>, field: u8) -> bool {
    let opposing = |arm: u8| board.get(&arm) == Some(&(1 - board[&field]));
    opposite_neighbours(field).any(|(one, other)| opposing(one) && opposing(other))
}

/// The opposing stones in pincers of which the stone on a field is an arm (R4).
fn pinched_by(board: &BTreeMap<u8, usize>, arm: u8) -> Vec<u8> {
    let (own, opposing) = (board[&arm], 1 - board[&arm]);
    let in_pincers = |&(&field, &seat): &(&u8, &usize)| {
        seat == opposing
            && opposite_neighbours(field).any(|(one, other)| {
                (one == arm && board.get(&other) == Some(&own))
                    || (other == arm && board.get(&one) == Some(&own))
            })
    };
    board.iter().filter(in_pincers).map(|(&field, _)| field).collect()
}

impl Oracle for Zange {
    fn legal(&self) -> Vec<String> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        if self.placing() {
            return self.placements();
        }
        let mut actions = self.moves();
        if self.made > 0 {
            // R7: only the first move may not be left out.
            actions.push("pass".to_owned());
        }
        actions.sort();
        actions
    }

    fn play(&mut self, action: &str) {
        let field = |text: &str| text.parse::<u8>().expect("a field");
        self.actions += 1;
        if action == "pass" {
            self.end_turn();
        } else {
            let to = if let Some(to) = action.strip_prefix('@') {
                self.placed += 1;
                field(to)
            } else {
                let (from, to) = action.split_once('-').expect("a move");
                self.board.remove(&field(from));
                field(to)
            };
            self.board.insert(to, self.seat);
            self.made += 1;
            self.close_pincers(to);
            // R7: where no further move is possible the turn ends by itself.
            let more = self.made < self.moves_in_turn() && !self.moves().is_empty();
            if self.outcome.is_none() && !more {
                self.end_turn();
            }
        }
        if self.outcome.is_none() && self.actions == self.limit {
            self.end(Vec::new());
        }
    }

    fn seat(&self) -> Option<u8> {
        self.outcome.is_none().then_some(self.seat as u8 + 1)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome.clone()
    }

    fn standing(&self) -> String {
        format!(
            "{:?} placed {} captures {:?} seat {} made {} third phase {}",
            self.board,
            self.placed,
            self.captures,
            self.seat,
            self.made,
            self.phase()
        )
    }

    fn copy(&self) -> Box<dyn Oracle> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board37::play_random;
    use crate::open;

    fn after(actions: &str) -> Zange {
        let mut game = Zange::new(&Options::default());
        for action in actions.split_whitespace() {
            assert!(game.legal().contains(&action.to_owned()), "{action}");
            game.play(action);
        }
        game
    }

    /// A position of the second or third phase, Dark to move in turn 21.
    fn position(dark: &[u8], light: &[u8], captures: [u32; 2]) -> Zange {
        let mut game = Zange::new(&Options::default());
        game.board.extend(dark.iter().map(|&field| (field, 0)));
        game.board.extend(light.iter().map(|&field| (field, 1)));
        (game.placed, game.turn, game.captures) = (12, 21, captures);
        game
    }

    #[test]
    fn pincers_close_on_placements() {
        let game = after("@22 @23 @24");
        assert_eq!(game.captures, [1, 0]);
        assert!(!game.board.contains_key(&23));
        // A stone put between two opposing ones is lost too (R5, F1).
        let game = after("@22 @11 @24 @23");
        assert_eq!(game.captures, [1, 0]);
        assert_eq!(game.seat(), Some(1));
        // But own captures come first: Light on 23 frees itself by taking 24.
        let game = after("@22 @25 @24 @23");
        assert_eq!(game.captures, [0, 1]);
        assert!(game.board.contains_key(&23));
    }

    #[test]
    fn three_plies_of_placing() {
        assert_eq!(after("").legal().len(), 37);
        assert_eq!(after("@11 @12").legal().len(), 35);
    }

    #[test]
    fn third_phase_after_a_fall_in_the_opponents_turn() {
        // Dark takes Light's third-last stone in turn 21.
        let mut game = position(&[22, 25, 44, 45], &[23, 33, 39], [3, 2]);
        game.play("25-24");
        assert_eq!((game.captures, game.third), ([4, 2], Some(24)));
        game.play("33-26"); // turn 22, ordinary
        assert_eq!(game.seat, 0);
        game.play("44-40"); // turn 23, ordinary
        assert_eq!((game.seat, game.third_turn()), (1, Some(1)));
        assert!(!game.legal().contains(&"pass".to_owned()));
        game.play("26-27");
        assert_eq!(game.seat, 1);
        assert!(game.legal().contains(&"pass".to_owned()));
        game.play("pass");
        assert_eq!((game.seat, game.turn), (0, 25));
    }

    #[test]
    fn third_phase_after_a_fall_in_the_own_turn() {
        let mut game = position(&[11, 25, 44], &[22, 24, 47], [3, 3]);
        game.board.remove(&25);
        game.board.insert(17, 0);
        game.play("17-23");
        assert_eq!((game.captures, game.third), ([3, 4], Some(25)));
        for action in ["47-43", "11-12", "43-47"] {
            game.play(action);
            assert!(!game.legal().contains(&"pass".to_owned()));
        }
        game.play("12-13");
        assert_eq!((game.seat, game.turn), (0, 25));
    }

    #[test]
    fn late_corners() {
        let mut game = position(&[12, 29, 40], &[31, 37], [4, 3]);
        game.corners = Some(2);
        game.third = Some(21);
        assert!(game.legal().contains(&"12-11".to_owned()));
        game.third = Some(20);
        assert!(!game.legal().contains(&"12-11".to_owned()));
        // With a capture it may be entered: 12 and 14 take 13.
        game.board.insert(13, 1);
        game.board.insert(18, 0);
        assert!(game.legal().contains(&"18-14".to_owned()));
    }

    #[test]
    fn counts_saturate_in_the_standing() {
        let mut game = position(&[12, 29, 40], &[31, 37], [4, 3]);
        game.third = Some(21);
        let first = game.standing();
        game.turn = 31;
        assert_eq!(game.standing(), first);
        game.triple = Some(12);
        let eleventh = game.standing();
        game.turn = 32;
        let twelfth = game.standing();
        assert_ne!(eleventh, twelfth);
        game.turn = 40;
        assert_eq!(game.standing(), twelfth);
    }

    #[test]
    fn random_games_end() {
        for spec in ["zange", "zange:captures=6,corners=2,triple=5", "zange:captures=1"] {
            for seed in 0..40 {
                assert!(play_random(open(spec).as_mut(), seed) <= 600);
            }
        }
    }
}
