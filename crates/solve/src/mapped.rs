//! A file seen as bytes of memory.
//!
//! This is the only place with `unsafe` code in this crate: mapping a file is
//! called unsafe because the bytes change under the reader if somebody else
//! writes into the file meanwhile. Tables are never written in place: they are
//! made under another name and renamed when they are whole, and every block is
//! compared with its checksum before it is believed. A file that somebody cuts
//! short while it is mapped ends the program with a signal; nothing worse can
//! follow from it.

#![allow(unsafe_code)]

use memmap2::Mmap;
use std::fs::File;
use std::io;
use std::path::Path;

/// The bytes of a file.
pub(crate) fn open(path: &Path) -> io::Result<Mmap> {
    let file = File::open(path)?;
    // SAFETY: see above: nobody writes into a table in place, the bytes are only
    // ever read as plain numbers, and every one of them is a valid `u8`.
    unsafe { Mmap::map(&file) }
}
