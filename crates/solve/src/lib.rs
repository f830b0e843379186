//! Perfect play where it can be had.
//!
//! Some of the games are small enough, or become so, that every position can be
//! given its value: who wins, and in how many actions. This crate works those
//! values out (retrograde analysis, tier by tier), keeps them in files, and
//! answers questions from them.
//!
//! The values are those of the games' own rules **without the house rules**
//! (repetition, move limit, quiet moves): the tables know no history. A position
//! that is won in more actions than the limit leaves is still called won.
//!
//! What is solved, and what was found: `docs/solved.md`.

mod armies;
mod check;
mod engine;
mod error;
mod few;
mod file;
mod games;
mod jobs;
mod mapped;
mod ranking;
mod retrograde;
mod solvable;
mod stones;
mod symmetry;
mod value;

pub use check::{Census, Checked, Sample};
pub use engine::{Finished, Means, Progress};
pub use error::{SolveError, TableError};
pub use jobs::{
    census, check, data_folder, find_or_make, folder, is_made_on_first_use, make_on_first_use,
    solve, solved_games, tables,
};
pub use ranking::{Ranked, Ranking, ranked, ranking};
pub use solvable::{Probe, after};
pub use value::Verdict;
