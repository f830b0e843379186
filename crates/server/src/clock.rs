//! Clocks of a table: plain numbers, moved on by events.
//!
//! Nobody's time runs before the first turn is over: whoever begins may think
//! about the set-up, and a game nobody begins costs nobody anything. After that
//! the clock of the seat to act runs. What a turn gives back is given when the
//! turn passes on, however many actions it had.

use crate::wire::{ClockRule, ClockView};
use wabe_rules::Seat;
use wabe_store::Millis;

const DAY: Millis = 24 * 60 * 60 * 1000;

/// The longest base, step or number of days that is accepted.
const MOST_MINUTES: i64 = 24 * 60;
const MOST_DAYS: i64 = 60;

impl ClockRule {
    /// Whether the numbers make sense.
    pub fn is_sensible(&self) -> bool {
        let minutes = MOST_MINUTES * 60 * 1000;
        match *self {
            ClockRule::Increment { base, step } | ClockRule::Delay { base, step } => {
                (0..=minutes).contains(&base) && (0..=minutes).contains(&step) && base + step > 0
            }
            ClockRule::Days { days } => (1..=MOST_DAYS).contains(&days),
        }
    }

    fn at_start(&self) -> Millis {
        match *self {
            // A base of nothing means the first turn has its step.
            ClockRule::Increment { base: 0, step } => step,
            ClockRule::Increment { base, .. } | ClockRule::Delay { base, .. } => base,
            ClockRule::Days { days } => days * DAY,
        }
    }
}

/// The clocks of all seats.
#[derive(Clone, Debug)]
pub struct Clock {
    rule: ClockRule,
    left: Vec<Millis>,
    running: Option<(Seat, Millis)>,
}

impl Clock {
    /// Clocks before the game.
    pub fn new(rule: ClockRule, players: usize) -> Clock {
        Clock { rule, left: vec![rule.at_start(); players], running: None }
    }

    /// Time without cost in each turn.
    fn pause(&self) -> Millis {
        match self.rule {
            ClockRule::Delay { step, .. } => step,
            _ => 0,
        }
    }

    /// When the time of the seat to act will be up.
    pub fn deadline(&self) -> Option<Millis> {
        self.running.map(|(seat, since)| since + self.pause() + self.left[seat.index()])
    }

    /// Milliseconds the seat to act has left at a moment, with its pause.
    pub fn left_now(&self, now: Millis) -> Option<Millis> {
        self.deadline().map(|deadline| (deadline - now).max(0))
    }

    /// What a turn gives back, for players who plan.
    pub fn step(&self) -> Millis {
        match self.rule {
            ClockRule::Increment { step, .. } | ClockRule::Delay { step, .. } => step,
            ClockRule::Days { .. } => 0,
        }
    }

    /// Whose time is up.
    pub fn flagged(&self, now: Millis) -> Option<Seat> {
        let (seat, _) = self.running?;
        (self.deadline()? <= now).then_some(seat)
    }

    /// From now on this seat's clock runs, or nobody's. Going on with the same
    /// seat changes nothing.
    pub fn run(&mut self, seat: Option<Seat>, now: Millis) {
        if self.running.map(|(seat, _)| seat) == seat {
            return;
        }
        if let Some((seat, since)) = self.running.take() {
            let left = &mut self.left[seat.index()];
            let spent = (now - since).max(0);
            match self.rule {
                ClockRule::Increment { step, .. } => *left = (*left - spent).max(0) + step,
                ClockRule::Delay { step, .. } => *left = (*left - (spent - step).max(0)).max(0),
                ClockRule::Days { .. } => *left = self.rule.at_start(),
            }
        }
        self.running = seat.map(|seat| (seat, now));
    }

    /// The turn is played anew: the seat to act starts from now, and nobody
    /// gains by it.
    pub fn rewind(&mut self, seat: Option<Seat>, now: Millis) {
        if let Some((seat, since)) = self.running.take() {
            let spent = (now - since - self.pause()).max(0);
            let left = &mut self.left[seat.index()];
            *left = (*left - spent).max(1);
        }
        self.running = seat.map(|seat| (seat, now));
    }

    /// The server was away for so long.
    pub fn credit(&mut self, ms: Millis) {
        if let Some((_, since)) = &mut self.running {
            *since += ms;
        }
    }

    /// As clients see it.
    pub fn view(&self) -> ClockView {
        ClockView {
            rule: self.rule,
            left: self.left.clone(),
            running: self.running.map(|(seat, _)| seat.number()),
            since: self.running.map_or(0, |(_, since)| since),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Option<Seat> = Some(Seat::FIRST);
    const B: Option<Seat> = Some(Seat::from_index(1));

    #[test]
    fn an_increment_comes_when_the_turn_passes_on() {
        let mut clock = Clock::new(ClockRule::Increment { base: 10_000, step: 2_000 }, 2);
        clock.run(A, 0);
        clock.run(A, 3_000);
        assert_eq!(clock.deadline(), Some(10_000));
        clock.run(B, 4_000);
        assert_eq!(clock.view().left, [8_000, 10_000]);
        assert_eq!(clock.flagged(13_999), None);
        assert_eq!(clock.flagged(14_000), B);
    }

    #[test]
    fn a_delay_costs_nothing_at_first() {
        let mut clock = Clock::new(ClockRule::Delay { base: 10_000, step: 2_000 }, 2);
        clock.run(A, 0);
        assert_eq!(clock.deadline(), Some(12_000));
        clock.run(B, 1_500);
        clock.run(A, 5_500);
        assert_eq!(clock.view().left, [10_000, 8_000]);
    }

    #[test]
    fn days_are_fresh_every_turn() {
        let mut clock = Clock::new(ClockRule::Days { days: 2 }, 3);
        clock.run(A, 0);
        clock.run(B, DAY);
        clock.run(A, DAY + 5);
        assert_eq!(clock.deadline(), Some(3 * DAY + 5));
    }

    #[test]
    fn downtime_is_given_back_and_a_rewound_turn_gains_nothing() {
        let mut clock = Clock::new(ClockRule::Increment { base: 10_000, step: 5_000 }, 2);
        clock.run(A, 0);
        clock.credit(60_000);
        assert_eq!(clock.deadline(), Some(70_000));
        clock.rewind(B, 64_000);
        assert_eq!(clock.view().left, [6_000, 10_000]);
        assert_eq!(clock.deadline(), Some(74_000));
    }

    #[test]
    fn senseless_clocks_are_known() {
        assert!(!ClockRule::Increment { base: 0, step: 0 }.is_sensible());
        assert!(!ClockRule::Delay { base: -5, step: 9 }.is_sensible());
        assert!(!ClockRule::Days { days: 1 << 40 }.is_sensible());
        assert!(ClockRule::Increment { base: 0, step: 10_000 }.is_sensible());
    }
}
