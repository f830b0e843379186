//! Abalone, read off the rules sentence by sentence.

use crate::{Options, Oracle, Outcome};
use std::collections::BTreeMap;

/// A hollow: row (1 = a, at the bottom) and number.
type Field = (i8, i8);

/// The six steps to the hollows that touch (R1).
const STEPS: [Field; 6] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)];

/// The start boards by name, rows from the top; digits are empty hollows,
/// black (seat 1) is `S`, white (seat 2) `s` (R2, F1).
const LAYOUTS: [&str; 13] = [
    "standard sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS",
    "belgian-daisy ss1SS/sssSSS/1ss1SS1/8/9/8/1SS1ss1/SSSsss/SS1ss",
    "german-daisy 5/ss2SS/sss1SSS/1ss2SS1/9/1SS2ss1/SSS1sss/SS2ss/5",
    "swiss-daisy 5/ss2SS/sSs1SsS/1ss2SS1/9/1SS2ss1/SsS1sSs/SS2ss/5",
    "dutch-daisy ss1SS/sSsSsS/1ss1SS1/8/9/8/1SS1ss1/SsSsSs/SS1ss",
    "domination 5/s4S/ss3SS/ssss1SSS/3S1S3/SSS1ssss/SS3ss/S4s/5",
    "alien-attack S1S1S/1SssS1/1SsSsS1/3SS3/9/3ss3/1sSsSs1/1sSSs1/s1s1s",
    "the-wall 2s2/6/1sssss1/ssssssss/9/SSSSSSSS/1SSSSS1/6/2S2",
    "infiltration 1SsS1/1SSSS1/1SsSsS1/1S4S1/9/1s4s1/1sSsSs1/1ssss1/1sSs1",
    "fujiyama sssss/1sSSs1/2sSs2/3ss3/9/3SS3/2SsS2/1SssS1/SSSSS",
    "pyramid s4/ss4/sss4/ssss4/ssss1SSSS/4SSSS/4SSS/4SS/4S",
    "star S3s/1s2S1/s1S1s1S/3sS3/sSsS1sSsS/3sS3/s1S1s1S/1s2S1/S3s",
    "checkerboard 5/SsSsSs/7/sSsSsSsS/9/SsSsSsSs/7/sSsSsS/5",
];

/// Three players (R2), one character a hollow.
const THREE: &str = "22.33/22..33/22...33/22....33/22.....33/2......3/......./111111/11111";

/// Four players (R2), one character a hollow.
const FOUR: &str = "3333./.333.4/..33.44/.....444/222...444/222...../22.11../2.111./.1111";

/// One way to move.
#[derive(Clone, Copy)]
enum Move {
    /// The rear marble and the direction (R4).
    InLine { rear: Field, step: Field },
    /// The end that sorts first, the way to the other end, how many marbles,
    /// and the direction of the move (R5).
    Sideways { end: Field, along: Field, length: i8, step: Field },
}

/// A game of Abalone.
#[derive(Clone)]
pub struct Abalone {
    players: u8,
    order: Vec<u8>,
    push: u32,
    limit: u32,
    captures_decide: bool,
    board: BTreeMap<Field, u8>,
    pushed_off: BTreeMap<u8, u32>,
    seat: u8,
    actions: u32,
    outcome: Option<Outcome>,
}

impl Abalone {
    /// A new game.
    pub fn new(options: &Options) -> Self {
        let players = options.number("players", 2) as u8;
        let order = match (players, options.get("order", "alternate")) {
            (4, "paired") => vec![1, 3, 2, 4], // R9
            _ => (1..=players).collect(),
        };
        Abalone {
            players,
            order,
            push: options.number("push", 6),
            limit: options.number("limit", 1000),
            captures_decide: options.get("at-limit", "draw") == "captures",
            board: start(players, options.get("layout", "standard")),
            pushed_off: (1..=players).map(|seat| (seat, 0)).collect(),
            seat: 1,
            actions: 0,
            outcome: None,
        }
    }

    /// Whether two seats are on one side: the same seat, or partners (R8).
    fn together(&self, a: u8, b: u8) -> bool {
        a == b || self.players == 4 && a % 2 == b % 2
    }

    fn empty(&self, field: Field) -> bool {
        on_board(field) && !self.board.contains_key(&field)
    }

    /// Whether a marble of the seat or its partner lies there.
    fn friendly(&self, seat: u8, field: Field) -> bool {
        self.board.get(&field).is_some_and(|&other| self.together(seat, other))
    }

    /// Whether a marble of an opponent lies there (R6, R7, R8).
    fn opposing(&self, seat: u8, field: Field) -> bool {
        self.board.get(&field).is_some_and(|&other| !self.together(seat, other))
    }

    /// How many marbles move in line from this rear: itself and all that
    /// touch it in front (R4, R8).
    fn moving(&self, seat: u8, rear: Field, step: Field) -> i8 {
        (0..).find(|&n| !self.friendly(seat, ahead(rear, step, n))).expect("the board ends")
    }

    /// How many opposing marbles stand in a row from this field on.
    fn in_the_way(&self, seat: u8, field: Field, step: Field) -> i8 {
        (0..).find(|&n| !self.opposing(seat, ahead(field, step, n))).expect("the board ends")
    }

    fn allowed(&self, seat: u8, candidate: Move) -> bool {
        match candidate {
            Move::InLine { rear, step } => self.allowed_in_line(seat, rear, step),
            Move::Sideways { end, along, length, step } => {
                self.allowed_sideways(seat, end, along, length, step)
            }
        }
    }

    fn allowed_in_line(&self, seat: u8, rear: Field, step: Field) -> bool {
        if self.board.get(&rear) != Some(&seat) {
            return false; // R8: the rear one is the player's own.
        }
        let moving = self.moving(seat, rear, step);
        if moving > 3 {
            return false; // R4
        }
        let front = ahead(rear, step, moving);
        if self.empty(front) {
            return true; // R4
        }
        if !on_board(front) {
            return false; // R6: own marbles never leave the board.
        }
        // R6: fewer opposing ones, and behind them a hollow or the edge.
        let pushed = self.in_the_way(seat, front, step);
        let behind = ahead(front, step, pushed);
        pushed < moving && (!on_board(behind) || self.empty(behind))
    }

    fn allowed_sideways(
        &self,
        seat: u8,
        end: Field,
        along: Field,
        length: i8,
        step: Field,
    ) -> bool {
        let mut group = (0..length).map(|n| ahead(end, along, n));
        let other_end = ahead(end, along, length - 1);
        group.clone().all(|field| self.friendly(seat, field))
            // F2: at least one of the ends is the player's own.
            && (self.board.get(&end) == Some(&seat) || self.board.get(&other_end) == Some(&seat))
            // R5: every target hollow is empty.
            && group.all(|field| self.empty(ahead(field, step, 1)))
    }

    fn moves_of(&self, seat: u8) -> impl Iterator<Item = Move> + '_ {
        let candidates =
            fields().filter(move |&field| self.friendly(seat, field)).flat_map(candidates);
        candidates.filter(move |&candidate| self.allowed(seat, candidate))
    }

    /// Moves marbles that lie in `fields`, all together by one step; what
    /// leaves the board counts for the mover (R6).
    fn shift(&mut self, fields: &[Field], step: Field) {
        let marbles: Vec<u8> =
            fields.iter().map(|field| self.board.remove(field).expect("a marble")).collect();
        for (&field, marble) in fields.iter().zip(marbles) {
            let target = ahead(field, step, 1);
            if on_board(target) {
                self.board.insert(target, marble);
            } else {
                *self.pushed_off.get_mut(&self.seat).expect("a seat") += 1;
            }
        }
    }

    /// What the seat, or its team, has pushed off (R10).
    fn total(&self, seat: u8) -> u32 {
        self.pushed_off
            .iter()
            .filter(|&(&other, _)| self.together(seat, other))
            .map(|(_, count)| count)
            .sum()
    }

    fn side_of(&self, seat: u8) -> Vec<u8> {
        (1..=self.players).filter(|&other| self.together(seat, other)).collect()
    }

    fn finish(&mut self, winners: Vec<u8>) {
        let scores = (1..=self.players).map(|seat| Some(u128::from(self.total(seat)))).collect();
        self.outcome = Some(Outcome { winners, scores: Some(scores) });
    }

    /// The next seat that can move, the mover itself being asked last (F3).
    fn next_seat(&self) -> Option<u8> {
        let place = self.order.iter().position(|&seat| seat == self.seat).expect("a seat");
        let mut round = self.order.clone();
        round.rotate_left(place + 1);
        round.into_iter().find(|&seat| self.moves_of(seat).next().is_some())
    }

    /// Who wins when the limit stops the game.
    fn winners_at_limit(&self) -> Vec<u8> {
        if !self.captures_decide {
            return Vec::new();
        }
        let most = (1..=self.players).map(|seat| self.total(seat)).max().expect("seats");
        let best: Vec<u8> = (1..=self.players).filter(|&seat| self.total(seat) == most).collect();
        // Equal is drawn, also when only two of three are equal at the top.
        if best == self.side_of(best[0]) { best } else { Vec::new() }
    }
}

impl Oracle for Abalone {
    fn legal(&self) -> Vec<String> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        let mut texts: Vec<String> = self.moves_of(self.seat).map(text).collect();
        texts.sort();
        texts
    }

    fn play(&mut self, action: &str) {
        match read(action) {
            Move::InLine { rear, step } => {
                let moving = self.moving(self.seat, rear, step);
                let pushed = self.in_the_way(self.seat, ahead(rear, step, moving), step);
                let row: Vec<Field> = (0..moving + pushed).map(|n| ahead(rear, step, n)).collect();
                self.shift(&row, step);
            }
            Move::Sideways { end, along, length, step } => {
                let group: Vec<Field> = (0..length).map(|n| ahead(end, along, n)).collect();
                self.shift(&group, step);
            }
        }
        self.actions += 1;
        if self.total(self.seat) >= self.push {
            self.finish(self.side_of(self.seat)); // R10
            return;
        }
        let Some(next) = self.next_seat() else {
            self.finish(Vec::new()); // F3
            return;
        };
        self.seat = next;
        if self.limit > 0 && self.actions >= self.limit {
            self.finish(self.winners_at_limit());
        }
    }

    fn seat(&self) -> Option<u8> {
        self.outcome.is_none().then_some(self.seat)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome.clone()
    }

    fn standing(&self) -> String {
        // Only the sum of a team decides anything (R10), so sums are written.
        let totals: Vec<u32> = (1..=self.players).map(|seat| self.total(seat)).collect();
        let board: String = fields()
            .map(|field| self.board.get(&field).map_or('.', |seat| char::from(b'0' + seat)))
            .collect();
        format!("{board} {} {totals:?}", self.seat)
    }

    fn copy(&self) -> Box<dyn Oracle> {
        Box::new(self.clone())
    }
}

fn on_board((row, number): Field) -> bool {
    (1..=9).contains(&row) && (1..=9).contains(&number) && (row - number).abs() <= 4
}

fn fields() -> impl Iterator<Item = Field> {
    (1..=9)
        .flat_map(|row| (1..=9).map(move |number| (row, number)))
        .filter(|&field| on_board(field))
}

fn ahead(field: Field, step: Field, times: i8) -> Field {
    (field.0 + times * step.0, field.1 + times * step.1)
}

/// The two-player layouts: name and rows.
fn layouts() -> impl Iterator<Item = (&'static str, &'static str)> {
    LAYOUTS.into_iter().filter_map(|line| line.split_once(' '))
}

/// The start board of a layout (R2, F1).
fn start(players: u8, layout: &str) -> BTreeMap<Field, u8> {
    let rows = match players {
        3 => THREE,
        4 => FOUR,
        _ => layouts().find(|(name, _)| *name == layout).expect("a layout").1,
    };
    let mut board = BTreeMap::new();
    for (row, marks) in (1..=9).rev().zip(rows.split('/')) {
        let mut hollows = fields().filter(|field| field.0 == row);
        for mark in marks.chars() {
            let (count, seat) = match mark {
                'S' => (1, Some(1)),
                's' => (1, Some(2)),
                '.' => (1, None),
                // In the two-player texts a digit is a run of empty hollows.
                digit if players == 2 => (digit.to_digit(10).expect("a digit"), None),
                digit => (1, digit.to_digit(10)),
            };
            for _ in 0..count {
                let hollow = hollows.next().expect("a hollow");
                if let Some(seat) = seat {
                    board.insert(hollow, seat as u8);
                }
            }
        }
        assert!(hollows.next().is_none(), "row {row} of {layout} is too short");
    }
    board
}

/// Everything that can be written down beginning with this field.
fn candidates(field: Field) -> Vec<Move> {
    let mut all: Vec<Move> = STEPS.map(|step| Move::InLine { rear: field, step }).into();
    // From the end that sorts first to the other one, two or three marbles.
    for along in [(0, 1), (1, 0), (1, 1)] {
        for length in [2, 3] {
            for step in STEPS {
                if step != along && step != ahead((0, 0), along, -1) {
                    let end = field;
                    all.push(Move::Sideways { end, along, length, step });
                }
            }
        }
    }
    all
}

fn name((row, number): Field) -> String {
    format!("{}{}", char::from(b'a' + row as u8 - 1), number)
}

fn text(action: Move) -> String {
    match action {
        Move::InLine { rear, step } => name(rear) + &name(ahead(rear, step, 1)),
        Move::Sideways { end, along, length, step } => {
            name(end) + &name(ahead(end, along, length - 1)) + &name(ahead(end, step, 1))
        }
    }
}

fn read(action: &str) -> Move {
    let fields: Vec<Field> = action
        .as_bytes()
        .chunks(2)
        .map(|pair| ((pair[0] - b'a' + 1) as i8, (pair[1] - b'0') as i8))
        .collect();
    let way = |from: Field, to: Field| (to.0 - from.0, to.1 - from.1);
    match fields[..] {
        [rear, target] => Move::InLine { rear, step: way(rear, target) },
        [end, other, target] => {
            let span = way(end, other);
            let length = span.0.max(span.1) + 1;
            let along = (span.0.signum(), span.1.signum());
            Move::Sideways { end, along, length, step: way(end, target) }
        }
        _ => panic!("no action: {action}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open;

    fn perft(game: &dyn Oracle, depth: u32) -> usize {
        let legal = game.legal();
        if depth == 1 {
            return legal.len();
        }
        legal
            .iter()
            .map(|action| {
                let mut next = game.copy();
                next.play(action);
                perft(&*next, depth - 1)
            })
            .sum()
    }

    #[test]
    fn known_perft_counts() {
        let standard = open("abalone");
        assert_eq!(perft(&*standard, 1), 44);
        assert_eq!(perft(&*standard, 2), 1936);
        assert_eq!(perft(&*standard, 3), 98_912);
        assert_eq!(perft(&*open("abalone:layout=belgian-daisy"), 1), 52);
        assert_eq!(perft(&*open("abalone:layout=belgian-daisy"), 2), 2692);
        assert_eq!(perft(&*open("abalone:layout=german-daisy"), 1), 80);
        assert_eq!(perft(&*open("abalone:layout=german-daisy"), 2), 6244);
    }

    #[test]
    fn start_boards_have_the_right_numbers_of_marbles() {
        let count = |board: &BTreeMap<Field, u8>, seat| {
            board.values().filter(|&&marble| marble == seat).count()
        };
        for (layout, _) in layouts() {
            let board = start(2, layout);
            assert_eq!(count(&board, 1), count(&board, 2), "{layout}");
        }
        let counts = |players: u8| -> Vec<usize> {
            (1..=players).map(|seat| count(&start(players, ""), seat)).collect()
        };
        assert_eq!(counts(4), [9; 4]);
        assert_eq!(counts(3), [11; 3]);
        assert_eq!(start(3, "").get(&(1, 1)), Some(&1));
        assert_eq!(start(4, "").get(&(1, 1)), None);
        assert_eq!(start(4, "").get(&(1, 5)), Some(&1));
        assert_eq!(start(4, "").get(&(5, 1)), Some(&2));
    }

    fn four(marbles: &[(Field, u8)]) -> Abalone {
        let mut game = Abalone::new(&Options::default());
        game.players = 4;
        game.order = vec![1, 2, 3, 4];
        game.pushed_off = (1..=4).map(|seat| (seat, 0)).collect();
        game.board = marbles.iter().copied().collect();
        game
    }

    #[test]
    fn partners_push_together() {
        let mut game = four(&[((5, 7), 1), ((5, 8), 3), ((5, 9), 2), ((9, 9), 4), ((1, 1), 2)]);
        assert!(game.allowed_in_line(1, (5, 7), (0, 1)));
        assert!(!game.allowed_in_line(3, (5, 8), (0, 1)), "one against one");
        assert!(game.allowed_sideways(3, (5, 7), (0, 1), 2, (1, 0)), "one end is its own");
        game.play("e7e8");
        assert_eq!(game.board.get(&(5, 9)), Some(&3));
        assert_eq!((game.total(1), game.total(3), game.total(2)), (1, 1, 0));
        // F2: both ends are the partner's.
        let game = four(&[((5, 4), 3), ((5, 5), 1), ((5, 6), 3)]);
        assert!(!game.allowed_sideways(1, (5, 4), (0, 1), 3, (1, 0)));
        assert!(game.allowed_sideways(3, (5, 4), (0, 1), 3, (1, 0)));
        // R8: the partner behind an opponent blocks.
        let game = four(&[((5, 4), 1), ((5, 5), 1), ((5, 6), 2), ((5, 7), 3)]);
        assert!(!game.allowed_in_line(1, (5, 4), (0, 1)));
    }

    #[test]
    fn random_games_end() {
        for spec in [
            "abalone:push=1",
            "abalone:players=3,at-limit=captures,limit=300",
            "abalone:players=4,order=paired,push=2",
            "abalone:players=4,limit=150,at-limit=captures",
            "abalone:layout=checkerboard,limit=200",
        ] {
            let mut random = 7_u64;
            for _ in 0..5 {
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
