//! What the next stones of colours may come to, and who wins by them.

use super::two::bits;

/// So many fields are empty at most when the last turn but one begins: eight for the
/// stones of four players, and fewer than the sixteen of another round.
pub const MOST_FIELDS: usize = 23;

/// What a stone of a colour may make of its product: every product once, from the least on,
/// with the places that bring no more. All are whole numbers: with three players no product
/// is above 3^30 (R5).
#[derive(Clone, Copy)]
pub struct Steps {
    len: usize,
    products: [f64; MOST_FIELDS],
    upto: [u32; MOST_FIELDS],
}

impl Steps {
    /// Stands for a colour whose stone is still to come.
    pub const UNKNOWN: Steps =
        Steps { len: 0, products: [0.0; MOST_FIELDS], upto: [0; MOST_FIELDS] };

    /// By place, what a stone on it brings.
    pub fn new(by_place: &[f64]) -> Steps {
        let mut steps = Steps::UNKNOWN;
        for (place, &product) in by_place.iter().enumerate() {
            let at = steps.count_below(product);
            if at == steps.len || steps.products[at] != product {
                for nth in (at..steps.len).rev() {
                    steps.products[nth + 1] = steps.products[nth];
                    steps.upto[nth + 1] = steps.upto[nth];
                }
                (steps.products[at], steps.upto[at]) = (product, 0);
                steps.len += 1;
            }
            steps.upto[at] |= 1 << place;
        }
        for nth in 1..steps.len {
            steps.upto[nth] |= steps.upto[nth - 1];
        }
        steps
    }

    /// Every product with the places that bring it.
    pub fn each(&self) -> impl DoubleEndedIterator<Item = (f64, u32)> {
        (0..self.len).map(|nth| {
            let less = if nth == 0 { 0 } else { self.upto[nth - 1] };
            (self.products[nth], self.upto[nth] & !less)
        })
    }

    /// The places that bring no more than a product.
    pub fn upto(&self, product: f64) -> u32 {
        let count = self.count_below(product);
        match count < self.len && self.products[count] == product {
            true => self.upto[count],
            false => self.first(count),
        }
    }

    /// The places that bring less than a product.
    fn below(&self, product: f64) -> u32 {
        self.first(self.count_below(product))
    }

    fn first(&self, count: usize) -> u32 {
        if count == 0 { 0 } else { self.upto[count - 1] }
    }

    /// There are few, so they are asked one by one.
    fn count_below(&self, product: f64) -> usize {
        self.products[..self.len].iter().take_while(|&&other| other < product).count()
    }
}

/// How likely a colour wins at most if the last turn is played at random. This is exact
/// if all stones of the turn before it are placed; of the colours whose stones are to come
/// nothing is feared.
pub fn chance(steps: [&Steps; 4], players: usize, own: usize, free: u32, coming: &[usize]) -> f64 {
    let is_rival = |&colour: &usize| colour != own && !coming.contains(&colour);
    let mut rivals = [0; 3];
    let all = rivals.iter_mut().zip((0..players).filter(is_rival));
    let count = all.map(|(rival, colour)| *rival = colour).count();
    let mut wins = 0;
    for (product, places) in steps[own].each() {
        let mut harmless = [0; 3];
        for (set, &rival) in harmless.iter_mut().zip(&rivals[..count]) {
            // R5: among equals the later colour wins.
            *set = free
                & match rival < own {
                    true => steps[rival].upto(product),
                    false => steps[rival].below(product),
                };
        }
        if harmless[..count].contains(&0) {
            continue;
        }
        for place in bits(places & free) {
            wins += ways_apart(&harmless.map(|set| set & !place)[..count]);
        }
    }
    let fields = free.count_ones() - coming.len() as u32;
    let stones = (players - coming.len()) as u32;
    let replies: u32 = (fields - stones + 1..=fields).product();
    f64::from(wins) / f64::from(replies)
}

/// In how many ways stones find places, each in its set, all of them different.
fn ways_apart(sets: &[u32]) -> u32 {
    let size = |set: u32| set.count_ones();
    match *sets {
        [a] => size(a),
        [a, b] => size(a) * size(b) - size(a & b),
        [a, b, c] => {
            let shared = size(a & b) * size(c) + size(a & c) * size(b) + size(b & c) * size(a);
            size(a) * size(b) * size(c) + 2 * size(a & b & c) - shared
        }
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_tell_products_and_places_apart() {
        let steps = Steps::new(&[6.0, 2.0, 6.0, 4.0]);
        let all: Vec<_> = steps.each().collect();
        assert_eq!(all, [(2.0, 0b10), (4.0, 0b1000), (6.0, 0b101)]);
        assert_eq!([1.0, 2.0, 5.0, 6.0].map(|product| steps.upto(product)), [0, 2, 10, 15]);
        assert_eq!([2.0, 3.0, 6.0, 7.0].map(|product| steps.below(product)), [0, 2, 10, 15]);
    }

    #[test]
    fn ways_are_those_of_trying_all() {
        let sets = [0b1011_0110, 0b0110_1101, 0b1111_0001];
        let mut ways = [0; 3];
        for a in bits(sets[0]) {
            ways[0] += 1;
            for b in bits(sets[1] & !a) {
                ways[1] += 1;
                ways[2] += bits(sets[2] & !a & !b).count() as u32;
            }
        }
        assert_eq!([1, 2, 3].map(|count| ways_apart(&sets[..count])), ways);
    }
}
