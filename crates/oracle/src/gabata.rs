//! Gabata, read off the rules sentence by sentence.

use crate::{Options, Oracle, Outcome};

/// Where a seed can be put. Pits count from 0 here, players from 1.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Pit(usize),
    Store(u8),
}

/// What follows from the last seed (R4).
enum Last {
    TurnEnds,
    StartsAgain,
    SowsOn,
}

/// The board of one round.
#[derive(Clone, Debug)]
struct Board {
    seeds: [u32; 12],
    stores: [u32; 2],
    /// Whose start pit it is in this round (R2).
    territory: [u8; 12],
    /// Whose house it is (R4).
    house: [Option<u8>; 12],
}

/// A game of Gabata.
#[derive(Clone)]
pub struct Gabata {
    stores_sown: bool,
    rounds: u32,
    limit: u32,
    board: Board,
    mover: u8,
    /// Who began this round (R10).
    starter: u8,
    round: u32,
    /// The supplies, while a lot has to decide a pit of the next round (R9).
    lot: Option<[u32; 2]>,
    actions: u32,
    outcome: Option<Outcome>,
}

impl Gabata {
    /// A new game.
    pub fn new(options: &Options) -> Self {
        let first = options.number("first", 1) as u8;
        Gabata {
            stores_sown: options.get("stores", "sown") == "sown",
            rounds: options.number("rounds", 0),
            limit: options.number("limit", 4000),
            board: Board {
                seeds: [4; 12],
                stores: [0; 2],
                territory: [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2],
                house: [None; 12],
            },
            mover: first,
            starter: first,
            round: 1,
            lot: None,
            actions: 0,
            outcome: None,
        }
    }

    /// R3, R6: a non-empty start pit of the player that is no house. (Its own
    /// houses lie on the other's territory, R4.2.)
    fn allowed(&self, player: u8, pit: usize) -> bool {
        self.board.territory[pit] == player
            && self.board.seeds[pit] > 0
            && self.board.house[pit].is_none()
    }

    fn can_start(&self, player: u8) -> bool {
        (0..12).any(|pit| self.allowed(player, pit))
    }

    /// The place that follows counter-clockwise and that the mover sows
    /// into (F1).
    fn after(&self, place: Place) -> Place {
        let mut next = place;
        loop {
            next = match next {
                Place::Pit(5) => Place::Store(1),
                Place::Store(1) => Place::Pit(6),
                Place::Pit(11) => Place::Store(2),
                Place::Store(_) => Place::Pit(0),
                Place::Pit(pit) => Place::Pit(pit + 1),
            };
            match next {
                Place::Store(owner) if !self.stores_sown || owner != self.mover => {}
                _ => return next,
            }
        }
    }

    /// Puts a seed there; gives how many there were before.
    fn drop_seed(&mut self, place: Place) -> u32 {
        let seeds = match place {
            Place::Pit(pit) => &mut self.board.seeds[pit],
            Place::Store(owner) => &mut self.board.stores[usize::from(owner) - 1],
        };
        *seeds += 1;
        *seeds - 1
    }

    /// One start with everything that follows from it; gives whether the
    /// mover starts again.
    fn start(&mut self, start: usize) -> bool {
        let mut pit = start;
        // F3: seeds are taken up at most 1000 times. (With sown stores it
        // never comes to that.)
        for _ in 0..1000 {
            let hand = std::mem::take(&mut self.board.seeds[pit]);
            let mut place = Place::Pit(pit);
            let mut before = 0;
            for _ in 0..hand {
                place = self.after(place);
                before = self.drop_seed(place);
            }
            match self.last_seed(place, before) {
                Last::TurnEnds => return false,
                Last::StartsAgain => return true,
                Last::SowsOn => {}
            }
            if let Place::Pit(last) = place {
                pit = last;
            }
        }
        false
    }

    /// R4: the last seed fell where `before` seeds lay.
    fn last_seed(&mut self, place: Place, before: u32) -> Last {
        let Place::Pit(pit) = place else {
            return Last::StartsAgain; // R4.5
        };
        let board = &mut self.board;
        let store = &mut board.stores[usize::from(self.mover) - 1];
        match board.house[pit] {
            // F2: houses go before empty pits.
            Some(owner) if owner == self.mover => Last::StartsAgain, // R4.3
            Some(_) => {
                // R4.4: the seed itself, and the guest gift.
                board.seeds[pit] -= 1;
                *store += 1;
                if board.seeds[pit] > 0 {
                    board.seeds[pit] -= 1;
                    *store += 1;
                }
                Last::StartsAgain
            }
            None if before == 0 => Last::TurnEnds, // R4.1
            None if before == 3 && board.territory[pit] != self.mover => {
                board.house[pit] = Some(self.mover); // R4.2
                Last::StartsAgain
            }
            None => Last::SowsOn, // R4.6
        }
    }

    /// R8: every seed lies in a store or a house.
    fn round_is_over(&self) -> bool {
        (0..12).all(|pit| self.board.seeds[pit] == 0 || self.board.house[pit].is_some())
    }

    /// H: store, own houses, and seeds in pits of one's territory that are
    /// not the other's houses. At the end of a round this is R8's supply.
    fn supplies(&self) -> [u32; 2] {
        [1, 2].map(|player| {
            let pits: u32 = (0..12)
                .filter(|&pit| match self.board.house[pit] {
                    Some(owner) => owner == player,
                    None => self.board.territory[pit] == player,
                })
                .map(|pit| self.board.seeds[pit])
                .sum();
            self.board.stores[usize::from(player) - 1] + pits
        })
    }

    fn finish(&mut self, winners: Vec<u8>, supplies: [u32; 2]) {
        let scores = supplies.iter().map(|&seeds| Some(u128::from(seeds))).collect();
        self.outcome = Some(Outcome { winners, scores: Some(scores) });
    }

    /// H: the larger supply wins, equal is drawn.
    fn finish_by_supply(&mut self, supplies: [u32; 2]) {
        let winners = match supplies[0].cmp(&supplies[1]) {
            std::cmp::Ordering::Greater => vec![1],
            std::cmp::Ordering::Less => vec![2],
            std::cmp::Ordering::Equal => Vec::new(),
        };
        self.finish(winners, supplies);
    }

    fn limit_reached(&self) -> bool {
        self.limit > 0 && self.actions >= self.limit
    }

    fn play_start(&mut self, pit: usize) {
        let again = self.start(pit);
        let (mover, other) = (self.mover, 3 - self.mover);
        // R11: every start pit of the other is the mover's house.
        let all_taken = (0..12)
            .filter(|&pit| self.board.territory[pit] == other)
            .all(|pit| self.board.house[pit] == Some(mover));
        if all_taken {
            self.finish(vec![mover], self.supplies());
        } else if self.round_is_over() {
            self.end_round();
        } else if self.limit_reached() {
            self.finish_by_supply(self.supplies());
        } else if again && self.can_start(mover) {
            // R5: the mover chooses anew.
        } else if self.can_start(other) {
            self.mover = other;
        } // R7: else the other passes.
    }

    /// R8: what follows from the end of a round.
    fn end_round(&mut self) {
        let supplies = self.supplies();
        let last_round = self.rounds > 0 && self.round >= self.rounds;
        if supplies[0] % 4 != 2 {
            // No lot is needed: R11 goes before the house rules.
            self.next_round(supplies, None, last_round || self.limit_reached());
        } else if last_round || self.limit_reached() {
            self.finish_by_supply(supplies);
        } else {
            self.lot = Some(supplies);
        }
    }

    fn play_lot(&mut self, winner: u8) {
        let supplies = self.lot.take().expect("a lot is due");
        self.next_round(supplies, Some(winner), self.limit_reached());
    }

    /// R9, R10, R11: lays out the next round, unless the game ends first.
    ///
    /// Reading: H's "counted before a next round is laid out" is taken for
    /// every end here, so that the shared pit goes to nobody's score, and also
    /// when the limit is reached with the lot itself.
    fn next_round(&mut self, supplies: [u32; 2], lot: Option<u8>, stop: bool) {
        let board = lay_out(supplies, lot);
        let owner_of_all = [1, 2].into_iter().find(|&player| board.territory == [player; 12]);
        if let Some(winner) = owner_of_all {
            self.finish(vec![winner], supplies); // R11
        } else if stop {
            self.finish_by_supply(supplies); // H
        } else {
            self.board = board;
            self.round += 1;
            self.starter = 3 - self.starter; // R10
            self.mover = self.starter;
        }
    }
}

impl Oracle for Gabata {
    fn legal(&self) -> Vec<String> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        if self.lot.is_some() {
            return vec!["lot-1".to_owned(), "lot-2".to_owned()];
        }
        let mut texts: Vec<String> = (0..12)
            .filter(|&pit| self.allowed(self.mover, pit))
            .map(|pit| (pit + 1).to_string())
            .collect();
        texts.sort();
        texts
    }

    fn play(&mut self, action: &str) {
        self.actions += 1;
        match action {
            "lot-1" => self.play_lot(1),
            "lot-2" => self.play_lot(2),
            pit => self.play_start(pit.parse::<usize>().expect("a pit") - 1),
        }
    }

    fn seat(&self) -> Option<u8> {
        (self.outcome.is_none() && self.lot.is_none()).then_some(self.mover)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome.clone()
    }

    fn standing(&self) -> String {
        // The README's list of counters left out does not name `rounds`, and
        // the number of the round decides the end where that option is set.
        let round = if self.rounds > 0 { self.round } else { 0 };
        match self.lot {
            // Only the supplies are left of the round that is over.
            Some(supplies) => format!("lot {supplies:?} {} {round}", self.starter),
            None => format!("{:?} {} {} {round}", self.board, self.mover, self.starter),
        }
    }

    fn copy(&self) -> Box<dyn Oracle> {
        Box::new(self.clone())
    }
}

/// R9: the pits in the order in which a player fills them: its own row from
/// its right to its left, then the other's row from right to left as it sees
/// it.
fn filling_order(player: u8) -> [usize; 12] {
    match player {
        1 => [5, 4, 3, 2, 1, 0, 6, 7, 8, 9, 10, 11],
        _ => [11, 10, 9, 8, 7, 6, 0, 1, 2, 3, 4, 5],
    }
}

/// R9: the board at the start of a round; `lot` decides a pit with two each.
fn lay_out(supplies: [u32; 2], lot: Option<u8>) -> Board {
    let mut put = [[0; 12]; 2];
    for player in [1, 2] {
        let index = usize::from(player) - 1;
        let mut left = supplies[index];
        for pit in filling_order(player) {
            put[index][pit] = left.min(4);
            left -= put[index][pit];
        }
    }
    let mut board = Board { seeds: [0; 12], stores: [0; 2], territory: [0; 12], house: [None; 12] };
    let [ones, twos] = put;
    for (pit, (ones, twos)) in ones.into_iter().zip(twos).enumerate() {
        board.seeds[pit] = ones + twos;
        board.territory[pit] = match ones.cmp(&twos) {
            std::cmp::Ordering::Greater => 1,
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => lot.expect("two each is decided by lot"),
        };
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;

    fn empty() -> Gabata {
        let mut game = Gabata::new(&Options::default());
        game.board.seeds = [0; 12];
        game
    }

    #[test]
    fn every_layout_is_fours() {
        for ones in 0..=48 {
            for lot in [1, 2] {
                let board = lay_out([ones, 48 - ones], Some(lot));
                assert_eq!(board.seeds, [4; 12]);
                let pits = board.territory.iter().filter(|&&owner| owner == 1).count() as u32;
                let shared = u32::from(ones % 4 == 3 || ones % 4 == 2 && lot == 1);
                assert_eq!(pits, ones / 4 + shared);
            }
        }
        let board = lay_out([30, 18], Some(1));
        assert_eq!(board.territory, [1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2]);
        let board = lay_out([15, 33], None);
        assert_eq!(board.territory, [2, 2, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2]);
    }

    #[test]
    fn the_first_moves() {
        let mut game = Gabata::new(&Options::default());
        assert_eq!(game.legal(), ["1", "2", "3", "4", "5", "6"]);
        game.play("3"); // the last seed falls into the store
        assert_eq!(game.seat(), Some(1));
        assert_eq!(game.board.seeds, [4, 4, 0, 5, 5, 5, 4, 4, 4, 4, 4, 4]);
        assert_eq!(game.board.stores, [1, 0]);
    }

    #[test]
    fn houses_and_guest_gifts() {
        let mut game = empty();
        game.board.seeds[5] = 2; // to the store and pit 7
        game.board.seeds[6] = 3;
        game.board.seeds[0] = 1;
        game.board.seeds[11] = 1;
        game.play("6");
        assert_eq!(game.board.house[6], Some(1));
        assert_eq!((game.board.seeds[6], game.board.stores[0]), (4, 1));
        assert_eq!(game.seat(), Some(1));
        game.play("1"); // into an empty pit
        assert_eq!(game.seat(), Some(2));
        game.board.seeds[10] = 9; // 12, the store, 1-6 and the house
        game.play("11");
        assert_eq!((game.board.seeds[6], game.board.stores[1]), (3, 3));
        assert_eq!(game.seat(), Some(2));
    }

    #[test]
    fn all_houses_win_at_once() {
        let mut game = empty();
        game.board.house = [None; 12];
        for pit in 7..12 {
            game.board.house[pit] = Some(1);
        }
        game.board.seeds[5] = 2;
        game.board.seeds[6] = 3;
        game.board.stores = [20, 23];
        game.play("6");
        let scores = Some(vec![Some(25), Some(23)]);
        assert_eq!(game.outcome(), Some(Outcome { winners: vec![1], scores }));
    }

    #[test]
    fn a_lot_can_win() {
        let mut game = empty();
        game.board.stores = [45, 2];
        game.board.seeds[5] = 1;
        game.play("6");
        assert_eq!(game.legal(), ["lot-1", "lot-2"]);
        assert_eq!((game.seat(), game.outcome()), (None, None));
        let mut other = game.copy();
        other.play("lot-2");
        assert_eq!(other.seat(), Some(2));
        assert_eq!(other.legal(), ["12"]);
        game.play("lot-1");
        assert_eq!(game.outcome().expect("over").winners, [1]);
    }

    fn game(options: &[(&str, &str)]) -> Gabata {
        let own = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        Gabata::new(&Options(options.iter().map(own).collect()))
    }

    #[test]
    fn random_games_keep_48_seeds_and_end() {
        let mut random = 3_u64;
        for options in [
            &[][..],
            &[("stores", "unsown"), ("first", "2")],
            &[("rounds", "1")],
            &[("rounds", "3"), ("stores", "unsown"), ("limit", "100")],
        ] {
            for _ in 0..300 {
                let mut game = game(options);
                while game.outcome().is_none() {
                    let legal = game.legal();
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    game.play(&legal[(random >> 33) as usize % legal.len()]);
                    let pits: u32 = game.board.seeds.iter().sum();
                    assert_eq!(pits + game.board.stores.iter().sum::<u32>(), 48);
                }
                let scores = game.outcome().and_then(|outcome| outcome.scores);
                let sum: u128 = scores.expect("scores").into_iter().flatten().sum();
                assert_eq!(sum, 48);
            }
        }
    }

    /// The count at the limit and at the end of the last round (H).
    #[test]
    fn supplies_are_counted_before_the_next_round() {
        let mut game = game(&[("rounds", "1")]);
        game.board.seeds = [0; 12];
        game.board.stores = [22, 25];
        game.board.seeds[5] = 1;
        let mut limited = game.clone();
        game.play("6");
        let scores = Some(vec![Some(23), Some(25)]);
        let expected = Outcome { winners: vec![2], scores };
        assert_eq!(game.outcome(), Some(expected.clone()));
        (limited.rounds, limited.limit) = (0, 1);
        limited.play("6");
        assert_eq!(limited.outcome(), Some(expected));
    }
}
