//! Files that commands read and write: records in, records and pictures out.

use crate::fail::Failure;
use crate::tables;
use std::ffi::OsString;
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use wabe_rules::{Record, Table};

/// Reads the records of a file (`-` is standard input); at least one.
pub fn read_records(path: &Path) -> Result<Vec<Record>, Failure> {
    let failed = |error| Failure::file("read", path, &error);
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        std::io::stdin().lock().read_to_end(&mut bytes).map_err(failed)?;
    } else {
        bytes = std::fs::read(path).map_err(failed)?;
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        Failure::Wrong(format!("{} is not UTF-8 text: byte {good} is wrong", path.display()))
    })?;
    let records = Record::read_all(&text)?;
    if records.is_empty() {
        return Err(Failure::Wrong(format!("{} holds no game", path.display())));
    }
    Ok(records)
}

/// The table at the end of a record; `spec` is for records that name none.
pub fn replayed(record: &Record, spec: Option<&str>) -> Result<Box<dyn Table>, Failure> {
    let spec = record.header("Spec").or(spec).ok_or_else(|| {
        Failure::Usage("the record names no spec: give one with --spec".to_owned())
    })?;
    let mut table = tables::open(spec, None)?;
    record.replay(&mut *table)?;
    Ok(table)
}

/// Writes a file (`-` is the command's output).
pub fn write_file(path: &Path, bytes: &[u8], out: &mut dyn Write) -> Result<(), Failure> {
    if path == Path::new("-") {
        return Ok(out.write_all(bytes)?);
    }
    std::fs::write(path, bytes).map_err(|error| Failure::file("write", path, &error))
}

/// That a file to be written is not the one that is read.
pub fn check_apart(read: &Path, written: &Path) -> Result<(), Failure> {
    match (read.canonicalize(), written.canonicalize()) {
        (Ok(read), Ok(same)) if read == same => {
            let path = written.display();
            Err(Failure::Usage(format!(
                "{path} is the record itself: give the picture another name"
            )))
        }
        _ => Ok(()),
    }
}

/// Puts a file in place of an old one so that whoever looks, even after a
/// crash, finds the old one or the new one and never half of it.
pub fn replace_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let beside = beside(path)?;
    let written = std::fs::File::create(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()?;
        std::fs::rename(&beside, path)
    });
    written.map_err(|error| {
        let _ = std::fs::remove_file(&beside);
        Failure::file("write", path, &error)
    })
}

/// Whether [`replace_file`] will do, asked before hours of work are at stake.
pub fn check_replaceable(path: &Path) -> Result<(), Failure> {
    let beside = beside(path)?;
    let tried = match path.is_dir() {
        true => Err(ErrorKind::IsADirectory.into()),
        false => std::fs::write(&beside, []).and_then(|()| std::fs::remove_file(&beside)),
    };
    tried.map_err(|error| Failure::file("write", path, &error))
}

/// Where a file is written before it takes its place.
fn beside(path: &Path) -> Result<PathBuf, Failure> {
    let mut name = OsString::from(path.file_name().ok_or_else(|| {
        Failure::Usage(format!("cannot write {}: it names no file", path.display()))
    })?);
    name.push(format!(".{}.tmp", std::process::id()));
    Ok(path.with_file_name(name))
}
