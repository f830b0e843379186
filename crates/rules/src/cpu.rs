//! Hot loops, compiled once more for better processors.
//!
//! The plain build runs on every x86-64 (and elsewhere). Counting and random
//! play spend their time in population counts and bit shifts, for which newer
//! processors have instructions; this module compiles the same loop with them
//! and chooses at run time. It is the only place with `unsafe` code: calling a
//! function compiled for features is sound exactly if the processor has them,
//! which is asked first. (Measured: `docs/performance.md`.)

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
    /// population counts (F, BW, DQ, VL, VPOPCNTDQ).
    #[inline(always)]
    pub fn is_wide(self) -> bool {
        self.0 == Level::Wide
    }

    /// The number of the `n`-th bit (from 0) that is set, where that is one
    /// instruction; there must be so many.
    #[inline(always)]
    pub fn nth_bit(self, set: u64, n: u32) -> Option<u32> {
        #[cfg(target_arch = "x86_64")]
        if !self.is_plain() {
            // SAFETY: modern and wide processors have BMI2, as `detected` asked.
            return Some(unsafe { nth_bit_deposited(set, n) });
        }
        let _ = (set, n);
        None
    }
}

/// Puts one bit into the `n`-th place of the set.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "bmi1,bmi2")]
fn nth_bit_deposited(set: u64, n: u32) -> u32 {
    std::arch::x86_64::_pdep_u64(1 << n, set).trailing_zeros()
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
        && is_x86_feature_detected!("avx512vpopcntdq");
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
#[target_feature(
    enable = "popcnt,lzcnt,bmi1,bmi2,avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq"
)]
fn wide<W: Work>(work: W) -> W::Out {
    work.run()
}
