//! What is known of each game: one module a game, with its table of weights.

mod abalone;
mod abalone_words;
mod chessom;
mod duombo;
mod gabata;
mod gassen_ombagi;
mod ombagi;
mod omega;
mod omega_end;
mod omega_last;
mod omega_sense;
mod zange;

use wabe_games::board37::{self, Field};

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
