//! What a match says: Elo with bounds, and a sequential test.
//!
//! Games come in rounds (a pair of games from one opening with seats exchanged,
//! or a rotation through all seats). The games of a round are not independent,
//! rounds are: so the spread is taken over rounds (for pairs that is the
//! pentanomial model).

/// The points of one round, as a share from 0 to 1.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    shares: Vec<f64>,
}

/// A mean share of points with its 95 % bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub low: f64,
    pub mean: f64,
    pub high: f64,
}

const Z95: f64 = 1.959_964;

impl Tally {
    pub fn add(&mut self, share: f64) {
        self.shares.push(share);
    }

    pub fn rounds(&self) -> usize {
        self.shares.len()
    }

    fn mean(&self) -> f64 {
        self.shares.iter().sum::<f64>() / self.rounds().max(1) as f64
    }

    /// The spread of one round, with one middling round added, so that a match
    /// without any loss does not look certain. Nor does one in which all pairs are split:
    /// the round that is added is a quarter away at least.
    fn variance(&self) -> f64 {
        let (n, mean) = (self.rounds() as f64, self.mean());
        let squares: f64 = self.shares.iter().map(|share| (share - mean).powi(2)).sum();
        let away = (0.5 - mean).abs().max(0.25);
        (squares + away.powi(2)) / (n + 1.0)
    }

    /// The mean share and its 95 % bounds.
    pub fn estimate(&self) -> Estimate {
        let n = self.rounds() as f64;
        if n == 0.0 {
            return Estimate { low: 0.0, mean: 0.5, high: 1.0 };
        }
        let (mean, error) = (self.mean(), Z95 * (self.variance() / n).sqrt());
        Estimate { low: (mean - error).max(0.0), mean, high: (mean + error).min(1.0) }
    }

    /// The logarithm of how much likelier the rounds are if the strength
    /// differs by `elo1` than if by `elo0` (generalised sequential test).
    pub fn log_likelihood_ratio(&self, elo0: f64, elo1: f64) -> f64 {
        let n = self.rounds() as f64;
        let variance = self.variance();
        if n == 0.0 || variance == 0.0 {
            return 0.0;
        }
        let (s0, s1) = (expected(elo0), expected(elo1));
        n * (s1 - s0) * (2.0 * self.mean() - s0 - s1) / (2.0 * variance)
    }
}

/// The share of points that goes with a difference in Elo.
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in Elo that goes with a share of points; infinite at 0 and 1.
pub fn elo(share: f64) -> f64 {
    -400.0 * (1.0 / share - 1.0).log10()
}

/// A sequential test of two guesses, with 5 % for either error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The difference is rather `elo0` or less.
    Lower,
    /// It is rather `elo1` or more.
    Higher,
    Open,
}

impl Sprt {
    /// Where the test ends: ln(0.95 / 0.05).
    pub const BOUND: f64 = 2.944_439;

    pub fn verdict(self, tally: &Tally) -> Verdict {
        match tally.log_likelihood_ratio(self.elo0, self.elo1) {
            ratio if ratio >= Sprt::BOUND => Verdict::Higher,
            ratio if ratio <= -Sprt::BOUND => Verdict::Lower,
            _ => Verdict::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(wins: usize, halves: usize, losses: usize) -> Tally {
        let mut tally = Tally::default();
        (0..wins).for_each(|_| tally.add(1.0));
        (0..halves).for_each(|_| tally.add(0.5));
        (0..losses).for_each(|_| tally.add(0.0));
        tally
    }

    #[test]
    fn elo_and_expectation_are_each_others_inverse() {
        for difference in [-300.0, -10.0, 0.0, 75.0, 400.0] {
            assert!((elo(expected(difference)) - difference).abs() < 1e-9);
        }
        assert!((elo(0.64) - 99.95).abs() < 0.1);
    }

    #[test]
    fn bounds_hold_the_mean_and_narrow_with_more_rounds() {
        let few = tally(6, 0, 4).estimate();
        let many = tally(600, 0, 400).estimate();
        assert!(few.low < few.mean && few.mean < few.high);
        assert!(many.high - many.low < (few.high - few.low) / 5.0);
        // 1000 even rounds: the textbook's 1.96 * 0.4899 / sqrt(1000).
        assert!((many.high - many.mean - 0.03036).abs() < 1e-4);
    }

    #[test]
    fn a_clean_sheet_is_not_certainty() {
        let clean = tally(100, 0, 0).estimate();
        assert!(clean.mean == 1.0 && clean.low < 1.0 && clean.low > 0.97);
    }

    #[test]
    fn nothing_but_split_pairs_is_not_certainty() {
        let even = tally(0, 50, 0);
        let bounds = even.estimate();
        assert!(bounds.low < 0.495 && bounds.high > 0.505 && bounds.low > 0.45, "{bounds:?}");
        let sprt = Sprt { elo0: 0.0, elo1: 100.0 };
        assert_eq!(sprt.verdict(&tally(0, 1, 0)), Verdict::Open);
        assert_eq!(sprt.verdict(&even), Verdict::Lower);
    }

    #[test]
    fn the_sequential_test_decides_both_ways() {
        let sprt = Sprt { elo0: 0.0, elo1: 50.0 };
        assert_eq!(sprt.verdict(&tally(200, 0, 120)), Verdict::Higher);
        assert_eq!(sprt.verdict(&tally(120, 0, 200)), Verdict::Lower);
        assert_eq!(sprt.verdict(&tally(5, 0, 5)), Verdict::Open);
    }
}
