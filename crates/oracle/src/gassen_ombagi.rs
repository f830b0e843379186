//! Gassen-Ombagi, after the letter of `gassen-ombagi.md`.

use std::collections::{BTreeMap, BTreeSet};

use crate::board37::{CORNERS, between, fields, jumps, neighbours, touch};
use crate::{Options, Oracle, Outcome};

/// F1: Dark's start fields; Light's are the same turned by half a circle.
const START: [u8; 12] = [11, 12, 13, 14, 15, 16, 18, 19, 21, 22, 23, 24];

/// F2: the numbers of `standard` on these fields, for both sides.
const STANDARD: &str = "123123123123123123123123";

/// A stone: its seat (0 Dark, 1 Light) and its number.
type Stone = (usize, u8);

/// A game of Gassen-Ombagi.
#[derive(Clone)]
pub struct GassenOmbagi {
    huff: bool,
    /// Actions after which the game is drawn, at all and without a stone
    /// leaving the board; 0 = never.
    limit: u32,
    quiet: u32,
    board: BTreeMap<u8, Stone>,
    /// Whether stones are still being put down (`setup=choose`).
    placing: bool,
    seat: usize,
    /// R5: where the stones stand that the seat to act may huff.
    overlooked: BTreeSet<u8>,
    actions: u32,
    /// Actions in a row in which no stone left the board.
    quiet_actions: u32,
    outcome: Option<Outcome>,
}

impl GassenOmbagi {
    /// A new game. How the engine shuffles is not known here, so
    /// `setup=random` needs the option `dealt`: 24 digits, Dark's numbers in
    /// the order of the start fields of F1, then Light's on the turned fields.
    pub fn new(options: &Options) -> Self {
        let numbers = match options.get("setup", "standard") {
            "random" => options.get("dealt", ""),
            "choose" => "",
            _ => STANDARD,
        };
        let fields = [0, 1].into_iter().flat_map(start_fields);
        let stones = numbers.bytes().enumerate().map(|(k, digit)| (k / 12, digit - b'0'));
        GassenOmbagi {
            huff: options.get("huff", "false") == "true",
            limit: options.number("limit", 400),
            quiet: options.number("quiet", 100),
            board: fields.zip(stones).collect(),
            placing: numbers.is_empty(),
            seat: 0,
            overlooked: BTreeSet::new(),
            actions: 0,
            quiet_actions: 0,
            outcome: None,
        }
    }

    /// F2: a number it still has, on one of its own empty start fields. (No
    /// stone can be lost while stones are put down, so those it still has are
    /// those that do not stand.)
    fn may_place(&self, number: u8, field: u8) -> bool {
        let standing = self.board.values().filter(|&&stone| stone == (self.seat, number)).count();
        standing < 4 && start_fields(self.seat).contains(&field) && !self.board.contains_key(&field)
    }

    fn is_own(&self, field: u8) -> bool {
        self.board.get(&field).is_some_and(|&(seat, _)| seat == self.seat)
    }

    /// R2: one step to a neighbouring empty field.
    fn may_step(&self, from: u8, to: u8) -> bool {
        self.is_own(from) && touch(from, to) && !self.board.contains_key(&to)
    }

    /// R2: a jump of the seat to act that captures.
    fn may_capture(&self, from: u8, to: u8) -> bool {
        self.is_own(from)
            && between(from, to).is_some_and(|over| self.jump_captures(from, over, to))
    }

    /// R2, R3: whether the stone on a field, whoever's it is, captures by
    /// this jump.
    fn jump_captures(&self, from: u8, over: u8, to: u8) -> bool {
        let (Some(jumper), Some(jumped)) = (self.board.get(&from), self.board.get(&over)) else {
            return false;
        };
        jumper.0 != jumped.0 && captures(jumper.1, jumped.1) && !self.board.contains_key(&to)
    }

    /// Whether the stone on a field has a capturing jump.
    fn can_capture(&self, field: u8) -> bool {
        jumps(field).any(|(over, behind)| self.jump_captures(field, over, behind))
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

    fn steps(&self) -> Vec<String> {
        let mut actions = Vec::new();
        for from in fields() {
            for to in fields().filter(|&to| self.may_step(from, to)) {
                actions.push(format!("{from}-{to}"));
            }
        }
        actions
    }

    fn captures(&self) -> Vec<String> {
        let mut actions = Vec::new();
        for from in fields() {
            for to in fields().filter(|&to| self.may_capture(from, to)) {
                actions.push(format!("{from}x{to}"));
            }
        }
        actions
    }

    /// All actions of the seat to act, whether or not the game is over.
    fn choices(&self) -> Vec<String> {
        if self.placing {
            return self.placements();
        }
        let mut actions = self.captures();
        // R4: capturing is compulsory, unless R5 stands in its place.
        if actions.is_empty() || self.huff {
            actions.extend(self.steps());
        }
        actions.extend(self.overlooked.iter().map(|field| format!("!{field}")));
        actions
    }

    fn place(&mut self, number: u8, field: u8) {
        self.board.insert(field, (self.seat, number));
        self.placing = self.board.len() < 24;
        self.seat = 1 - self.seat;
    }

    /// R5: takes a stone that could have captured; the same seat then moves.
    fn huff(&mut self, field: u8) {
        self.board.remove(&field);
        self.overlooked.clear();
    }

    fn step(&mut self, from: u8, to: u8) {
        self.overlooked.clear();
        if self.huff {
            let capturers = fields().filter(|&field| self.is_own(field) && self.can_capture(field));
            // The stone that moved is named by where it stands now.
            self.overlooked =
                capturers.map(|field| if field == from { to } else { field }).collect();
        }
        self.shift(from, to);
    }

    fn capture(&mut self, from: u8, to: u8) {
        self.overlooked.clear();
        self.board.remove(&between(from, to).expect("a jump"));
        self.shift(from, to);
    }

    fn shift(&mut self, from: u8, to: u8) {
        let stone = self.board.remove(&from).expect("a stone");
        self.board.insert(to, stone);
        self.seat = 1 - self.seat;
    }

    /// R6: whether the stone on a corner is held on all three sides.
    fn is_caught(&self, corner: u8) -> bool {
        let Some(&(seat, _)) = self.board.get(&corner) else {
            return false;
        };
        let opposing = |field| self.board.get(&field).is_some_and(|&(other, _)| other != seat);
        neighbours(corner).all(opposing) && !self.can_capture(corner)
    }

    /// R6. No corner stone is another's neighbour or stands behind one, so
    /// the order in which they are looked at does not matter.
    fn empty_corners(&mut self) {
        for corner in CORNERS {
            if self.is_caught(corner) {
                self.board.remove(&corner);
            }
        }
        // R5: "only if it still stands".
        let board = &self.board;
        self.overlooked.retain(|field| board.contains_key(field));
    }

    /// The numbers a player has left on the board, with repeats.
    fn numbers(&self, seat: usize) -> Vec<u8> {
        self.board.values().filter(|stone| stone.0 == seat).map(|stone| stone.1).collect()
    }

    /// The end by R7, R8 or R9: the winners.
    fn own_end(&self) -> Option<Vec<u8>> {
        let numbers = [self.numbers(0), self.numbers(1)];
        let is_bare = |seat: &usize| numbers[*seat].is_empty();
        let is_harmless = |seat: &usize| {
            let (own, opposing) = (&numbers[*seat], &numbers[1 - *seat]);
            !own.iter().any(|&o| opposing.iter().any(|&p| captures(o, p)))
        };
        let loser = (0..2).find(is_bare).or_else(|| (0..2).find(is_harmless));
        let equal = numbers[0].len() == 1 && numbers[0] == numbers[1];
        match loser {
            Some(loser) => Some(vec![2 - loser as u8]),
            None => equal.then(Vec::new),
        }
    }

    /// F3: skips a seat without a legal action; a draw if neither has one.
    fn skip(&mut self) {
        if self.choices().is_empty() {
            self.overlooked.clear();
            self.seat = 1 - self.seat;
            if self.choices().is_empty() {
                self.end(Vec::new());
            }
        }
    }

    /// The house rules. (A placement is an action in which no stone left the
    /// board, too.)
    fn at_limit(&self) -> bool {
        let reached = |count, limit| limit > 0 && count >= limit;
        reached(self.actions, self.limit) || reached(self.quiet_actions, self.quiet)
    }

    fn end(&mut self, winners: Vec<u8>) {
        self.outcome = Some(Outcome { winners, scores: None });
    }
}

/// A player's start fields in the order of F1.
fn start_fields(seat: usize) -> [u8; 12] {
    START.map(|field| if seat == 0 { field } else { 58 - field })
}

/// R3: 3 captures 3 and 2, 2 captures 2 and 1, 1 captures 1 and 3.
fn captures(jumper: u8, jumped: u8) -> bool {
    matches!((jumper, jumped), (3, 3 | 2) | (2, 2 | 1) | (1, 1 | 3))
}

impl Oracle for GassenOmbagi {
    fn legal(&self) -> Vec<String> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        let mut actions = self.choices();
        actions.sort();
        actions
    }

    fn play(&mut self, action: &str) {
        let number = |text: &str| text.parse::<u8>().expect("a number");
        let stones = self.board.len();
        if let Some((stone, field)) = action.split_once('@') {
            self.place(number(stone), number(field));
        } else if let Some(field) = action.strip_prefix('!') {
            self.huff(number(field));
        } else if let Some((from, to)) = action.split_once('x') {
            self.capture(number(from), number(to));
        } else {
            let (from, to) = action.split_once('-').expect("a step");
            self.step(number(from), number(to));
        }
        self.empty_corners();
        self.actions += 1;
        self.quiet_actions = if self.board.len() < stones { 0 } else { self.quiet_actions + 1 };
        let own_end = if self.placing { None } else { self.own_end() };
        if let Some(winners) = own_end {
            self.end(winners);
        } else if self.at_limit() {
            self.end(Vec::new());
        } else {
            self.skip();
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
            "{:?} placing {} seat {} overlooked {:?}",
            self.board, self.placing, self.seat, self.overlooked
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

    fn position(huff: bool, dark: &[(u8, u8)], light: &[(u8, u8)]) -> GassenOmbagi {
        let mut game = GassenOmbagi::new(&Options::default());
        game.huff = huff;
        game.board = dark.iter().map(|&(field, number)| (field, (0, number))).collect();
        game.board.extend(light.iter().map(|&(field, number)| (field, (1, number))));
        game
    }

    fn winners(game: &GassenOmbagi) -> Option<Vec<u8>> {
        game.outcome().map(|outcome| outcome.winners)
    }

    #[test]
    fn the_start() {
        let game = GassenOmbagi::new(&Options::default());
        assert_eq!(game.board.len(), 24);
        assert_eq!((game.board[&12], game.board[&46], game.board[&34]), ((0, 2), (1, 2), (1, 3)));
        assert!(game.legal().contains(&"21-27".to_owned()));
        let dealt = "gassen-ombagi:setup=random,dealt=333322221111111122223333";
        assert_eq!(open(dealt).legal(), game.legal());
    }

    #[test]
    fn capturing_is_compulsory() {
        let mut game = position(false, &[(22, 3), (11, 1)], &[(23, 2), (47, 1)]);
        assert_eq!(game.legal(), ["22x24"]);
        game.play("22x24");
        assert!(!game.board.contains_key(&23));
        // A 2 does not capture a 3.
        let game = position(false, &[(22, 2), (11, 1)], &[(23, 3), (47, 1)]);
        assert!(game.legal().contains(&"22-16".to_owned()));
        assert!(!game.legal().contains(&"22x24".to_owned()));
    }

    #[test]
    fn huffing() {
        let dark = [(22, 3), (28, 3), (11, 1)];
        let light = [(23, 2), (47, 1), (46, 3)];
        let mut game = position(true, &dark, &light);
        assert!(game.legal().contains(&"22-16".to_owned()));
        assert!(game.legal().contains(&"22x24".to_owned()));
        game.play("22-16");
        assert!(game.legal().contains(&"!16".to_owned()));
        assert!(!game.legal().contains(&"!28".to_owned()));
        let mut other = game.clone();
        game.play("!16");
        assert_eq!((game.seat(), game.board.contains_key(&16)), (Some(2), false));
        assert!(!game.legal().iter().any(|action| action.starts_with('!')));
        // Not taken at once, the right is lost.
        other.play("47-43");
        other.play("16-17");
        assert!(!other.legal().iter().any(|action| action.starts_with('!')));
    }

    #[test]
    fn corners_are_dangerous() {
        // The 1 on 11 has 22 free behind the 3 on 16, but Dark closes 16 with a 2.
        let light = [(11, 1), (47, 3)];
        let mut game = position(false, &[(12, 2), (15, 2), (22, 2)], &light);
        game.play("22-16");
        assert!(!game.board.contains_key(&11));
        let mut game = position(false, &[(12, 2), (15, 2), (22, 3)], &light);
        game.play("22-16");
        assert!(game.board.contains_key(&11));
    }

    #[test]
    fn ends() {
        // A single 3 beats two 2s.
        let mut game = position(false, &[(22, 3)], &[(23, 1), (40, 2), (47, 2)]);
        game.seat = 1;
        game.play("40-41");
        assert_eq!(winners(&game), None);
        let mut game = position(false, &[(22, 3)], &[(40, 2), (47, 2)]);
        game.seat = 1;
        game.play("40-41");
        assert_eq!(winners(&game), Some(vec![1]));
        let mut game = position(false, &[(22, 3)], &[(47, 3)]);
        game.play("22-16");
        assert_eq!(winners(&game), Some(vec![]));
        let mut game = position(false, &[(22, 3)], &[(23, 2)]);
        game.play("22x24");
        assert_eq!(winners(&game), Some(vec![1]));
    }

    #[test]
    fn choosing() {
        let mut game = open("gassen-ombagi:setup=choose");
        assert_eq!(game.legal().len(), 36);
        assert!(!game.legal().contains(&"2@17".to_owned()));
        game.play("2@18");
        assert_eq!(game.seat(), Some(2));
        assert!(game.legal().contains(&"1@47".to_owned()));
    }

    #[test]
    fn random_games_end() {
        for spec in
            ["gassen-ombagi", "gassen-ombagi:huff=true", "gassen-ombagi:setup=choose,huff=true"]
        {
            for seed in 0..40 {
                assert!(play_random(open(spec).as_mut(), seed) <= 400);
            }
        }
    }
}
