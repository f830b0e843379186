//! The 37-field board that five of the games share, as README draws it.

use std::sync::LazyLock;

/// How many fields each row holds, from the top.
const LENGTHS: [i32; 7] = [4, 5, 6, 7, 6, 5, 4];

/// The six directions, as a change of row and a change of half-column:
/// in the drawing neighbours in a row are two half-columns apart, and each
/// row is shifted by one half-column against the next.
const DIRECTIONS: [(i32, i32); 6] = [(0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1)];

/// The six corner fields.
pub const CORNERS: [u8; 6] = [11, 14, 26, 32, 44, 47];

/// Row and half-column of every field, 11 first, in the order of the numbers.
static PLACES: LazyLock<Vec<(i32, i32)>> = LazyLock::new(|| {
    let mut places = Vec::new();
    for (row, &length) in (0..).zip(&LENGTHS) {
        for k in 0..length {
            places.push((row, 7 - length + 2 * k));
        }
    }
    places
});

/// For every field, 11 first, the next field in each direction.
static NEXT: LazyLock<Vec<[Option<u8>; 6]>> = LazyLock::new(|| {
    let next = |field, (down, right)| {
        let (row, column) = place(field);
        fields().find(|&other| place(other) == (row + down, column + right))
    };
    fields().map(|field| DIRECTIONS.map(|direction| next(field, direction))).collect()
});

/// All fields.
pub fn fields() -> impl Iterator<Item = u8> {
    11..=47
}

/// Row and half-column of a field.
fn place(field: u8) -> (i32, i32) {
    PLACES[usize::from(field) - 11]
}

/// The next field in each of the six directions, in a fixed order.
fn next(field: u8) -> [Option<u8>; 6] {
    NEXT[usize::from(field) - 11]
}

/// The fields that touch a field.
pub fn neighbours(field: u8) -> impl Iterator<Item = u8> {
    next(field).into_iter().flatten()
}

/// Whether two fields touch.
pub fn touch(one: u8, other: u8) -> bool {
    next(one).contains(&Some(other))
}

/// The straight jumps from a field: the field jumped over, the one behind it.
pub fn jumps(field: u8) -> impl Iterator<Item = (u8, u8)> {
    (0..6).filter_map(move |direction| {
        let over = next(field)[direction]?;
        Some((over, next(over)[direction]?))
    })
}

/// The field that a straight jump from one field to another passes, if there
/// is such a jump.
pub fn between(from: u8, to: u8) -> Option<u8> {
    jumps(from).find(|&(_, behind)| behind == to).map(|(over, _)| over)
}

/// The three pairs of opposite neighbours of a field, where both exist.
pub fn opposite_neighbours(field: u8) -> impl Iterator<Item = (u8, u8)> {
    // Opposite directions stand at these places of `DIRECTIONS`.
    [(0, 1), (2, 5), (3, 4)]
        .into_iter()
        .filter_map(move |(one, other)| Some((next(field)[one]?, next(field)[other]?)))
}

/// How many steps lead from one field to another on an empty board.
pub fn distance(one: u8, other: u8) -> i32 {
    let ((row, column), (other_row, other_column)) = (place(one), place(other));
    let (down, right) = ((row - other_row).abs(), (column - other_column).abs());
    down.max((down + right) / 2)
}

/// Plays a random game to its end with a check of every position; returns
/// the number of actions.
#[cfg(test)]
pub fn play_random(game: &mut dyn crate::Oracle, seed: u64) -> u32 {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) + 1;
    let mut actions = 0;
    while game.outcome().is_none() {
        let legal = game.legal();
        assert!(!legal.is_empty() && game.seat().is_some());
        assert!(legal.is_sorted_by(|one, next| one < next));
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        game.play(&legal[(state >> 33) as usize % legal.len()]);
        actions += 1;
    }
    assert!(game.legal().is_empty() && game.seat().is_none());
    actions
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(fields: impl Iterator<Item = u8>) -> Vec<u8> {
        let mut fields: Vec<u8> = fields.collect();
        fields.sort_unstable();
        fields
    }

    #[test]
    fn neighbours_as_the_readme_says() {
        assert_eq!(sorted(neighbours(12)), [11, 13, 16, 17]);
        assert_eq!(sorted(neighbours(29)), [22, 23, 28, 30, 35, 36]);
        for corner in CORNERS {
            assert_eq!(neighbours(corner).count(), 3);
        }
        assert_eq!(fields().map(|field| neighbours(field).count()).sum::<usize>(), 2 * 90);
    }

    #[test]
    fn half_a_turn_keeps_neighbours() {
        for field in fields() {
            let turned = sorted(neighbours(field).map(|other| 58 - other));
            assert_eq!(turned, sorted(neighbours(58 - field)));
        }
    }

    #[test]
    fn lines() {
        assert_eq!(sorted(jumps(29).map(|(_, behind)| behind)), [16, 18, 27, 31, 40, 42]);
        assert_eq!(between(11, 22), Some(16));
        assert_eq!(between(11, 17), None);
        assert_eq!(opposite_neighbours(12).collect::<Vec<_>>(), [(11, 13)]);
        assert_eq!(opposite_neighbours(29).count(), 3);
        for (one, other) in opposite_neighbours(29) {
            assert_eq!(between(one, other), Some(29));
        }
    }

    #[test]
    fn distances_count_rows_from_a_side() {
        let bottom = |field| (44..=47).map(|goal| distance(field, goal)).min();
        for (row, first, last) in [
            (6, 11, 14),
            (5, 15, 19),
            (4, 20, 25),
            (3, 26, 32),
            (2, 33, 38),
            (1, 39, 43),
            (0, 44, 47),
        ] {
            assert!((first..=last).all(|field| bottom(field) == Some(row)));
        }
        assert_eq!(distance(26, 32), 6);
        assert_eq!(distance(11, 47), 6);
    }
}
