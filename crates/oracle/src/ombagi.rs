//! Ombagi, after the letter of `ombagi.md`.

mod piles;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use crate::board37::{distance, fields, neighbours};
use crate::{Options, Oracle, Outcome};
use piles::{Board, Stone, ends, height, shifted, top, tower, ways_of_a_one};

/// A move: start field, end field.
type Move = (u8, u8);

/// A game of Ombagi.
#[derive(Clone)]
pub struct Ombagi {
    /// The colour of each seat, in turn order.
    colours: Vec<char>,
    /// Whether R7 is read as edition 1981 has it.
    old: bool,
    playout: bool,
    /// Actions after which the game ends; 0 = never.
    limit: u32,
    board: Board,
    seat: usize,
    /// The seat that finished first (R8).
    winner: Option<usize>,
    /// Moves each seat made after the win (R9).
    after: Vec<u128>,
    actions: u32,
    outcome: Option<Outcome>,
}

/// The stones of a field as the option `board` names them.
fn set_up((field, text): (u8, &str)) -> Option<(u8, Vec<Stone>)> {
    let marks: Vec<char> = text.chars().filter(|mark| *mark != '.').collect();
    let stone = |pair: &[char]| Stone { colour: pair[0], number: pair[1] as u8 - b'0' };
    let stones: Vec<Stone> = marks.chunks(2).map(stone).collect();
    (!stones.is_empty()).then_some((field, stones))
}

impl Ombagi {
    /// A new game. Besides the options of the game, `board` sets up a position:
    /// 37 towers from the bottom up, such as `D1H2`, parted by `;`.
    pub fn new(options: &Options) -> Self {
        let colours = match (options.get("players", "2"), options.get("first", "D")) {
            ("3", _) => vec!['D', 'H', 'R'],
            (_, "H") => vec!['H', 'D'],
            _ => vec!['D', 'H'],
        };
        let mut game = Ombagi {
            old: options.get("edition", "1986") == "1981",
            playout: options.get("playout", "false") == "true",
            limit: options.number("limit", 600),
            board: Board::new(),
            seat: 0,
            winner: None,
            after: vec![0; colours.len()],
            actions: 0,
            outcome: None,
            colours,
        };
        for &colour in &game.colours {
            for &field in game.start(colour) {
                game.board.insert(field, tower(colour));
            }
        }
        let board = options.get("board", "");
        if !board.is_empty() {
            game.board = (11..).zip(board.split(';')).filter_map(set_up).collect();
        }
        game
    }

    /// R1, F1: the start fields of a colour.
    fn start(&self, colour: char) -> &'static [u8] {
        match (self.colours.len(), colour) {
            (2, 'D') => &[11, 12, 13, 14],
            (2, _) => &[44, 45, 46, 47],
            (_, 'D') => &[11, 12, 13],
            (_, 'H') => &[32, 38, 43],
            _ => &[44, 39, 33],
        }
    }

    /// R1, F1: the goal fields of a colour.
    fn goal(&self, colour: char) -> &'static [u8] {
        match (self.colours.len(), colour) {
            (2, 'D') => &[44, 45, 46, 47],
            (2, _) => &[11, 12, 13, 14],
            (_, 'D') => &[47, 46, 45],
            (_, 'H') => &[26, 20, 15],
            _ => &[14, 19, 25],
        }
    }

    /// How far a field's row is from a colour's goal; the row of the goal is 0.
    fn row(&self, colour: char, field: u8) -> i32 {
        let goal_side = match (self.colours.len(), colour) {
            (_, 'D') => [44, 45, 46, 47],
            (2, _) => [11, 12, 13, 14],
            (_, 'H') => [26, 20, 15, 11],
            _ => [14, 19, 25, 32],
        };
        goal_side.into_iter().map(|side| distance(field, side)).min().expect("a side")
    }

    fn colour(&self) -> char {
        self.colours[self.seat]
    }

    /// The colours other than that of the seat to act.
    fn opponents(&self) -> Vec<char> {
        self.colours.iter().copied().filter(|&colour| colour != self.colour()).collect()
    }

    fn is_finished(&self, colour: char, goal: u8) -> bool {
        self.board.get(&goal) == Some(&tower(colour))
    }

    /// The goal fields of a colour without its finished tower.
    fn unfinished(&self, colour: char) -> Vec<u8> {
        let goal = self.goal(colour).iter().copied();
        goal.filter(|&field| !self.is_finished(colour, field)).collect()
    }

    /// R3, R4: every move that the stones of the seat to act can make.
    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in fields() {
            if top(&self.board, from).is_some_and(|stone| stone.colour == self.colour()) {
                let ends = ends(&self.board, from);
                moves.extend(fields().filter(|to| ends.contains(to)).map(|to| (from, to)));
            }
        }
        moves
    }

    /// F2: the legal moves of the seat to act, and those of them that obey R5.
    fn choices(&self) -> (Vec<Move>, Vec<Move>) {
        let moves = self.moves();
        if self.winner.is_some() {
            return (moves, Vec::new()); // R9
        }
        let banned = self.banned();
        let kept: Vec<Move> =
            moves.iter().copied().filter(|(_, to)| !banned.contains(to)).collect();
        let moves = if kept.is_empty() { moves } else { kept };
        let r5 = self.obeying_r5(&moves);
        let (r6, r7) = (self.obeying_r6(&moves), self.obeying_r7(&moves));
        let obeys = |way: &&Move| r5.contains(way) || r6.contains(way) || r7.contains(way);
        let obeying: Vec<Move> = moves.iter().filter(obeys).copied().collect();
        (if obeying.is_empty() { moves } else { obeying }, r5)
    }

    /// R5: the moves that lift a blockade.
    fn obeying_r5(&self, moves: &[Move]) -> Vec<Move> {
        let held: Vec<u8> = fields().filter(|&field| self.is_offside(field)).collect();
        moves.iter().copied().filter(|(from, to)| held.contains(from) && from != to).collect()
    }

    /// R5: whether the seat to act lies on top of a field with a blocked stone
    /// of an opponent that has no free stone in its row or behind it. (Below a
    /// stone of the seat to act every stone of an opponent is blocked.)
    fn is_offside(&self, field: u8) -> bool {
        let Some(pile) = self.board.get(&field) else {
            return false;
        };
        let on_top = top(&self.board, field).is_some_and(|stone| stone.colour == self.colour());
        let is_stuck = |opponent: char| {
            pile.iter().any(|stone| stone.colour == opponent)
                && !self.has_free_stone_at_or_behind(opponent, self.row(opponent, field))
        };
        on_top && self.opponents().into_iter().any(is_stuck)
    }

    fn has_free_stone_at_or_behind(&self, colour: char, row: i32) -> bool {
        fields().any(|field| {
            top(&self.board, field).is_some_and(|stone| stone.colour == colour)
                && self.row(colour, field) >= row
        })
    }

    /// R6: the moves that open a way for an opponent's last 1.
    fn obeying_r6(&self, moves: &[Move]) -> Vec<Move> {
        self.opponents()
            .into_iter()
            .filter_map(|opponent| Some((opponent, self.shut_in(opponent)?)))
            .flat_map(|(opponent, one)| self.opening(opponent, one, moves))
            .collect()
    }

    /// R6: the field of a colour's last 1, if it is shut in and no stone of
    /// the colour's own, free or covered, stands on the barrier.
    fn shut_in(&self, colour: char) -> Option<u8> {
        let stones = |field: &u8| {
            let pile = self.board.get(field).map_or(&[][..], Vec::as_slice);
            pile.iter().filter(|stone| stone.colour == colour).count()
        };
        let held: Vec<u8> = fields().filter(|field| stones(field) > 0).collect();
        let last_row = held.iter().map(|&field| self.row(colour, field)).max()?;
        let last: Vec<u8> =
            held.into_iter().filter(|&field| self.row(colour, field) == last_row).collect();
        let [one] = last[..] else { return None };
        let is_free_one = top(&self.board, one) == Some(Stone { colour, number: 1 });
        let is_last_one = stones(&one) == 1 && is_free_one && last_row > 0;
        let own_barrier = || self.barrier(colour, one).iter().any(|field| stones(field) > 0);
        (is_last_one && !self.has_way(&self.board, colour, one) && !own_barrier()).then_some(one)
    }

    /// R6: the fields of its row that a 1 can come to by single steps and
    /// single jumps inside the row, its own included.
    fn reach_in_row(&self, board: &Board, colour: char, one: u8) -> BTreeSet<u8> {
        let mut reach = BTreeSet::from([one]);
        let mut open = vec![one];
        while let Some(field) = open.pop() {
            for to in ways_of_a_one(board, field) {
                if self.row(colour, to) == self.row(colour, one) && reach.insert(to) {
                    open.push(to);
                }
            }
        }
        reach
    }

    /// R6: whether a 1 finds a way to a row nearer to the goal.
    fn has_way(&self, board: &Board, colour: char, one: u8) -> bool {
        let nearer = |to: u8| self.row(colour, to) < self.row(colour, one);
        let reach = self.reach_in_row(board, colour, one);
        reach.into_iter().any(|field| ways_of_a_one(board, field).into_iter().any(nearer))
    }

    /// R6: the barrier fields of a 1.
    fn barrier(&self, colour: char, one: u8) -> BTreeSet<u8> {
        let reach = self.reach_in_row(&self.board, colour, one);
        reach
            .into_iter()
            .flat_map(neighbours)
            .filter(|&field| self.row(colour, field) == self.row(colour, one) - 1)
            .filter(|field| self.board.contains_key(field))
            .collect()
    }

    /// R6: the moves asked for when the 1 on a field is shut in: those that
    /// open a way, else those off the barrier, else none.
    fn opening(&self, colour: char, one: u8, moves: &[Move]) -> Vec<Move> {
        // A move onto the 1 opens no way.
        let opens = |&(from, to): &Move| {
            to != one && self.has_way(&shifted(&self.board, from, to), colour, one)
        };
        let opening: Vec<Move> = moves.iter().copied().filter(opens).collect();
        if !opening.is_empty() {
            return opening;
        }
        let barrier = self.barrier(colour, one);
        let leaves =
            |&(from, to): &Move| barrier.contains(&from) && !barrier.contains(&to) && to != one;
        moves.iter().copied().filter(leaves).collect()
    }

    /// R7, 1986: the field of an opponent's last 1 and its remaining goal
    /// field, while all its towers but one are finished.
    fn nearly_home(&self, opponent: char) -> Option<(u8, u8)> {
        let [goal] = self.unfinished(opponent)[..] else {
            return None;
        };
        let one = Stone { colour: opponent, number: 1 };
        let in_tower =
            |field: u8| self.goal(opponent).contains(&field) && self.is_finished(opponent, field);
        let mut outside = fields().filter(|&field| {
            !in_tower(field) && self.board.get(&field).is_some_and(|pile| pile.contains(&one))
        });
        Some((outside.next().expect("the remaining 1"), goal))
    }

    /// R7, 1981: the goal fields of the opponents, while the seat to act has
    /// finished all its towers but one.
    fn opposing_goals(&self) -> Vec<u8> {
        if self.unfinished(self.colour()).len() != 1 {
            return Vec::new();
        }
        self.opponents().into_iter().flat_map(|opponent| self.goal(opponent)).copied().collect()
    }

    /// R7: the fields on which the seat to act may not end a move, wherever
    /// the move began (a move that ends where it began ends there, too).
    fn banned(&self) -> BTreeSet<u8> {
        if self.old {
            return self.opposing_goals().into_iter().collect();
        }
        let nearly = self.opponents().into_iter().filter_map(|opponent| self.nearly_home(opponent));
        nearly.flat_map(|(one, goal)| [one, goal]).collect()
    }

    /// R7: the moves that clear what may not be held. (Only the top stone of a
    /// field moves, and on an opponent's 1 everything else lies above it.)
    fn obeying_r7(&self, moves: &[Move]) -> Vec<Move> {
        let held = self.banned();
        // In 1981 stones go "off the goal fields", so not from one to another;
        // in 1986 the stone that holds a field "must move". The two differ only
        // where the bans had to be dropped.
        let clears = |&(from, to): &Move| {
            held.contains(&from) && from != to && !(self.old && held.contains(&to))
        };
        moves.iter().copied().filter(clears).collect()
    }

    /// Whether R5 binds the seat to act now: it has a move that obeys R5.
    pub fn bound(&self) -> bool {
        self.outcome.is_none() && !self.choices().1.is_empty()
    }

    /// Whether an action carries the asterisk: made while R5 binds the player,
    /// and obeying R5.
    pub fn starred(&self, action: &str) -> bool {
        let obeying = self.choices().1;
        self.outcome.is_none() && obeying.iter().any(|&way| self.text(way) == action)
    }

    fn text(&self, (from, to): Move) -> String {
        let stone = top(&self.board, from).expect("a stone");
        let others = height(&self.board, to) - usize::from(from == to);
        let level = ['A', 'B', 'C'][others];
        format!("({}{}){from}-{level}{to}", stone.colour, stone.number)
    }

    fn has_finished(&self, seat: usize) -> bool {
        self.unfinished(self.colours[seat]).is_empty()
    }

    /// Ends the game or gives the turn to the next seat that can move (F3, R9).
    fn pass_on(&mut self) {
        let seats = self.colours.len();
        let last = self.seat;
        for seat in (1..=seats).map(|next| (last + next) % seats) {
            self.seat = seat;
            if !self.has_finished(seat) && !self.moves().is_empty() {
                return;
            }
        }
        self.end();
    }

    /// The end, with a winner or drawn. Scores are given only for a win that
    /// could be played out: without a win no move comes after it.
    fn end(&mut self) {
        let needed = |seat| self.has_finished(seat).then_some(self.after[seat]);
        let scores = (self.playout && self.winner.is_some())
            .then(|| (0..self.colours.len()).map(needed).collect());
        let winners = self.winner.into_iter().map(|seat| seat as u8 + 1).collect();
        self.outcome = Some(Outcome { winners, scores });
    }
}

impl Oracle for Ombagi {
    fn legal(&self) -> Vec<String> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        let mut actions: Vec<String> =
            self.choices().0.into_iter().map(|way| self.text(way)).collect();
        actions.sort();
        actions
    }

    fn play(&mut self, action: &str) {
        // `(D3)12-A17`
        let field = |text: &str| text.parse::<u8>().expect("a field");
        let (from, to) = (field(&action[4..6]), field(&action[8..10]));
        self.board = shifted(&self.board, from, to);
        self.actions += 1;
        if self.winner.is_some() {
            self.after[self.seat] += 1;
        } else if self.has_finished(self.seat) {
            self.winner = Some(self.seat);
        }
        if self.winner.is_some() && !self.playout {
            self.end();
        } else {
            self.pass_on();
        }
        if self.outcome.is_none() && self.actions == self.limit {
            self.end();
        }
    }

    fn seat(&self) -> Option<u8> {
        self.outcome.is_none().then_some(self.seat as u8 + 1)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome.clone()
    }

    fn standing(&self) -> String {
        use std::fmt::Write;
        let mut text =
            format!("seat {} winner {:?} after {:?}", self.seat, self.winner, self.after);
        for (field, pile) in &self.board {
            write!(text, " {field}:").expect("a text");
            for stone in pile {
                write!(text, "{}{}", stone.colour, stone.number).expect("a text");
            }
        }
        text
    }

    fn copy(&self) -> Box<dyn Oracle> {
        Box::new(self.clone())
    }
}
