//! The engine and the slow, obvious rules play the same games.

mod common;

use common::{oracle, specs, with};
use std::collections::HashMap;
use wabe_games::open;
use wabe_oracle::Oracle;
use wabe_rules::{Dice, Status, Table, Viewer};

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

/// Any legal action.
fn any(table: &dyn Table, dice: &mut Dice) -> Option<String> {
    table.random_action(dice)
}

fn play_both(
    spec: &str,
    seed: u64,
    most: usize,
    choose: impl Fn(&dyn Table, &mut Dice) -> Option<String>,
    mut look: impl FnMut(&dyn Table),
) -> usize {
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
        look(&*table);
        let Some(action) = choose(&*table, &mut dice) else {
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
            actions += play_both(spec, 1000 * i as u64 + seed, 700, any, |_| ());
        }
    }
    assert!(actions > 20_000, "only {actions} actions were played");
}

/// How near a field is to a colour's goal: 3 on it, -3 at the far side.
fn nearness(colour: u8, field: &str) -> i32 {
    let number: i32 = field.parse().expect("a field");
    let lengths = [4, 5, 6, 7, 6, 5, 4];
    let (mut row, mut first) = (0, 11);
    while number >= first + lengths[row] {
        first += lengths[row];
        row += 1;
    }
    let r = row as i32 - 3;
    match colour {
        b'D' => r,
        b'H' => -r,
        _ => number - first + (-3).max(-3 - r),
    }
}

/// What an Ombagi action `(D3)12-A17` does for the mover: forward, onto the
/// right level of a goal tower, and not off again.
fn progress(action: &str) -> i32 {
    let [_, colour, number, _, _, _, _, level, ..] = *action.as_bytes() else {
        return 0;
    };
    let (from, to) = (nearness(colour, &action[4..6]), nearness(colour, &action[8..10]));
    let fits = to == 3 && level - b'A' == number - b'1';
    2 * to - 2 * from + 7 * i32::from(fits) - 9 * i32::from(from == 3)
}

/// Mostly the best of a few actions, to get across the board in time.
fn hurry(table: &dyn Table, dice: &mut Dice) -> Option<String> {
    let legal = table.legal();
    if legal.is_empty() {
        return None;
    }
    let few = (0..9).map(|_| legal[dice.below(legal.len() as u32) as usize].clone());
    few.max_by_key(|action| progress(action))
}

#[test]
fn hurried_games_of_ombagi_reach_the_blockade_rules_and_agree() {
    let mut reached: HashMap<String, usize> = HashMap::new();
    let specs = ["ombagi", "ombagi:edition=1981", "ombagi:players=3", "ombagi:playout=true"];
    for spec in specs {
        for seed in 0..25 {
            play_both(spec, seed, 300, hurry, |table| {
                for note in table.picture(Viewer::Referee).notes {
                    *reached.entry(note.rule.into_owned()).or_default() += 1;
                }
            });
        }
    }
    assert!(reached.len() >= 2, "{reached:?}");
}

/// A position late in a game of two: each side has finished some towers, the
/// other stones lie anywhere they may.
fn late_towers(dice: &mut Dice) -> Vec<String> {
    let mut towers = vec![String::new(); 37];
    for (colour, goals) in [('D', [33, 34, 35, 36]), ('H', [0, 1, 2, 3])] {
        let finished = dice.below(4) as usize;
        for goal in &goals[..finished] {
            towers[*goal] = format!("{colour}1{colour}2{colour}3");
        }
        for number in 1..=3 {
            for _ in finished..4 {
                let fits = |tower: &String| tower.len() / 2 < number;
                let open: Vec<usize> = (0..37).filter(|&i| fits(&towers[i])).collect();
                let field = dice.choose(&open);
                towers[field] += &format!("{colour}{number}");
            }
        }
    }
    towers.iter_mut().filter(|tower| tower.is_empty()).for_each(|tower| tower.push('.'));
    towers
}

#[test]
fn late_positions_of_ombagi_agree() {
    let mut dice = Dice::new(7);
    let mut reached: HashMap<String, usize> = HashMap::new();
    for i in 0..12_000 {
        let spec = ["ombagi:repetition=0", "ombagi:edition=1981,repetition=0"][i % 2];
        let towers = late_towers(&mut dice);
        let mut rest = towers.as_slice();
        let rows = [4, 5, 6, 7, 6, 5, 4].map(|length| {
            let (row, more) = rest.split_at(length);
            rest = more;
            row.join(",")
        });
        let mut table = open(spec).expect("a valid spec");
        let position = format!("{} to=1", rows.join("/"));
        if table.set_position(&position).is_err() {
            continue;
        }
        let mut oracle = wabe_oracle::open(&with(spec, &format!("board={}", towers.join(";"))));
        if table.status().seat().map(|seat| seat.number() as u8) != oracle.seat() {
            // Seat 1 cannot move, and the engine has passed it over already.
            continue;
        }
        for _ in 0..3 {
            for note in table.picture(Viewer::Referee).notes {
                *reached.entry(note.rule.into_owned()).or_default() += 1;
            }
            agree(&*table, &*oracle, &position);
            let Some(action) = table.random_action(&mut dice) else {
                break;
            };
            table.play(&action).expect("a legal action");
            oracle.play(&action);
        }
    }
    assert!(["R5", "R6", "R7"].iter().all(|rule| reached.get(*rule) > Some(&20)), "{reached:?}");
}
