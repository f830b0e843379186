//! How commands fail: one sentence and an exit code.

use std::io;
use std::process::ExitCode;
use thiserror::Error;
use wabe_rules::{OptionError, PositionError, RecordError};

/// The exit code of what was interrupted.
pub const INTERRUPTED: u8 = 130;

/// Why a command did not succeed.
#[derive(Debug, Error)]
pub enum Failure {
    /// The command was called wrongly: exit code 2.
    #[error("{0}")]
    Usage(String),
    /// The thing asked about is wrong: exit code 1.
    #[error("{0}")]
    Wrong(String),
    /// The same, and the command has said all there is to say.
    #[error("")]
    Told,
    /// Somebody ended it early: exit code 130, as shells have it.
    #[error("interrupted")]
    Interrupted,
    /// Writing the answer failed.
    #[error("the output cannot be written: {0}")]
    Output(#[from] io::Error),
}

impl Failure {
    /// A file that cannot be read or written.
    pub fn file(doing: &str, path: &std::path::Path, error: &io::Error) -> Failure {
        Failure::Usage(format!("cannot {doing} {}: {error}", path.display()))
    }

    /// Whether somebody downstream just stopped reading.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    pub fn sentence(&self) -> Option<String> {
        let text = self.to_string();
        (!text.is_empty()).then_some(text)
    }

    pub fn exit_code(&self) -> ExitCode {
        match self {
            Failure::Wrong(_) | Failure::Told => ExitCode::from(1),
            Failure::Usage(_) | Failure::Output(_) => ExitCode::from(2),
            Failure::Interrupted => ExitCode::from(INTERRUPTED),
        }
    }
}

impl From<OptionError> for Failure {
    fn from(error: OptionError) -> Failure {
        Failure::Usage(error.to_string())
    }
}

impl From<wabe_search::PlayerError> for Failure {
    fn from(error: wabe_search::PlayerError) -> Failure {
        match error {
            wabe_search::PlayerError::Game(error) => error.into(),
            wabe_search::PlayerError::Tables(error) => Failure::Wrong(error.to_string()),
        }
    }
}

impl From<wabe_search::StudyError> for Failure {
    fn from(error: wabe_search::StudyError) -> Failure {
        match error {
            wabe_search::StudyError::Option(error) => error.into(),
            other => Failure::Wrong(other.to_string()),
        }
    }
}

impl From<wabe_store::StoreError> for Failure {
    fn from(error: wabe_store::StoreError) -> Failure {
        Failure::Wrong(error.to_string())
    }
}

impl From<PositionError> for Failure {
    fn from(error: PositionError) -> Failure {
        Failure::Wrong(format!("the position is refused: {error}"))
    }
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Failure {
        Failure::Wrong(error.to_string())
    }
}
