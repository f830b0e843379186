//! Who plays, and how that is written.

use crate::levels::Level;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Who plays.
///
/// ```
/// use wabe_search::Kind;
/// for name in ["random", "greedy", "mcts", "level:8", "level:20,600,500", "best"] {
///     let kind: Kind = name.parse()?;
///     assert_eq!(kind.to_string(), name);
/// }
/// for name in ["level:9", "level:0,0,0", "level:20,600", "level:1,1,1001", "level:1,1,1,1"] {
///     assert!(name.parse::<Kind>().is_err(), "{name}");
/// }
/// # Ok::<(), wabe_search::KindError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Any legal action, each as likely as any other.
    Random,
    /// The action after which the position is worth the most at once.
    Greedy,
    /// Plain Monte-Carlo tree search with random games.
    Mcts,
    /// A level from 1 (a child wins) to 8.
    Level(u8),
    /// A level that a game may get one day: `level:NODES,NOISE,BLINDNESS`.
    Draft(Level),
    /// The strongest there is.
    Best,
}

/// What a player is not called.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no player: expected random, greedy, mcts, level:1 to level:8, or best")]
pub struct KindError(String);

impl FromStr for Kind {
    type Err = KindError;

    fn from_str(text: &str) -> Result<Kind, KindError> {
        Ok(match text {
            "random" => Kind::Random,
            "greedy" => Kind::Greedy,
            "mcts" => Kind::Mcts,
            "best" => Kind::Best,
            _ => match text.strip_prefix("level:").map(|level| (level.as_bytes(), draft(level))) {
                Some((&[digit @ b'1'..=b'8'], _)) => Kind::Level(digit - b'0'),
                Some((_, Some(level))) => Kind::Draft(level),
                _ => return Err(KindError(text.chars().take(40).collect())),
            },
        })
    }
}

/// Reads `NODES,NOISE,BLINDNESS`.
fn draft(text: &str) -> Option<Level> {
    let mut numbers = text.split(',').map(|number| number.parse::<u32>().ok());
    let (nodes, noise, blindness) = (numbers.next()??, numbers.next()??, numbers.next()??);
    let is_level = nodes > 0 && noise <= 10_000 && blindness <= 1000 && numbers.next().is_none();
    is_level.then_some(Level { nodes: nodes.into(), noise: noise as i32, blindness })
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Random => f.write_str("random"),
            Kind::Greedy => f.write_str("greedy"),
            Kind::Mcts => f.write_str("mcts"),
            Kind::Level(level) => write!(f, "level:{level}"),
            Kind::Draft(Level { nodes, noise, blindness }) => {
                write!(f, "level:{nodes},{noise},{blindness}")
            }
            Kind::Best => f.write_str("best"),
        }
    }
}
