//! What can be wrong with tables and with asking for them.

use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a table file is not believed.
#[derive(Debug, Error)]
pub enum TableError {
    /// The file system says no.
    #[error("cannot {doing} {}: {error}", path.display())]
    File {
        /// What was tried: read, write.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// Something else, or a table of another version, kind or rules.
    #[error("{} is not the table asked for: {why}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What differs.
        why: String,
    },
    /// It was a table once.
    #[error("{} is damaged: {why}; delete it and solve again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was found.
        why: String,
    },
}

impl TableError {
    pub(crate) fn file(doing: &'static str, path: &Path, error: io::Error) -> TableError {
        TableError::File { doing, path: path.to_owned(), error }
    }

    pub(crate) fn foreign(path: &Path, why: impl Into<String>) -> TableError {
        TableError::Foreign { path: path.to_owned(), why: why.into() }
    }

    pub(crate) fn damaged(path: &Path, why: impl Into<String>) -> TableError {
        TableError::Damaged { path: path.to_owned(), why: why.into() }
    }
}

/// Why a game was not solved.
#[derive(Debug, Error)]
pub enum SolveError {
    /// There is no solver for this game.
    #[error("{game} has no tables; games that have are {}", solved.join(", "))]
    NotSolved {
        /// The game.
        game: &'static str,
        /// The games that have tables.
        solved: Vec<&'static str>,
    },
    /// There are tables for this game, but not with these options or so many
    /// stones.
    #[error("{0}")]
    NotCovered(String),
    /// A tier needs more memory than it may have.
    #[error("{tier} needs {need} MB of memory and may have {may}: ask for more with --memory")]
    Memory {
        /// The tier.
        tier: String,
        /// What it needs, in MB.
        need: u64,
        /// What was allowed, in MB.
        may: u64,
    },
    /// A distance does not fit the cells.
    #[error("{tier} has a distance of more than {most} actions, for which its cells have no room")]
    TooFar {
        /// The tier.
        tier: String,
        /// The longest there is room for.
        most: u32,
    },
    /// A file is wrong.
    #[error(transparent)]
    Table(#[from] TableError),
}
