//! Chessom, read off the rules sentence by sentence.

use crate::{Options, Oracle, Outcome};
use std::collections::BTreeMap;

/// A stone: its seat (1 is Dark, 2 is Light) and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stone {
    seat: u8,
    number: u8,
}

/// A game of Chessom.
#[derive(Clone)]
pub struct Chessom {
    limit: u32,
    quiet: u32,
    /// The stones by field, 11 to 47.
    board: BTreeMap<u8, Stone>,
    seat: u8,
    actions: u32,
    /// Actions since the last capture.
    without_capture: u32,
    outcome: Option<Outcome>,
}

impl Chessom {
    /// A new game.
    pub fn new(options: &Options) -> Self {
        let mut game = Chessom {
            limit: options.number("limit", 400),
            quiet: options.number("quiet", 100),
            board: set_up(options.get("layout", "standard")),
            seat: 1,
            actions: 0,
            without_capture: 0,
            outcome: None,
        };
        // A custom layout may be at its end before the first action.
        if game.bare(1) && game.bare(2) {
            game.finish(None); // R5
        } else if !game.can_move(1) {
            game.finish(None); // F3
        }
        game
    }

    /// R1, R2: whether a stone of the seat may go from one field to another,
    /// capturing or not.
    fn allowed(&self, seat: u8, from: u8, to: u8, capture: bool) -> bool {
        let Some(stone) = self.board.get(&from).filter(|stone| stone.seat == seat) else {
            return false;
        };
        let right_target = match self.board.get(&to) {
            Some(other) => capture && other.seat != seat,
            None => !capture,
        };
        if !right_target {
            return false;
        }
        let Some(way) = straight_way(from, to) else {
            return false;
        };
        let distance = way.len() as u8;
        let right_distance =
            if capture { distance == stone.number } else { distance <= stone.number };
        let mut between = way.iter().filter(|&&field| field != to);
        right_distance && between.all(|field| !self.board.contains_key(field))
    }

    fn moves_of(&self, seat: u8) -> impl Iterator<Item = (u8, u8, bool)> + '_ {
        let pairs = (11..=47).flat_map(|from| (11..=47).map(move |to| (from, to)));
        pairs
            .filter(move |(from, _)| self.board.get(from).is_some_and(|stone| stone.seat == seat))
            .flat_map(|(from, to)| [(from, to, false), (from, to, true)])
            .filter(move |&(from, to, capture)| self.allowed(seat, from, to, capture))
    }

    fn can_move(&self, seat: u8) -> bool {
        self.moves_of(seat).next().is_some()
    }

    fn count(&self, seat: u8) -> usize {
        self.board.values().filter(|stone| stone.seat == seat).count()
    }

    fn has_one(&self, seat: u8) -> bool {
        self.board.values().any(|stone| *stone == Stone { seat, number: 1 })
    }

    /// Whether a seat has its 1 alone.
    fn bare(&self, seat: u8) -> bool {
        self.count(seat) == 1 && self.has_one(seat)
    }

    fn finish(&mut self, winner: Option<u8>) {
        self.outcome = Some(Outcome { winners: winner.into_iter().collect(), scores: None });
    }

    /// The tests for the end after an action of the mover, in their order.
    fn judge(&mut self, mover: u8) {
        let other = 3 - mover;
        if !self.has_one(other) {
            self.finish(Some(mover)); // R4
        } else if self.bare(mover) && self.bare(other) {
            self.finish(None); // R5
        } else if self.bare(mover) {
            // R6, F2: this was its one turn more. (No action bares the mover
            // itself, so it was bare before.)
            self.finish(Some(other));
        } else if !self.can_move(other) {
            self.finish(None); // F3
        } else if self.limit > 0 && self.actions >= self.limit
            || self.quiet > 0 && self.without_capture >= self.quiet
        {
            self.finish(None); // H
        }
    }
}

impl Oracle for Chessom {
    fn legal(&self) -> Vec<String> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        let mut texts: Vec<String> = self
            .moves_of(self.seat)
            .map(|(from, to, capture)| format!("{from}{}{to}", if capture { 'x' } else { '-' }))
            .collect();
        texts.sort();
        texts
    }

    fn play(&mut self, action: &str) {
        let (from, to) = action.split_once(['-', 'x']).expect("two fields");
        let (from, to): (u8, u8) = (from.parse().expect("a field"), to.parse().expect("a field"));
        let stone = self.board.remove(&from).expect("a stone");
        let captured = self.board.insert(to, stone);
        self.actions += 1;
        self.without_capture = if captured.is_some() { 0 } else { self.without_capture + 1 };
        let mover = self.seat;
        self.seat = 3 - mover;
        self.judge(mover);
    }

    fn seat(&self) -> Option<u8> {
        self.outcome.is_none().then_some(self.seat)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome.clone()
    }

    fn standing(&self) -> String {
        // Whether this is the one turn more of F2 follows from board and seat.
        let mark = |field: u8| match self.board.get(&field) {
            Some(Stone { seat: 1, number }) => char::from(b'0' + number),
            Some(Stone { number, .. }) => char::from(b'a' + number - 1),
            None => '.',
        };
        let board: String = (11..=47).map(mark).collect();
        format!("{board} {}", self.seat)
    }

    fn copy(&self) -> Box<dyn Oracle> {
        Box::new(self.clone())
    }
}

/// The first field of every row, from the top.
const FIRSTS: [u8; 7] = [11, 15, 20, 26, 33, 39, 44];

/// How far every row is drawn to the right, in half fields.
const INDENTS: [i8; 7] = [3, 2, 1, 0, 1, 2, 3];

/// Where a field is drawn: its row from the top, and its place from the left
/// in half fields.
fn place(field: u8) -> (i8, i8) {
    let row = FIRSTS.iter().filter(|&&first| first <= field).count() - 1;
    (row as i8, INDENTS[row] + 2 * (field - FIRSTS[row]) as i8)
}

/// The field drawn at a place, which has to be one of the board.
fn field_at((row, left): (i8, i8)) -> u8 {
    let row = row as usize;
    FIRSTS[row] + ((left - INDENTS[row]) / 2) as u8
}

/// The fields passed on a straight way, the target included; none if the way
/// is not straight.
fn straight_way(from: u8, to: u8) -> Option<Vec<u8>> {
    let ((row, left), (to_row, to_left)) = (place(from), place(to));
    let (down, right) = (to_row - row, to_left - left);
    let distance = if down == 0 { right.abs() / 2 } else { down.abs() };
    // In a row two halves a step, between rows one half.
    let straight = down == 0 || right.abs() == down.abs();
    if distance == 0 || !straight {
        return None;
    }
    let step = (down / distance, right / distance);
    let way = (1..=distance).map(|n| field_at((row + n * step.0, left + n * step.1)));
    Some(way.collect())
}

/// The stones at the start (F1 and the option `layout`).
fn set_up(layout: &str) -> BTreeMap<u8, Stone> {
    let marks = if layout == "standard" { "322323132" } else { layout };
    let mut board = BTreeMap::new();
    for (field, mark) in (11..).zip(marks.bytes()) {
        let stone = match mark {
            b'1'..=b'3' => Stone { seat: 1, number: mark - b'0' },
            b'a'..=b'c' => Stone { seat: 2, number: mark - b'a' + 1 },
            _ => continue,
        };
        board.insert(field, stone);
        if marks.len() == 9 {
            board.insert(58 - field, Stone { seat: 2, ..stone });
        }
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open;

    fn with(stones: &[(u8, char)]) -> Box<dyn Oracle> {
        let mut layout = [b'.'; 37];
        for &(field, mark) in stones {
            layout[usize::from(field) - 11] = mark as u8;
        }
        open(&format!("chessom:layout={}", String::from_utf8_lossy(&layout)))
    }

    fn winners(game: &dyn Oracle) -> Option<Vec<u8>> {
        game.outcome().map(|outcome| outcome.winners)
    }

    #[test]
    fn neighbours_as_in_the_readme() {
        let touching = |field: u8| -> Vec<u8> {
            (11..=47)
                .filter(|&to| straight_way(field, to).is_some_and(|way| way.len() == 1))
                .collect()
        };
        assert_eq!(touching(12), [11, 13, 16, 17]);
        assert_eq!(touching(29), [22, 23, 28, 30, 35, 36]);
        assert_eq!(straight_way(11, 47).map(|way| way.len()), Some(6));
        assert_eq!(straight_way(12, 30), Some(vec![17, 23, 30]));
        assert_eq!(straight_way(12, 22), None);
        assert_eq!(straight_way(15, 19), Some(vec![16, 17, 18, 19]));
    }

    #[test]
    fn the_start() {
        let game = open("chessom");
        let legal = game.legal();
        // No stone can capture on the first move (F1).
        assert!(legal.iter().all(|action| action.contains('-')));
        assert_eq!(open("chessom:layout=322323132").legal(), legal);
        let full = "322323132".to_owned() + &".".repeat(19) + "bcacbcbbc";
        assert_eq!(open(&format!("chessom:layout={full}")).standing(), game.standing());
    }

    #[test]
    fn captures_only_over_the_full_reach() {
        let game = with(&[(11, '1'), (26, '3'), (29, 'b'), (47, 'a'), (20, '2'), (22, 'c')]);
        let legal = game.legal();
        assert!(legal.contains(&"26x29".to_owned()));
        assert!(legal.contains(&"20x22".to_owned()));
        assert!(legal.contains(&"26-28".to_owned()));
        assert!(!legal.contains(&"26x28".to_owned()));
        assert!(!legal.contains(&"20-22".to_owned()));
    }

    #[test]
    fn the_bared_player_has_one_turn_more() {
        // Dark bares Light, which then can only run.
        let mut game = with(&[(11, '1'), (26, '3'), (29, 'b'), (47, 'a')]);
        game.play("26x29");
        assert_eq!((winners(&*game), game.seat()), (None, Some(2)));
        game.play("47-43");
        assert_eq!(winners(&*game), Some(vec![1]));
        // Here Light takes the last stone: drawn.
        let mut game = with(&[(11, '1'), (26, '3'), (29, 'b'), (30, 'a')]);
        game.play("26x29");
        game.play("30x29");
        assert_eq!(winners(&*game), Some(vec![]));
        // Here Light takes the 1: it wins.
        let mut game = with(&[(23, '1'), (26, '3'), (29, 'b'), (30, 'a')]);
        game.play("26x29");
        game.play("30x23");
        assert_eq!(winners(&*game), Some(vec![2]));
        // Bare at the start, and not to move: the turn is still to come.
        let mut game = with(&[(11, '1'), (26, '3'), (47, 'a')]);
        game.play("26-27");
        assert_eq!((winners(&*game), game.seat()), (None, Some(2)));
        // Both bare at the start.
        assert_eq!(winners(&*with(&[(11, '1'), (47, 'a')])), Some(vec![]));
    }

    #[test]
    fn random_games_end() {
        let mut random = 11_u64;
        for spec in ["chessom", "chessom:quiet=0", "chessom:quiet=5,limit=0", "chessom:limit=9"] {
            for _ in 0..100 {
                let mut game = open(spec);
                while game.outcome().is_none() {
                    let legal = game.legal();
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    game.play(&legal[(random >> 33) as usize % legal.len()]);
                }
                assert!(game.legal().is_empty() && game.seat().is_none());
            }
        }
    }
}
