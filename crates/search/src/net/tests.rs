//! Networks see the same however they look, and learn what there is to learn.

use super::lessons::Lesson;
use super::train::{LearnError, Learning, train};
use super::*;
use crate::{Mind, MindVisitor, visit};
use wabe_games::chessom::Chessom;
use wabe_rules::Dice;

/// A network drawn by lot.
fn drawn(dice: &mut Dice) -> Weights {
    let mut number = |size: u32| dice.below(2 * size + 1) as i16 - size as i16;
    Weights {
        bits: (0..BITS).map(|_| std::array::from_fn(|_| number(60))).collect(),
        starts: std::array::from_fn(|_| number(200)),
        outs: std::array::from_fn(|_| number(3_000)),
        tempo: number(3_000),
    }
}

struct Walk;

impl MindVisitor for Walk {
    type Out = ();

    fn visit<M: Mind>(self, game: M, spec: &str) {
        let mut dice = Dice::new(7);
        let net = Net::new(&drawn(&mut dice));
        let mut sight = Sight::new(&net);
        let mut values = std::collections::HashSet::new();
        for _ in 0..20 {
            let mut position = game.start();
            while let Some(action) = game.random_move(&position, &mut dice, &mut Vec::new()) {
                game.apply(&mut position, action);
                let inputs = game.inputs(&position);
                for side in 0..2 {
                    let afresh = net.worth(&inputs, side);
                    assert_eq!(sight.worth(&net, &inputs, side), afresh, "{spec}");
                    assert_eq!(net.worth(&swapped(inputs), 1 - side), afresh, "{spec}");
                    values.insert(afresh);
                }
            }
        }
        assert!(values.len() > 100, "{spec}: the network sees next to nothing");
    }
}

#[test]
fn looking_again_is_as_looking_afresh() {
    visit("chessom", Walk).expect("a spec");
}

#[test]
fn files_are_read_as_they_were_written() {
    let weights = drawn(&mut Dice::new(3));
    let bytes = weights.to_bytes();
    assert_eq!(Net::read(&bytes), Ok(Net::new(&weights)));
    let changed = |i: usize| {
        let mut bytes = bytes.clone();
        bytes[i] ^= 1;
        Net::read(&bytes)
    };
    assert_eq!(changed(0), Err(NetError::Other));
    assert_eq!(changed(8), Err(NetError::Shape));
    assert_eq!(changed(12), Err(NetError::Shape));
    for i in (14..bytes.len()).step_by(97).chain([bytes.len() - 1]) {
        assert_eq!(changed(i), Err(NetError::Checksum));
    }
    assert_eq!(Net::read(&bytes[..bytes.len() - 1]), Err(NetError::Length));
    assert_eq!(Net::read(&bytes[..9]), Err(NetError::Shape));
    let mut large = weights;
    large.bits.iter_mut().for_each(|row| row[5] = -90);
    assert_eq!(Net::read(&large.to_bytes()).err(), Some(NetError::Large));
}

#[test]
fn every_network_of_the_program_can_be_read() {
    struct Ask;
    impl MindVisitor for Ask {
        type Out = bool;
        fn visit<M: Mind>(self, _: M, _: &str) -> bool {
            M::net().is_some()
        }
    }
    assert!(visit("chessom", Ask).expect("a game"));
}

#[test]
fn a_network_learns_what_the_features_do_not_say() {
    // Who has a stone in the centre wins three times out of four.
    let mut dice = Dice::new(5);
    let centre = 1 << 27;
    let lessons: Vec<Lesson> = (0..20_000)
        .map(|_| {
            let mut inputs = [0; WORDS];
            inputs[0] = dice.word() & dice.word() & wabe_games::board37::BOARD;
            inputs[3] = dice.word() & dice.word() & wabe_games::board37::BOARD & !inputs[0];
            let score = match () {
                () if inputs[0] & centre != 0 => 0.75,
                () if inputs[3] & centre != 0 => 0.25,
                () => 0.5,
            };
            Lesson { inputs, worth: 0, thought: score, score }
        })
        .collect();
    let learning = Learning { passes: 6, result: 0.5, seed: 1 };
    let mut told = Vec::new();
    let bytes = train::<Chessom>(&lessons, learning, &mut |learnt| told.push(learnt));
    assert_eq!(bytes, train::<Chessom>(&lessons, learning, &mut |_| {}), "the same every time");
    let bytes = bytes.expect("enough lessons");
    let last = told.last().expect("passes");
    assert_eq!((told.len(), last.positions), (6, 18_000));
    // Of 1 bit a position 0.19 can be learnt in half of the positions.
    let rounded = last.loss_rounded.expect("rounded at last");
    assert!(last.loss_after < last.loss_before - 0.05, "{last:?}");
    assert!((rounded - last.loss_after).abs() < 0.001, "{last:?}");
    let net = Net::read(&bytes).expect("a network");
    let (mut mine, mut theirs) = ([0; WORDS], [0; WORDS]);
    (mine[0], theirs[3]) = (centre, centre);
    assert!(net.worth(&mine, 0) > 100 && net.worth(&theirs, 0) < -100);
    assert!(net.worth(&mine, 1) < -100 && net.worth(&theirs, 1) > 100);
}

#[test]
fn a_network_needs_a_lesson_and_a_question() {
    let lesson = || Lesson { inputs: [0; WORDS], worth: 0, thought: 0.5, score: 0.5 };
    let learning = Learning { passes: 1, result: 0.0, seed: 1 };
    let mut losses = Vec::new();
    let mut learn = |lessons: &[Lesson]| {
        train::<Chessom>(lessons, learning, &mut |learnt| losses.push(learnt.loss_before)).err()
    };
    assert_eq!(learn(&[]), Some(LearnError::NoLessons));
    assert_eq!(learn(&[lesson()]), Some(LearnError::NoLessons));
    assert_eq!(learn(&[lesson(), lesson()]), None);
    assert_eq!(losses, [1.0], "half a point is worth a bit");
}
