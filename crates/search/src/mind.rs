//! What a player knows of a game beyond its rules.

use crate::levels::Level;
use crate::limits::{Limits, Stop};
use crate::net::{Inputs, Net};
use crate::tree::{Rewards, Shape, rewards_at};
use crate::values::Finding;
use std::hash::{Hash, Hasher};
use wabe_rules::{Dice, Game, Mixer, Seat, Status, Words};

/// Room for the numbers that tell actions apart, see [`Mind::slot`].
pub const SLOTS: usize = 8192;

/// How many features an evaluation may have.
pub const FEATURES: usize = 32;

/// What is counted of one side of a position, see [`Mind::features`].
pub type Features = [i32; FEATURES];

/// One line of a game's table of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    /// What is counted.
    pub name: &'static str,
    /// What one of it is worth.
    pub value: i32,
    /// The same to one who sees little further than one action.
    pub at_sight: i32,
    /// The same in a long game, see [`Mind::is_long`].
    pub late: i32,
}

/// Makes a line of a table of weights.
pub const fn weight(name: &'static str, value: i32) -> Weight {
    Weight { name, value, at_sight: value, late: value }
}

impl Weight {
    /// The same for those only who look further than one action.
    pub const fn ahead(self) -> Weight {
        self.at_sight(0)
    }

    /// The same, but worth something else to those who do not.
    pub const fn at_sight(self, at_sight: i32) -> Weight {
        Weight { at_sight, ..self }
    }

    /// The same, but worth something else in a long game (to all who look ahead).
    pub const fn late(self, late: i32) -> Weight {
        Weight { late, ..self }
    }
}

/// Which way of thinking wins the most in a game, as measured
/// (`docs/strength.md`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Style {
    /// Alpha-beta; with more than two sides everybody against the thinker.
    AlphaBeta,
    /// A Monte-Carlo tree of such a shape.
    Tree(Shape),
}

/// A value of 200 more is a chance of winning better by a factor of e.
pub const SCALE: f64 = 200.0;

/// The expected score (0 to 1) that goes with a value.
///
/// ```
/// assert_eq!(wabe_search::expected_score(0), 0.5);
/// assert!(wabe_search::expected_score(200) > 0.73);
/// ```
pub fn expected_score(value: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(value) / SCALE).exp())
}

/// The value that goes with an expected score, which is neither 0 nor 1.
pub(crate) fn value_of_score(score: f64) -> i32 {
    (SCALE * (score / (1.0 - score)).ln()) as i32
}

/// The knowledge that players need of a game.
///
/// Everything here is about one side at a time; nothing flips its sign by ply.
pub trait Mind: Game {
    /// The table of weights: what counts in this game, and how much.
    const WEIGHTS: &'static [Weight];

    /// What makes each level, from 1 to 8 (`cargo xtask levels` finds them).
    const LEVELS: [Level; 8];

    /// How much of what a search says holds, in percent: so much of a value is told as a
    /// chance, since that fits the results of games (`docs/strength.md`).
    const HOLDS: i32 = 100;

    /// What makes one level; numbers beyond are the nearest.
    fn level(number: u8) -> Level {
        Self::LEVELS[usize::from(number.clamp(1, 8)) - 1]
    }

    /// Counts for one side what the table of weights values.
    fn features(&self, position: &Self::Position, seat: Seat) -> Features;

    /// A number below [`SLOTS`] that tells an action from all others that are
    /// legal in the same position.
    fn slot(&self, position: &Self::Position, action: Self::Move) -> usize;

    /// How much an action stirs the position up: 0 for quiet ones, more for
    /// captures, pushes and mills. The search looks at stirring actions first,
    /// and does not stop before they are over.
    fn heat(&self, position: &Self::Position, action: Self::Move) -> i32;

    /// How promising a quiet action looks before anything is known.
    fn prior(&self, position: &Self::Position, action: Self::Move) -> i32 {
        let _ = (position, action);
        0
    }

    /// The legal action that has a slot, where that is found without a list.
    fn find(&self, position: &Self::Position, slot: usize) -> Option<Self::Move> {
        let _ = (position, slot);
        None
    }

    /// Lists the actions with heat.
    fn hot_moves(&self, position: &Self::Position, out: &mut Vec<Self::Move>) {
        self.moves(position, out);
        out.retain(|&action| self.heat(position, action) > 0);
    }

    /// What a network sees: the first half of the words is of the first side, the
    /// other half the same of the second.
    fn inputs(&self, position: &Self::Position) -> Inputs {
        let _ = position;
        [0; _]
    }

    /// The same position seen another way, one for every number below 12, where the
    /// rules do not tell them apart. A network learns from all of them.
    fn seen_as(inputs: Inputs, way: u32) -> Inputs {
        let _ = way;
        inputs
    }

    /// The network whose value is added to that of the features, where that was
    /// measured to win. For `best` and for who judges; levels do without.
    fn net() -> Option<&'static Net> {
        None
    }

    /// What a player gives to avoid a draw, in games where careful sides could
    /// wait for each other for ever.
    fn contempt(&self) -> i32 {
        0
    }

    /// What a player counts beyond [`Mind::features`], for its own side only: what
    /// makes others give way who would rather wait. Who judges, or looks only one
    /// action ahead, does without: if both sides counted it, waiting would pay.
    fn ambition(&self, position: &Self::Position, seat: Seat) -> Features {
        let _ = (position, seat);
        [0; _]
    }

    /// Whether a game that has lasted so many actions is long for who plays: then
    /// it counts otherwise ([`Weight::late`]), so that it comes to an end.
    fn is_long(&self, position: &Self::Position, seat: Seat, actions: usize) -> bool {
        let _ = (position, seat, actions);
        false
    }

    /// Whether the rules allow nothing but stirring actions here.
    fn must_stir(&self, position: &Self::Position) -> bool {
        let _ = position;
        false
    }

    /// The same position as if the seat to act had passed; `None` where that
    /// says nothing about the position (having to move may be a burden there).
    fn passed(&self, position: &Self::Position) -> Option<Self::Position> {
        let _ = position;
        None
    }

    /// Which way of thinking is the best here.
    fn style(&self) -> Style {
        Style::AlphaBeta
    }

    /// Plays the rest of a game perfectly, where that can be worked out now.
    fn finish(
        &self,
        position: &Self::Position,
        limits: &Limits,
        stop: &Stop,
    ) -> Option<Finding<Self::Move>> {
        let _ = (position, limits, stop);
        None
    }

    /// What is learnt of others from positions before and after each of their actions, in
    /// order: lines for the tables of the game's module. None where its players do not ask
    /// what others are like.
    fn learn_from(&self, deeds: &[[Self::Position; 2]]) -> Vec<String> {
        let _ = deeds;
        Vec::new()
    }

    /// Who acts, or how it ended; a decided game is over, although somebody may
    /// play on.
    #[inline(always)]
    fn contest(&self, position: &Self::Position) -> Status {
        self.decided(position).map_or_else(|| self.status(position), Status::Over)
    }

    /// Whether a seat that plays on in a decided game has come to its own end.
    fn is_done(&self, position: &Self::Position, seat: Seat) -> bool {
        let _ = (position, seat);
        false
    }

    /// A number for the position as the repetition rule sees it.
    fn key(&self, position: &Self::Position) -> u64 {
        let mut hasher = Mixer::default();
        match self.standing(position) {
            Some(standing) => standing.hash(&mut hasher),
            None => position.hash(&mut hasher),
        }
        hasher.finish()
    }

    /// Takes a position to the end of a random game, or to where it is decided.
    fn roll_out(
        &self,
        position: &mut Self::Position,
        dice: &mut Dice,
        scratch: &mut Vec<Self::Move>,
    ) {
        while self.decided(position).is_none()
            && let Some(action) = self.random_move(position, dice, scratch)
        {
            self.apply(position, action);
        }
    }

    /// What the end of a game is worth to every seat, for trees with
    /// [`Leaf::Shares`](crate::Leaf::Shares); it may say more than who has won.
    fn shares(&self, end: &Self::Position) -> Rewards {
        rewards_at(self, end)
    }

    /// Of which actions of a position a finished game looks as if they had been
    /// played, whenever and by whomever; asked of games that grow trees only.
    fn came_true(
        &self,
        position: &Self::Position,
        end: &Self::Position,
    ) -> impl Fn(Self::Move) -> bool {
        let _ = (position, end);
        |_| false
    }

    /// A position that the seat cannot tell from the last one of `history`,
    /// drawn by lot. Without hidden things that is the position itself.
    fn imagined(&self, history: &[&Self::Position], seat: Seat, dice: &mut Dice) -> Self::Position {
        let _ = (seat, dice);
        history[history.len() - 1].clone()
    }

    /// Whether a seat may have to imagine things.
    fn has_secrets(&self) -> bool {
        false
    }

    /// What the game's players call what an action does, for comments.
    fn words(&self, position: &Self::Position, action: Self::Move) -> Vec<Words> {
        let _ = (position, action);
        Vec::new()
    }

    /// What the position is worth to a seat: what its side has, less what the
    /// others have on average.
    fn evaluate(&self, position: &Self::Position, seat: Seat, weights: &Features) -> i32 {
        evaluate_by_sides(self, position, seat, weights)
    }
}

/// What a seat's side has, less what the others have on average.
pub(crate) fn evaluate_by_sides<M: Mind>(
    game: &M,
    position: &M::Position,
    seat: Seat,
    weights: &Features,
) -> i32 {
    let own = game.side(seat);
    let mut mine = 0;
    let (mut theirs, mut others) = (0, 0);
    for side in Seat::all(game.players()).filter(|&side| game.side(side) == side) {
        let worth = dot(&game.features(position, side), weights);
        if side == own {
            mine = worth;
        } else if !game.has_left(position, side) {
            theirs += worth;
            others += 1;
        }
    }
    mine - theirs / others.max(1)
}

/// The weights of a game as numbers.
pub fn weights<M: Mind>() -> Features {
    weights_by::<M>(|weight| weight.value)
}

/// What every line of the table of weights is worth to somebody.
pub(crate) fn weights_by<M: Mind>(worth: impl Fn(&Weight) -> i32) -> Features {
    std::array::from_fn(|i| M::WEIGHTS.get(i).map_or(0, &worth))
}

pub(crate) fn dot(features: &Features, weights: &Features) -> i32 {
    features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
}

/// A number drawn from a few others, the same on every machine.
pub(crate) fn scramble(a: u64, b: u64, c: u64) -> u64 {
    let mut hasher = Mixer::default();
    hasher.write_u64(a ^ 0x2545_f491_4f6c_dd1d);
    hasher.write_u64(b);
    hasher.write_u64(c);
    Dice::new(hasher.finish()).word()
}
