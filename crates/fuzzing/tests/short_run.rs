//! A short run of every fuzz target on stable Rust: real inputs, and the same
//! with bytes changed, cut, doubled and spliced; plus wholly random texts.

use proptest::prelude::*;
use wabe_fuzzing::TARGETS;
use wabe_games::{GAMES, open};
use wabe_rules::{Dice, Record, Table};

/// Mutated inputs a target; `WABE_FUZZ_ROUNDS` asks for more.
fn rounds() -> usize {
    let asked = std::env::var("WABE_FUZZ_ROUNDS").ok().and_then(|rounds| rounds.parse().ok());
    asked.unwrap_or(3000)
}

/// Real inputs for a target, from random games of every variant.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let mut corpus = Vec::new();
    let mut dice = Dice::new(5);
    for spec in GAMES.iter().flat_map(|about| [&[about.name], about.variants].concat()) {
        let mut table = open(spec).expect("a valid spec");
        for _ in 0..dice.below(40) {
            let Some(action) = table.random_action(&mut dice) else {
                break;
            };
            table.play(&action).expect("a legal action");
        }
        corpus.push(match target {
            "spec" => spec.to_owned(),
            "action" => format!("{spec}\n{}", table.actions().join(" ")),
            "position" => format!("{spec}\n{}", table.position()),
            "record" => Record::of(&*table).to_string() + "{a comment} ; another\n",
            "ugi" => session(&*table),
            _ => serde_json::json!({
                "spec": spec,
                "actions": table.actions(),
                "result": {"winners": [1], "scores": ["3", null]},
            })
            .to_string(),
        });
    }
    corpus.into_iter().map(String::into_bytes).collect()
}

/// A session with every command, at a table.
fn session(table: &dyn Table) -> String {
    let (spec, position, actions) = (table.spec(), table.position(), table.actions().join(" "));
    format!(
        "ugi\nsetoption name Game value {spec}\nsetoption name Seed value 3\nisready\n\
         uginewgame\nposition startpos moves {actions}\nquery p1turn\nquery turn\n\
         query gameover\nquery result\ngo p1time 20 p2time 20 p1inc 1 p2inc 1\nisready\nstop\n\
         setoption name Player value level:2\nposition fen {position}\nlegal\nshow\neval\n\
         perft 1\ngo movetime 5\ngo depth 2\ngo infinite\nstop\nquit\n"
    )
}

/// Changes a few bytes: replaced, removed, repeated, or taken from elsewhere.
fn mutate(bytes: &mut Vec<u8>, others: &[Vec<u8>], dice: &mut Dice) {
    const TELLING: &[u8] = b"0123456789:=,.-/+x@!#*()[]{}\"\\ \nDHRabcW?\xff";
    for _ in 0..=dice.below(4) {
        if bytes.is_empty() {
            bytes.push(dice.choose(TELLING));
        }
        let at = dice.below(bytes.len() as u32) as usize;
        match dice.below(6) {
            0 => bytes[at] = dice.choose(TELLING),
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, dice.choose(TELLING)),
            3 => bytes.truncate(at),
            4 => {
                let piece = bytes[at..(at + 8).min(bytes.len())].to_vec();
                bytes.splice(at..at, piece);
            }
            _ => {
                let other = &others[dice.below(others.len() as u32) as usize];
                let from = dice.below(other.len() as u32) as usize;
                bytes.splice(at.., other[from..].iter().copied());
            }
        }
    }
}

#[test]
fn targets_survive_mutated_inputs() {
    for (name, target) in TARGETS {
        let corpus = corpus(name);
        corpus.iter().for_each(|bytes| target(bytes));
        let mut dice = Dice::new(99);
        for _ in 0..rounds() {
            let mut bytes = corpus[dice.below(corpus.len() as u32) as usize].clone();
            mutate(&mut bytes, &corpus, &mut dice);
            target(&bytes);
        }
    }
}

#[test]
fn targets_survive_a_megabyte() {
    for (name, target) in TARGETS {
        for filler in
            [b"a".as_slice(), b"[", b"{", b"1.", b"a1b2 ", b"\xc3\xa9", b",", b"=", b"((("]
        {
            let mut bytes = if name == "spec" { Vec::new() } else { b"abalone\n".to_vec() };
            bytes.extend(filler.iter().cycle().take(1 << 20));
            target(&bytes);
        }
    }
}

proptest! {
    #[test]
    fn targets_survive_any_text(text in "\\PC*") {
        TARGETS.iter().for_each(|(_, target)| target(text.as_bytes()));
    }

    #[test]
    fn targets_survive_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        TARGETS.iter().for_each(|(_, target)| target(&bytes));
    }

    #[test]
    fn targets_survive_texts_after_a_spec(game in 0..GAMES.len(), text in "[0-9a-iDHR@!x+,()=/. -]{0,60}") {
        let input = format!("{}\n{text}", GAMES[game].name);
        TARGETS.iter().for_each(|(_, target)| target(input.as_bytes()));
    }
}

#[test]
fn every_target_has_its_file() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/fuzz_targets");
    for (name, _) in TARGETS {
        let text = std::fs::read_to_string(format!("{folder}/{name}.rs")).expect("a target file");
        assert!(text.contains(&format!("wabe_fuzzing::{name}")));
    }
}
