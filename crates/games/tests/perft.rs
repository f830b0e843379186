//! Perft tables: `data/GAME/perft.txt` has lines `SPEC ACTIONS : COUNTS`, the
//! counts of depth 1, 2, 3 and so on after these actions (often none). The engine must reach all of them, counting and playing;
//! the oracle confirms them as deep as its patience goes.
//!
//! `WABE_BLESS=1 cargo test -p wabe-games --test perft` writes tables for specs
//! that have none yet; counts that stand in a table are never overwritten.

mod common;

use common::oracle;
use std::fmt::Write;
use std::path::PathBuf;
use wabe_games::{GAMES, open};
use wabe_oracle::Oracle;
use wabe_rules::{Dice, Table};

/// Depths with more nodes than this are not written by blessing.
const DEEPEST: u64 = 1_500_000;
/// The oracle follows while a depth begins from at most so many positions.
const PATIENCE: u64 = 400;

fn path(game: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data").join(game).join("perft.txt")
}

struct Row {
    spec: String,
    actions: Vec<String>,
    counts: Vec<u64>,
}

impl Row {
    fn read(line: &str) -> Row {
        let (left, right) = line.split_once(" : ").expect("SPEC ACTIONS : COUNTS");
        let mut words = left.split_whitespace().map(str::to_owned);
        Row {
            spec: words.next().expect("a spec"),
            actions: words.collect(),
            counts: right.split_whitespace().map(|word| word.parse().expect("a count")).collect(),
        }
    }

    fn table(&self) -> Box<dyn Table> {
        let mut table = open(&self.spec).expect("a valid spec");
        self.actions.iter().for_each(|action| table.play(action).expect("a legal action"));
        table
    }

    fn oracle(&self) -> Box<dyn Oracle> {
        let mut oracle = oracle(&self.spec, &*open(&self.spec).expect("a valid spec"));
        self.actions.iter().for_each(|action| oracle.play(action));
        oracle
    }
}

fn rows(game: &str) -> Vec<Row> {
    let text = std::fs::read_to_string(path(game)).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.map(Row::read).collect()
}

fn bless(game: &str, spec: &str) {
    let mut text = std::fs::read_to_string(path(game)).unwrap_or_default();
    text += &line_of(spec, &[]);
    text += &line_of(spec, &middle_game(spec));
    std::fs::create_dir_all(path(game).parent().expect("a folder")).expect("data folder");
    std::fs::write(path(game), text).expect("written");
}

/// The first two thirds of a random game.
fn middle_game(spec: &str) -> Vec<String> {
    let mut table = open(spec).expect("a valid spec");
    let mut dice = Dice::new(1986);
    while let Some(action) = table.random_action(&mut dice).filter(|_| table.len() < 90) {
        table.play(&action).expect("a legal action");
    }
    let mut actions = table.actions();
    actions.truncate(actions.len() * 2 / 3);
    actions
}

fn line_of(spec: &str, actions: &[String]) -> String {
    let mut line = [&[spec.to_owned()], actions].concat().join(" ") + " :";
    let row = Row { spec: spec.to_owned(), actions: actions.to_vec(), counts: Vec::new() };
    let table = row.table();
    for depth in 1..=9 {
        let nodes = table.perft(depth, true, 2);
        if nodes > DEEPEST {
            break;
        }
        let _ = write!(line, " {nodes}");
    }
    line + "\n"
}

#[test]
fn every_game_and_main_variant_has_a_table() {
    for about in GAMES {
        let known = rows(about.name);
        for spec in [about.name].iter().chain(about.variants) {
            if !known.iter().any(|row| row.spec == *spec) {
                match std::env::var_os("WABE_BLESS") {
                    Some(_) => bless(about.name, spec),
                    None => panic!("{} has no line for {spec}", path(about.name).display()),
                }
            }
        }
    }
}

#[test]
fn the_engine_reaches_all_counts() {
    for row in GAMES.iter().flat_map(|about| rows(about.name)) {
        let table = row.table();
        for (depth, &expected) in (1..).zip(&row.counts) {
            assert_eq!(table.perft(depth, true, 2), expected, "{} depth {depth}", row.spec);
            if expected < DEEPEST / 4 {
                let played = table.perft(depth, false, 1);
                assert_eq!(played, expected, "{} depth {depth}, every node played", row.spec);
                let divided: u64 = table.divide(depth, true, 2).iter().map(|(_, n)| n).sum();
                assert_eq!(divided, expected, "{} depth {depth}, divided", row.spec);
            }
        }
    }
}

fn slow_perft(position: &dyn Oracle, depth: usize) -> u64 {
    let legal = position.legal();
    if depth == 1 {
        return legal.len() as u64;
    }
    let mut nodes = 0;
    for action in legal {
        let mut next = position.copy();
        next.play(&action);
        nodes += slow_perft(&*next, depth - 1);
    }
    nodes
}

#[test]
fn the_oracle_confirms_the_first_depths() {
    for row in GAMES.iter().flat_map(|about| rows(about.name)) {
        let start = row.oracle();
        let mut positions = 1;
        for (depth, &expected) in (1..).zip(&row.counts) {
            if positions > PATIENCE {
                break;
            }
            assert_eq!(slow_perft(&*start, depth), expected, "{} depth {depth}", row.spec);
            positions = expected;
        }
    }
}
