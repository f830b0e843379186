use std::fmt;

/// A player's place in turn order.
///
/// ```
/// use wabe_rules::Seat;
/// let first = Seat::FIRST;
/// assert_eq!(first.number(), 1);
/// assert_eq!(first.next(3).next(3).next(3), first);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seat(u8);

impl Seat {
    /// The seat that begins.
    pub const FIRST: Seat = Seat(0);

    /// The seat with this index, counted from 0.
    pub const fn from_index(index: usize) -> Seat {
        Seat(index as u8)
    }

    /// The seat with this number, counted from 1, if there are so many.
    pub fn from_number(number: usize, players: usize) -> Option<Seat> {
        (1..=players).contains(&number).then(|| Seat(number as u8 - 1))
    }

    /// Counted from 0, to index arrays.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Counted from 1, as people say it.
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }

    /// The seat whose turn comes next at a table of `players`.
    pub const fn next(self, players: usize) -> Seat {
        Seat(if self.number() == players { 0 } else { self.0 + 1 })
    }

    /// All seats of a table, in order.
    pub fn all(players: usize) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..players).map(Seat::from_index)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// A set of seats, such as the winners of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat at all: as winners, a drawn game.
    pub const NONE: SeatSet = SeatSet(0);

    /// One seat alone.
    pub const fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// This set with one more seat.
    pub const fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1 << seat.0)
    }

    /// Whether the seat is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// Whether no seat is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..8).map(Seat).filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::NONE, SeatSet::with)
    }
}
