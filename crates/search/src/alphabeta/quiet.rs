//! Beyond the horizon: stirring actions to their end.

use super::order::take_best;
use super::{INFINITE, MOST_PLIES, Ply, Search};
use crate::mind::Mind;
use crate::values::from_here;
use wabe_rules::{Seat, Status};

impl<M: Mind> Search<'_, '_, M> {
    /// Goes on with stirring actions until the position is quiet.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn quiet(
        &mut self,
        position: &M::Position,
        seat: Seat,
        mut low: i32,
        high: i32,
        ply: usize,
        beyond: u32,
    ) -> i32 {
        self.nodes += 1;
        self.plies[ply].line.clear();
        let camp = self.camp(seat);
        if self.is_out_of_budget() {
            return 0;
        }
        if ply > 0
            && let Some(exact) = self.shared.exact.and_then(|exact| exact(position))
        {
            return from_here(exact, ply);
        }
        let worth = self.worth(camp, position, seat);
        if !self.shared.parts.quiesce || ply >= MOST_PLIES || beyond >= 12 {
            return worth;
        }
        let game = self.shared.game;
        let forced = game.must_stir(position);
        let mut best = if forced { -INFINITE } else { worth };
        if best >= high {
            return best;
        }
        low = low.max(best);
        let Ply { moves, list, .. } = &mut self.plies[ply];
        moves.clear();
        list.clear();
        game.hot_moves(position, list);
        moves.extend(list.iter().map(|&action| (game.heat(position, action), action)));
        if moves.is_empty() {
            return worth;
        }
        while let Some((_, action)) = take_best(&mut self.plies[ply].moves) {
            let mut child = position.clone();
            game.apply(&mut child, action);
            let value = match self.status(&child) {
                Status::ToAct(next) if self.camp(next) == camp => {
                    self.quiet(&child, next, low, high, ply + 1, beyond + 1)
                }
                Status::ToAct(next) => -self.quiet(&child, next, -high, -low, ply + 1, beyond + 1),
                Status::Over(outcome) => self.outcome(camp, outcome, ply + 1),
                Status::Chance => worth,
            };
            if self.aborted {
                break;
            }
            if value > best {
                best = value;
                if value > low {
                    low = value;
                    self.keep_line(ply, action);
                }
            }
            if low >= high {
                break;
            }
        }
        best
    }
}
