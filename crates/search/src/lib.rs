//! Players for all games: what to do, not only what may be done.
//!
//! [`player`] makes one for a spec; it takes tables and gives actions. The
//! searches are generic over [`Mind`], the knowledge that each game's module in
//! `eval` adds to the rules.
//!
//! ```
//! use wabe_search::{Kind, Limits, Means, Stop, player};
//! let table = wabe_games::open("zange")?;
//! let mut best = player(Kind::Best, table.spec(), Means::default())?;
//! let thought = best.think(&*table, Limits::nodes(1000), &Stop::new(), &mut |_| {})?;
//! assert!(table.legal().contains(&thought.action));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alphabeta;
mod choices;
mod climb;
mod eval;
mod kind;
mod levels;
mod limits;
mod memory;
mod mind;
mod net;
mod player;
mod selfplay;
mod study;
mod tree;
mod tune;
mod values;

pub use alphabeta::{Frailty, Parts};
pub use climb::{ClimbError, Climbing, Watcher};
pub use kind::{Kind, KindError};
pub use levels::Level;
pub use limits::{Limits, Stop};
pub use mind::{FEATURES, Features, Mind, SCALE, SLOTS, Style, Weight, expected_score, weights};
pub use net::train::{LearnError, Learning, Learnt};
pub use net::{HIDDEN, Inputs, Net, NetError, WORDS};
pub use player::{Means, Player, ThinkError, Thought};
pub use study::{StudyError, study};
pub use tree::{Leaf, Rewards, Shape};
pub use tune::{Tuned, Tuning};
pub use values::{FORCED, Finding, Value, WIN};

use player::Computer;
use wabe_rules::{Game, OptionError, Options, Playing, Spec, Table, Words};

/// Something to do with a game and what is known of it.
pub trait MindVisitor {
    /// What comes of it.
    type Out;
    /// Does it, with the rules value and its canonical spec.
    fn visit<M: Mind>(self, game: M, spec: &str) -> Self::Out;
}

macro_rules! minds {
    ($($module:ident::$Game:ident),+ $(,)?) => {
        /// Finds the game of a spec, checks the options and hands the rules
        /// over, with what is known of the game.
        pub fn visit<V: MindVisitor>(spec: &str, visitor: V) -> Result<V::Out, OptionError> {
            let Spec { game, options } = Spec::split(spec);
            $(if game == <wabe_games::$module::$Game as Game>::ABOUT.name {
                type Found = wabe_games::$module::$Game;
                let mut options = Options::parse(&Found::ABOUT, options)?;
                let game = Found::from_options(&mut options)?;
                return Ok(visitor.visit(game, &options.to_string()));
            })+
            Err(OptionError::unknown_game(game, wabe_games::GAMES))
        }
    };
}

wabe_games::for_all_games!(minds);

/// Why there is no player.
#[derive(Debug, thiserror::Error)]
pub enum PlayerError {
    /// The game or its options.
    #[error("{0}")]
    Game(#[from] OptionError),
    /// A table of perfect play that cannot be trusted.
    #[error("{0}")]
    Tables(#[from] wabe_solve::TableError),
}

/// Makes a player for the game of a spec.
pub fn player(kind: Kind, spec: &str, means: Means) -> Result<Box<dyn Player>, PlayerError> {
    struct Make(Kind, Means);
    impl MindVisitor for Make {
        type Out = Result<Box<dyn Player>, wabe_solve::TableError>;
        fn visit<M: Mind>(self, game: M, _: &str) -> Self::Out {
            Ok(Box::new(Computer::<M>::open(self.0, &game, self.1)?))
        }
    }
    Ok(visit(spec, Make(kind, means))??)
}

/// What a game's players call what an action does now; nothing if it cannot be
/// played.
pub fn words(table: &dyn Table, action: &str) -> Vec<Words> {
    struct Ask<'a>(&'a dyn Table, &'a str);
    impl MindVisitor for Ask<'_> {
        type Out = Option<Vec<Words>>;
        fn visit<M: Mind>(self, _: M, _: &str) -> Option<Vec<Words>> {
            let playing = self.0.as_any().downcast_ref::<Playing<M>>()?;
            let action = playing.read(self.1).ok()?;
            Some(playing.game().words(playing.current(), action))
        }
    }
    visit(table.spec(), Ask(table, action)).ok().flatten().unwrap_or_default()
}

/// Plays the game of a spec against itself and learns weights from that; `see`
/// is told how many games are done.
pub fn tune(spec: &str, tuning: Tuning, see: &(dyn Fn(u64) + Sync)) -> Result<Tuned, OptionError> {
    struct Tune<'a>(Tuning, &'a (dyn Fn(u64) + Sync));
    impl MindVisitor for Tune<'_> {
        type Out = Tuned;
        fn visit<M: Mind>(self, game: M, spec: &str) -> Tuned {
            let table = Playing::new(game, spec);
            tune::tune(|| table.clone(), self.0, self.1)
        }
    }
    visit(spec, Tune(tuning, see))
}

/// Plays the game of a spec against itself and learns a network from that; `see` is
/// told how many games are done, and `tell` what the network is like after each
/// pass over what was learnt. Gives the bytes of the network's file.
pub fn learn(
    spec: &str,
    tuning: Tuning,
    learning: Learning,
    see: &(dyn Fn(u64) + Sync),
    tell: &mut dyn FnMut(Learnt),
) -> Result<Vec<u8>, LearnError> {
    struct Learn<'a>(Tuning, Learning, &'a (dyn Fn(u64) + Sync), &'a mut dyn FnMut(Learnt));
    impl MindVisitor for Learn<'_> {
        type Out = Result<Vec<u8>, LearnError>;
        fn visit<M: Mind>(self, game: M, spec: &str) -> Result<Vec<u8>, LearnError> {
            if game.inputs(&game.start()) == [0; WORDS] {
                return Err(LearnError::Blind);
            }
            let table = Playing::new(game, spec);
            let lessons = net::lessons::play(|| table.clone(), self.0, self.2);
            net::train::train::<M>(&lessons, self.1, self.3)
        }
    }
    visit(spec, Learn(tuning, learning, see, tell))?
}

/// Moves weights by games of what is a little more and a little less; `see` is told every
/// step.
pub fn climb(
    spec: &str,
    tuning: Tuning,
    climbing: &Climbing,
    see: &mut Watcher<'_>,
) -> Result<(), ClimbError> {
    struct Climb<'a, 'b>(Tuning, &'a Climbing, &'a mut Watcher<'b>);
    impl MindVisitor for Climb<'_, '_> {
        type Out = Result<(), ClimbError>;
        fn visit<M: Mind>(self, game: M, spec: &str) -> Self::Out {
            let table = Playing::new(game, spec);
            climb::climb(|| table.clone(), self.0, self.1, self.2)
        }
    }
    visit(spec, Climb(tuning, climbing, see))?
}
