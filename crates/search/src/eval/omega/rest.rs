//! What is left of a position of Omega: its empty fields and the groups beside them.
//!
//! What a stone does to its colour depends only on the groups it joins. So for looking
//! ahead the board shrinks to the empty fields, numbered as *places*, and each colour
//! to the groups that such a place touches.

use super::steps::{MOST_FIELDS, Steps};
use super::two::take_group;
use wabe_games::omega::{FieldSet, Move, Omega, Position};
use wabe_rules::Game;

/// So many fields may be empty.
pub const MOST_PLACES: usize = 64;

/// So many groups of a colour may stand beside empty fields: three at each of the 23 that
/// are empty at most when the last two turns begin, and what these add.
const MOST_GROUPS: usize = 72;

/// The empty fields of a position.
pub struct Places {
    /// The field of each.
    fields: Vec<u16>,
    /// The places beside each.
    near: [u64; MOST_PLACES],
}

/// The stones of a colour as far as others can still join them.
#[derive(Clone, Copy)]
struct Groups {
    len: usize,
    sizes: [f32; MOST_GROUPS],
    /// The places beside each.
    around: [u64; MOST_GROUPS],
    /// The product of the sizes of all groups (R5).
    product: f64,
}

/// What a stone on each place would do to a colour: how large its group becomes, and
/// the product of the groups which that one takes in.
pub struct Joins {
    pub size: [f32; MOST_PLACES],
    pub taken: [f32; MOST_PLACES],
}

/// Where the stones of a turn go, by colour.
pub type Turn = [usize; 4];

/// What is left of a position.
#[derive(Clone, Copy)]
pub struct Rest {
    /// The places that are free.
    pub free: u64,
    groups: [Groups; 4],
}

/// The places of a set.
pub fn places(set: u64) -> impl Iterator<Item = usize> {
    let after_first = |set: &u64| Some(set & (set - 1)).filter(|&rest| rest != 0);
    let sets = std::iter::successors(Some(set).filter(|&set| set != 0), after_first);
    sets.map(|set| set.trailing_zeros() as usize)
}

impl Places {
    /// The actions that put stones on places.
    pub fn moves(&self, turn: &[usize]) -> Vec<Move> {
        turn.iter().map(|&place| Move::Place(self.fields[place])).collect()
    }
}

impl Rest {
    /// What is left of a position in which so many turns are to come; `None` if that is
    /// still too much.
    pub fn of(game: &Omega, position: &Position, turns: u32) -> Option<(Places, Rest)> {
        let empty = position.empty();
        if empty.len() as usize > MOST_PLACES {
            return None;
        }
        let set = |fields: FieldSet| {
            let mut set = 0u64;
            fields.and(empty).for_each(|field| set |= 1 << empty.rank(field));
            set
        };
        let mut map = Places { fields: Vec::new(), near: [0; MOST_PLACES] };
        empty.for_each(|field| {
            map.near[map.fields.len()] = set(game.around(field));
            map.fields.push(field as u16);
        });
        let none =
            Groups { len: 0, sizes: [1.0; MOST_GROUPS], around: [0; MOST_GROUPS], product: 1.0 };
        let mut rest = Rest { free: set(empty), groups: [none; 4] };
        for (colour, groups) in rest.groups.iter_mut().enumerate().take(game.players()) {
            let mut stones = game.stones_of(position, colour);
            while let Some(first) = stones.first() {
                let (size, around) = take_group(game, first, &mut stones);
                groups.product *= f64::from(size);
                let around = set(around);
                if around == 0 {
                    continue;
                }
                // Every turn may add a group.
                if groups.len + turns as usize >= MOST_GROUPS {
                    return None;
                }
                groups.sizes[groups.len] = size as f32;
                groups.around[groups.len] = around;
                groups.len += 1;
            }
        }
        Some((map, rest))
    }

    /// Puts a stone of a colour on a free place.
    #[inline]
    pub fn place(&mut self, map: &Places, colour: usize, place: usize) {
        self.free &= !(1 << place);
        self.groups[colour].add(place, map.near[place]);
    }

    /// The places that are free, one after the other.
    pub fn free_places(&self) -> Vec<u8> {
        places(self.free).map(|place| place as u8).collect()
    }

    /// How many free places are beside a place.
    #[inline]
    pub fn free_beside(&self, map: &Places, place: usize) -> u32 {
        (map.near[place] & self.free).count_ones()
    }

    /// What a stone of a colour would join.
    #[inline]
    pub fn joins(&self, colour: usize) -> Joins {
        self.groups[colour].joins(self.free)
    }

    /// The product of a colour.
    pub fn product(&self, colour: usize) -> f64 {
        self.groups[colour].product
    }

    /// What the product of a colour becomes by a stone on each of these places.
    #[inline]
    pub fn products<const N: usize>(&self, colour: usize, on: &[u8]) -> [f64; N] {
        self.groups[colour].products(self.free, on)
    }

    /// What a stone of a colour on one of these places makes of its product.
    pub fn steps(&self, colour: usize, on: &[u8]) -> Steps {
        Steps::new(&self.products::<MOST_FIELDS>(colour, on)[..on.len()])
    }

    /// The same if it has a stone on a place already.
    pub fn steps_with(&self, map: &Places, colour: usize, place: usize, on: &[u8]) -> Steps {
        Steps::new(&self.products_with::<MOST_FIELDS>(map, colour, place, on)[..on.len()])
    }

    /// What the product of a colour becomes by a stone on each of these places if it has
    /// one on a place already.
    #[inline]
    pub fn products_with<const N: usize>(
        &self,
        map: &Places,
        colour: usize,
        place: usize,
        on: &[u8],
    ) -> [f64; N] {
        let mut groups = self.groups[colour];
        groups.add(place, map.near[place]);
        groups.products(self.free, on)
    }
}

impl Groups {
    #[inline]
    fn add(&mut self, place: usize, near: u64) {
        let (mut size, mut around) = (1.0, near);
        let mut nth = 0;
        while nth < self.len {
            if self.around[nth] >> place & 1 == 0 {
                nth += 1;
                continue;
            }
            size += self.sizes[nth];
            around |= self.around[nth];
            self.product /= f64::from(self.sizes[nth]);
            self.len -= 1;
            self.sizes[nth] = self.sizes[self.len];
            self.around[nth] = self.around[self.len];
        }
        self.sizes[self.len] = size;
        self.around[self.len] = around;
        self.len += 1;
        self.product *= f64::from(size);
    }

    #[inline]
    fn joins(&self, free: u64) -> Joins {
        let mut joins = Joins { size: [1.0; MOST_PLACES], taken: [1.0; MOST_PLACES] };
        for nth in 0..self.len {
            let size = self.sizes[nth];
            for place in places(self.around[nth] & free) {
                joins.size[place] += size;
                joins.taken[place] *= size;
            }
        }
        joins
    }

    #[inline]
    fn products<const N: usize>(&self, free: u64, on: &[u8]) -> [f64; N] {
        let joins = self.joins(free);
        let mut products = [self.product; N];
        for (product, &place) in products.iter_mut().zip(on) {
            let place = usize::from(place) % MOST_PLACES;
            let (size, taken) = (joins.size[place], joins.taken[place]);
            *product = self.product / f64::from(taken) * f64::from(size);
        }
        products
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{open, random_position};
    use super::*;
    use wabe_rules::Dice;

    #[test]
    fn products_are_those_of_the_rules() {
        for spec in [
            "players=3,size=5",
            "players=4,size=5",
            "players=3,size=9",
            "players=4,shape=-2:2:-2:2:-9:9",
        ] {
            let playing = open(spec);
            let game = playing.game();
            let mut dice = Dice::new(3);
            let mut position = random_position(game, 5, &mut dice);
            let (map, mut rest) = Rest::of(game, &position, 5).expect("little is left");
            while !game.status(&position).is_over() {
                let on = rest.free_places();
                let stone = position.turn().1;
                let products: [f64; MOST_PLACES] = rest.products(stone, &on);
                for (&place, product) in on.iter().zip(products) {
                    let mut child = position;
                    let action = map.moves(&[place.into()])[0];
                    game.apply(&mut child, action);
                    assert_eq!(game.all_products(&child)[stone] as f64, product, "{spec}");
                }
                let place = usize::from(dice.choose(&on));
                let with: [f64; MOST_PLACES] = rest.products_with(&map, stone, place, &on);
                game.apply(&mut position, map.moves(&[place])[0]);
                rest.place(&map, stone, place);
                let now = game.all_products(&position);
                for (colour, &product) in now.iter().enumerate().take(game.players()) {
                    assert_eq!(rest.product(colour), product as f64, "{spec}");
                }
                let again: [f64; MOST_PLACES] = rest.products(stone, &on);
                let is_same = |nth: usize| usize::from(on[nth]) == place || with[nth] == again[nth];
                assert!((0..on.len()).all(is_same), "{spec}");
            }
        }
    }

    #[test]
    fn too_much_is_not_taken() {
        let playing = open("players=4,size=6");
        let game = playing.game();
        let (mut position, mut dice) = (game.start(), Dice::new(1));
        let is_taken = |position: &Position| Rest::of(game, position, 3).is_some();
        assert!(!is_taken(&position), "91 fields are empty");
        while position.empty_fields() > MOST_PLACES as u32 {
            let action = game.random_move(&position, &mut dice, &mut Vec::new()).expect("a move");
            game.apply(&mut position, action);
        }
        assert!(is_taken(&position), "64 fields are empty");
    }
}
