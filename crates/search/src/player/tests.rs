//! What players count, and when.

use super::*;
use wabe_games::chessom::Chessom;
use wabe_games::ombagi::Ombagi;
use wabe_games::omega::Omega;
use wabe_rules::{Game, Options};

fn opened<G: Game>() -> G {
    let mut options = Options::parse(&G::ABOUT, "").expect("options");
    G::from_options(&mut options).expect("a game")
}

#[test]
fn long_games_are_counted_otherwise_by_those_who_look_ahead() {
    let game = opened::<Ombagi>();
    let home = game.start();
    let seat = game.status(&home).seat().expect("a seat");
    let weights = |kind, judging, actions| {
        let means = Means { megabytes: 1, judging, ..Means::default() };
        let mut player = Computer::new(kind, &game, means);
        player.notice_length(&game, &home, seat, actions);
        player.weights()
    };
    // The other side's stones are at home.
    let usual = weights(Kind::Best, false, 99);
    assert_eq!(usual, crate::weights::<Ombagi>());
    assert_ne!(weights(Kind::Best, false, 100), usual);
    assert_ne!(weights(Kind::Level(8), false, 100), usual);
    assert_eq!(weights(Kind::Best, true, 100), usual, "who judges has time");
    let greedy = weights(Kind::Greedy, false, 0);
    assert_eq!(greedy, weights(Kind::Greedy, false, 100));
    assert_eq!(greedy, weights(Kind::Level(1), false, 100), "beginners see no blockades");
    assert!(usual[9] < 0 && greedy[9] == 0, "greedy runs");
}

#[test]
fn a_game_is_long_sooner_if_the_others_stay_at_home() {
    let game = opened::<Ombagi>();
    let mut position = game.start();
    let seat = game.status(&position).seat().expect("a seat");
    assert!(!game.is_long(&position, seat, 99) && game.is_long(&position, seat, 100));
    let mut greedy = Computer::new(Kind::Greedy, &game, Means::default());
    let stop = Stop::default();
    for number in 0..100 {
        let Some(now) = game.status(&position).seat() else { break };
        let history = Vec::new();
        let (root, limits) = (position, Limits::default());
        let task =
            Task { game: &game, root, seat: now, history, limits, stop: &stop, seed: number };
        let found = greedy.think_about(&task, &mut |_| {}).expect("an action");
        game.apply(&mut position, found.line[0]);
    }
    assert!(!game.is_long(&position, seat, 259) && game.is_long(&position, seat, 260));
}

#[test]
fn levels_do_without_the_network() {
    let game = opened::<Chessom>();
    let sees = |kind| Computer::new(kind, &game, Means::default()).net.is_some();
    assert!(sees(Kind::Best));
    assert!(!sees(Kind::Level(8)) && !sees(Kind::Greedy));
}

#[test]
fn who_grows_trees_leaves_all_memory_to_them() {
    fn held<M: Mind>(kind: Kind) -> usize {
        let means = Means { megabytes: 4, ..Means::default() };
        Computer::new(kind, &opened::<M>(), means).memory.bytes()
    }
    assert_eq!(held::<Chessom>(Kind::Best), 4 << 20);
    for kind in [Kind::Best, Kind::Level(8), Kind::Mcts] {
        assert!(held::<Omega>(kind) < 1024, "{kind:?}");
    }
}
