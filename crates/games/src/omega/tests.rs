//! The quick ways against the slow and obvious ones.

use super::playout::Part;
use super::set::Set;
use super::*;
use std::collections::HashMap;
use std::hash::Hash;
use wabe_rules::Hex;

fn omega(options: &str) -> Omega {
    let mut options = Options::parse(&Omega::ABOUT, options).expect("valid options");
    Omega::from_options(&mut options).expect("valid options")
}

/// Boards of every size and shape, small, middle and large.
const BOARDS: [&str; 22] = [
    "size=5",
    "size=6",
    "size=7",
    "size=8",
    "size=9",
    "size=10",
    "size=5,shape=rhombus",
    "size=10,shape=rhombus",
    "size=5,shape=trapezoid",
    "size=10,shape=trapezoid",
    "size=5,shape=long-hexagon",
    "size=10,shape=long-hexagon",
    "size=5,shape=triangle",
    "size=7,shape=triangle",
    "size=10,shape=triangle",
    "shape=-9:9:0:1:-9:9",
    "shape=0:1:-9:9:-9:9",
    "shape=-9:9:-9:9:0:1",
    "shape=-9:9:-7:7:-9:9",
    "shape=-9:9:-9:5:-9:9",
    "shape=-3:4:-9:9:-9:9",
    "shape=-2:2:-1:3:-4:4",
];

/// R5 without tricks: walk from stone to stone.
fn plain_products(game: &Omega, position: &Position) -> [u128; 4] {
    let mut left: HashMap<Hex, usize> = (0..game.board.len())
        .filter_map(|field| Some((game.board.hex(field), position.colour(field)?)))
        .collect();
    let mut products = [1; 4];
    while let Some((&first, &colour)) = left.iter().next() {
        left.remove(&first);
        let mut group = vec![first];
        let mut seen = 0;
        while let Some(&field) = group.get(seen) {
            seen += 1;
            for near in (0..6).map(|d| field.step(d, 1)) {
                if left.get(&near) == Some(&colour) {
                    left.remove(&near);
                    group.push(near);
                }
            }
        }
        products[colour] *= group.len() as u128;
    }
    products
}

#[test]
fn products_equal_those_of_a_plain_walk() {
    let mut dice = Dice::new(1);
    for board in BOARDS {
        for players in 2..=4 {
            let game = omega(&format!("players={players},{board}"));
            for empty in [0, 1, 1, 3, 9] {
                let mut position = game.start();
                for field in 0..game.board.len() {
                    if dice.below(10) >= empty {
                        position.put(dice.below(players) as u8, field);
                    }
                }
                let products = plain_products(&game, &position);
                assert_eq!(game.products(&position), products, "{board} {position:?}");
            }
        }
    }
}

/// Draws often and fails if some of the `kinds` that can come up come up too
/// rarely or too often.
fn check_uniform<T: Eq + Hash>(kinds: usize, mut draw: impl FnMut(&mut Dice) -> T) {
    let mut dice = Dice::new(7);
    let mut seen: HashMap<T, u32> = HashMap::new();
    let expected = 60.0;
    for _ in 0..60 * kinds {
        *seen.entry(draw(&mut dice)).or_default() += 1;
    }
    assert_eq!(seen.len(), kinds);
    let off = |&count: &u32| (f64::from(count) - expected).powi(2) / expected;
    let chi_squared: f64 = seen.values().map(off).sum();
    let freedom = kinds as f64 - 1.0;
    let deviations = (chi_squared - freedom) / (2.0 * freedom).sqrt();
    assert!(deviations.abs() < 4.0, "chi squared is {deviations} standard deviations off");
}

#[test]
fn every_subset_is_equally_likely() {
    for (len, count, kinds) in [(9, 3, 84), (9, 6, 84), (10, 1, 10), (12, 6, 924), (7, 4, 35)] {
        // Spread over the words.
        let mut of = Set::<3>::NONE;
        (0..len as usize).for_each(|i| of.insert(190 - 15 * i));
        check_uniform(kinds, |dice| {
            let drawn = Part { of, len, count }.draw(dice);
            assert_eq!(drawn.without(of), Set::NONE);
            assert_eq!(drawn.len(), count);
            drawn
        });
    }
}

#[test]
fn every_colouring_is_equally_likely() {
    let final_board = |game: &Omega, from: &Position, dice: &mut Dice| {
        let mut position = *from;
        game.play_randomly(&mut position, dice);
        assert_eq!(position.end, End::Full);
        (position.empty, position.digits)
    };
    // Six fields: two white, two black, two empty.
    let game = omega("shape=0:2:0:1:-9:9");
    check_uniform(90, |dice| final_board(&game, &game.start(), dice));
    // Ten fields, two turns and a stone gone: a white and two black stones more.
    let game = omega("shape=0:4:0:1:-9:9");
    let mut from = game.start();
    for field in [3, 8, 0, 5, 1] {
        game.apply(&mut from, Move::Place(field));
    }
    check_uniform(5 * 6, |dice| final_board(&game, &from, dice));
    // Nine fields for three, three stones each.
    let game = omega("players=3,shape=0:2:0:2:-9:9");
    check_uniform(1680, |dice| final_board(&game, &game.start(), dice));
}

#[test]
fn four_colours_are_equally_likely_everywhere() {
    let game = omega("players=4,size=5");
    let mut dice = Dice::new(3);
    let mut counts = vec![[0u32; 5]; game.board.len()];
    for _ in 0..20_000 {
        let mut position = game.start();
        game.play_randomly(&mut position, &mut dice);
        for (field, counts) in counts.iter_mut().enumerate() {
            counts[position.colour(field).unwrap_or(4)] += 1;
        }
    }
    // 12 of 61 fields have each colour, 13 stay empty.
    for count in counts.iter().flatten() {
        assert!((3650..4550).contains(count), "{count}");
    }
}

#[test]
fn playouts_take_as_many_actions_as_played_games() {
    let mut dice = Dice::new(5);
    let boards = BOARDS.iter().map(|board| board.to_string());
    let more = ["match=double", "shape=-2:2:-1:3:-4:4,match=double", "limit=20", "pie=true"];
    for board in boards.chain(more.map(String::from)) {
        for players in 2..=if board.contains("match") { 2 } else { 4 } {
            let game = omega(&format!("players={players},{board}"));
            let (mut position, mut courses) = (game.start(), Vec::new());
            while let Some(action) = game.random_move(&position, &mut dice, &mut Vec::new()) {
                // In the pie round the number of actions is luck.
                courses.extend((!game.in_pie_round(&position)).then_some(position));
                game.apply(&mut position, action);
            }
            for from in courses {
                let played = game.playouts(&from, 1, &mut dice, &mut Vec::new());
                assert_eq!(played, u64::from(position.ply - from.ply), "{board} {from:?}");
            }
        }
    }
}

#[test]
fn playouts_lead_to_positions_that_can_be() {
    let mut dice = Dice::new(9);
    for board in ["pie=true", "size=8", "match=double", "size=6,shape=triangle,pie=true"] {
        for players in 2..=if board.contains("match") { 2 } else { 4 } {
            let game = omega(&format!("players={players},{board}"));
            for _ in 0..200 {
                let mut position = game.start();
                let actions = game.play_randomly(&mut position, &mut dice);
                assert_eq!(u64::from(position.ply), actions);
                let mut text = String::new();
                game.write_position(&position, &mut text);
                assert_eq!(game.read_position(&text), Ok(position), "{text}");
            }
        }
    }
}

#[test]
fn a_position_has_the_size_the_docs_say() {
    assert_eq!(size_of::<Position>(), 176);
}
