//! Many children at once, on wide processors: what `lanes` finds out about the
//! quiet moves of a position, put to use. Pushes are few and go the way of all
//! moves.

use super::moves::Flips;
use super::{Abalone, Move, Position};
use wabe_rules::Game;

impl Abalone {
    /// Counts what may follow the quiet moves of a position, eight moves at a
    /// time, and leaves in the list the actions that are to be played one by
    /// one: the pushes, or all where that way is not open.
    #[inline(always)]
    pub(super) fn count_after_quiet_moves(
        &self,
        position: &Position,
        actions: &mut Vec<Move>,
    ) -> u64 {
        if self.cpu.is_wide() && self.is_ordinary(position) {
            let view = self.view(position, position.to.into());
            let may_push = view.quiet_moves_widely(self.cpu, actions);
            let counted = view.count_after_widely(self.cpu, actions);
            if let Some(ways) = counted {
                actions.clear();
                if may_push {
                    view.pushes(actions);
                }
                return ways;
            }
        }
        actions.clear();
        self.moves(position, actions);
        0
    }

    /// As [`Abalone::quiet_children`], from a list made without guesses; leaves
    /// the pushes in the list.
    #[inline(always)]
    pub(super) fn quiet_children_widely(
        &self,
        position: &Position,
        actions: &mut Vec<Move>,
        see: &mut impl FnMut(&Position),
    ) {
        let seat = usize::from(position.to);
        let view = self.view(position, seat);
        let may_push = view.quiet_moves_widely(self.cpu, actions);
        if view.others_have_room(self.cpu) {
            let mut child = self.next_turn(position);
            for &action in actions.iter() {
                child.marbles[seat & 1] = view.mine ^ Flips::of(action).mine;
                see(&child);
            }
        } else {
            self.quiet_children(position, see);
        }
        actions.clear();
        if may_push {
            view.pushes(actions);
        }
    }
}
