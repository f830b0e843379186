//! What the server keeps, for commands that look at it.

use crate::cli::Data;
use std::io;
use std::path::PathBuf;

impl Data {
    /// The folder that was asked for, or the usual one.
    pub fn folder(&self) -> PathBuf {
        self.folder.clone().unwrap_or_else(wabe_solve::data_folder)
    }
}

/// Waits for something of the store; commands do one thing after the other.
pub fn wait<T>(work: impl Future<Output = T>) -> io::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    Ok(runtime.block_on(work))
}
