//! Slow, obvious rules, written apart from the engine so that the two can
//! check each other.
//!
//! Every game here lists all action texts that could be written down at all
//! and keeps those that a plain predicate, taken sentence by sentence from the
//! rules, allows. Nothing is shared with the engine: no geometry, no types, no
//! tables. Only texts are compared.

pub mod abalone;
mod board37;
pub mod chessom;
pub mod duombo;
pub mod gabata;
pub mod gassen_ombagi;
pub mod ombagi;
pub mod omega;
pub mod zange;

use std::collections::BTreeMap;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Winning seats, counted from 1, ascending; empty when drawn.
    pub winners: Vec<u8>,
    /// Scores by seat where the game has them; `None` inside is an open margin.
    pub scores: Option<Vec<Option<u128>>>,
}

/// One game in progress.
pub trait Oracle {
    /// The legal actions in canonical text, sorted as bytes; none when over.
    fn legal(&self) -> Vec<String>;
    /// Plays an action that `legal` listed.
    fn play(&mut self, action: &str);
    /// The seat to act, counted from 1; `None` at chance or when over.
    fn seat(&self) -> Option<u8>;
    /// The outcome, once the game is over (repetition is not judged here).
    fn outcome(&self) -> Option<Outcome>;
    /// Everything that counts for "the same position" under the repetition
    /// rule, as a text: equal texts, same position.
    fn standing(&self) -> String;
    /// An independent copy.
    fn copy(&self) -> Box<dyn Oracle>;
}

/// The options of a spec as plain texts, with defaults asked for by the game.
#[derive(Clone, Debug, Default)]
pub struct Options(BTreeMap<String, String>);

impl Options {
    /// The value of an option, or the default.
    pub fn get<'a>(&'a self, name: &str, default: &'a str) -> &'a str {
        self.0.get(name).map_or(default, String::as_str)
    }

    /// The value of a numeric option, or the default.
    pub fn number(&self, name: &str, default: u32) -> u32 {
        self.get(name, &default.to_string()).parse().expect("a number")
    }
}

/// Opens the game of a valid spec such as `omega:players=3,size=7`.
pub fn open(spec: &str) -> Box<dyn Oracle> {
    let (name, rest) = spec.split_once(':').unwrap_or((spec, ""));
    let options = Options(
        rest.split(',')
            .filter_map(|pair| pair.split_once('='))
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
    );
    match name {
        "abalone" => Box::new(abalone::Abalone::new(&options)),
        "chessom" => Box::new(chessom::Chessom::new(&options)),
        "duombo" => Box::new(duombo::Duombo::new(&options)),
        "gabata" => Box::new(gabata::Gabata::new(&options)),
        "gassen-ombagi" => Box::new(gassen_ombagi::GassenOmbagi::new(&options)),
        "ombagi" => Box::new(ombagi::Ombagi::new(&options)),
        "omega" => Box::new(omega::Omega::new(&options)),
        "zange" => Box::new(zange::Zange::new(&options)),
        _ => panic!("no such game: {name}"),
    }
}
