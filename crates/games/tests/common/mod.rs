//! What the test files share: which specs are tried, and random games.

#![allow(dead_code)]

pub mod situations;

use wabe_games::{GAMES, open};
use wabe_oracle::Oracle;
use wabe_rules::{About, Dice, Kind, Table};

/// Every game's bare name, its variants, and every option at its interesting
/// values by itself, as far as the game accepts them.
pub fn specs() -> Vec<String> {
    let mut specs = Vec::new();
    for about in GAMES {
        specs.push(about.name.to_owned());
        specs.extend(about.variants.iter().map(|spec| (*spec).to_owned()));
        for option in about.options {
            for value in interesting(&option.kind) {
                specs.push(format!("{}:{}={value}", about.name, option.name));
            }
        }
    }
    let mut seen = std::collections::HashSet::new();
    specs.retain(|spec| open(spec).is_ok_and(|table| seen.insert(table.spec().to_owned())));
    specs
}

fn interesting(kind: &Kind) -> Vec<String> {
    match kind {
        Kind::Flag => vec!["true".into(), "false".into()],
        Kind::Choice { words, .. } => words.iter().map(|word| (*word).to_owned()).collect(),
        Kind::Number { words, min, max } => {
            let numbers = [*min, min.saturating_add(1), min.saturating_add(60), *max];
            let fit = numbers.iter().filter(|number| (min..=max).contains(number));
            words.iter().map(|word| (*word).to_owned()).chain(fit.map(u64::to_string)).collect()
        }
    }
}

/// The spec with one more option.
pub fn with(spec: &str, option: &str) -> String {
    let mark = if spec.contains(':') { ',' } else { ':' };
    format!("{spec}{mark}{option}")
}

/// The oracle for a spec; where the engine dealt stones at random, it is told
/// what was dealt.
pub fn oracle(spec: &str, table: &dyn Table) -> Box<dyn Oracle> {
    if !spec.contains("setup=random") {
        return wabe_oracle::open(spec);
    }
    let position = table.position();
    let board: Vec<char> = position.chars().filter(|c| ".123abc".contains(*c)).take(37).collect();
    let start = [11, 12, 13, 14, 15, 16, 18, 19, 21, 22, 23, 24];
    let dark = start.iter().map(|field| board[field - 11]);
    let light = start.iter().map(|field| match board[58 - field - 11] {
        'a' => '1',
        'b' => '2',
        _ => '3',
    });
    let dealt: String = dark.chain(light).collect();
    wabe_oracle::open(&with(spec, &format!("dealt={dealt}")))
}

/// Plays a random game, at most so many actions, looking at every position.
pub fn random_game(
    spec: &str,
    seed: u64,
    most: usize,
    mut look: impl FnMut(&mut Box<dyn Table>, Option<&str>),
) {
    let mut table = open(spec).expect("a valid spec");
    let mut dice = Dice::new(seed);
    for _ in 0..most {
        let next = table.random_action(&mut dice);
        look(&mut table, next.as_deref());
        let Some(next) = next else {
            return;
        };
        table.play(&next).expect("a legal action");
    }
}

pub fn about_of(spec: &str) -> &'static About {
    wabe_games::about(spec.split(':').next().unwrap_or(spec)).expect("a known game")
}
