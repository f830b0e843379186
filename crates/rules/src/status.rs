use crate::{Seat, SeatSet};

/// Who acts next, if anybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// This seat chooses an action.
    ToAct(Seat),
    /// The next action is drawn by lot.
    Chance,
    /// The game has ended.
    Over(Outcome),
}

impl Status {
    /// Whether the game has ended.
    pub fn is_over(self) -> bool {
        matches!(self, Status::Over(_))
    }

    /// The seat that chooses, if one does.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Status::ToAct(seat) => Some(seat),
            _ => None,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winners; empty when the game is drawn.
    pub winners: SeatSet,
    /// One word that says why, such as `captures` or `limit`.
    pub reason: &'static str,
}

impl Outcome {
    /// One seat wins.
    pub const fn win(seat: Seat, reason: &'static str) -> Outcome {
        Outcome { winners: SeatSet::only(seat), reason }
    }

    /// Nobody wins.
    pub const fn draw(reason: &'static str) -> Outcome {
        Outcome { winners: SeatSet::NONE, reason }
    }

    /// The one seat with the highest score wins; equal at the top is drawn.
    pub fn highest<T: PartialOrd + Copy>(scores: &[T], reason: &'static str) -> Outcome {
        let mut best = 0;
        let mut tied = false;
        for seat in 1..scores.len() {
            if scores[seat] > scores[best] {
                (best, tied) = (seat, false);
            } else if scores[seat] == scores[best] {
                tied = true;
            }
        }
        match tied {
            true => Outcome::draw(reason),
            false => Outcome::win(Seat::from_index(best), reason),
        }
    }
}

/// One seat's score: exact, or open where it was never settled (an Ombagi
/// margin cut off by the limit).
pub type Score = Option<u128>;
