//! Hot loops, compiled once more for better processors.
//!
//! The plain build runs on every x86-64 (and elsewhere). Counting and random
//! play spend their time in population counts and bit shifts, for which newer
//! processors have instructions; this module compiles the same loop with them
//! and chooses at run time. Hence the `unsafe` code: calling a function compiled
//! for features is sound exactly if the processor has them, which is asked
//! first. (Measured: `docs/performance.md`.)

#![allow(unsafe_code)]

/// A loop worth compiling for the processor at hand. `run` must be marked
/// `#[inline(always)]`, and so must what it calls that shall profit.
pub trait Work {
    /// What comes of it.
    type Out;
    /// Does it.
    fn run(self) -> Self::Out;
}

/// Runs the work with the best instructions this processor has.
#[cfg(target_arch = "x86_64")]
pub fn fastest<W: Work>(work: W) -> W::Out {
    match Cpu::here().0 {
        // SAFETY: `Cpu::here` has found all features that `wide` is compiled for.
        Level::Wide => unsafe { wide(work) },
        // SAFETY: `Cpu::here` has found all features that `modern` is compiled for.
        Level::Modern => unsafe { modern(work) },
        Level::Plain => work.run(),
    }
}

/// Runs the work; there is but one version of it here.
#[cfg(not(target_arch = "x86_64"))]
pub fn fastest<W: Work>(work: W) -> W::Out {
    work.run()
}

/// What the processor at hand can do beyond the plain instructions. A game may
/// ask and choose code made for it. There is no way to one but [`Cpu::here`],
/// so a value is a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cpu(Level);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    Plain,
    Modern,
    Wide,
}

impl Cpu {
    /// What this processor has; the environment variable `WABE_CPU=plain` or
    /// `modern` asks for less, to compare.
    #[inline]
    pub fn here() -> Cpu {
        static FOUND: std::sync::OnceLock<Cpu> = std::sync::OnceLock::new();
        *FOUND.get_or_init(|| {
            let asked = std::env::var("WABE_CPU").unwrap_or_default();
            Cpu(match detected() {
                _ if asked == "plain" => Level::Plain,
                Level::Wide if asked == "modern" => Level::Modern,
                found => found,
            })
        })
    }

    /// Whether nothing more is there, or nothing is known.
    #[inline(always)]
    pub fn is_plain(self) -> bool {
        self.0 == Level::Plain
    }

    /// Whether eight words of 64 bits are worked on at once: AVX-512 with
    /// population counts and lists of bytes (F, BW, DQ, VL, VPOPCNTDQ, VBMI2).
    #[inline(always)]
    pub fn is_wide(self) -> bool {
        self.0 == Level::Wide
    }

    /// The number of the `n`-th bit (from 0) that is set, where that is one
    /// instruction; there must be so many.
    #[inline(always)]
    pub fn nth_bit(self, set: u64, n: u32) -> Option<u32> {
        (!self.is_plain()).then(|| self.scatter(1 << n, set).trailing_zeros())
    }

    /// The bits of a set that lie in a mask, moved together: the lowest place of
    /// the mask becomes bit 0.
    ///
    /// ```
    /// let cpu = wabe_rules::Cpu::here();
    /// assert_eq!(cpu.gather(0b1010_0000, 0b1110_1000), 0b1010);
    /// assert_eq!(cpu.scatter(0b1010, 0b1110_1000), 0b1010_0000);
    /// ```
    #[inline(always)]
    pub fn gather(self, set: u64, mask: u64) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if !self.is_plain() {
            // SAFETY: modern and wide processors have BMI2, as `detected` asked.
            return unsafe { extracted(set, mask) };
        }
        gather_bit_by_bit(set, mask)
    }

    /// The other way round: bit 0 goes to the lowest place of the mask.
    #[inline(always)]
    pub fn scatter(self, set: u64, mask: u64) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if !self.is_plain() {
            // SAFETY: modern and wide processors have BMI2, as `detected` asked.
            return unsafe { deposited(set, mask) };
        }
        scatter_bit_by_bit(set, mask)
    }
}

#[cold]
fn gather_bit_by_bit(mut set: u64, mask: u64) -> u64 {
    let mut gathered = 0;
    set &= mask;
    while set != 0 {
        let below = (set & set.wrapping_neg()) - 1;
        gathered |= 1 << (mask & below).count_ones();
        set &= set - 1;
    }
    gathered
}

#[cold]
fn scatter_bit_by_bit(mut set: u64, mut mask: u64) -> u64 {
    let mut scattered = 0;
    while set != 0 && mask != 0 {
        scattered |= if set & 1 != 0 { mask & mask.wrapping_neg() } else { 0 };
        mask &= mask - 1;
        set >>= 1;
    }
    scattered
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "bmi2")]
fn extracted(set: u64, mask: u64) -> u64 {
    std::arch::x86_64::_pext_u64(set, mask)
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "bmi2")]
fn deposited(set: u64, mask: u64) -> u64 {
    std::arch::x86_64::_pdep_u64(set, mask)
}

#[cfg(target_arch = "x86_64")]
fn detected() -> Level {
    let modern = is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("avx2");
    let wide = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vpopcntdq")
        && is_x86_feature_detected!("avx512vbmi2");
    match (modern, wide) {
        (true, true) => Level::Wide,
        (true, false) => Level::Modern,
        _ => Level::Plain,
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn detected() -> Level {
    Level::Plain
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2")]
fn modern<W: Work>(work: W) -> W::Out {
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2,avx512f,avx512bw,avx512dq,avx512vl")]
#[target_feature(enable = "avx512vpopcntdq,avx512vbmi2")]
fn wide<W: Work>(work: W) -> W::Out {
    work.run()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_processor_gathers_and_scatters_alike() {
        let cpu = Cpu::here();
        let mut x = 0x9e37_79b9_7f4a_7c15u64;
        for _ in 0..1000 {
            let (set, mask) = (x, x.rotate_left(23).wrapping_mul(0xd134_2543_de82_ef95));
            assert_eq!(cpu.gather(set, mask), gather_bit_by_bit(set, mask));
            assert_eq!(cpu.scatter(set, mask), scatter_bit_by_bit(set, mask));
            assert_eq!(cpu.scatter(cpu.gather(set, mask), mask), set & mask);
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        }
    }
}
