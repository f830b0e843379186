//! The search finds what plain minimax finds, whatever exact part is on.
//!
//! Evaluations are drawn by lot from the position's key, so nothing but a right
//! search can give the right value.

use super::*;
use crate::limits::{Limits, Stop};
use crate::{MindVisitor, visit};
use wabe_rules::Dice;

/// Plain minimax over camps.
struct Plain<'x, 'a, 's, M: Mind> {
    search: &'x mut Search<'a, 's, M>,
}

impl<M: Mind> Plain<'_, '_, '_, M> {
    fn value(&mut self, camp: Camp, position: &M::Position, depth: i32, ply: usize) -> i32 {
        let game = self.search.shared.game;
        let seat = match self.search.status(position) {
            Status::Over(outcome) => return self.search.outcome(camp, outcome, ply),
            Status::Chance => None,
            Status::ToAct(seat) => Some(seat),
        };
        if let Some(seat) = seat
            && depth <= 0
        {
            let own = self.search.camp(seat);
            let worth = self.search.worth(own, position, seat);
            return if own == camp { worth } else { -worth };
        }
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let replies = seat.is_some_and(|seat| self.search.replies(self.search.camp(seat)));
        let mut values: Vec<i32> = moves
            .into_iter()
            .map(|action| {
                let mut child = position.clone();
                game.apply(&mut child, action);
                let child = if replies { self.search.others_passed(child) } else { child };
                self.value(camp, &child, depth - 1, ply + 1)
            })
            .collect();
        if replies
            && let Some(passed) = game.passed(position)
            && game.status(&passed).seat().map(|seat| self.search.camp(seat))
                == seat.map(|seat| self.search.camp(seat))
        {
            values.push(self.value(camp, &passed, depth, ply + 1));
        }
        let count = values.len() as i32;
        match seat {
            None => values.iter().sum::<i32>() / count.max(1),
            Some(seat) if self.search.camp(seat) == camp => values.into_iter().max().unwrap_or(0),
            Some(_) => values.into_iter().min().unwrap_or(0),
        }
    }
}

/// Compares in positions of random games.
struct Compare {
    depth: i32,
    plies: u32,
}

impl MindVisitor for Compare {
    type Out = ();

    fn visit<M: Mind>(self, game: M, spec: &str) {
        for seed in 0..6 {
            let mut dice = Dice::new(seed);
            let mut root = game.start();
            for _ in 0..dice.below(self.plies) {
                let Some(action) = game.random_move(&root, &mut dice, &mut Vec::new()) else {
                    break;
                };
                game.apply(&mut root, action);
            }
            let Some(seat) = game.status(&root).seat() else { continue };
            let none = Parts::NONE;
            let variants = [
                none,
                Parts { memory: true, ..none },
                Parts { scout: true, ..none },
                Parts { memory: true, scout: true, ..none },
                Parts { reply: true, ..none },
                Parts { memory: true, scout: true, reply: true, ..none },
            ];
            for parts in variants {
                let shared = shared(&game, parts, seed);
                let mut search = Search::new(&shared, &root);
                let camp = search.camp(seat);
                // Deepening fills the memory; it must not mislead.
                let found: Vec<i32> =
                    (1..=self.depth).map(|depth| search.around(&root, depth, None)).collect();
                let mut plain = Plain { search: &mut search };
                let expected: Vec<i32> =
                    (1..=self.depth).map(|depth| plain.value(camp, &root, depth, 0)).collect();
                assert_eq!(found, expected, "{spec}, seed {seed}, {parts:?}");
            }
        }
    }
}

fn shared<M: Mind>(game: &M, parts: Parts, seed: u64) -> Shared<'_, M> {
    Shared {
        game,
        memory: Box::leak(Box::new(Memory::new(1))),
        budget: Budget::new(Limits::default(), &Stop::new()),
        weights: [0; _],
        net: None,
        parts,
        frailty: Frailty { noise: 1000, blindness: 0, seed },
        history: Vec::new(),
        exact: None,
        contempt: 0,
        ambitious: None,
        alone: None,
        nodes: AtomicU64::new(0),
        done: AtomicBool::new(false),
    }
}

#[test]
fn search_is_minimax() {
    for (spec, depth, plies) in [
        ("abalone", 2, 40),
        ("abalone:push=1", 2, 60),
        ("abalone:players=3", 3, 30),
        ("abalone:players=4,order=paired", 2, 30),
        ("omega:shape=-1:1:-1:1:-9:9", 4, 4),
        ("omega:players=3,shape=-1:2:-1:2:-9:9,pie=true", 3, 8),
        ("ombagi", 2, 60),
        ("ombagi:players=3", 2, 60),
        ("ombagi:playout=true", 2, 60),
        ("gassen-ombagi", 4, 40),
        ("gassen-ombagi:huff=true", 3, 40),
        ("duombo:mills=1", 2, 12),
        ("chessom", 3, 30),
        ("zange:captures=2", 2, 20),
        ("zange", 3, 60),
        ("gabata", 6, 60),
        ("gabata:stores=unsown,rounds=1", 6, 30),
    ] {
        visit(spec, Compare { depth, plies }).expect("a spec");
    }
}

/// A seat may act again and again, and a lot may come in between: the value is
/// still that of plain minimax.
#[test]
fn lots_are_means() {
    // Two rounds from a position just before a lot.
    visit("gabata", Compare { depth: 7, plies: 300 }).expect("a spec");
}

/// What is remembered must not be taken for what it is not: a search with all
/// parts finds the same forced wins as plain minimax.
#[test]
fn forced_wins_are_found_by_all_parts() {
    struct Wins;
    impl MindVisitor for Wins {
        type Out = ();
        fn visit<M: Mind>(self, game: M, spec: &str) {
            let mut found = 0;
            for seed in 0..60 {
                let mut dice = Dice::new(seed);
                let mut root = game.start();
                for _ in 0..dice.below(60) {
                    let Some(action) = game.random_move(&root, &mut dice, &mut Vec::new()) else {
                        break;
                    };
                    game.apply(&mut root, action);
                }
                let Some(seat) = game.status(&root).seat() else { continue };
                let none = shared(&game, Parts::NONE, seed);
                let mut search = Search::new(&none, &root);
                let camp = search.camp(seat);
                let expected = Plain { search: &mut search }.value(camp, &root, 3, 0);
                if expected < FORCED {
                    continue;
                }
                found += 1;
                let mut all = shared(&game, Parts::ALL, seed);
                all.weights = crate::weights::<M>();
                all.frailty = Frailty::default();
                all.budget.limits = Limits::depth(6);
                let best = Search::new(&all, &root).deepen(&root, 0, |_| {}).expect("a finding");
                assert!(best.value >= expected, "{spec} seed {seed}: {} {expected}", best.value);
            }
            assert!(found > 0, "{spec}: no position with a forced win");
        }
    }
    for spec in ["chessom", "abalone:push=1,layout=german-daisy", "zange:captures=1"] {
        visit(spec, Wins).expect("a spec");
    }
}
