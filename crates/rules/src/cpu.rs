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
pub(crate) trait Work {
    type Out;
    fn run(self) -> Self::Out;
}

/// Runs the work with the best instructions this processor has.
#[cfg(target_arch = "x86_64")]
pub(crate) fn fastest<W: Work>(work: W) -> W::Out {
    match Cpu::here() {
        // SAFETY: `Cpu::here` has found all features that `wide` is compiled for.
        Cpu::Wide => unsafe { wide(work) },
        // SAFETY: `Cpu::here` has found all features that `modern` is compiled for.
        Cpu::Modern => unsafe { modern(work) },
        Cpu::Plain => work.run(),
    }
}

/// Runs the work; there is but one version of it here.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn fastest<W: Work>(work: W) -> W::Out {
    work.run()
}

/// What the processor at hand can do beyond the plain instructions. A game may
/// ask once and choose code made for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cpu {
    /// Nothing more, or not known.
    Plain,
    /// Population counts and the like are single instructions.
    Modern,
    /// Besides, eight words of 64 bits are worked on at once.
    Wide,
}

impl Cpu {
    /// What this processor has; the environment variable `WABE_CPU=plain` or
    /// `modern` asks for less, to compare.
    pub fn here() -> Cpu {
        static FOUND: std::sync::OnceLock<Cpu> = std::sync::OnceLock::new();
        *FOUND.get_or_init(|| {
            let asked = std::env::var("WABE_CPU").unwrap_or_default();
            match detected() {
                _ if asked == "plain" => Cpu::Plain,
                Cpu::Wide if asked == "modern" => Cpu::Modern,
                found => found,
            }
        })
    }
}

#[cfg(target_arch = "x86_64")]
fn detected() -> Cpu {
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
        (true, true) => Cpu::Wide,
        (true, false) => Cpu::Modern,
        _ => Cpu::Plain,
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn detected() -> Cpu {
    Cpu::Plain
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
