//! `wabe play`: a game in the terminal, against the program, among people at
//! one screen, or among players of the program.
//!
//! This module sets the table; `session` plays at it, `phrases` has what is
//! said. `far` sits down at a table of a server instead.

mod far;
mod far_phrases;
mod phrases;
mod session;

use crate::cli::PlayArgs;
use crate::commands::solve::make_on_first_use;
use crate::fail::Failure;
use crate::{files, tables};
use session::{Keeper, Session, Settings};
use std::io::Write;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use wabe_rules::{Record, Seat, Table};
use wabe_search::Kind;

/// The seats' players if nothing is said.
const USUAL: Kind = Kind::Level(4);

/// Who sits on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sitter {
    Human,
    Program(Kind),
}

pub fn run(args: &PlayArgs, out: &mut dyn Write) -> Result<(), Failure> {
    if let Some(url) = &args.table {
        return far::run(args, url, out);
    }
    let resumed = args.resume.as_deref().map(|path| resume(path, args)).transpose()?;
    let (mut table, record) = match resumed {
        Some((table, record)) => (table, Some(record)),
        None => {
            let spec = args.spec.as_deref().unwrap_or_default();
            (tables::open(spec, args.position.as_deref())?, None)
        }
    };
    if let Err(error) = tables::play_words(&mut *table, &args.actions.join(" ")) {
        let number = table.len() + 1;
        return Err(Failure::Wrong(format!("action {number}: {}", error.what)));
    }
    let sitters = sitters(args, &*table, record.as_ref())?;
    let path = args.save.clone().or_else(|| args.resume.clone());
    let is_own = path == args.resume;
    if let Some(path) = path.as_deref().filter(|path| !is_own && path.exists()) {
        return Err(Failure::Usage(taken(path)));
    }
    let settings = Settings {
        seed: seed(args, &*table, record.as_ref()),
        time: Duration::from_millis(args.time),
        counts: args.counts,
        language: args.lang,
        sitters,
    };
    if settings.sitters.contains(&Sitter::Program(Kind::Best)) {
        make_on_first_use(table.spec());
    }
    let keeper = Keeper::new(record.unwrap_or_default(), path, &*table);
    let mut input = std::io::stdin().lock();
    Session::new(table, settings, keeper, out)?.play(&mut input)
}

/// What is said of a file that must not be overwritten.
fn taken(path: &Path) -> String {
    let name = path.display();
    format!("{name} is there already: go on with it by --resume {name}, or name another file")
}

fn resume(path: &Path, args: &PlayArgs) -> Result<(Box<dyn Table>, Record), Failure> {
    let mut records = files::read_records(path)?;
    let (Some(record), true) = (records.pop(), records.is_empty()) else {
        return Err(Failure::Wrong(format!(
            "{} holds several games: only a file with one can be resumed",
            path.display()
        )));
    };
    let spec = record.header("Spec").or(args.spec.as_deref()).ok_or_else(|| {
        Failure::Usage("the record names no spec: give one before --resume".to_owned())
    })?;
    let mut table = tables::open(spec, None)?;
    if let Some(asked) = &args.spec
        && tables::open(asked, None)?.spec() != table.spec()
    {
        return Err(Failure::Usage(format!(
            "{} is a game of {}, not of {asked}",
            path.display(),
            table.spec()
        )));
    }
    record.replay(&mut *table)?;
    Ok((table, record))
}

/// Who plays: as the arguments say, else as the record says, else one human
/// against the program.
fn sitters(
    args: &PlayArgs,
    table: &dyn Table,
    record: Option<&Record>,
) -> Result<Vec<Sitter>, Failure> {
    let players = table.players();
    if let Some(list) = &args.players {
        let sitters: Vec<Sitter> = list.split(',').map(sitter).collect::<Result<_, _>>()?;
        return match sitters.len() == players {
            true => Ok(sitters),
            false => Err(Failure::Usage(format!(
                "--players names {}, but {} has {players} seats",
                sitters.len(),
                table.spec()
            ))),
        };
    }
    if args.seat.is_none()
        && args.level.is_none()
        && let Some(known) = record.and_then(|record| seated(record, players))
    {
        return Ok(known);
    }
    let program = Sitter::Program(args.level.as_deref().map_or(Ok(USUAL), level)?);
    let human = match args.seat.as_deref() {
        Some("none") => None,
        Some(number) => Some(seat(number, players)?),
        None => Some(Seat::FIRST),
    };
    let who = |seat| if Some(seat) == human { Sitter::Human } else { program };
    Ok(Seat::all(players).map(who).collect())
}

/// Who sat at the table of a record that `wabe play` has written.
fn seated(record: &Record, players: usize) -> Option<Vec<Sitter>> {
    let who = |seat: Seat| record.header(&format!("Seat{seat}")).and_then(|name| sitter(name).ok());
    Seat::all(players).map(who).collect()
}

fn sitter(text: &str) -> Result<Sitter, Failure> {
    match text.trim() {
        "human" => Ok(Sitter::Human),
        text => match text.parse() {
            Ok(kind) => Ok(Sitter::Program(kind)),
            Err(error) => Err(Failure::Usage(format!("{error}, or human"))),
        },
    }
}

fn level(text: &str) -> Result<Kind, Failure> {
    let kind = text.parse().or_else(|_| format!("level:{text}").parse());
    kind.map_err(|_| {
        let text: String = text.chars().take(40).collect();
        Failure::Usage(format!("`{text}` is no level: --level takes 1 to 8, or best"))
    })
}

fn seat(text: &str, players: usize) -> Result<Seat, Failure> {
    let seat = text.parse().ok().and_then(|number| Seat::from_number(number, players));
    seat.ok_or_else(|| {
        let text: String = text.chars().take(40).collect();
        Failure::Usage(format!("`{text}` is no seat: --seat takes 1 to {players}, or none"))
    })
}

/// The seed asked for, or that of the record, or that of the spec (some games
/// have it as an option), or one that differs from game to game. It is told and
/// recorded.
fn seed(args: &PlayArgs, table: &dyn Table, record: Option<&Record>) -> u64 {
    let recorded = || record.and_then(|record| record.header("Seed")?.parse().ok());
    let option = || table.spec().split([':', ',']).find_map(|word| word.strip_prefix("seed="));
    let drawn = || {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        now.as_nanos() as u64 % 1_000_000
    };
    let known = args.seed.or_else(recorded).or_else(|| option()?.parse().ok());
    known.unwrap_or_else(drawn)
}
