//! The engine and the slow, obvious rules play the same games.

mod common;

use common::{oracle, specs, with};
use std::collections::HashMap;
use wabe_games::open;
use wabe_oracle::Oracle;
use wabe_rules::{Dice, Status, Table};

fn agree(table: &dyn Table, oracle: &dyn Oracle, context: &str) {
    assert_eq!(table.legal(), oracle.legal(), "legal actions, {context}");
    let seat = table.status().seat().map(|seat| seat.number() as u8);
    assert_eq!(seat, oracle.seat(), "seat to act, {context}");
    let outcome = oracle.outcome();
    match table.status() {
        Status::Over(found) => {
            let expected = outcome.unwrap_or_else(|| panic!("over too early, {context}"));
            let winners: Vec<u8> = found.winners.iter().map(|seat| seat.number() as u8).collect();
            assert_eq!(winners, expected.winners, "winners, {context}");
            assert_eq!(table.scores(), expected.scores, "scores, {context}");
        }
        _ => assert_eq!(outcome, None, "not over, {context}"),
    }
}

/// Same position for one exactly when it is for the other.
#[derive(Default)]
struct Standings {
    ours: HashMap<String, String>,
    theirs: HashMap<String, String>,
}

impl Standings {
    fn compare(&mut self, ours: String, theirs: String, context: &str) {
        let known = self.ours.insert(ours.clone(), theirs.clone());
        assert!(known.is_none_or(|known| known == theirs), "we merge positions, {context}");
        let known = self.theirs.insert(theirs, ours.clone());
        assert!(known.is_none_or(|known| known == ours), "we part positions, {context}");
    }
}

fn play_both(spec: &str, seed: u64, most: usize) -> usize {
    let spec = match spec.contains("repetition") {
        true => spec.to_owned(),
        false => with(spec, "repetition=0"),
    };
    let mut table = open(&spec).expect("a valid spec");
    let mut oracle = oracle(&spec, &*table);
    let mut dice = Dice::new(seed);
    let mut standings = Standings::default();
    let mut line = Vec::new();
    while line.len() < most {
        let context = format!("{spec} {}", line.join(" "));
        let repeated = matches!(table.status(), Status::Over(end) if end.reason == "repetition");
        if repeated {
            break;
        }
        agree(&*table, &*oracle, &context);
        if let Some(standing) = table.standing() {
            standings.compare(standing, oracle.standing(), &context);
        }
        let Some(action) = table.random_action(&mut dice) else {
            break;
        };
        table.play(&action).unwrap_or_else(|error| panic!("{error}, {context}"));
        oracle.play(&action);
        line.push(action);
    }
    line.len()
}

#[test]
fn random_games_of_every_spec_agree() {
    let mut actions = 0;
    for (i, spec) in specs().iter().enumerate() {
        for seed in 0..3 {
            actions += play_both(spec, 1000 * i as u64 + seed, 700);
        }
    }
    assert!(actions > 20_000, "only {actions} actions were played");
}
