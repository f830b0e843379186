//! What is known of a position, and how it is kept in a cell of a table.
//!
//! A cell is a byte (or two, where distances are long), and its number grows
//! with how good the position is for the seat to act: first losses, the longest
//! last; then draws, the best chances last; then wins, the shortest last. So the
//! best action leads to the smallest cell of the opponent.

use std::cmp::Ordering;

/// The chances of a draw in which nobody is more likely to err.
const EVEN: u32 = 500;

/// What perfect play gives the seat to act, without house rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The seat to act wins.
    Win {
        /// Actions to the end, if it hurries and the other delays.
        plies: u32,
    },
    /// The seat to act loses.
    Loss {
        /// Actions to the end, if it delays and the other hurries.
        plies: u32,
    },
    /// Nobody can force a win.
    Draw {
        /// The rank among drawn positions, from 1 to 999: higher is better for
        /// the seat to act, 500 is even. 0 where draws are not ranked.
        chances: u32,
    },
}

impl Verdict {
    /// How good this is for the seat to act: larger is better.
    ///
    /// ```
    /// use wabe_solve::Verdict;
    /// assert!(Verdict::Win { plies: 3 }.merit() > Verdict::Win { plies: 5 }.merit());
    /// assert!(Verdict::Loss { plies: 6 }.merit() > Verdict::Loss { plies: 4 }.merit());
    /// assert!(Verdict::Draw { chances: 0 }.merit() > Verdict::Loss { plies: 4 }.merit());
    /// ```
    #[inline(always)]
    pub fn merit(self) -> i64 {
        const FAR: i64 = 1 << 33;
        match self {
            Verdict::Win { plies } => FAR - i64::from(plies),
            Verdict::Loss { plies } => i64::from(plies) - FAR,
            Verdict::Draw { chances } => chances.into(),
        }
    }

    /// The same one action earlier, seen by the seat that acts then: the same
    /// seat, or the other.
    #[inline(always)]
    pub fn before(self, same_seat: bool) -> Verdict {
        match (self, same_seat) {
            (Verdict::Win { plies }, true) | (Verdict::Loss { plies }, false) => {
                Verdict::Win { plies: plies + 1 }
            }
            (Verdict::Loss { plies }, true) | (Verdict::Win { plies }, false) => {
                Verdict::Loss { plies: plies + 1 }
            }
            (Verdict::Draw { chances: 1.. }, false) => self.turned(),
            (draw, _) => draw,
        }
    }

    /// A draw seen by the other seat.
    fn turned(self) -> Verdict {
        match self {
            Verdict::Draw { chances } => Verdict::Draw { chances: 2 * EVEN - chances },
            decided => decided,
        }
    }

    /// Whether both say the same of the result and its distance; draws may
    /// differ in their rank.
    pub fn agrees(self, other: Verdict) -> bool {
        match (self, other) {
            (Verdict::Draw { .. }, Verdict::Draw { .. }) => true,
            _ => self == other,
        }
    }
}

impl PartialOrd for Verdict {
    #[inline(always)]
    fn partial_cmp(&self, other: &Verdict) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Verdict {
    /// Better for the seat to act is greater.
    #[inline(always)]
    fn cmp(&self, other: &Verdict) -> Ordering {
        self.merit().cmp(&other.merit())
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Verdict::Win { plies } => write!(f, "win in {plies}"),
            Verdict::Loss { plies } => write!(f, "loss in {plies}"),
            Verdict::Draw { .. } => f.write_str("draw"),
        }
    }
}

/// How verdicts are written into cells: losses from 0 up, wins from the top
/// down, draws in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scale {
    /// Bytes a cell.
    pub width: u8,
    /// The longest loss there is room for.
    pub losses: u16,
    /// The longest win there is room for.
    pub wins: u16,
}

impl Scale {
    /// A byte a cell, draws not ranked.
    pub const NARROW: Scale = Scale { width: 1, losses: 126, wins: 127 };
    /// Two bytes a cell, draws not ranked.
    pub const WIDE: Scale = Scale { width: 2, losses: 32766, wins: 32767 };

    #[inline(always)]
    fn top(self) -> u16 {
        if self.width == 1 { u8::MAX.into() } else { u16::MAX }
    }

    /// How many draws can be told apart.
    #[inline(always)]
    pub fn ranks(self) -> u16 {
        (u32::from(self.top()) - u32::from(self.losses) - u32::from(self.wins) - 1) as u16
    }

    pub fn is_sound(self) -> bool {
        matches!(self.width, 1 | 2)
            && u32::from(self.losses) + u32::from(self.wins) + 1 < u32::from(self.top())
            && self.ranks() % 2 == 1
            && u32::from(self.ranks()) < 2 * EVEN
    }

    #[inline(always)]
    pub fn read(self, cell: u16) -> Verdict {
        let top = self.top();
        if cell <= self.losses {
            Verdict::Loss { plies: cell.into() }
        } else if cell >= top - self.wins {
            Verdict::Win { plies: (top - cell).into() }
        } else {
            Verdict::Draw { chances: self.chances(cell - self.losses - 1) }
        }
    }

    /// The rank of the middle, and how many chances lie between two ranks;
    /// `None` if draws are not ranked.
    #[inline(always)]
    fn ranking(self) -> Option<(u32, u32)> {
        let middle = u32::from(self.ranks() - 1) / 2;
        (middle > 0).then(|| (middle, (EVEN - 1) / middle))
    }

    /// The chances of a rank, counted from 0.
    #[inline(always)]
    fn chances(self, rank: u16) -> u32 {
        self.ranking().map_or(0, |(middle, step)| EVEN + step * u32::from(rank) - step * middle)
    }

    /// The rank of a draw, counted from 0.
    pub fn rank(self, cell: u16) -> u16 {
        cell - self.losses - 1
    }

    /// The cell of a draw of this rank.
    pub fn ranked(self, rank: u16) -> u16 {
        self.losses + 1 + rank
    }

    /// The cell of a verdict, if there is room for it.
    pub fn write(self, verdict: Verdict) -> Option<u16> {
        let fits = |plies: u32, room: u16| u16::try_from(plies).ok().filter(|&plies| plies <= room);
        match verdict {
            Verdict::Loss { plies } => fits(plies, self.losses),
            Verdict::Win { plies } => Some(self.top() - fits(plies, self.wins)?),
            Verdict::Draw { chances } => {
                let rank = match self.ranking() {
                    None => chances,
                    Some((middle, step)) => (chances + step * middle).checked_sub(EVEN)? / step,
                };
                Some(self.ranked(fits(rank, self.ranks() - 1)?))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_read_as_they_were_written() {
        for scale in [Scale::NARROW, Scale::WIDE, Scale { width: 1, losses: 60, wins: 59 }] {
            assert!(scale.is_sound());
            let mut last = None;
            for cell in 0..=scale.top() {
                let verdict = scale.read(cell);
                assert_eq!(scale.write(verdict), Some(cell));
                assert!(last.is_none_or(|last| last < verdict), "cells grow with merit");
                last = Some(verdict);
            }
        }
        assert_eq!(Scale::NARROW.write(Verdict::Win { plies: 128 }), None);
        assert_eq!(Scale::NARROW.write(Verdict::Loss { plies: 127 }), None);
        assert_eq!(Scale::NARROW.write(Verdict::Draw { chances: 1 }), None);
        assert_eq!(Scale::NARROW.ranks(), 1);
    }

    #[test]
    fn chances_of_both_seats_add_up() {
        let scale = Scale { width: 1, losses: 60, wins: 59 };
        for rank in 0..scale.ranks() {
            let own = scale.read(scale.ranked(rank));
            assert_eq!(own.before(false), scale.read(scale.ranked(scale.ranks() - 1 - rank)));
            assert_eq!(own.before(false).before(false), own);
            assert!(matches!(own, Verdict::Draw { chances: 1..1000 }));
        }
    }
}
