//! A golden playthrough for every game: `data/GAME/playthrough.txt` tells a
//! random game action by action. A game without one fails the test.
//!
//! `WABE_BLESS=1 cargo test -p wabe-games --test playthroughs` writes them anew;
//! a change in them is a change of the rules and wants a word in the changelog.

use std::fmt::Write;
use std::path::PathBuf;
use wabe_games::{GAMES, open};
use wabe_rules::{Dice, Table, Viewer};

/// How many actions are told.
const MOST: usize = 200;

fn tell(spec: &str) -> String {
    let mut table = open(spec).expect("a valid spec");
    let mut dice = Dice::new(1);
    let mut text = format!("spec {spec}\n");
    loop {
        tell_position(&*table, &mut text);
        let next = table.random_action(&mut dice).filter(|_| table.len() < MOST);
        let Some(next) = next else {
            return text;
        };
        let _ = writeln!(text, "\n{}. {next}", table.len() + 1);
        table.play(&next).expect("a legal action");
    }
}

fn tell_position(table: &dyn Table, text: &mut String) {
    let legal = table.legal();
    let _ = writeln!(text, "{}", table.position());
    let _ = writeln!(text, "{:?}, turn {}, {} legal", table.status(), table.turn(), legal.len());
    if table.len().is_multiple_of(10) {
        let _ = writeln!(text, "legal {}", legal.join(" "));
        let _ = writeln!(text, "scores {:?}", table.scores());
        let notes = table.picture(Viewer::Watcher).notes;
        notes.iter().for_each(|note| {
            let _ = writeln!(text, "{}: {}", note.rule, note.says.en);
        });
    }
}

#[test]
fn every_game_has_a_playthrough_and_still_plays_it() {
    for about in GAMES {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data").join(about.name);
        let path = folder.join("playthrough.txt");
        let told = tell(about.name);
        if std::env::var_os("WABE_BLESS").is_some() {
            std::fs::write(&path, &told).expect("written");
        }
        let golden = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{} has no playthrough: {error}", about.name));
        for (line, (golden, told)) in golden.lines().zip(told.lines()).enumerate() {
            assert_eq!(told, golden, "{}, line {}", path.display(), line + 1);
        }
        assert_eq!(told.len(), golden.len(), "{}", path.display());
    }
}
