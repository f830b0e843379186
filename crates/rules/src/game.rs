//! The trait every game implements.

use crate::playout::side_by_side;
use crate::{
    About, CellId, Dice, OptionError, Options, Outcome, Picture, PositionError, Score, Seat,
    SeatSet, Status, Viewer,
};
use std::fmt::Debug;
use std::hash::Hash;
use thiserror::Error;

/// The house rules that the driver applies, because they look back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct House {
    /// Drawn when a position stands for this time; 0 = off.
    pub repetition: u32,
}

/// Why a text is not an action here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ActionError {
    /// The text has not the form of an action of this game.
    #[error("expected {0}")]
    Malformed(String),
    /// The text reads as an action, but says something that does not hold.
    #[error("{0}")]
    Wrong(String),
}

/// The rules of a game, with its options fixed and its tables built.
///
/// A rules value is made once and shared; positions are small plain data that
/// are copied for every child and know nothing of their past. One action is one
/// decision: a turn of several actions is a run of positions with the same seat
/// to act. After [`apply`](Game::apply) a position is *settled*: seats that
/// cannot act have been passed over, and the end, if it is one, is known
/// without listing actions.
pub trait Game: Sized + Send + Sync + 'static {
    /// A position: board, seat to act, and all that decides what may follow.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// One action.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// What the game says of itself.
    const ABOUT: About;

    /// Builds the rules for checked options; contradictions are found here.
    fn from_options(options: &mut Options) -> Result<Self, OptionError>;

    /// How many seats the table has.
    fn players(&self) -> usize;

    /// The house rules that look back.
    fn house(&self) -> House;

    /// The position before the first action.
    fn start(&self) -> Self::Position;

    /// Who acts, or how it ended.
    fn status(&self, position: &Self::Position) -> Status;

    /// Adds every legal action to `out`, each once, in any order; none when
    /// the game is over.
    fn moves(&self, position: &Self::Position, out: &mut Vec<Self::Move>);

    /// Actions that are legal only because all players agreed on them (and
    /// that are therefore never generated).
    fn by_consent(&self, position: &Self::Position, out: &mut Vec<Self::Move>) {
        let _ = (position, out);
    }

    /// How many actions are legal. `scratch` is an empty buffer to use freely.
    #[inline(always)]
    fn count(&self, position: &Self::Position, scratch: &mut Vec<Self::Move>) -> usize {
        scratch.clear();
        self.moves(position, scratch);
        scratch.len()
    }

    /// How many ways there are to play two actions in a row. A game may know a
    /// way to count after many actions at once. `scratch` are buffers to use
    /// freely.
    #[inline(always)]
    fn count_two(&self, position: &Self::Position, scratch: &mut [Vec<Self::Move>; 2]) -> u64 {
        let [actions, scratch] = scratch;
        actions.clear();
        self.moves(position, actions);
        let mut ways = 0;
        for &action in actions.iter() {
            let mut child = position.clone();
            self.apply(&mut child, action);
            ways += self.count(&child, scratch) as u64;
        }
        ways
    }

    /// Shows the position after each legal action, in any order. `scratch` is a
    /// buffer to use freely.
    #[inline(always)]
    fn for_each_child(
        &self,
        position: &Self::Position,
        scratch: &mut Vec<Self::Move>,
        mut see: impl FnMut(&Self::Position),
    ) {
        scratch.clear();
        self.moves(position, scratch);
        for &action in scratch.iter() {
            let mut child = position.clone();
            self.apply(&mut child, action);
            see(&child);
        }
    }

    /// One legal action, each exactly as likely as any other; `None` when over.
    #[inline(always)]
    fn random_move(
        &self,
        position: &Self::Position,
        dice: &mut Dice,
        scratch: &mut Vec<Self::Move>,
    ) -> Option<Self::Move> {
        scratch.clear();
        self.moves(position, scratch);
        (!scratch.is_empty()).then(|| dice.choose(scratch))
    }

    /// Plays so many uniformly random games to the end and says how many
    /// actions they took together. A game may know a way that does not go
    /// action by action, if every course of the game stays exactly as likely.
    #[inline(always)]
    fn playouts(
        &self,
        from: &Self::Position,
        games: u64,
        dice: &mut Dice,
        scratch: &mut Vec<Self::Move>,
    ) -> u64 {
        side_by_side(self, from, games, dice, scratch)
    }

    /// Plays an action that is known to be legal.
    fn apply(&self, position: &mut Self::Position, action: Self::Move);

    /// The position as the repetition rule sees it: without the counters of the
    /// house rules. `None` where repetition does not count.
    fn standing(&self, position: &Self::Position) -> Option<Self::Position>;

    /// The outcome, once nothing can change it although there is more to play (a
    /// margin, the places behind the first); `None` where the end decides.
    #[inline(always)]
    fn decided(&self, position: &Self::Position) -> Option<Outcome> {
        let _ = position;
        None
    }

    /// Whether a seat has left a game that goes on without it.
    fn has_left(&self, position: &Self::Position, seat: Seat) -> bool {
        let _ = (position, seat);
        false
    }

    /// A seat leaves: it resigned, or its time is up. Either the game is over
    /// now, or (`None`) it goes on without the seat.
    ///
    /// Unless a game says otherwise, all seats of the other sides win.
    fn retire(&self, position: &mut Self::Position, seat: Seat) -> Option<SeatSet> {
        let _ = position;
        let others = Seat::all(self.players()).filter(|&other| self.side(other) != self.side(seat));
        Some(others.collect())
    }

    /// Scores by seat, where the game has them.
    fn scores(&self, position: &Self::Position) -> Option<Vec<Score>> {
        let _ = position;
        None
    }

    /// Whether scores can pass 2^53, so that machines must read them as texts.
    fn has_wide_scores(&self) -> bool {
        false
    }

    /// The seat that shares this seat's fate: partners name the first of them.
    fn side(&self, seat: Seat) -> Seat {
        seat
    }

    /// Writes an action in canonical form.
    fn write_action(&self, position: &Self::Position, action: Self::Move, out: &mut String);

    /// Reads an action, leniently where the rules say so. The result need not
    /// be legal; the driver looks at that.
    fn read_action(&self, position: &Self::Position, text: &str)
    -> Result<Self::Move, ActionError>;

    /// Marks that records put before and behind an action (`*`, `+`, `#`).
    fn annotations(
        &self,
        before: &Self::Position,
        action: Self::Move,
        after: &Self::Position,
    ) -> (&'static str, &'static str) {
        let _ = (before, action, after);
        ("", "")
    }

    /// Writes the position, all of it.
    fn write_position(&self, position: &Self::Position, out: &mut String);

    /// Reads what [`write_position`](Game::write_position) wrote; refuses what
    /// cannot be.
    fn read_position(&self, text: &str) -> Result<Self::Position, PositionError>;

    /// Whether this viewer may know all of the position.
    fn sees_all(&self, position: &Self::Position, viewer: Viewer) -> bool {
        let _ = (position, viewer);
        true
    }

    /// What this viewer sees: the only way from a position to a screen.
    fn picture(&self, position: &Self::Position, viewer: Viewer) -> Picture;

    /// The cells of the picture that a person touches, in order, to choose
    /// this action; empty for actions without a place (`pass`).
    fn touches(&self, position: &Self::Position, action: Self::Move, out: &mut Vec<CellId>);
}
