//! Hashing positions.

use std::hash::Hasher;

/// A plain and quick hasher for positions: they come from play, so nobody can
/// choose them to collide. The same on every machine.
#[derive(Default)]
pub struct Mixer(u64);

/// Mixes two words into one: the halves of a product, folded.
#[inline(always)]
pub fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x9e37_79b9_7f4a_7c15) * u128::from(b ^ 0xf39c_c060_5ced_c835);
    (product >> 64) as u64 ^ product as u64
}

impl Mixer {
    #[inline(always)]
    fn mix(&mut self, word: u64) {
        self.0 = fold(self.0.rotate_left(5), word);
    }
}

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, word: u8) {
        self.mix(word.into());
    }

    fn write_u16(&mut self, word: u16) {
        self.mix(word.into());
    }

    fn write_u32(&mut self, word: u32) {
        self.mix(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.mix(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.mix(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }
}
