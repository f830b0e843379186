//! Every quicker way agrees with the slow one, whatever this processor has.

use super::*;

fn abalone(options: &str) -> Abalone {
    let mut options = Options::parse(&Abalone::ABOUT, options).expect("options");
    Abalone::from_options(&mut options).expect("rules")
}

/// Positions of a random game.
fn course(game: &Abalone, seed: u64, most: usize) -> Vec<Position> {
    let mut dice = Dice::new(seed);
    let mut course = vec![game.start()];
    while course.len() < most {
        let mut position = course[course.len() - 1];
        let Some(action) = game.random_move(&position, &mut dice, &mut Vec::new()) else {
            break;
        };
        game.apply(&mut position, action);
        course.push(position);
    }
    course
}

/// Positions of two players where the side not to act has but a few marbles in
/// a corner of the crowd, so that it often cannot move after a move.
fn crowds() -> Vec<Position> {
    let game = abalone("");
    let mut dice = Dice::new(4);
    let mut crowds = Vec::new();
    while crowds.len() < 3000 {
        let mut order: Vec<Hollow> = Hollow::all().take(18).collect();
        dice.shuffle(&mut order);
        let few = 1 + dice.below(4) as usize;
        let set = |hollows: &[Hollow]| hollows.iter().fold(0, |set, hollow| set | hollow.bit());
        let marbles = [set(&order[few..few + 14]), set(&order[..few]), 0, 0];
        let position = game.settled(Position { marbles, ..game.start() });
        if position.end == End::Open {
            crowds.push(position);
        }
    }
    crowds
}

/// The slow twin of `count_two`.
fn count_two_by_list(game: &Abalone, position: &Position) -> u64 {
    let mut actions = Vec::new();
    game.moves(position, &mut actions);
    let after = |&action: &Move| {
        let (mut child, mut list) = (*position, Vec::new());
        game.apply(&mut child, action);
        game.moves(&child, &mut list);
        list.len() as u64
    };
    actions.iter().map(after).sum()
}

#[test]
fn all_ways_of_counting_agree() {
    for options in ["", "players=3", "players=4", "layout=swiss-daisy"] {
        let game = abalone(options);
        for position in course(&game, 9, 500) {
            let view = game.view(&position, position.to.into());
            let mut list = Vec::new();
            view.moves(&mut list);
            assert_eq!(view.count(), list.len());
            assert_eq!(view.count_plainly(), list.len());
            if game.cpu.is_wide() {
                assert_eq!(view.count_widely(game.cpu), list.len());
            }
        }
    }
}

#[test]
fn two_actions_are_counted_as_if_played() {
    let mut scratch = [Vec::new(), Vec::new()];
    for options in ["", "players=3", "players=4", "layout=belgian-daisy,push=1", "limit=90"] {
        let game = abalone(options);
        for position in course(&game, 2, 300) {
            let slowly = count_two_by_list(&game, &position);
            assert_eq!(game.count_two(&position, &mut scratch), slowly, "{options} {position:?}");
        }
    }
}

#[test]
fn who_cannot_move_after_a_move_is_noticed() {
    let game = abalone("");
    let mut skipped = 0;
    for position in crowds() {
        let mut actions = Vec::new();
        game.moves(&position, &mut actions);
        let mut expected: Vec<Position> = Vec::new();
        for &action in &actions {
            let mut child = position;
            game.apply(&mut child, action);
            skipped += u32::from(child.to == position.to);
            expected.push(child);
        }
        let mut shown = Vec::new();
        game.for_each_child(&position, &mut actions, |child| shown.push(*child));
        let key = |position: &Position| format!("{position:?}");
        expected.sort_by_cached_key(key);
        shown.sort_by_cached_key(key);
        assert_eq!(shown, expected, "{position:?}");
        let ways = game.count_two(&position, &mut [Vec::new(), Vec::new()]);
        assert_eq!(ways, count_two_by_list(&game, &position), "{position:?}");
    }
    assert!(skipped > 100, "only {skipped} moves leave the other side without one");
}

#[test]
fn lists_from_vectors_are_the_quiet_moves() {
    let game = abalone("layout=german-daisy");
    if !game.cpu.is_wide() {
        return;
    }
    for position in course(&game, 5, 400).into_iter().chain(crowds()) {
        let view = game.view(&position, position.to.into());
        let (mut quiet, mut all, mut pushes) = (Vec::new(), Vec::new(), Vec::new());
        let may_push = view.quiet_moves_widely(game.cpu, &mut quiet);
        view.moves(&mut all);
        view.pushes(&mut pushes);
        assert!(may_push || pushes.is_empty());
        quiet.append(&mut pushes);
        quiet.sort_by_key(|action| action.number());
        all.sort_by_key(|action| action.number());
        assert_eq!(quiet, all, "{position:?}");
    }
}

#[test]
fn the_same_dice_choose_the_same_move_in_vectors() {
    for options in ["", "players=3", "players=4", "layout=swiss-daisy"] {
        let game = abalone(options);
        if !game.cpu.is_wide() {
            return;
        }
        for (seed, position) in (0..).zip(course(&game, 8, 400)) {
            let view = game.view(&position, position.to.into());
            let (mut dice, mut same_dice) = (Dice::new(seed), Dice::new(seed));
            for _ in 0..20 {
                let action = view.random_widely(game.cpu, &mut dice);
                assert_eq!(action, view.random(&mut same_dice), "{position:?}");
            }
        }
    }
}

#[test]
fn a_position_is_as_small_as_said() {
    assert_eq!(size_of::<Position>(), 48);
}
