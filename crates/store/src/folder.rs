//! The folder of the data: what lies in it, and who may use it.

use crate::StoreError;
use crate::trouble::cannot;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// The file with everything.
pub fn database(folder: &Path) -> PathBuf {
    folder.join("wabe.db")
}

/// Whether something is in the log that is not in the database yet, or somebody
/// is using it: this file is beside it only then.
pub fn has_log(database: &Path) -> bool {
    let mut name = database.as_os_str().to_owned();
    name.push("-wal");
    Path::new(&name).exists()
}

/// The file that tells whether somebody uses the folder; it stays empty.
pub fn lock_file(folder: &Path) -> PathBuf {
    folder.join("wabe.lock")
}

/// The right to write, held while this lives. The system takes it back when the
/// process ends, however it ends, so that nothing stale can remain.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Makes the folder if it is not there, and takes it.
    pub fn take(folder: &Path) -> Result<Lock, StoreError> {
        fs::create_dir_all(folder).map_err(|error| cannot("make the folder", folder, &error))?;
        let path = lock_file(folder);
        let mut options = File::options();
        let file = options.create(true).truncate(false).write(true).open(&path);
        let file = file.map_err(|error| cannot("write", &path, &error))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse(folder.display().to_string())),
            Err(TryLockError::Error(error)) => Err(cannot("lock", &path, &error)),
        }
    }
}
