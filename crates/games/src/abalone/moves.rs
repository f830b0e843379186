//! Moves of marbles, worked out for all marbles of a colour at once.
//!
//! For one direction, `back(set)` are the hollows whose next hollow lies in the
//! set. Chains of it answer every question of R4 to R6: `mine & back(team &
//! back(empty))` are the rear marbles of pairs that may move in line. So the
//! moves of a direction are five sets: rear marbles, and first ends of pairs
//! and triples along the two axes across. Counting them needs no list at all.

use super::board::{self, EDGE, Hollow, step, turn, turn_back};
use crate::bits::nth_bit;
use wabe_rules::Dice;

/// An action of Abalone: the rear marble (or the end of a sideways group that
/// sorts first), the direction, and which marbles go, packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Move(u16);

/// The marbles that move together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// So many marbles in line (R4), pushing so many (R6).
    Line {
        /// Marbles that move by themselves, 1 to 3.
        length: u32,
        /// Marbles pushed, 0 to 2.
        pushed: u32,
    },
    /// Two or three side by side (R5): from the first end along this direction
    /// (0, 1 or 2, in which labels sort upwards), so many steps to the other
    /// end.
    Row {
        /// Along which direction the group lies.
        axis: usize,
        /// Steps from end to end, 1 or 2.
        steps: u32,
    },
}

/// The two axes across each direction.
pub const AXES: [[usize; 2]; 6] = [[1, 2], [0, 2], [0, 1], [1, 2], [0, 2], [0, 1]];

/// Group codes: below this `length - 1 + 4 * pushed`, from here on rows.
pub const ROWS: u32 = 12;

impl Move {
    /// Packed moves are below this.
    pub(super) const NUMBERS: usize = 1 << 13;

    /// A move from its parts; `None` if the axis does not lie across.
    pub fn new(from: Hollow, direction: usize, group: Group) -> Option<Move> {
        let code = match group {
            Group::Line { length, pushed } => length - 1 + 4 * pushed,
            Group::Row { axis, steps } => {
                let place = AXES[direction].iter().position(|&across| across == axis)?;
                ROWS + 2 * place as u32 + steps - 1
            }
        };
        Some(Move::packed(from.index(), direction, code))
    }

    /// A move from the numbers of its parts.
    #[inline(always)]
    pub(super) const fn packed(bit: u32, direction: usize, code: u32) -> Move {
        Move((code << 9 | (direction as u32) << 6 | bit) as u16)
    }

    /// A number below 8192 that no other move has.
    #[inline(always)]
    pub const fn number(self) -> u16 {
        self.0
    }

    #[inline(always)]
    const fn code(self) -> u32 {
        (self.0 >> 9) as u32
    }

    /// The move that has this number, if there can be one.
    pub fn with_number(number: usize) -> Option<Move> {
        let action = Move(u16::try_from(number).ok()?);
        let is_code = action.code() >= ROWS && action.code() < ROWS + 4 || action.code() % 4 < 3;
        let fits = action.direction() < 6 && action.from().index() < 61 && is_code;
        (fits && action.code() < ROWS + 4).then_some(action)
    }

    /// Whether other marbles are pushed (R6).
    #[inline(always)]
    pub const fn pushes(self) -> bool {
        matches!(self.code(), 4..ROWS)
    }

    /// Where the rear marble or first end stands.
    #[inline(always)]
    pub const fn from(self) -> Hollow {
        Hollow::from_index((self.0 & 63) as u32)
    }

    /// Where to, as one of the six directions.
    #[inline(always)]
    pub const fn direction(self) -> usize {
        (self.0 >> 6 & 7) as usize
    }

    /// Which marbles go.
    pub const fn group(self) -> Group {
        match self.code() {
            code @ 0..ROWS => Group::Line { length: code % 4 + 1, pushed: code / 4 },
            code => Group::Row {
                axis: AXES[self.direction()][(code - ROWS) as usize / 2],
                steps: (code - ROWS) % 2 + 1,
            },
        }
    }

    /// What changes on the board.
    const fn flips(self) -> Flips {
        let (d, from) = (self.direction(), self.from().bit());
        match self.group() {
            Group::Row { .. } => {
                let group = self.moved();
                Flips { mine: group ^ turn(group, d, 1), pushed: 0 }
            }
            Group::Line { length, pushed } => {
                let front = turn(from, d, length);
                let last = turn(from, d, length + pushed - 1);
                let behind = if last & EDGE[d] == 0 { turn(last, d, 1) } else { 0 };
                let pushed = if pushed > 0 { front | behind } else { 0 };
                Flips { mine: from | front, pushed }
            }
        }
    }

    /// The marbles that change their hollow, of whatever colours.
    #[inline(always)]
    pub const fn moved(self) -> u64 {
        let (d, from) = (self.direction(), self.from().bit());
        let (along, count) = match self.group() {
            Group::Line { length, pushed } => (d, length + pushed),
            Group::Row { axis, steps } => (axis, steps + 1),
        };
        let mut set = from;
        let mut n = 1;
        while n < count {
            set |= turn(from, along, n);
            n += 1;
        }
        set
    }
}

/// The sets a move flips among the mover's marbles and, where there are but two
/// colours, among the other's. A push over the edge flips one of those, any
/// other push two.
#[derive(Clone, Copy, Debug)]
pub struct Flips {
    pub mine: u64,
    pub pushed: u64,
}

/// The flips of all moves there can be, by packed move.
pub static FLIPS: [Flips; Move::NUMBERS] = {
    let mut table = [Flips { mine: 0, pushed: 0 }; Move::NUMBERS];
    let mut packed = 0;
    while packed < table.len() {
        let action = Move(packed as u16);
        let is_code = action.code() >= ROWS || action.code() % 4 < 3;
        if action.direction() < 6 && action.from().index() < 61 && is_code {
            table[packed] = action.flips();
        }
        packed += 1;
    }
    table
};

impl Flips {
    /// What a move flips.
    #[inline(always)]
    pub fn of(action: Move) -> Flips {
        FLIPS[usize::from(action.number()) % FLIPS.len()]
    }

    /// Whether a marble goes over the edge.
    #[inline(always)]
    pub fn push_off(self) -> bool {
        self.pushed.is_power_of_two()
    }
}

/// The marbles as the seat to act sees them.
#[derive(Clone, Copy)]
pub struct View {
    /// Its own.
    pub mine: u64,
    /// Its own and its partner's.
    pub team: u64,
    /// All others.
    pub others: u64,
}

/// Marbles that have a next hollow in a direction, and the fronts of lines that
/// may move: before an empty hollow, before one opposing marble that can be
/// pushed, before two.
pub struct Towards {
    team: u64,
    mine: u64,
    free: u64,
    one: u64,
    two: u64,
}

/// The rear marbles that may move in line in a direction, and more closely
/// those of pairs, of triples, of pushes against one and against two.
#[derive(Clone, Copy)]
pub struct Lines {
    pub all: u64,
    pub pairs: u64,
    pub triples: u64,
    pub one: u64,
    pub two: u64,
}

impl Lines {
    /// The group code of the line with this rear marble.
    #[inline(always)]
    pub fn code_of(&self, bit: u32) -> u32 {
        let has = |set: u64| (set >> bit & 1) as u32;
        has(self.pairs) + 2 * has(self.triples) + 4 * has(self.one) + 8 * has(self.two)
    }
}

impl View {
    #[inline(always)]
    fn empty(self) -> u64 {
        board::ALL & !(self.team | self.others)
    }

    /// The view from one direction, in which `back` need not mind the edge.
    #[inline(always)]
    fn towards(self, d: usize) -> Towards {
        let next = board::HAS_NEXT[d];
        let (team, others) = (self.team & next, self.others & next);
        let before_empty = turn_back(self.empty(), d);
        let last = self.others & EDGE[d] | others & before_empty;
        let before_last = turn_back(last, d);
        let first_of_two = others & before_last;
        Towards {
            team,
            mine: self.mine & next,
            free: team & before_empty,
            one: team & before_last,
            two: team & turn_back(first_of_two, d),
        }
    }

    #[inline(always)]
    pub fn lines(self, d: usize) -> Lines {
        let Towards { team, mine, free, one, two } = self.towards(d);
        let seconds = turn_back(free | one, d);
        let pairs = mine & seconds;
        let mut lines = Lines { all: 0, pairs, triples: 0, one: 0, two: 0 };
        let middles = team & seconds;
        lines.triples = mine & turn_back(middles, d);
        if one | two != 0 {
            let before_one = turn_back(one, d);
            lines.one = mine & (before_one | turn_back(team & before_one, d));
            lines.two = mine & turn_back(team & turn_back(two, d), d);
            lines.triples |= lines.two;
        }
        lines.all = mine & free | lines.pairs | lines.triples;
        lines
    }

    /// The five sets of moves of a direction: rear marbles, then first ends of
    /// sideways pairs and triples along both axes across (R5; F2: one end at
    /// least is the mover's own).
    #[inline(always)]
    pub fn sets_of<const TEAMS: bool>(self, d: usize) -> [u64; 5] {
        let Towards { team, mine, free, one, two } = self.towards(d);
        let seconds = turn_back(free | one, d);
        let middles = team & (seconds | turn_back(two, d));
        let rears = mine & (free | seconds | turn_back(middles, d));
        let [a, b] = self.rows::<TEAMS>(free, AXES[d][0]);
        let [c, e] = self.rows::<TEAMS>(free, AXES[d][1]);
        [rears, a, b, c, e]
    }

    /// First ends of pairs and triples along an axis among marbles that are
    /// able to step aside.
    #[inline(always)]
    fn rows<const TEAMS: bool>(self, able: u64, axis: usize) -> [u64; 2] {
        let pairs = able & board::HAS_NEXT[axis] & turn_back(able, axis);
        let triples = pairs & turn_back(pairs, axis);
        if !TEAMS {
            return [pairs, triples];
        }
        let own = able & self.mine;
        let next = turn_back(own, axis);
        [pairs & (own | next), triples & (own | turn_back(next & pairs, axis))]
    }

    /// Whether a move is legal.
    pub fn allows(self, action: Move) -> bool {
        let (d, bit) = (action.direction(), action.from().index());
        match action.code() {
            code @ ..ROWS => {
                let lines = self.lines(d);
                lines.all >> bit & 1 == 1 && lines.code_of(bit) == code
            }
            code => {
                let [_, rows @ ..] = self.sets_of::<true>(d);
                rows.get((code - ROWS) as usize).is_some_and(|set| set >> bit & 1 == 1)
            }
        }
    }

    /// Whether any marble can move.
    #[inline(always)]
    pub fn can_move(self) -> bool {
        View::can_surely_move(self.mine, self.empty()) || self.can_move_at_all()
    }

    /// A quick look: is the next hollow to the right of a marble empty? Nearly
    /// always it is.
    #[inline(always)]
    pub fn can_surely_move(mine: u64, empty: u64) -> bool {
        mine & board::HAS_NEXT[0] & turn_back(empty, 0) != 0
    }

    #[cold]
    fn can_move_at_all(self) -> bool {
        (0..6).any(|d| self.sets_of::<true>(d) != [0; 5])
    }

    /// The moves that push.
    #[inline(always)]
    pub fn pushes(self, out: &mut Vec<Move>) {
        for d in 0..6 {
            let lines = self.lines(d);
            for_each_bit(lines.one | lines.two, |bit| {
                out.push(Move::packed(bit, d, lines.code_of(bit)));
            });
        }
    }

    /// All moves.
    #[inline(always)]
    pub fn moves(self, out: &mut Vec<Move>) {
        // A direction has at most five sets of at most 18 marbles each.
        let mut buffer = [Move(0); 256];
        for d in 0..6 {
            let mut len = 0u8;
            let mut add = |bit: u32, code: u32| {
                buffer[usize::from(len)] = Move::packed(bit, d, code);
                len += 1;
            };
            let lines = self.lines(d);
            for_each_bit(lines.all, |bit| add(bit, lines.code_of(bit)));
            let [_, rows @ ..] = self.sets_of::<true>(d);
            for (code, set) in (ROWS..).zip(rows) {
                for_each_bit(set, |bit| add(bit, code));
            }
            out.extend_from_slice(&buffer[..usize::from(len)]);
        }
    }

    /// The five sets of moves of every direction.
    #[inline(always)]
    fn sets<const TEAMS: bool>(self) -> [[u64; 5]; 6] {
        let of = |d| self.sets_of::<TEAMS>(d);
        [of(0), of(1), of(2), of(3), of(4), of(5)]
    }

    /// Whether there is a partner whose marbles may come along.
    #[inline(always)]
    fn has_partner(self) -> bool {
        self.mine != self.team
    }

    /// The sets of moves by kind, then direction, and two empty ones as in
    /// `lanes`.
    #[inline(always)]
    fn sets_by_kind(self) -> [[u64; 8]; 5] {
        let sets = if self.has_partner() { self.sets::<true>() } else { self.sets::<false>() };
        std::array::from_fn(|kind| std::array::from_fn(|d| if d < 6 { sets[d][kind] } else { 0 }))
    }

    /// One of the moves, each as likely as any other: a number is drawn, and
    /// the move in that place found by counting.
    #[inline(always)]
    pub fn random(self, dice: &mut Dice) -> Option<Move> {
        let sets = self.sets_by_kind();
        let counts = sets.map(|lanes| lanes.map(|set| u64::from(set.count_ones())));
        let totals = counts.map(|lanes| lanes.iter().sum::<u64>());
        let total: u64 = totals.iter().sum();
        if total == 0 {
            return None;
        }
        let mut place = u64::from(dice.below(total as u32));
        let mut kind = 0;
        while place >= totals[kind] {
            place -= totals[kind];
            kind += 1;
        }
        let mut d = 0;
        while place >= counts[kind][d] {
            place -= counts[kind][d];
            d += 1;
        }
        let bit = nth_bit(sets[kind][d], place as u32);
        let code = match kind {
            0 => self.lines(d).code_of(bit),
            _ => ROWS + kind as u32 - 1,
        };
        Some(Move::packed(bit, d, code))
    }

    /// How many moves there are.
    #[inline(always)]
    pub fn count(self) -> usize {
        let sets = if self.has_partner() { self.sets::<true>() } else { self.sets::<false>() };
        sets.as_flattened().iter().map(|set| set.count_ones()).sum::<u32>() as usize
    }

    /// The same without a population count instruction: thirty sets are added
    /// up bit by bit before anything is counted.
    #[inline(always)]
    pub fn count_plainly(self) -> usize {
        match self.has_partner() {
            true => self.added_up::<true>(),
            false => self.added_up::<false>(),
        }
    }

    #[inline(always)]
    fn added_up<const TEAMS: bool>(self) -> usize {
        let of = |d| add_up::<5, 2>(self.sets_of::<TEAMS>(d));
        let [(a, [a1, a2]), (b, [b1, b2]), (c, [c1, c2])] = [of(0), of(1), of(2)];
        let (ones, e1) = full_add(a, b, c);
        let [(a, [a3, a4]), (b, [b3, b4]), (c, [c3, c4])] = [of(3), of(4), of(5)];
        let (ones, [e2, e3]) = add_up([ones, a, b, c, 0]);
        let twos = [a1, a2, b1, b2, c1, c2, a3, a4, b3, b4, c3, c4, e1, e2, e3];
        let (twos, fours) = add_up::<15, 7>(twos);
        let (fours, eights) = add_up::<7, 3>(fours);
        let (eights, [sixteens]) = add_up::<3, 1>(eights);
        let digits = [ones, twos, fours, eights, sixteens];
        let weighed = digits.iter().zip(0..).map(|(digit, place)| digit.count_ones() << place);
        weighed.sum::<u32>() as usize
    }
}

/// Adds numbers of one binary digit in all 64 columns at once: the last digit
/// of each column's sum, and the carries. `N` is `2 * CARRIES + 1`.
#[inline(always)]
fn add_up<const N: usize, const CARRIES: usize>(sets: [u64; N]) -> (u64, [u64; CARRIES]) {
    let mut sum = sets[0];
    let mut carries = [0; CARRIES];
    for i in 0..CARRIES {
        (sum, carries[i]) = full_add(sum, sets[2 * i + 1], sets[2 * i + 2]);
    }
    (sum, carries)
}

/// The sum of three digits in every column, and the carry.
#[inline(always)]
fn full_add(a: u64, b: u64, c: u64) -> (u64, u64) {
    let half = a ^ b;
    (half ^ c, a & b | half & c)
}

#[inline(always)]
fn for_each_bit(mut set: u64, mut each: impl FnMut(u32)) {
    while set != 0 {
        each(set.trailing_zeros());
        set &= set - 1;
    }
}

/// The group a person means by a rear marble and a direction: how long the
/// line is and what it pushes, legal or not.
pub fn line_from(view: View, from: Hollow, direction: usize) -> Group {
    let mut at = from.bit();
    let mut run = |set: u64, most: u32| {
        let mut length = 0;
        while at & set != 0 && length < most {
            length += 1;
            at = step(at, direction);
        }
        length
    };
    let length = run(view.team, 3).max(1);
    Group::Line { length, pushed: run(view.others, 2) }
}
