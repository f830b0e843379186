//! Which actions to look at first, and what is learnt from those that were good.

use super::{Camp, Frailty, Ply, Search};
use crate::mind::{Mind, scramble};

impl<M: Mind> Search<'_, '_, M> {
    /// Lists the legal actions at a ply, the most promising last.
    pub(super) fn list(
        &mut self,
        position: &M::Position,
        camp: Camp,
        known_slot: usize,
        ply: usize,
        without_known: bool,
    ) {
        let game = self.shared.game;
        let Frailty { blindness, seed, .. } = self.shared.frailty;
        // Who sees little does not begin with the fields that are named first.
        let is_drawn = self.is_first_look && ply == 0 && blindness > 0;
        let Ply { moves, list, killers, .. } = &mut self.plies[ply];
        moves.clear();
        list.clear();
        game.moves(position, list);
        for &action in list.iter() {
            let slot = game.slot(position, action);
            let rank = if slot == known_slot {
                if without_known {
                    continue;
                }
                i32::MAX
            } else {
                match game.heat(position, action) {
                    heat if heat > 0 => 1_000_000 + heat,
                    _ if slot == killers[0] => 900_000,
                    _ if slot == killers[1] => 800_000,
                    _ if is_drawn => {
                        let lot = (scramble(seed, slot as u64, 7) >> 52) as i32;
                        lot + game.prior(position, action)
                    }
                    _ => i32::from(self.history[camp][slot]) + game.prior(position, action),
                }
            };
            moves.push((rank, action));
        }
    }

    /// An action was so good that others need not be looked at.
    pub(super) fn reward(&mut self, camp: Camp, slot: usize, ply: usize, depth: i32) {
        let Ply { killers, tried, .. } = &mut self.plies[ply];
        if killers[0] != slot {
            *killers = [slot, killers[0]];
        }
        let history = &mut self.history[camp];
        let bonus = (16 * depth * depth).min(1600);
        let mut learn = |slot: usize, bonus: i32| {
            let old = i32::from(history[slot]);
            // The more it is, the less is added: it stays within 16 bits.
            history[slot] = (old + bonus - old * bonus.abs() / 16384) as i16;
        };
        learn(slot, bonus);
        for &other in tried.iter().filter(|&&other| usize::from(other) != slot) {
            learn(other.into(), -bonus);
        }
    }
}

/// Takes the action of the highest rank out of a list.
pub(super) fn take_best<T: Copy>(moves: &mut Vec<(i32, T)>) -> Option<(i32, T)> {
    let mut best = 0;
    let mut most = i32::MIN;
    for (i, &(rank, _)) in moves.iter().enumerate() {
        if rank > most {
            (best, most) = (i, rank);
        }
    }
    (!moves.is_empty()).then(|| moves.swap_remove(best))
}

/// How much less deep a late action is looked at.
pub(super) fn reduction(depth: i32, count: usize) -> i32 {
    // Twice the logarithms to base 2, in quarters: close enough, and the same
    // on every machine.
    let log = |n: u32| (n.max(1) * n.max(1)).ilog2() as i32;
    log(depth as u32) * log(count as u32) / 8 + 1
}
