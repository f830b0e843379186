//! Situations for the rule tests: a table set up or played to a point, and
//! short answers about it.

use wabe_games::open;
use wabe_rules::{Seat, Status, Table};

/// A table on the 37 fields: stones such as `3@17` (Dark's 3), `c@18` (Light's
/// 3) or `D@19`, and the other parts of the position.
pub fn table(spec: &str, stones: &str, rest: &str) -> Box<dyn Table> {
    let mut board = vec!['.'; 37];
    for stone in stones.split_whitespace() {
        let (number, field) = stone.split_once('@').expect("a stone such as 3@17");
        board[field.parse::<usize>().expect("a field") - 11] =
            number.chars().next().expect("a number");
    }
    let board: String = board.into_iter().collect();
    let mut table = open(spec).expect("a valid spec");
    table.set_position(&format!("{board} {rest}")).expect("a valid position");
    table
}

/// Plays actions that must be legal.
pub fn play(table: &mut dyn Table, actions: &str) {
    for action in actions.split_whitespace() {
        table.play(action).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// The table after more actions.
pub fn then(mut table: Box<dyn Table>, actions: &str) -> Box<dyn Table> {
    play(&mut *table, actions);
    table
}

/// The seat to act, 0 if none.
pub fn seat(table: &dyn Table) -> usize {
    table.status().seat().map_or(0, Seat::number)
}

/// Winners and reason of the end, or `open`.
pub fn result(table: &dyn Table) -> String {
    match table.status() {
        Status::Over(end) => {
            let winners: Vec<String> = end.winners.iter().map(|seat| seat.to_string()).collect();
            format!("{} {}", winners.join(","), end.reason)
        }
        _ => "open".to_owned(),
    }
}
