//! What every player owes, in every game: legal actions, always, and the same
//! ones for the same seed.

use std::time::Duration;
use wabe_rules::{Dice, Seat, SeatSet, Status, Table};
use wabe_search::{Kind, Limits, Means, Stop, ThinkError, Value, player};

const SPECS: &[&str] = &[
    "abalone",
    "abalone:layout=belgian-daisy,push=1",
    "abalone:players=3",
    "abalone:players=4",
    "abalone:players=4,order=paired",
    "omega",
    "omega:size=7",
    "omega:players=3",
    "omega:players=4,pie=true",
    "omega:shape=triangle",
    "omega:match=double",
    "ombagi",
    "ombagi:edition=1981,playout=true",
    "ombagi:hidden=true",
    "ombagi:players=3",
    "gassen-ombagi",
    "gassen-ombagi:setup=choose",
    "gassen-ombagi:huff=true",
    "duombo",
    "duombo:mills=1",
    "chessom",
    "zange",
    "zange:captures=2,triple=1,corners=2",
    "gabata",
    "gabata:stores=unsown,rounds=2",
];

fn kinds() -> Vec<Kind> {
    let levels = (1..=8).map(Kind::Level);
    [Kind::Random, Kind::Greedy, Kind::Mcts, Kind::Best].into_iter().chain(levels).collect()
}

/// A table some random actions into the game, with somebody to act.
fn table(spec: &str, seed: u64) -> Option<Box<dyn Table>> {
    let mut dice = Dice::new(seed);
    let mut table = wabe_games::open(spec).expect("a spec");
    let actions = dice.below(120);
    for _ in 0..actions {
        match table.random_action(&mut dice) {
            Some(action) => table.play(&action).expect("legal"),
            None => break,
        }
    }
    while table.status() == Status::Chance {
        let lot = table.random_action(&mut dice).expect("a lot");
        table.play(&lot).expect("legal");
    }
    table.status().seat().map(|_| table)
}

#[test]
fn no_illegal_action_ever() {
    let limits = [
        Limits::nodes(1),
        Limits::nodes(2),
        Limits::nodes(120),
        Limits::time(Duration::ZERO),
        Limits::time(Duration::from_millis(1)),
        Limits::depth(1),
    ];
    for spec in SPECS {
        for (i, kind) in kinds().into_iter().enumerate() {
            let means = Means {
                megabytes: 1,
                threads: 1 + i % 2,
                seed: i as u64,
                tables: None,
                judging: false,
            };
            let mut player = player(kind, spec, means).expect("a spec");
            for (j, limits) in limits.iter().enumerate() {
                let seed = (100 * i + j) as u64;
                let Some(table) = table(spec, seed) else { continue };
                let thought = player.think(&*table, *limits, &Stop::new(), &mut |_| {});
                let thought = thought.expect("somebody is to act");
                assert!(
                    table.legal().contains(&thought.action),
                    "{spec}: {kind} wants {} with {limits:?}, seed {seed}",
                    thought.action
                );
            }
        }
    }
}

/// Lines are playable from the first action to the last.
#[test]
fn lines_are_playable() {
    for spec in SPECS {
        let mut player = player(Kind::Best, spec, Means::default()).expect("a spec");
        for seed in 0..3 {
            let Some(mut table) = table(spec, seed) else { continue };
            let thought = player.think(&*table, Limits::nodes(3000), &Stop::new(), &mut |_| {});
            let thought = thought.expect("somebody is to act");
            assert_eq!(thought.line.first(), Some(&thought.action));
            for action in &thought.line {
                table.play(action).unwrap_or_else(|error| panic!("{spec} seed {seed}: {error}"));
            }
        }
    }
}

#[test]
fn the_same_seed_and_nodes_give_the_same_action() {
    for spec in SPECS {
        for kind in [Kind::Best, Kind::Mcts, Kind::Level(3), Kind::Greedy, Kind::Random] {
            let table = (0..).find_map(|seed| table(spec, seed)).expect("a game that goes on");
            let think = |seed| {
                let means = Means { megabytes: 1, threads: 1, seed, tables: None, judging: false };
                let mut player = player(kind, spec, means).expect("a spec");
                let thought = player.think(&*table, Limits::nodes(800), &Stop::new(), &mut |_| {});
                let thought = thought.expect("somebody is to act");
                (thought.action, thought.value, thought.nodes, thought.line)
            };
            assert_eq!(think(7), think(7), "{spec} {kind}");
        }
    }
}

/// Whoever looks at a part of the actions only does not look at those named first.
#[test]
fn who_sees_little_plays_all_over_the_board() {
    for (spec, fewest) in [("zange", 8), ("chessom", 8), ("gassen-ombagi", 8)] {
        let table = wabe_games::open(spec).expect("a spec");
        let action = |seed| {
            let means = Means { megabytes: 1, threads: 1, seed, tables: None, judging: false };
            let kind = "level:12,600,500".parse().expect("a level");
            let mut player = player(kind, spec, means).expect("a spec");
            let thought = player.think(&*table, Limits::default(), &Stop::new(), &mut |_| {});
            thought.expect("somebody is to act").action
        };
        let actions: std::collections::BTreeSet<String> = (0..30).map(action).collect();
        assert!(actions.len() >= fewest, "{spec}: {actions:?}");
    }
}

/// What was seen before the limit counts, although no depth was finished.
#[test]
fn a_capture_is_seen_with_few_nodes() {
    let mut table = wabe_games::open("zange:captures=1").expect("a spec");
    for action in ["@17", "@18"] {
        table.play(action).expect("legal");
    }
    let mut best = player(Kind::Best, table.spec(), Means::default()).expect("a spec");
    let thought = best.think(&*table, Limits::nodes(5), &Stop::new(), &mut |_| {});
    assert_eq!(thought.expect("somebody is to act").action, "@19");
}

/// Values are chances: in an even position each of three sides has a third of them.
#[test]
fn three_even_sides_expect_a_third_each() {
    for spec in ["abalone:players=3", "ombagi:players=3", "omega:players=3"] {
        let table = wabe_games::open(spec).expect("a spec");
        for kind in [Kind::Best, Kind::Greedy, Kind::Mcts] {
            if spec.starts_with("omega") && kind == Kind::Greedy {
                continue;
            }
            let mut player = player(kind, spec, Means::default()).expect("a spec");
            let thought = player.think(&*table, Limits::nodes(3000), &Stop::new(), &mut |_| {});
            let score = thought.expect("somebody is to act").value.expected_score();
            assert!((0.23..0.45).contains(&score), "{spec} {kind}: {score}");
        }
    }
}

/// Who cannot see everything imagines more and more worlds as long as it may, and tells
/// what it would play, but not how things would go on: that would tell what is hidden.
#[test]
fn r10_imagining_goes_on_until_it_is_stopped() {
    let spec = "ombagi:hidden=true";
    let table = table(spec, 5).expect("somebody is to act");
    let mut best = player(Kind::Best, spec, Means::default()).expect("a spec");
    let (stop, mut told) = (Stop::new(), Vec::new());
    let thought = best.think(&*table, Limits::default(), &stop, &mut |thought| {
        assert_eq!(thought.line, [thought.action.as_str()]);
        told.push(thought.nodes);
        if told.len() == 8 {
            stop.stop();
        }
    });
    let thought = thought.expect("somebody is to act");
    assert!(table.legal().contains(&thought.action) && thought.line.len() == 1);
    assert!(told.is_sorted() && told[0] < told[6], "{told:?}");
    // A level has limits of its own.
    let mut third = player(Kind::Level(3), spec, Means::default()).expect("a spec");
    let thought = third.think(&*table, Limits::default(), &Stop::new(), &mut |_| {});
    assert!(table.legal().contains(&thought.expect("somebody is to act").action));
}

#[test]
fn a_stopped_player_answers_at_once() {
    for spec in ["abalone", "omega", "gabata"] {
        let table = wabe_games::open(spec).expect("a spec");
        let mut player = player(Kind::Best, spec, Means::default()).expect("a spec");
        let stop = Stop::new();
        stop.stop();
        let thought = player.think(&*table, Limits::default(), &stop, &mut |_| {});
        assert!(table.legal().contains(&thought.expect("somebody is to act").action));
    }
}

#[test]
fn nobody_acts_in_a_finished_game_or_at_a_lot() {
    let mut table = wabe_games::open("zange").expect("a spec");
    table.play("resign-1").expect("always possible");
    let mut best = player(Kind::Best, "zange", Means::default()).expect("a spec");
    let thought = best.think(&*table, Limits::nodes(1), &Stop::new(), &mut |_| {});
    assert_eq!(thought, Err(ThinkError::Over));
    let other = wabe_games::open("gabata").expect("a spec");
    let thought = best.think(&*other, Limits::nodes(1), &Stop::new(), &mut |_| {});
    assert_eq!(thought, Err(ThinkError::OtherGame));
}

#[test]
fn best_sees_a_win_in_one() {
    // Dark captures the last stone it needs.
    let mut table = wabe_games::open("zange:captures=1").expect("a spec");
    for action in ["@17", "@18"] {
        table.play(action).expect("legal");
    }
    let mut best = player(Kind::Best, table.spec(), Means::default()).expect("a spec");
    let thought = best.think(&*table, Limits::depth(3), &Stop::new(), &mut |_| {});
    let thought = thought.expect("somebody is to act");
    assert_eq!((thought.action.as_str(), thought.value), ("@19", Value::WinIn(1)));
}

/// The printed learning game of Ombagi up to so many actions, played out (R9).
fn learning_game(actions: usize) -> Box<dyn Table> {
    let text = include_str!("../../games/data/ombagi/learning-game.txt");
    let records = wabe_rules::Record::read_all(text).expect("a record");
    let mut table = wabe_games::open("ombagi:playout=true").expect("a spec");
    records[0].replay(&mut *table).expect("a game");
    while table.len() > actions {
        table.take_back();
    }
    table
}

/// What is still played after the win does not hide the win.
#[test]
fn r9_a_win_is_taken_although_the_game_goes_on() {
    let table = learning_game(123);
    for kind in [Kind::Best, Kind::Level(8), Kind::Greedy, Kind::Mcts] {
        let mut player = player(kind, table.spec(), Means::default()).expect("a spec");
        let thought = player.think(&*table, Limits::nodes(5000), &Stop::new(), &mut |_| {});
        let mut after = table.fork();
        after.play(&thought.expect("somebody is to act").action).expect("legal");
        let winners = after.decided().map(|outcome| outcome.winners);
        assert_eq!(winners, Some(SeatSet::only(Seat::from_index(1))), "{kind}");
    }
}

/// Who plays on alone is done as soon as can be: here with two moves, as in the book.
#[test]
fn r9_who_plays_on_wants_to_be_done() {
    for kind in [Kind::Best, Kind::Level(8)] {
        let mut table = learning_game(124);
        let mut player = player(kind, table.spec(), Means::default()).expect("a spec");
        for left in [2, 1] {
            let thought = player.think(&*table, Limits::nodes(5000), &Stop::new(), &mut |_| {});
            let thought = thought.expect("somebody is to act");
            assert_eq!(thought.value, Value::WinIn(left), "{kind}");
            table.play(&thought.action).expect("legal");
        }
        assert!(table.status().is_over(), "{kind}");
    }
}

/// R10: who cannot see numbers does not use them. Two games look the same to
/// everybody and differ in what lies hidden; the players act the same.
#[test]
fn r10_hidden_numbers_are_not_used() {
    let spec = "ombagi:hidden=true";
    // Under Light's 3s on 13 and 14 lie Dark's 1 and 2, or the other way round.
    let text = |hidden: [&str; 2]| {
        let [a, b] = hidden;
        format!(
            "D1D2D3,D1D2D3,{a}H3,{b}H3/.,.,.,.,./.,.,.,.,.,./D1,D2,D3,D3,.,.,./\
             .,.,.,.,.,./.,.,.,.,./H1H2H3,H1H2H3,H1H2,H1H2 to=1 ply=0"
        )
    };
    let [mut open, mut other] = [(); 2].map(|()| wabe_games::open(spec).expect("a spec"));
    open.set_position(&text(["D1", "D2"])).expect("a position");
    other.set_position(&text(["D2", "D1"])).expect("a position");
    assert_ne!(open.position(), other.position());
    assert_eq!(open.legal(), other.legal());
    let watcher = wabe_rules::Viewer::Seat(wabe_rules::Seat::FIRST);
    assert_eq!(open.picture(watcher), other.picture(watcher));
    for kind in [Kind::Best, Kind::Level(3), Kind::Level(6), Kind::Greedy, Kind::Mcts] {
        let action = |table: &dyn Table| {
            let means = Means { megabytes: 1, threads: 1, seed: 3, tables: None, judging: false };
            let mut player = player(kind, spec, means).expect("a spec");
            let thought = player.think(table, Limits::nodes(600), &Stop::new(), &mut |_| {});
            thought.expect("somebody is to act").action
        };
        assert_eq!(action(&*open), action(&*other), "{kind}");
    }
}
