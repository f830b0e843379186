/// A small generator with an explicit seed (SplitMix64): the same seed gives
/// the same numbers on every machine and in every version.
///
/// Rules never own one; hosts pass theirs in for lots and random play.
///
/// ```
/// use wabe_rules::Dice;
/// let (mut a, mut b) = (Dice::new(7), Dice::new(7));
/// assert_eq!(a.below(1000), b.below(1000));
/// ```
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// A generator that begins at this seed.
    pub const fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// The next 64 bits.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `n`, each exactly as likely as any other.
    ///
    /// The high half of a product is the draw; the few low halves that would
    /// favour some numbers are drawn again.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0);
        let mut product = (self.word() >> 32) * u64::from(n);
        if (product as u32) < n {
            let unfair = n.wrapping_neg() % n;
            while (product as u32) < unfair {
                product = (self.word() >> 32) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// One element of a slice that is not empty.
    #[inline]
    pub fn choose<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u32) as usize]
    }

    /// Puts a slice into random order.
    pub fn shuffle<T>(&mut self, slice: &mut [T]) {
        for i in (1..slice.len()).rev() {
            slice.swap(i, self.below(i as u32 + 1) as usize);
        }
    }
}
