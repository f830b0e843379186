//! The eight games, one module each.
//!
//! [`GAMES`] is the one list that names them. Everything else (help, lobby,
//! checks, protocol) asks the games themselves; adding a game is its module,
//! its line in the list below, and its data folder.
//!
//! ```
//! let mut table = wabe_games::open("zange:captures=1")?;
//! table.play("@17")?;
//! assert_eq!(table.legal().len(), 36);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod abalone;
mod bits;
pub mod board37;
pub mod chessom;
mod common;
pub mod duombo;
pub mod gabata;
pub mod gassen_ombagi;
pub mod ombagi;
pub mod omega;
pub mod zange;

use wabe_rules::{About, Game, OptionError, Options, Playing, Spec, Table};

/// Something to do with a game whose type is known only inside.
pub trait Visitor {
    /// What comes of it.
    type Out;
    /// Does it, with the rules value and its canonical spec.
    fn visit<G: Game>(self, game: G, spec: &str) -> Self::Out;
}

macro_rules! games {
    ($($module:ident::$Game:ident),+ $(,)?) => {
        /// All games, in the order in which they are shown.
        pub const GAMES: &[&About] = &[$(&<$module::$Game as Game>::ABOUT),+];

        /// Finds the game of a spec, checks the options and hands the rules
        /// over.
        pub fn visit<V: Visitor>(spec: &str, visitor: V) -> Result<V::Out, OptionError> {
            let Spec { game, options } = Spec::split(spec);
            $(if game == <$module::$Game as Game>::ABOUT.name {
                let mut options = Options::parse(&<$module::$Game as Game>::ABOUT, options)?;
                let game = <$module::$Game as Game>::from_options(&mut options)?;
                return Ok(visitor.visit(game, &options.to_string()));
            })+
            Err(OptionError::unknown_game(game, GAMES))
        }
    };
}

games! {
    abalone::Abalone,
    omega::Omega,
    ombagi::Ombagi,
    gassen_ombagi::GassenOmbagi,
    duombo::Duombo,
    chessom::Chessom,
    zange::Zange,
    gabata::Gabata,
}

/// Opens a table for a spec such as `omega:players=3,size=7`.
pub fn open(spec: &str) -> Result<Box<dyn Table>, OptionError> {
    struct Open;
    impl Visitor for Open {
        type Out = Box<dyn Table>;
        fn visit<G: Game>(self, game: G, spec: &str) -> Box<dyn Table> {
            Box::new(Playing::new(game, spec))
        }
    }
    visit(spec, Open)
}

/// What the game of this name says of itself.
pub fn about(name: &str) -> Result<&'static About, OptionError> {
    let found = GAMES.iter().find(|about| about.name == name);
    found.copied().ok_or_else(|| OptionError::unknown_game(name, GAMES))
}

#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct ReadmeExamples;
