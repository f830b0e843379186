//! The twelve ways to turn and mirror the board of 37 fields.

use std::sync::LazyLock;
use wabe_games::board37::Field;
use wabe_rules::Hex;

/// How many ways there are.
pub(crate) const WAYS: usize = 12;

/// By way and bit of a field, the bit of the field where it goes.
static IMAGES: LazyLock<[[u8; 64]; WAYS]> = LazyLock::new(|| {
    std::array::from_fn(|way| {
        let mut images = [63; 64];
        for field in Field::all() {
            images[bit(field)] = bit(image_of(field, way)) as u8;
        }
        images
    })
});

fn bit(field: Field) -> usize {
    field.bit().trailing_zeros() as usize
}

/// A sixth of a turn as often as the way says, mirrored from the sixth way on.
fn image_of(field: Field, way: usize) -> Field {
    let mut hex = field.hex();
    for _ in 0..way % 6 {
        hex = Hex { q: -hex.r, r: hex.q + hex.r };
    }
    if way >= 6 {
        hex = Hex { q: hex.r, r: hex.q };
    }
    Field::from_bit((8 * (hex.r + 3) + hex.q + 3) as u32)
}

/// The way that undoes another: what is mirrored is mirrored back.
pub(crate) const fn back(way: usize) -> usize {
    if way < 6 { (6 - way) % 6 } else { way }
}

/// The board turned or mirrored in one way.
#[derive(Clone, Copy)]
pub(crate) struct Way(&'static [u8; 64]);

impl Way {
    #[inline(always)]
    pub fn number(way: usize) -> Way {
        Way(&IMAGES[way])
    }

    pub fn all() -> impl Iterator<Item = Way> {
        (0..WAYS).map(Way::number)
    }

    #[inline(always)]
    pub fn bit(self, bit: u32) -> u32 {
        self.0[bit as usize % 64].into()
    }

    #[inline(always)]
    pub fn set(self, mut set: u64) -> u64 {
        let mut image = 0;
        while set != 0 {
            image |= 1 << self.bit(set.trailing_zeros());
            set &= set - 1;
        }
        image
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use wabe_games::board37::{BOARD, CORNERS, fields};

    #[test]
    fn ways_keep_the_board_and_its_neighbours() {
        let mut kinds = BTreeSet::new();
        for way in Way::all() {
            assert_eq!(way.set(BOARD), BOARD);
            assert_eq!(way.set(CORNERS), CORNERS);
            for field in fields(BOARD) {
                let image = Field::from_bit(way.bit(field.bit().trailing_zeros()));
                assert_eq!(way.set(field.neighbours()), image.neighbours());
            }
            kinds.insert(way.0.to_vec());
        }
        for way in 0..WAYS {
            let undone = |bit| Way::number(back(way)).bit(Way::number(way).bit(bit));
            assert!(
                fields(BOARD).map(|field| field.bit().trailing_zeros()).all(|b| undone(b) == b)
            );
        }
        assert_eq!(kinds.len(), WAYS, "all differ");
    }
}
