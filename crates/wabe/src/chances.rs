//! How a value is told to people: as a chance in per cent, or as a certain end.

use crate::cli::Language;
use wabe_search::{FORCED, Value, WIN};

/// Ends further off than this are certain, but nobody has counted the actions.
pub const COUNTED: u32 = (WIN - FORCED) as u32;

/// A value for somebody: `56 %`, `wins in 3`, `loses`.
pub fn told(value: Value, language: Language) -> String {
    let german = language == Language::De;
    let end = |word: &str, actions: u32| match actions {
        0..COUNTED => format!("{word} in {actions}"),
        _ => word.to_owned(),
    };
    match value {
        Value::Points(_) => percent(value.expected_score()),
        Value::WinIn(actions) => end(if german { "gewinnt" } else { "wins" }, actions),
        Value::LossIn(actions) => end(if german { "verliert" } else { "loses" }, actions),
    }
}

/// An expected score as `56 %`.
pub fn percent(score: f64) -> String {
    format!("{:.0} %", 100.0 * score)
}

/// The same value for the other of two sides.
pub fn flipped(value: Value) -> Value {
    match value {
        Value::Points(points) => Value::Points(-points),
        Value::WinIn(actions) => Value::LossIn(actions),
        Value::LossIn(actions) => Value::WinIn(actions),
    }
}

/// The same value so many actions earlier.
pub fn earlier(value: Value, actions: u32) -> Value {
    match value {
        Value::Points(points) => Value::Points(points),
        Value::WinIn(later) => Value::WinIn(later.saturating_add(actions)),
        Value::LossIn(later) => Value::LossIn(later.saturating_add(actions)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_as_chances_or_ends() {
        let english = |value| told(value, Language::En);
        assert_eq!(english(Value::Points(0)), "50 %");
        assert_eq!(english(Value::Points(200)), "73 %");
        assert_eq!(english(Value::WinIn(3)), "wins in 3");
        assert_eq!(english(Value::LossIn(COUNTED)), "loses");
        assert_eq!(told(Value::LossIn(2), Language::De), "verliert in 2");
        assert_eq!(flipped(earlier(Value::WinIn(3), 2)), Value::LossIn(5));
    }
}
