//! A copy of everything, made while a server runs.

use crate::trouble::{cannot, explain};
use crate::{StoreError, folder, schema, sqlite};
use sqlx::Connection;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Copies the store of a folder into one file, as of one moment.
///
/// The server, if one runs, goes on meanwhile. The copy appears under its name
/// only when it is whole, checked and on the disk; a file that is there already
/// is never touched. To restore it, put it into an empty folder as `wabe.db`.
pub async fn backup(folder: &Path, to: &Path) -> Result<(), StoreError> {
    let from = folder::database(folder);
    if !from.exists() {
        let folder = folder.display();
        return Err(StoreError::Broken(format!("there is nothing to back up in {folder}")));
    }
    if to.symlink_metadata().is_ok() {
        let to = to.display();
        return Err(StoreError::Broken(format!("{to} is there already: name a new file")));
    }
    let partial = Partial::beside(to)?;
    copy(&from, &partial.0).await?;
    check(&partial.0).await?;
    partial.publish(to)
}

async fn copy(from: &Path, to: &Path) -> Result<(), StoreError> {
    let name = to.to_str().ok_or_else(|| {
        StoreError::Broken(format!("{} cannot be written: it is not Unicode", to.display()))
    })?;
    let trouble = |error: sqlx::Error| explain(from, &error);
    let mut connection = sqlite::visit(from).await.map_err(trouble)?;
    schema::version(&mut connection, from).await?;
    let copied = sqlx::query("VACUUM INTO ?").bind(name).execute(&mut connection).await;
    copied.map_err(|error| explain(to, &error))?;
    connection.close().await.map_err(trouble)
}

/// Reads all of the copy once: a backup that cannot be read is none.
async fn check(path: &Path) -> Result<(), StoreError> {
    let trouble = |error: sqlx::Error| explain(path, &error);
    let mut connection = sqlite::visit(path).await.map_err(trouble)?;
    let said: String = sqlx::query_scalar("PRAGMA integrity_check(1)")
        .fetch_one(&mut connection)
        .await
        .map_err(trouble)?;
    connection.close().await.map_err(trouble)?;
    match said.as_str() {
        "ok" => Ok(()),
        said => Err(StoreError::Broken(format!("the backup did not come out well: {said}"))),
    }
}

/// A file that is not finished; gone when this is dropped.
struct Partial(PathBuf);

impl Partial {
    fn beside(path: &Path) -> Result<Partial, StoreError> {
        let mut name = OsString::from(
            path.file_name()
                .ok_or_else(|| StoreError::Broken(format!("{} names no file", path.display())))?,
        );
        name.push(format!(".{}.partial", std::process::id()));
        let partial = path.with_file_name(name);
        // SQLite writes into an empty file, but not over anything else.
        File::create_new(&partial).map_err(|error| cannot("write", &partial, &error))?;
        Ok(Partial(partial))
    }

    fn publish(self, to: &Path) -> Result<(), StoreError> {
        let synced = File::open(&self.0).and_then(|file| file.sync_all());
        let moved = synced.and_then(|()| fs::rename(&self.0, to));
        let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let named = moved.and_then(|()| File::open(folder)?.sync_all());
        named.map_err(|error| cannot("write", to, &error))
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}
