//! Making tables of perfect play, checking them, counting what they say.

use crate::cli::SolveArgs;
use crate::commands::distances;
use crate::fail::Failure;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use wabe_games::Visitor;
use wabe_rules::Game;
use wabe_solve::{Checked, Finished, Means, Progress, Sample, SolveError};

pub fn run(args: &SolveArgs, out: &mut dyn Write) -> Result<(), Failure> {
    wabe_games::visit(&args.spec, Solve { args, out })?
}

/// The folder of the tables.
pub fn folder(given: Option<&PathBuf>) -> PathBuf {
    given.cloned().unwrap_or_else(wabe_solve::folder)
}

/// As many threads as were asked for, or as there are processors.
pub fn threads(asked: Option<u32>) -> usize {
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.map_or_else(processors, |threads| threads as usize)
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Failure {
        match &error {
            SolveError::NotSolved { .. }
            | SolveError::NotCovered(_)
            | SolveError::Memory { .. } => Failure::Usage(error.to_string()),
            SolveError::TooFar { .. } | SolveError::Table(_) => Failure::Wrong(error.to_string()),
        }
    }
}

impl From<wabe_solve::TableError> for Failure {
    fn from(error: wabe_solve::TableError) -> Failure {
        Failure::Wrong(error.to_string())
    }
}

/// A bar on standard error, if somebody looks at it.
pub struct Bar(ProgressBar);

impl Bar {
    pub fn new() -> Bar {
        let target = match std::io::stderr().is_terminal() {
            true => ProgressDrawTarget::stderr(),
            false => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(None, target);
        let form = "{msg:>12} {wide_bar} {percent:>3} % {human_pos}/{human_len} positions, \
                    {per_sec}, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(form) {
            bar.set_style(style);
        }
        Bar(bar)
    }

    pub fn show(&self, progress: Progress) {
        self.0.set_length(progress.total);
        if self.0.message() != progress.tier {
            self.0.set_message(progress.tier.to_owned());
        }
        let within = progress.positions as f64 * progress.share.clamp(0.0, 1.0);
        self.0.set_position(progress.finished + within as u64);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

struct Solve<'a> {
    args: &'a SolveArgs,
    out: &'a mut dyn Write,
}

impl Visitor for Solve<'_> {
    type Out = Result<(), Failure>;

    fn visit<G: Game>(self, game: G, _: &str) -> Self::Out {
        let Solve { args, out } = self;
        let folder = folder(args.tables.as_ref());
        let threads = threads(args.threads);
        if args.check {
            return check(&game, args, &folder, threads, out);
        }
        if args.census {
            let tiers = wabe_solve::census(&game, args.pieces, &folder, threads)?;
            if tiers.is_empty() {
                return Err(nothing(G::ABOUT.name, &folder));
            }
            distances::write(&tiers, out)?;
            if let Some(path) = &args.svg {
                let title = G::ABOUT.title;
                std::fs::write(path, distances::svg(title, &tiers))
                    .map_err(|error| Failure::file("write", path, &error))?;
            }
            return Ok(());
        }
        if !(args.memory > 0.0 && args.memory < 1e6) {
            return Err(Failure::Usage("--memory takes a number of GB above 0".into()));
        }
        let means = Means { threads, memory: (args.memory * 1e9) as u64 };
        let bar = Bar::new();
        let tiers =
            wabe_solve::solve(&game, args.pieces, &folder, &means, &|progress| bar.show(progress))?;
        drop(bar);
        tell(&tiers, &folder, out)
    }
}

fn nothing(game: &str, folder: &Path) -> Failure {
    let folder = folder.display();
    Failure::Wrong(format!("there are no tables of {game} in {folder}: `wabe solve` makes them"))
}

fn check<G: Game>(
    game: &G,
    args: &SolveArgs,
    folder: &Path,
    threads: usize,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let sample = match args.all {
        true => Sample::All,
        false => Sample::Some { count: args.sample, seed: args.seed },
    };
    let bar = Bar::new();
    let progress = |progress: Progress| bar.show(progress);
    let found = wabe_solve::check(game, args.pieces, folder, sample, threads, &progress)?;
    drop(bar);
    let Checked { positions, actions, tiers, wrong, wrong_count } = found;
    if tiers == 0 {
        return Err(nothing(G::ABOUT.name, folder));
    }
    for sentence in &wrong {
        writeln!(out, "{sentence}")?;
    }
    writeln!(
        out,
        "{positions} positions of {tiers} tiers, {actions} actions: {wrong_count} wrong"
    )?;
    if wrong_count == 0 { Ok(()) } else { Err(Failure::Told) }
}

fn tell(tiers: &[Finished], folder: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    for Finished { tier, cells, edges, seconds } in tiers {
        match seconds {
            Some(seconds) => {
                writeln!(out, "{tier} {cells} positions {edges} edges {seconds:.2} s")?
            }
            None => writeln!(out, "{tier} {cells} positions {edges} edges, there before")?,
        }
    }
    let cells: u64 = tiers.iter().map(|tier| tier.cells).sum();
    let edges: u64 = tiers.iter().map(|tier| tier.edges).sum();
    writeln!(out, "all: {cells} positions, {edges} edges, in {}", folder.display())?;
    let new = tiers.iter().filter_map(|tier| Some((tier.edges, tier.seconds?)));
    let (edges, seconds) =
        new.fold((0, 0.0), |(edges, all), (more, seconds)| (edges + more, all + seconds));
    if seconds > 0.0 {
        let rate = edges as f64 / seconds / 1e6;
        writeln!(out, "solved now: {edges} edges in {seconds:.1} s, {rate:.1} M edges/s")?;
    }
    Ok(())
}

/// Makes the tables of a game that are made on first use, if they are not there. Where
/// they cannot be kept, players think for themselves.
pub fn make_on_first_use(spec: &str) {
    let bar = Bar::new();
    let means = wabe_solve::Means { threads: threads(None), memory: 8 << 30 };
    let show = |progress: wabe_solve::Progress| bar.show(progress);
    let made = wabe_solve::make_on_first_use(spec, &wabe_solve::folder(), &means, &show);
    drop(bar);
    if let Err(error) = made {
        eprintln!("wabe: without tables of perfect play: {error}");
    }
}
