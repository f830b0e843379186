//! In place of `lanes` on other architectures, where no processor is wide.

use super::moves::{Move, View};
use wabe_rules::{Cpu, Dice};

const NOT_WIDE: &str = "no processor is wide here";

impl View {
    pub fn count_widely(self, _: Cpu) -> usize {
        unreachable!("{NOT_WIDE}")
    }

    pub fn random_widely(self, _: Cpu, _: &mut Dice) -> Option<Move> {
        unreachable!("{NOT_WIDE}")
    }

    pub fn quiet_moves_widely(self, _: Cpu, _: &mut Vec<Move>) -> bool {
        unreachable!("{NOT_WIDE}")
    }

    pub fn count_after_widely(self, _: Cpu, _: &[Move]) -> Option<u64> {
        unreachable!("{NOT_WIDE}")
    }

    pub fn others_have_room(self, _: Cpu) -> bool {
        unreachable!("{NOT_WIDE}")
    }
}
