//! What is known of each game: one module a game, with its table of weights.

mod abalone;
mod abalone_words;
mod chessom;
mod duombo;
mod gabata;
mod gassen_ombagi;
mod ombagi;
mod omega;
mod zange;

use wabe_games::board37::{self, Field};
use wabe_rules::Hex;

/// The rings of the board of 37 fields, from the centre.
const RINGS: [u64; 4] = {
    let mut rings = [0; 4];
    let mut i = 0;
    while i < board37::FIELDS {
        let field = Field::from_index(i);
        rings[field.hex().ring() as usize] |= field.bit();
        i += 1;
    }
    rings
};

fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// A set of fields seen one of twelve ways: turned, and as in a mirror.
fn seen_as(set: u64, way: u32) -> u64 {
    let seen = |field: Field| {
        let mut hex = field.hex();
        for _ in 0..way % 6 {
            hex = Hex { q: -hex.r, r: hex.q + hex.r };
        }
        if way >= 6 {
            hex = Hex { q: -hex.q - hex.r, ..hex };
        }
        1 << (8 * (hex.r + 3) + hex.q + 3)
    };
    board37::fields(set).fold(0, |all, field| all | seen(field))
}
