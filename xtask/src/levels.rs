//! Levels that are even steps apart.
//!
//! A game's first and last level are the ends of a scale on which players look
//! at more positions and err less. From the first one up, the next level is
//! sought on that scale so that it takes a given share of the points against
//! the one below, by matches of `wabe match`. With `--down` the first level is the
//! highest, and the next one below it is sought.

use clap::Args;
use std::error::Error;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What to look for, and how hard.
#[derive(Args)]
pub struct Levels {
    /// The game with options.
    spec: String,
    /// The first level: `NODES,NOISE,BLINDNESS`.
    #[arg(long, value_name = "LEVEL", default_value = "20,600,500", value_parser = read)]
    first: Level,
    /// The end of the scale.
    #[arg(long, value_name = "LEVEL", default_value = "250000,0,0", value_parser = read)]
    last: Level,
    /// Begin with the highest level and seek those below it.
    #[arg(long)]
    down: bool,
    /// Percent of the points that a level should take against the one below.
    #[arg(long, value_name = "PERCENT", default_value_t = 70.0)]
    share: f64,
    /// Games of every match.
    #[arg(long, value_name = "N", default_value_t = 60)]
    games: u32,
    /// Matches to find one level with.
    #[arg(long, value_name = "N", default_value_t = 5)]
    matches: u32,
    /// The seed of the first match.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The program.
    #[arg(long, value_name = "FILE", default_value = "target/release/wabe")]
    wabe: PathBuf,
}

/// Nodes, noise, blindness.
#[derive(Clone, Copy)]
struct Level([f64; 3]);

fn read(text: &str) -> Result<Level, String> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|number| number.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[nodes, noise, blindness]) if nodes >= 1.0 => Ok(Level([nodes, noise, blindness])),
        _ => Err("expected NODES,NOISE,BLINDNESS, such as 20,600,500".into()),
    }
}

impl Levels {
    pub fn run(&self) -> Result<(), Box<dyn Error>> {
        let mut seed = self.seed;
        let (mut below, mut step) = (0.0, 0.12);
        self.tell(below, 0.0);
        for _ in 2..=8 {
            let (place, share) = self.next(below, step, &mut seed)?;
            self.tell(place, share);
            step = place - below;
            below = place;
        }
        Ok(())
    }

    fn tell(&self, place: f64, share: f64) {
        let [nodes, noise, blindness] = self.at(place);
        println!("        level({nodes}, {noise}, {blindness}), // at {place:.3}, {share:.0} %");
    }

    /// The level at a place of the scale from 0 to 1.
    fn at(&self, place: f64) -> [u64; 3] {
        let (Level(first), Level(last)) = (self.first, self.last);
        let nodes = first[0] * (last[0] / first[0]).powf(place);
        let error = |i: usize| last[i] + (first[i] - last[i]) * (1.0 - place).max(0.0).powf(1.5);
        [nodes, error(1), error(2)].map(|number| number.round() as u64)
    }

    /// The place of the level above, and the share it took. Every match has
    /// openings of its own, so that luck with one set of them is not kept.
    fn next(&self, below: f64, step: f64, seed: &mut u64) -> Result<(f64, f64), Box<dyn Error>> {
        let (mut low, mut high) = ((below, 50.0), None);
        let mut place = below + step;
        let mut nearest = (place, f64::INFINITY);
        for _ in 0..self.matches {
            *seed += 1;
            let share = self.contest(place, below, *seed)?;
            eprintln!("at {place:.3}: {share:.1} %");
            if (share - self.share).abs() < (nearest.1 - self.share).abs() {
                nearest = (place, share);
            }
            if (share - self.share).abs() <= 3.0 {
                break;
            }
            match share < self.share {
                true => low = (place, share),
                false => high = Some((place, share)),
            }
            place = match high {
                None => place + (place - below).max(0.02),
                Some((high, most)) => {
                    // Between the two, nearer to the one that was nearer.
                    let part = (self.share - low.1) / (most - low.1).max(1.0);
                    low.0 + (high - low.0) * part.clamp(0.2, 0.8)
                }
            };
        }
        Ok(nearest)
    }

    /// Percent of the points of one place against the one before, or the other way round.
    fn contest(&self, place: f64, before: f64, seed: u64) -> Result<f64, Box<dyn Error>> {
        let (above, below) = if self.down { (before, place) } else { (place, before) };
        let name = |place| {
            let [nodes, noise, blindness] = self.at(place);
            format!("level:{nodes},{noise},{blindness}")
        };
        let output = Command::new(&self.wabe)
            .args(["match", &self.spec, "--a", &name(above), "--b", &name(below), "--json"])
            .args(["--games", &self.games.to_string(), "--seed", &seed.to_string()])
            // No other limit than the levels' own.
            .args(["--openings", "4", "--nodes", "1000000000"])
            .stderr(Stdio::inherit())
            .output()
            .map_err(|error| format!("{} does not start: {error}", self.wabe.display()))?;
        if !output.status.success() {
            return Err("the match was not played".into());
        }
        let told: serde_json::Value = serde_json::from_slice(&output.stdout)?;
        Ok(100.0 * told["share"].as_f64().ok_or("the match told no share")?)
    }
}
