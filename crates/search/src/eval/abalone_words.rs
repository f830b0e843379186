//! The words of Abalone's book for what a move does, for comments.
//!
//! What moves: a *single*, a *pair*, a *lance*. How: a *sumito* pushes. What
//! stands afterwards: threes that stand alone as *lance*, *arc* or *tank*, rows
//! of three that hold each other (a *block*), equal numbers face to face (a
//! *pac*), a lone marble among the others' (a *det*). Only what is new is told.

use super::count;
use wabe_games::abalone::board::{ALL, Hollow, hollows, step};
use wabe_games::abalone::{Abalone, Group, Move, Position};
use wabe_rules::{Game, Seat, Words};

/// So many of the others around a lone marble make it a det.
const DET_NEIGHBOURS: u32 = 3;
/// More than three in a line add nothing to a push.
const LONGEST: u32 = 3;

/// The marbles of the side that acts, and all others.
struct Sides {
    own: u64,
    others: u64,
}

impl Sides {
    fn of(game: &Abalone, position: &Position, seat: Seat) -> Sides {
        let (mut own, mut others) = (0, 0);
        for other in Seat::all(game.players()) {
            let marbles = position.marbles(other);
            match game.side(other) == game.side(seat) {
                true => own |= marbles,
                false => others |= marbles,
            }
        }
        Sides { own, others }
    }
}

/// What a legal move does.
pub fn words(game: &Abalone, position: &Position, action: Move) -> Vec<Words> {
    let Some(seat) = game.status(position).seat() else {
        return Vec::new();
    };
    let mut next = *position;
    game.apply(&mut next, action);
    let (before, after) = (Sides::of(game, position, seat), Sides::of(game, &next, seat));
    let d = action.direction();
    let mut told = vec![movers(action)];
    if action.pushes_off() {
        told.push(Words::new("pushes a marble off", "schiebt eine Kugel hinaus"));
    }
    if let Some(n) = pac(&after, action) {
        told.push(Words::made(format!("pac {n}-{n}"), format!("Pac {n}-{n}")));
    }
    let moved = step(action.moved() & before.own, d);
    let group = component(after.own, first(moved));
    let old = component(before.own, first(action.moved() & before.own));
    told.extend(shape(group).filter(|new| shape(old).as_ref() != Some(new)));
    if blocks(after.own) & moved != 0 && blocks(before.own) & group == 0 {
        told.push(Words::new("makes a block", "bildet einen Block"));
    }
    let new = |set: u64, old: u64| hollows(set & !old).next();
    if let Some(at) = new(dets(after.own, after.others), dets(before.own, before.others)) {
        told.push(Words::made(format!("leaves {at} a det"), format!("lässt {at} als Det zurück")));
    }
    if let Some(at) = new(dets(after.others, after.own), dets(before.others, before.own)) {
        told.push(Words::made(format!("makes {at} a det"), format!("macht {at} zum Det")));
    }
    told
}

/// What moves, and whether it pushes.
fn movers(action: Move) -> Words {
    let (length, pushed) = match action.group() {
        Group::Line { length, pushed } => (length, pushed),
        Group::Row { steps, .. } => (steps + 1, 0),
    };
    if pushed > 0 {
        return Words::made(
            format!("sumito {length}-{pushed}"),
            format!("Sumito {length}-{pushed}"),
        );
    }
    match length {
        1 => Words::new("single", "Einzelne"),
        2 => Words::new("pair", "Paar"),
        _ => Words::new("lance", "Lanze"),
    }
}

/// How many stand in a line from a hollow, it included.
fn run(set: u64, from: Hollow, direction: usize) -> u32 {
    let mut at = Some(from).filter(|at| set & at.bit() != 0);
    let mut length = 0;
    while let Some(hollow) = at {
        length += 1;
        at = hollow.ahead(direction).filter(|next| set & next.bit() != 0);
    }
    length
}

/// Twos or threes that now face each other where the move went.
fn pac(after: &Sides, action: Move) -> Option<u32> {
    let d = action.direction();
    let back = (d + 3) % 6;
    let front = match action.group() {
        Group::Line { length, .. } => action.from().along(d, length),
        Group::Row { .. } => return None,
    };
    let facing = front.ahead(d)?;
    let own = run(after.own, front, back).min(LONGEST);
    let theirs = run(after.others, facing, d).min(LONGEST);
    (own == theirs && own >= 2).then_some(own)
}

/// One marble of a set.
fn first(set: u64) -> u64 {
    set & set.wrapping_neg()
}

/// What hangs together with a marble.
fn component(set: u64, seed: u64) -> u64 {
    let mut found = seed & set;
    loop {
        let wider = (0..6).fold(found, |all, d| all | step(found, d)) & set & ALL;
        if wider == found {
            return found;
        }
        found = wider;
    }
}

/// What a group that stands on its own is called, if it is small.
fn shape(group: u64) -> Option<Words> {
    Some(match count(group) {
        1 => Words::new("stands as a single", "steht als Einzelne"),
        2 => Words::new("stands as a pair", "steht als Paar"),
        3 => three(group),
        _ => return None,
    })
}

/// A connected three: straight, bent or a triangle, told by who touches whom.
fn three(group: u64) -> Words {
    let touches: u32 = (0..3).map(|d| (step(group, d) & group).count_ones()).sum();
    let straight = (0..3).any(|d| step(step(group, d) & group, d) & group != 0);
    match (touches, straight) {
        (3, _) => Words::new("stands as a tank", "steht als Panzer"),
        (_, true) => Words::new("stands as a lance", "steht als Lanze"),
        _ => Words::new("stands as an arc", "steht als Bogen"),
    }
}

/// The marbles of two parallel rows of three, side by side.
fn blocks(own: u64) -> u64 {
    let mut found = 0;
    for d in 0..3 {
        let back = d + 3;
        // The last marbles of rows of three in this direction.
        let ends = own & step(own & step(own, d), d);
        for across in (0..3).filter(|&across| across != d) {
            let both = ends & step(ends, across);
            for row in [both, step(both, across + 3)] {
                found |= row | step(row, back) | step(step(row, back), back);
            }
        }
    }
    found & own
}

/// Lone marbles among the others.
fn dets(own: u64, others: u64) -> u64 {
    let is_det = |hollow: &Hollow| {
        let around = (0..6).fold(0, |all, d| all | step(hollow.bit(), d));
        around & own == 0 && (around & others).count_ones() >= DET_NEIGHBOURS
    };
    hollows(own).filter(is_det).fold(0, |all, hollow| all | hollow.bit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use wabe_rules::{Playing, Table};

    /// A board with marbles on these hollows (and enough others far off), and
    /// what the book says of a move.
    fn said(dark: &str, light: &str, action: &str) -> Vec<String> {
        let (dark, light) =
            (&format!("{dark} i5 i6 i7 i8 i9 h9 h8"), &format!("{light} a1 a2 a3 a4 a5 b1 b2"));
        let set = |text: &str| {
            let all = text.split_whitespace().filter_map(Hollow::read);
            all.fold(0, |set, hollow| set | hollow.bit())
        };
        let (dark, light) = (set(dark), set(light));
        let mut board = String::new();
        let mut row = None;
        for hollow in Hollow::all() {
            if row.is_some_and(|row| row != hollow.hex().r) {
                board.push('/');
            }
            row = Some(hollow.hex().r);
            board.push(match (dark & hollow.bit() != 0, light & hollow.bit() != 0) {
                (true, _) => '1',
                (_, true) => '2',
                _ => '.',
            });
        }
        let off = [14 - light.count_ones(), 14 - dark.count_ones()];
        let mut playing = Playing::<Abalone>::open("push=8").expect("options");
        let text = format!("{board} to=1 off={},{} ply=40", off[0], off[1]);
        playing.set_position(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let action = playing.read(action).expect("a legal move");
        let words = words(playing.game(), playing.current(), action);
        words.into_iter().map(|words| words.en.into_owned()).collect()
    }

    #[test]
    fn what_moves_has_a_name() {
        assert_eq!(said("e5", "", "e5e6")[0], "single");
        assert_eq!(said("e4 e5", "", "e4e5")[0], "pair");
        assert_eq!(said("e3 e4 e5", "", "e3e4")[0], "lance");
        assert_eq!(said("e4 e5", "", "e4e5f4")[0], "pair");
    }

    #[test]
    fn more_against_fewer_is_a_sumito() {
        assert_eq!(said("e3 e4", "e5", "e3e4"), ["sumito 2-1"]);
        assert_eq!(said("e3 e4 e5", "e6 e7", "e3e4"), ["sumito 3-2"]);
        let off = said("e7 e8", "e9", "e7e8");
        assert_eq!(off, ["sumito 2-1", "pushes a marble off"]);
    }

    #[test]
    fn equal_numbers_face_to_face_are_a_pac() {
        assert!(said("e3 e4", "e6 e7", "e3e4").contains(&"pac 2-2".to_owned()));
        assert!(said("e2 e3 e4", "e6 e7 e8", "e2e3").contains(&"pac 3-3".to_owned()));
        assert!(!said("e3 e4", "e6", "e3e4").iter().any(|words| words.starts_with("pac")));
    }

    #[test]
    fn threes_that_stand_alone_have_names() {
        let last = |dark, action| said(dark, "", action).pop().expect("words");
        assert_eq!(last("e3 e4 e6", "e6e5"), "stands as a lance");
        assert_eq!(last("e4 e5 g5", "g5f5"), "stands as a tank");
        assert_eq!(last("e4 e5 g6", "g6f6"), "stands as an arc");
        assert_eq!(last("e3 e5", "e5e4"), "stands as a pair");
        assert_eq!(last("e3 e4", "e4e5"), "stands as a single");
    }

    #[test]
    fn rows_of_three_side_by_side_are_a_block() {
        let words = said("d3 d4 d5 f4 f5 f6", "", "f4f6e4");
        assert!(words.contains(&"makes a block".to_owned()), "{words:?}");
        let old = said("d3 d4 d5 e4 e5 e6 e1", "", "e1e2");
        assert!(!old.contains(&"makes a block".to_owned()), "{old:?}");
    }

    #[test]
    fn lone_marbles_among_others_are_dets() {
        let words = said("e5 e6", "d4 e4 f5", "e6e7");
        assert!(words.contains(&"leaves e5 a det".to_owned()), "{words:?}");
        let words = said("d4 e4 g5", "e5", "g5f5");
        assert!(words.contains(&"makes e5 a det".to_owned()), "{words:?}");
    }
}
