//! Table files: a header that says what it is, a checksum for every block, and
//! the cells.
//!
//! A file is written whole under another name and then renamed, so that a name
//! that exists is a table that was finished. Opening reads the header only; a
//! block is compared with its checksum when it is touched for the first time,
//! so that asking for one position is quick even in a large table.

use crate::error::TableError;
use crate::mapped;
use crate::value::{Scale, Verdict};
use memmap2::Mmap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

const MAGIC: [u8; 8] = *b"wabe\0tbl";
/// Raised when the format or an indexing changes.
const VERSION: u32 = 1;
/// Cells are checked in blocks of so many bytes.
const BLOCK: usize = 1 << 16;
/// The fixed part: up to the checksum of the header, which it includes.
const FIXED: usize = 152;
const NAME: std::ops::Range<usize> = 32..128;
const SUM: std::ops::Range<usize> = 144..152;

/// What a file must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Label {
    /// The table and the tier, such as `duombo/4-4`.
    pub name: String,
    pub rules_version: u32,
    /// How many cells there are.
    pub cells: u64,
}

/// The cells of a tier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cells {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
}

impl Cells {
    #[cfg(test)]
    fn len(&self) -> usize {
        match self {
            Cells::Narrow(cells) => cells.len(),
            Cells::Wide(cells) => cells.len(),
        }
    }

    fn bytes(&self) -> Vec<u8> {
        match self {
            Cells::Narrow(cells) => cells.clone(),
            Cells::Wide(cells) => cells.iter().flat_map(|cell| cell.to_le_bytes()).collect(),
        }
    }
}

/// A finished tier.
#[derive(Clone, Debug)]
pub(crate) struct Solved {
    pub cells: Cells,
    pub scale: Scale,
    /// Actions out of all its positions.
    pub edges: u64,
}

/// An open table file.
pub(crate) struct TableFile {
    path: PathBuf,
    map: Mmap,
    pub scale: Scale,
    pub edges: u64,
    cells: u64,
    data: usize,
    sums: Vec<u64>,
    checked: Vec<AtomicBool>,
}

/// Cells that have been checked and are read without further ado.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    pub bytes: &'a [u8],
    pub scale: Scale,
}

impl Known<'_> {
    /// The verdict of a cell.
    #[inline(always)]
    pub fn verdict(&self, cell: u64) -> Verdict {
        self.scale.read(self.cell(cell))
    }

    /// The cell itself.
    #[inline(always)]
    pub fn cell(&self, cell: u64) -> u16 {
        let at = cell as usize;
        match self.scale.width {
            1 => self.bytes[at].into(),
            _ => u16::from_le_bytes([self.bytes[2 * at], self.bytes[2 * at + 1]]),
        }
    }
}

/// Where the cells begin, for so many blocks.
fn data_start(blocks: usize) -> usize {
    (FIXED + 8 * blocks).next_multiple_of(64)
}

fn header_sum(fixed: &[u8], sums: &[u8]) -> u64 {
    let mut hash = Xxh3::new();
    hash.update(&fixed[..SUM.start]);
    hash.update(sums);
    hash.digest()
}

/// Writes a tier, all of it or nothing.
pub(crate) fn write(path: &Path, label: &Label, solved: &Solved) -> Result<(), TableError> {
    let failed = |error| TableError::file("write", path, error);
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(failed)?;
    let draft = path.with_extension("draft");
    let written = write_draft(&draft, label, solved)
        .and_then(|()| fs::rename(&draft, path))
        .and_then(|()| File::open(folder)?.sync_all());
    written.map_err(failed)
}

fn write_draft(path: &Path, label: &Label, solved: &Solved) -> io::Result<()> {
    let data = solved.cells.bytes();
    let sums: Vec<u8> = data.chunks(BLOCK).flat_map(|block| xxh3_64(block).to_le_bytes()).collect();
    let mut head = vec![0; FIXED];
    head[0..8].copy_from_slice(&MAGIC);
    head[8..12].copy_from_slice(&VERSION.to_le_bytes());
    head[12..16].copy_from_slice(&label.rules_version.to_le_bytes());
    head[16..24].copy_from_slice(&label.cells.to_le_bytes());
    head[24] = solved.scale.width;
    head[26..28].copy_from_slice(&solved.scale.losses.to_le_bytes());
    head[28..30].copy_from_slice(&solved.scale.wins.to_le_bytes());
    head[NAME][..label.name.len()].copy_from_slice(label.name.as_bytes());
    head[128..136].copy_from_slice(&solved.edges.to_le_bytes());
    let sum = header_sum(&head, &sums);
    head[SUM].copy_from_slice(&sum.to_le_bytes());
    head.extend_from_slice(&sums);
    head.resize(data_start(sums.len() / 8), 0);
    // A draft that was left behind is written over, one in use is not.
    let file = File::options().write(true).create(true).truncate(false).open(path)?;
    file.try_lock()?;
    file.set_len(0)?;
    let mut out = BufWriter::with_capacity(1 << 20, file);
    out.write_all(&head)?;
    out.write_all(&data)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
}

/// The number at a place of the header.
fn number<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut number = [0; N];
    number.copy_from_slice(&bytes[at..at + N]);
    number
}

impl TableFile {
    /// Opens a file that must be what the label says; `None` if there is none.
    pub fn open(path: &Path, label: &Label) -> Result<Option<TableFile>, TableError> {
        let map = match mapped::open(path) {
            Ok(map) => map,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(TableError::file("read", path, error)),
        };
        let foreign = |why: String| Err(TableError::foreign(path, why));
        if map.len() < MAGIC.len() || map[..MAGIC.len()] != MAGIC {
            return foreign("it is no table of Wabe".into());
        }
        if map.len() < FIXED {
            return Err(TableError::damaged(path, "it ends within its header"));
        }
        let version = u32::from_le_bytes(number(&map, 8));
        if version != VERSION {
            return foreign(format!("it has format {version}, this program reads {VERSION}"));
        }
        let scale = Scale {
            width: map[24],
            losses: u16::from_le_bytes(number(&map, 26)),
            wins: u16::from_le_bytes(number(&map, 28)),
        };
        let cells = u64::from_le_bytes(number(&map, 16));
        // The lengths are looked at before they are used, the checksum after.
        let bytes = cells.saturating_mul(scale.width.max(1).into());
        let blocks = bytes.div_ceil(BLOCK as u64);
        let whole = (blocks < 1 << 32).then(|| data_start(blocks as usize) as u64 + bytes);
        if whole != Some(map.len() as u64) {
            let length = map.len();
            return Err(TableError::damaged(
                path,
                format!("it has {length} bytes, which cannot be"),
            ));
        }
        let data = data_start(blocks as usize);
        let sums = &map[FIXED..FIXED + 8 * blocks as usize];
        if header_sum(&map[..FIXED], sums) != u64::from_le_bytes(number(&map, SUM.start)) {
            return Err(TableError::damaged(path, "its header does not match its checksum"));
        }
        if !scale.is_sound() {
            return Err(TableError::damaged(path, "its scale cannot be"));
        }
        let rules = u32::from_le_bytes(number(&map, 12));
        if rules != label.rules_version {
            let asked = label.rules_version;
            return foreign(format!("it holds for version {rules} of the rules, not {asked}"));
        }
        let mut name = [0; NAME.end - NAME.start];
        name[..label.name.len()].copy_from_slice(label.name.as_bytes());
        if map[NAME] != name {
            let found = String::from_utf8_lossy(&map[NAME]);
            return foreign(format!("it is {}, not {}", found.trim_end_matches('\0'), label.name));
        }
        if cells != label.cells {
            return foreign(format!("it has {cells} positions, not {}", label.cells));
        }
        let sums = sums.chunks(8).map(|sum| u64::from_le_bytes(number(sum, 0))).collect();
        Ok(Some(TableFile {
            path: path.to_owned(),
            scale,
            edges: u64::from_le_bytes(number(&map, 128)),
            cells,
            data,
            sums,
            checked: (0..blocks).map(|_| AtomicBool::new(false)).collect(),
            map,
        }))
    }

    /// Reads a cell, once its block has been found unharmed.
    #[inline]
    pub fn cell(&self, cell: u64) -> Result<u16, TableError> {
        let width = usize::from(self.scale.width);
        let at = cell as usize * width;
        let block = at / BLOCK;
        if cell >= self.cells || !self.checked[block].load(Ordering::Relaxed) {
            self.check_block(cell, block)?;
        }
        let at = self.data + at;
        Ok(match width {
            1 => self.map[at].into(),
            _ => u16::from_le_bytes([self.map[at], self.map[at + 1]]),
        })
    }

    #[cold]
    fn check_block(&self, cell: u64, block: usize) -> Result<(), TableError> {
        if cell >= self.cells {
            return Err(TableError::damaged(&self.path, "it is too short for this position"));
        }
        let bytes = &self.map[self.data..];
        let end = bytes.len().min((block + 1) * BLOCK);
        if xxh3_64(&bytes[block * BLOCK..end]) != self.sums[block] {
            let why = format!("block {block} does not match its checksum");
            return Err(TableError::damaged(&self.path, why));
        }
        self.checked[block].store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Reads a verdict.
    #[inline]
    pub fn verdict(&self, cell: u64) -> Result<Verdict, TableError> {
        Ok(self.scale.read(self.cell(cell)?))
    }

    /// Compares every block with its checksum.
    pub fn check_all(&self) -> Result<(), TableError> {
        (0..self.sums.len()).try_for_each(|block| self.check_block(0, block))
    }

    /// All cells, which must have been checked.
    pub fn known(&self) -> Known<'_> {
        Known { bytes: &self.map[self.data..], scale: self.scale }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("wabe-file-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        path
    }

    fn label(cells: u64) -> Label {
        Label { name: "test/tier".into(), rules_version: 7, cells }
    }

    fn refusal(path: &Path, label: &Label) -> String {
        let file = match TableFile::open(path, label) {
            Err(error) => return error.to_string(),
            Ok(file) => file.expect("there is a file"),
        };
        file.check_all().expect_err("refused").to_string()
    }

    #[test]
    fn what_is_written_is_read() {
        let folder = folder("round");
        let narrow: Vec<u8> = (0..200_000u32).map(|i| (i * 7 % 251) as u8).collect();
        let wide: Vec<u16> = narrow.iter().map(|&cell| 300 * u16::from(cell % 200)).collect();
        let all = [
            (Cells::Narrow(narrow), Scale::NARROW),
            (Cells::Wide(wide), Scale::WIDE),
            (Cells::Narrow(Vec::new()), Scale::NARROW),
        ];
        for (i, (cells, scale)) in all.into_iter().enumerate() {
            let path = folder.join(format!("{i}.table"));
            let label = label(cells.len() as u64);
            let solved = Solved { cells, scale, edges: 11 };
            write(&path, &label, &solved).expect("written");
            let file = TableFile::open(&path, &label).expect("sound").expect("there");
            file.check_all().expect("sound");
            assert_eq!((file.edges, file.scale, file.cells), (11, scale, label.cells));
            assert_eq!(file.known().bytes, solved.cells.bytes());
            for cell in (0..label.cells).step_by(997) {
                let at = cell as usize;
                let expected = match &solved.cells {
                    Cells::Narrow(cells) => cells[at].into(),
                    Cells::Wide(cells) => cells[at],
                };
                assert_eq!(file.cell(cell).expect("sound"), expected);
            }
            assert!(file.cell(label.cells).is_err());
        }
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn nothing_but_the_table_asked_for_is_believed() {
        let folder = folder("foreign");
        let path = folder.join("a.table");
        let label = label(100_000);
        assert!(TableFile::open(&path, &label).expect("no error").is_none());
        let cells = Cells::Narrow(vec![127; 100_000]);
        write(&path, &label, &Solved { cells, scale: Scale::NARROW, edges: 0 }).expect("written");
        let good = fs::read(&path).expect("read");

        let other = Label { name: "test/other".into(), ..label.clone() };
        assert!(refusal(&path, &other).contains("it is test/tier, not test/other"));
        let other = Label { rules_version: 8, ..label.clone() };
        assert!(refusal(&path, &other).contains("version 7 of the rules"));
        let other = Label { cells: 99_999, ..label.clone() };
        assert!(refusal(&path, &other).contains("100000 positions"));

        // Any byte may be wrong, and the file may end anywhere.
        let places = (0..data_start(2)).chain((data_start(2)..good.len()).step_by(4999));
        let padding = FIXED + 16..data_start(2);
        for at in places.filter(|at| !padding.contains(at)) {
            let mut bad = good.clone();
            bad[at] ^= 0x10;
            fs::write(&path, bad).expect("written");
            assert!(!refusal(&path, &label).is_empty(), "byte {at}");
        }
        for length in [0, 5, 100, FIXED, 60_000, good.len() - 1] {
            fs::write(&path, &good[..length]).expect("written");
            assert!(!refusal(&path, &label).is_empty(), "{length} bytes");
        }
        fs::write(&path, b"something else altogether").expect("written");
        assert!(refusal(&path, &label).contains("no table of Wabe"));
        fs::remove_dir_all(folder).expect("removed");
    }
}
