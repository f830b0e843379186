//! What SQLite and the system say, as one sentence for the operator.

use crate::StoreError;
use std::io;
use std::path::Path;

/// Something with a file did not work.
pub fn cannot(doing: &str, path: &Path, error: &io::Error) -> StoreError {
    StoreError::Broken(format!("cannot {doing} {}: {error}", path.display()))
}

/// SQLite refused; `path` is the file it was about.
pub fn explain(path: &Path, error: &sqlx::Error) -> StoreError {
    let file = path.display();
    // The codes are at https://sqlite.org/rescode.html; the low byte is the kind.
    let kind = code(error).map(|code| code & 0xff);
    StoreError::Broken(match kind {
        Some(5 | 6) => format!("{file} is held by another program: {error}"),
        Some(8) => format!("{file} cannot be written: {error}"),
        Some(10) => format!("the disk of {file} does not work: {error}"),
        Some(11) => format!("{file} is damaged, restore it from a backup: {error}"),
        Some(13) => format!("the disk of {file} is full"),
        Some(14) => format!("{file} cannot be opened: {error}"),
        Some(26) => format!("{file} is not a database of wabe"),
        _ => format!("{file}: {error}"),
    })
}

fn code(error: &sqlx::Error) -> Option<i32> {
    error.as_database_error()?.code()?.parse().ok()
}
