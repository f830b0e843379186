//! Solving tier by tier: what is done is kept on disk, and done once.
//!
//! A tier is a set of positions that can lead to each other (such as all with
//! the same stones, or the same score); tiers are solved in an order in which
//! every action leads to the same tier or to an earlier one. Each finished tier
//! is a file, so whoever is killed loses the work of one tier.

use crate::error::{SolveError, TableError};
use crate::file::{self, Known, Label, Solved, TableFile};
use crate::value::Verdict;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A part of a table that is solved at once.
#[derive(Clone, Debug)]
pub(crate) struct Tier {
    /// Its name, which is also that of its file.
    pub name: String,
    /// How many cells it has.
    pub cells: u64,
    /// How much memory solving it takes, in bytes.
    pub memory: u64,
}

/// How a game is solved.
pub(crate) trait Plan: Send + Sync {
    /// The table's name, which is also that of its folder.
    fn table(&self) -> String;

    /// The version of the rules it holds for.
    fn rules_version(&self) -> u32;

    /// The tiers in the order in which they are solved.
    fn tiers(&self) -> &[Tier];

    /// Solves a tier; all earlier ones are on the shelf.
    fn solve(&self, tier: usize, shelf: &Shelf, work: &Work) -> Result<Solved, SolveError>;

    /// Whether a cell belongs to a position that can be (by what the rules say
    /// of positions), and to no other cell's too.
    fn is_used(&self, tier: usize, cell: u64) -> bool;

    /// What the file of a tier must say of itself.
    fn label(&self, tier: usize) -> Label {
        let Tier { name, cells, .. } = &self.tiers()[tier];
        let name = format!("{}/{name}", self.table());
        Label { name, rules_version: self.rules_version(), cells: *cells }
    }
}

/// How the work is done, and who hears of it.
pub(crate) struct Work<'a> {
    pub threads: usize,
    /// Hears how much of the tier is done, and how much there is.
    pub heard: &'a (dyn Fn(u64, u64) + Sync),
}

/// The tiers of a table that are there.
pub(crate) struct Shelf {
    files: Vec<Option<TableFile>>,
}

fn path_of(plan: &dyn Plan, folder: &Path, tier: usize) -> PathBuf {
    folder.join(plan.table()).join(format!("{}.table", plan.tiers()[tier].name))
}

fn open(plan: &dyn Plan, folder: &Path, tier: usize) -> Result<Option<TableFile>, TableError> {
    TableFile::open(&path_of(plan, folder, tier), &plan.label(tier))
}

impl Shelf {
    /// Opens all tiers that there are.
    pub fn open(plan: &dyn Plan, folder: &Path) -> Result<Shelf, TableError> {
        let tiers = 0..plan.tiers().len();
        let files = tiers.map(|tier| open(plan, folder, tier)).collect::<Result<_, _>>()?;
        Ok(Shelf { files })
    }

    pub fn tier(&self, tier: usize) -> Option<&TableFile> {
        self.files[tier].as_ref()
    }

    /// A tier that has been solved already.
    pub fn earlier(&self, tier: usize) -> &TableFile {
        self.files[tier].as_ref().expect("tiers are solved in their order")
    }

    /// What is known of each tier so far. All of it has been checked.
    pub fn known(&self) -> Vec<Option<Known<'_>>> {
        self.files.iter().map(|file| file.as_ref().map(TableFile::known)).collect()
    }

    pub fn is_empty(&self) -> bool {
        self.files.iter().all(Option::is_none)
    }

    pub fn is_whole(&self) -> bool {
        self.files.iter().all(Option::is_some)
    }

    pub fn verdict(&self, tier: usize, cell: u64) -> Result<Option<Verdict>, TableError> {
        self.files[tier].as_ref().map(|file| file.verdict(cell)).transpose()
    }
}

/// What is going on.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The tier that is being solved.
    pub tier: &'a str,
    /// Positions of all tiers finished so far.
    pub finished: u64,
    /// Positions of this tier.
    pub positions: u64,
    /// Positions of all tiers.
    pub total: u64,
    /// How much of this tier is done, from 0 to 1; a guess.
    pub share: f64,
}

/// What became of a tier.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The tier.
    pub tier: String,
    /// Its cells.
    pub cells: u64,
    /// Actions out of all its positions.
    pub edges: u64,
    /// How long it took; `None` if it was there before.
    pub seconds: Option<f64>,
}

/// How to solve.
#[derive(Clone, Debug)]
pub struct Means {
    /// How many threads.
    pub threads: usize,
    /// How many bytes of memory.
    pub memory: u64,
}

/// Solves all tiers that are not there yet.
pub(crate) fn run(
    plan: &dyn Plan,
    folder: &Path,
    means: &Means,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Vec<Finished>, SolveError> {
    let tiers = plan.tiers();
    let total = tiers.iter().map(|tier| tier.cells).sum();
    let mut shelf = Shelf { files: tiers.iter().map(|_| None).collect() };
    let (mut finished, mut told) = (0, Vec::new());
    for (number, tier) in tiers.iter().enumerate() {
        let began = Instant::now();
        let found = open(plan, folder, number)?;
        let fresh = found.is_none();
        if let Some(file) = found {
            file.check_all()?;
            shelf.files[number] = Some(file);
        } else {
            let (need, may) = (tier.memory >> 20, means.memory >> 20);
            if need > may {
                return Err(SolveError::Memory { tier: tier.name.clone(), need, may });
            }
            let heard = |done: u64, all: u64| {
                let share = done as f64 / all.max(1) as f64;
                let positions = tier.cells;
                progress(Progress { tier: &tier.name, finished, positions, total, share });
            };
            heard(0, 1);
            let work = Work { threads: means.threads.max(1), heard: &heard };
            let solved = plan.solve(number, &shelf, &work)?;
            let path = path_of(plan, folder, number);
            file::write(&path, &plan.label(number), &solved)?;
            drop(solved);
            let file = open(plan, folder, number)?;
            shelf.files[number] = file;
            shelf.earlier(number).check_all()?;
        }
        finished += tier.cells;
        told.push(Finished {
            tier: tier.name.clone(),
            cells: tier.cells,
            edges: shelf.earlier(number).edges,
            seconds: fresh.then(|| began.elapsed().as_secs_f64()),
        });
    }
    Ok(told)
}

/// Runs a job on parts of a range, each thread taking the next part when it is
/// done with one; what the threads gathered is handed back.
pub(crate) fn in_parts<T: Send>(
    threads: usize,
    len: usize,
    part: usize,
    start: impl Fn() -> T + Sync,
    job: impl Fn(&mut T, std::ops::Range<usize>) + Sync,
) -> Vec<T> {
    use std::sync::atomic::{AtomicUsize, Ordering};
    let next = AtomicUsize::new(0);
    let one = || {
        let mut own = start();
        loop {
            let from = next.fetch_add(part, Ordering::Relaxed);
            if from >= len {
                return own;
            }
            job(&mut own, from..len.min(from + part));
        }
    };
    if threads <= 1 || len <= part {
        return vec![one()];
    }
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..threads).map(|_| scope.spawn(one)).collect();
        all.into_iter().map(|thread| thread.join().expect("a solving thread ends well")).collect()
    })
}
