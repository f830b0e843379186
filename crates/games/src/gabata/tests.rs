//! Whole starts against the rules seed by seed.

use super::*;

/// The board as the rules tell of it.
struct Plain {
    pits: [u8; PITS],
    stores: [u8; 2],
    territory: [[bool; PITS]; 2],
    houses: [[bool; PITS]; 2],
}

impl Plain {
    fn of(position: &Position) -> Plain {
        let pits = |set: u16| std::array::from_fn(|pit| set >> hole_of(pit) & 1 == 1);
        Plain {
            pits: std::array::from_fn(|pit| position.seeds.get(hole_of(pit))),
            stores: position.stores(),
            territory: position.territory.map(pits),
            houses: position.houses.map(pits),
        }
    }

    /// R3 to R6 and F3, seed by seed; whether the turn ends.
    fn start(&mut self, sown: bool, seat: usize, start: usize) -> bool {
        let mut at = start;
        for _ in 0..MOST_LIFTS {
            let mut seeds = std::mem::take(&mut self.pits[at]);
            while seeds > 0 {
                if sown && at == 6 * seat + 5 {
                    self.stores[seat] += 1;
                    seeds -= 1;
                    if seeds == 0 {
                        return false;
                    }
                }
                at = (at + 1) % PITS;
                self.pits[at] += 1;
                seeds -= 1;
            }
            if self.houses[seat][at] {
                return false;
            }
            if self.houses[1 - seat][at] {
                let gift = self.pits[at].min(2);
                self.pits[at] -= gift;
                self.stores[seat] += gift;
                return false;
            }
            if self.pits[at] == 1 {
                return true;
            }
            if self.pits[at] == 4 && self.territory[1 - seat][at] {
                self.houses[seat][at] = true;
                return false;
            }
        }
        true
    }
}

#[test]
fn starts_are_those_of_the_plain_rules() {
    let mut dice = Dice::new(1);
    for sown in [true, false] {
        let text = if sown { "stores=sown" } else { "stores=unsown" };
        let mut options = Options::parse(&Gabata::ABOUT, text).expect("valid options");
        let game = Gabata::from_options(&mut options).expect("valid options");
        for _ in 0..20 {
            let mut position = game.start();
            while let Some(action) = game.random_move(&position, &mut dice, &mut Vec::new()) {
                let seat = usize::from(position.to);
                for hole in sowing::holes(position.starts) {
                    let (mut plain, mut quick) = (Plain::of(&position), position);
                    let turn_ends = plain.start(sown, seat, pit_of(hole));
                    game.sow(&mut quick, hole);
                    let same = Plain::of(&quick);
                    assert_eq!(same.pits, plain.pits, "{hole} {position:?}");
                    assert_eq!(same.stores, plain.stores, "{hole} {position:?}");
                    assert_eq!(same.houses, plain.houses, "{hole} {position:?}");
                    assert_eq!(quick.to != position.to, turn_ends, "{hole} {position:?}");
                }
                game.apply(&mut position, action);
            }
        }
    }
}

#[test]
fn a_position_has_the_size_the_docs_say() {
    assert_eq!(size_of::<Position>(), 40);
}
