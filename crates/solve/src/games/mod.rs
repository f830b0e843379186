//! One module a game: which positions its tables have, and where.

mod chessom;
mod duombo;
mod gassen_ombagi;
mod zange;

use crate::solvable::Solvable;
use std::any::Any;
use wabe_rules::{About, Game};

/// Something to do with a game that has tables.
pub(crate) trait Job {
    type Out;
    fn run<G: Solvable>(self, game: &G) -> Self::Out;
}

macro_rules! solvable {
    ($($Game:path),+ $(,)?) => {
        /// The games that have tables.
        pub(crate) const SOLVED: &[&About] = &[$(&<$Game as Game>::ABOUT),+];

        /// Does the job if the game has tables; else the job comes back.
        pub(crate) fn dispatch<J: Job>(game: &dyn Any, job: J) -> Result<J::Out, J> {
            $(if let Some(game) = game.downcast_ref::<$Game>() {
                return Ok(job.run(game));
            })+
            Err(job)
        }
    };
}

solvable! {
    wabe_games::duombo::Duombo,
    wabe_games::chessom::Chessom,
    wabe_games::gassen_ombagi::GassenOmbagi,
    wabe_games::zange::Zange,
}
