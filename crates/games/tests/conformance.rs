//! What every game must do, whatever its rules: one suite over every game and
//! every option.

mod common;

use common::{random_game, specs};
use std::collections::{HashMap, HashSet};
use wabe_games::{Visitor, open, visit};
use wabe_rules::{Dice, Game, Number, Playing, Record, Status, Table, Viewer, playouts};

/// At which actions of a game the costlier checks are made.
fn is_checkpoint(table: &dyn Table) -> bool {
    table.len() % 7 == 3 || table.len() < 2 || table.status().is_over()
}

fn each_position(most: usize, mut look: impl FnMut(&str, &mut Box<dyn Table>, Option<&str>)) {
    for (i, spec) in specs().iter().enumerate() {
        random_game(spec, i as u64, most, |table, next| look(spec, table, next));
    }
}

#[test]
fn legal_actions_are_sorted_and_listed_once() {
    each_position(120, |spec, table, _| {
        let legal = table.legal();
        assert!(legal.windows(2).all(|pair| pair[0] < pair[1]), "{spec}: {legal:?}");
        assert_eq!(legal.is_empty(), table.status().is_over(), "{spec}");
    });
}

#[test]
fn action_texts_read_back_as_themselves() {
    each_position(60, |spec, table, _| {
        if !is_checkpoint(&**table) {
            return;
        }
        for action in table.legal() {
            let mut copy = table.fork();
            copy.play(&action).unwrap_or_else(|error| panic!("{spec}: {error}"));
            assert_eq!(copy.actions().last(), Some(&action), "{spec}");
            let cells = table.picture(Viewer::Watcher).cells.len();
            let touches = table.touches(&action).expect("a legal action");
            assert!(touches.iter().all(|&cell| usize::from(cell) < cells), "{spec} {action}");
        }
    });
}

#[test]
fn what_is_not_listed_is_refused() {
    let mut seen: HashSet<(String, String)> = HashSet::new();
    each_position(80, |spec, table, _| {
        let game = spec.split(':').next().unwrap_or(spec).to_owned();
        let legal = table.legal();
        seen.extend(legal.iter().map(|action| (game.clone(), action.clone())));
        if !is_checkpoint(&**table) {
            return;
        }
        let foreign = seen.iter().filter(|(of, action)| *of == game && !legal.contains(action));
        for (_, action) in foreign.take(200) {
            let before = table.position();
            // A lenient reader may understand the text as a listed action.
            if table.fork().play(action).is_ok() {
                let mut copy = table.fork();
                copy.play(action).expect("just played");
                assert!(legal.contains(&copy.actions()[table.len()]), "{spec}: {action}");
            }
            assert_eq!(table.position(), before);
        }
    });
}

#[test]
fn position_texts_read_back_exactly() {
    each_position(400, |spec, table, _| {
        let text = table.position();
        let mut copy = open(spec).expect("a valid spec");
        copy.set_position(&text).unwrap_or_else(|error| panic!("{spec}: {error}: {text}"));
        assert_eq!(copy.position(), text, "{spec}");
        let repeated = matches!(table.status(), Status::Over(end) if end.reason == "repetition");
        if !repeated {
            assert_eq!(copy.status(), table.status(), "{spec}: {text}");
            assert_eq!(copy.legal(), table.legal(), "{spec}: {text}");
        }
        assert_eq!(copy.scores(), table.scores(), "{spec}: {text}");
        assert_eq!(copy.standing(), table.standing(), "{spec}: {text}");
    });
}

#[test]
fn records_read_back_exactly() {
    each_position(150, |spec, table, _| {
        if table.len() % 29 != 0 && !table.status().is_over() {
            return;
        }
        let record = Record::of(&**table);
        let text = record.to_string();
        let read = Record::read_all(&text).unwrap_or_else(|error| panic!("{spec}: {error}"));
        assert_eq!(read, [record], "{spec}");
        let mut copy = open(spec).expect("a valid spec");
        read[0].replay(&mut *copy).unwrap_or_else(|error| panic!("{spec}: {error}\n{text}"));
        assert_eq!(copy.position(), table.position(), "{spec}");
        assert_eq!(copy.status(), table.status(), "{spec}");
        assert_eq!(read[0].canonical(&*copy).to_string(), text, "{spec}");
    });
}

#[test]
fn copies_are_independent_and_taking_back_undoes() {
    each_position(60, |spec, table, next| {
        let before = (table.position(), table.legal(), table.turn(), table.status());
        let picture = table.picture(Viewer::Referee);
        let Some(next) = next else {
            return;
        };
        let mut copy = table.fork();
        copy.play(next).expect("a legal action");
        let now = (table.position(), table.legal(), table.turn(), table.status());
        assert_eq!(now, before, "{spec}: playing on a copy changed the table");
        assert!(copy.take_back());
        let back = (copy.position(), copy.legal(), copy.turn(), copy.status());
        assert_eq!(back, before, "{spec}: taking back {next}");
        assert_eq!(copy.picture(Viewer::Referee), picture, "{spec}");
    });
}

#[test]
fn repetition_is_judged_the_same_after_taking_back() {
    each_position(200, |spec, table, _| {
        if table.status().is_over() && !table.is_empty() {
            let (status, last) = (table.status(), table.actions().pop().expect("an action"));
            assert!(table.take_back());
            assert!(!table.status().is_over(), "{spec}");
            table.play(&last).expect("it was legal");
            assert_eq!(table.status(), status, "{spec}");
        }
    });
}

#[test]
fn finished_games_take_no_more_actions() {
    for spec in specs() {
        let mut table = open(&spec).expect("a valid spec");
        let mut dice = Dice::new(3);
        let mut last = String::new();
        while let Some(action) = table.random_action(&mut dice).filter(|_| table.len() < 5000) {
            table.play(&action).expect("a legal action");
            last = action;
        }
        if table.status().is_over() {
            let error = table.play(&last).expect_err("the game is over").to_string();
            assert!(error.contains("over"), "{spec}: {error}");
            assert!(table.legal().is_empty() && table.by_consent().is_empty(), "{spec}");
            assert!(table.play("resign-1").is_err(), "{spec}");
            // Perft and playouts do not know the repetition rule.
            if !matches!(table.status(), Status::Over(end) if end.reason == "repetition") {
                assert_eq!(table.perft(1, true, 1), 0, "{spec}");
                assert_eq!(table.playouts(1, &mut dice), 0, "{spec}");
            }
        }
    }
}

/// Random games end within the limit, wherever there is one.
#[test]
fn random_games_end_within_the_limit() {
    for spec in specs() {
        let table = open(&spec).expect("a valid spec");
        let about = table.about();
        let limit = spec.split([':', ',']).find_map(|part| part.strip_prefix("limit="));
        let default = about.options.iter().find(|option| option.name == "limit");
        let limit: u64 = limit
            .or(default.map(|option| option.default))
            .and_then(|limit| limit.parse().ok())
            .expect("every game has a limit option");
        if limit == 0 && about.name != "omega" || limit > 5000 {
            continue;
        }
        let actions = table.playouts(3, &mut Dice::new(11));
        assert!(limit == 0 || actions <= 3 * limit, "{spec}: {actions} actions");
    }
}

/// A random game is drawn action by action, and so many games are played as
/// asked for: counted by hand, with the same dice.
struct PlayoutsAgree;

impl Visitor for PlayoutsAgree {
    type Out = ();

    fn visit<G: Game>(self, game: G, spec: &str) {
        let (mut dice, mut same_dice) = (Dice::new(8), Dice::new(8));
        let mut position = game.start();
        let mut by_hand = 0;
        while let Some(action) = game.random_move(&position, &mut dice, &mut Vec::new()) {
            game.apply(&mut position, action);
            by_hand += 1;
        }
        let one = playouts(&game, &game.start(), 1, &mut same_dice);
        assert_eq!(one, by_hand, "{spec}");
        assert_eq!(dice.word(), same_dice.word(), "{spec}: all dice are used alike");
    }
}

#[test]
fn random_games_are_played_as_many_as_asked_and_to_the_end() {
    for spec in ["abalone", "abalone:players=3", "chessom", "gabata", "zange", "ombagi"] {
        visit(spec, PlayoutsAgree).expect("a valid spec");
    }
    // No game of Abalone is over before its seventh action.
    let table = open("abalone:limit=7").expect("a valid spec");
    for games in 0..6 {
        assert_eq!(table.playouts(games, &mut Dice::new(games)), 7 * games);
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for spec in specs() {
        let mut games = Vec::new();
        for _ in 0..2 {
            let mut line = Vec::new();
            random_game(&spec, 77, 60, |_, next| line.extend(next.map(str::to_owned)));
            games.push(line);
        }
        assert_eq!(games[0], games[1], "{spec}");
    }
}

#[test]
fn turns_change_exactly_when_the_actor_does() {
    each_position(150, |spec, table, next| {
        let (turn, actor) = (table.turn(), table.status().seat());
        if let Some(seat) = actor {
            assert!(seat.index() < table.players(), "{spec}");
        }
        let Some(next) = next else {
            return;
        };
        let mut after = table.fork();
        after.play(next).expect("a legal action");
        if !after.status().is_over() {
            let changed = after.status().seat() != actor;
            assert_eq!(after.turn(), turn + usize::from(changed), "{spec} {next}");
        }
    });
}

/// Nothing appears or vanishes: seeds, and stones where captured ones are shown.
#[test]
fn material_is_kept() {
    for (i, spec) in specs().iter().enumerate() {
        let mut all: Option<(usize, usize)> = None;
        random_game(spec, i as u64, 150, |table, _| {
            let picture = table.picture(Viewer::Referee);
            let seeds: usize = picture.cells.iter().map(|cell| usize::from(cell.seeds)).sum();
            let on_board: usize = picture.cells.iter().map(|cell| cell.stones.len()).sum();
            let beside: usize =
                picture.seats.iter().map(|seat| seat.hand.len() + seat.taken.len()).sum();
            let grows = table.about().name == "omega";
            let shows_taken = table.about().name != "abalone" || table.players() == 2;
            if !grows && shows_taken {
                let now = (seeds, on_board + beside);
                assert_eq!(*all.get_or_insert(now), now, "{spec}");
            }
            if table.about().name == "gabata" {
                assert_eq!(seeds, 48, "{spec}");
            }
        });
    }
}

#[test]
fn hidden_numbers_never_leak() {
    let mut covered = 0;
    let hidden = specs().into_iter().filter(|spec| spec.contains("hidden=true"));
    for (i, spec) in hidden.enumerate() {
        random_game(&spec, i as u64, 300, |table, _| {
            if table.status().is_over() {
                return;
            }
            let seats = wabe_rules::Seat::all(table.players()).map(Viewer::Seat);
            for viewer in seats.chain([Viewer::Watcher]) {
                assert!(!table.sees_all(viewer), "{spec}");
                for cell in table.picture(viewer).cells {
                    let (_, below) = cell
                        .stones
                        .split_last()
                        .unwrap_or((&wabe_rules::Stone::plain(wabe_rules::Colour::Dark), &[]));
                    covered += below.len();
                    assert!(below.iter().all(|stone| stone.number == Number::Hidden), "{spec}");
                }
            }
            assert!(table.sees_all(Viewer::Referee));
        });
    }
    assert!(covered > 1000, "only {covered} covered stones were looked at");
}

#[test]
fn cells_have_names_of_their_own() {
    for spec in specs() {
        let picture = open(&spec).expect("a valid spec").picture(Viewer::Watcher);
        let names: HashSet<&str> = picture.cells.iter().map(|cell| cell.label.as_str()).collect();
        let places: HashSet<_> = picture.cells.iter().map(|cell| (cell.x, cell.y)).collect();
        assert_eq!(names.len(), picture.cells.len(), "{spec}");
        assert_eq!(places.len(), picture.cells.len(), "{spec}");
    }
}

/// The trusted path (`apply`), the checked path (`play`), listing, counting and
/// random choice all say the same.
struct PathsAgree;

impl Visitor for PathsAgree {
    type Out = ();

    fn visit<G: Game>(self, game: G, spec: &str) {
        let options = spec.split_once(':').map_or("", |(_, options)| options);
        let mut playing = Playing::<G>::open(options).expect("a canonical spec");
        let mut position = game.start();
        let mut dice = Dice::new(42);
        let mut scratch = Vec::new();
        for _ in 0..150 {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            assert_eq!(game.count(&position, &mut scratch), moves.len(), "{spec}");
            children_agree(&game, &position, &moves, spec);
            let Some(action) = game.random_move(&position, &mut dice, &mut scratch) else {
                assert!(moves.is_empty() && game.status(&position).is_over(), "{spec}");
                return;
            };
            assert!(moves.contains(&action), "{spec}");
            if Table::status(&playing).is_over() {
                return;
            }
            let mut text = String::new();
            game.write_action(&position, action, &mut text);
            game.apply(&mut position, action);
            playing.play(&text).unwrap_or_else(|error| panic!("{spec}: {error}"));
            assert_eq!(playing.current(), &position, "{spec} {text}");
        }
    }
}

/// The children shown are those that the listed moves lead to, and two actions
/// are counted as if the first were played.
fn children_agree<G: Game>(game: &G, position: &G::Position, moves: &[G::Move], spec: &str) {
    let mut expected: HashMap<G::Position, usize> = HashMap::new();
    let mut ways = 0;
    for &action in moves {
        let mut child = position.clone();
        game.apply(&mut child, action);
        let mut replies = Vec::new();
        game.moves(&child, &mut replies);
        ways += replies.len() as u64;
        *expected.entry(child).or_default() += 1;
    }
    assert_eq!(game.count_two(position, &mut [Vec::new(), Vec::new()]), ways, "{spec}");
    game.for_each_child(position, &mut Vec::new(), |child| {
        let left = expected.get_mut(child).unwrap_or_else(|| panic!("{spec}: a strange child"));
        *left -= 1;
        if *left == 0 {
            expected.remove(child);
        }
    });
    assert!(expected.is_empty(), "{spec}: some children are not shown");
}

#[test]
fn trusted_and_checked_paths_agree() {
    for spec in specs() {
        visit(&spec, PathsAgree).expect("a valid spec");
    }
}

/// A chi-squared test that random choice is uniform over the legal actions.
struct UniformChoice;

impl Visitor for UniformChoice {
    type Out = f64;

    fn visit<G: Game>(self, game: G, _: &str) -> f64 {
        const TIMES: usize = 400;
        let mut dice = Dice::new(2026);
        let mut scratch = Vec::new();
        let mut position = game.start();
        let mut worst = 0f64;
        for step in 0..60 {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            if step % 6 == 5 && moves.len() > 1 {
                let mut counts = vec![0usize; moves.len()];
                for _ in 0..TIMES * moves.len() {
                    let drawn = game.random_move(&position, &mut dice, &mut scratch);
                    let drawn = drawn.expect("there are moves");
                    counts[moves.iter().position(|&m| m == drawn).expect("a legal one")] += 1;
                }
                let expected = TIMES as f64;
                let chi: f64 =
                    counts.iter().map(|&n| (n as f64 - expected).powi(2) / expected).sum();
                let free = (moves.len() - 1) as f64;
                worst = worst.max((chi - free) / (2.0 * free).sqrt());
            }
            let Some(action) = game.random_move(&position, &mut dice, &mut scratch) else {
                break;
            };
            game.apply(&mut position, action);
        }
        worst
    }
}

#[test]
fn random_choice_is_uniform() {
    for spec in specs() {
        let deviation = visit(&spec, UniformChoice).expect("a valid spec");
        assert!(deviation < 6.0, "{spec}: {deviation} standard deviations");
    }
}
