//! Specs and options: what a game says of itself, and the one checker that
//! turns `omega:players=3,size=7` into values the game may trust.

use crate::Words;
use std::fmt;
use thiserror::Error;

/// What a game says of itself; help, forms and checks all follow from it.
#[derive(Debug)]
pub struct About {
    /// The name on the command line.
    pub name: &'static str,
    /// The name people use.
    pub title: &'static str,
    /// One sentence for the start page.
    pub summary: Words,
    /// How many minutes a game takes people, from a quick one to a long one.
    pub minutes: (u16, u16),
    /// Which version of these rules this is; records carry it.
    pub rules_version: u32,
    /// The options in canonical order.
    pub options: &'static [OptionInfo],
    /// Where the rule book is silent or unclear: our readings.
    pub readings: &'static [Reading],
    /// Other specs worth trying and testing, besides the bare name.
    pub variants: &'static [&'static str],
}

/// One point where the book leaves something open and we decided.
#[derive(Debug)]
pub struct Reading {
    /// The number in the rules page, such as `F1`.
    pub rule: &'static str,
    /// The decision in a sentence.
    pub says: Words,
}

/// One option of a game.
#[derive(Debug)]
pub struct OptionInfo {
    /// The name before the equals sign.
    pub name: &'static str,
    /// What may stand behind it.
    pub kind: Kind,
    /// The value when the option is not given.
    pub default: &'static str,
    /// What it does.
    pub help: Words,
}

/// What values an option takes.
#[derive(Debug)]
pub enum Kind {
    /// `true` or `false`.
    Flag,
    /// A whole number in a range, or one of a few words (`off`, or `0` below
    /// the range).
    Number {
        /// Words allowed besides numbers.
        words: &'static [&'static str],
        /// The smallest number.
        min: u64,
        /// The largest number.
        max: u64,
    },
    /// One of several words, or (if `form` is not empty) a text of that form,
    /// which the game itself checks.
    Choice {
        /// The words.
        words: &'static [&'static str],
        /// A description of the free form; empty if there is none.
        form: &'static str,
    },
}

impl Kind {
    /// A whole number in a range.
    pub const fn number(min: u64, max: u64) -> Kind {
        Kind::Number { words: &[], min, max }
    }

    /// One of several words.
    pub const fn choice(words: &'static [&'static str]) -> Kind {
        Kind::Choice { words, form: "" }
    }

    /// What is allowed, for help and errors.
    pub fn allowed(&self) -> String {
        match self {
            Kind::Flag => "true or false".into(),
            Kind::Number { words, min, max } => {
                let range = match min == max {
                    true => min.to_string(),
                    false => format!("{min} to {max}"),
                };
                words.iter().map(|word| format!("{word} or ")).collect::<String>() + &range
            }
            Kind::Choice { words, form } => {
                let mut text = words.join(", ");
                if !form.is_empty() {
                    text = text + ", or " + form;
                }
                text
            }
        }
    }

    /// The value in its canonical spelling, if it is allowed at all.
    fn canonical(&self, value: &str) -> Option<String> {
        match self {
            Kind::Flag => ["true", "false"].contains(&value).then(|| value.to_owned()),
            Kind::Number { words, .. } | Kind::Choice { words, .. } if words.contains(&value) => {
                Some(value.to_owned())
            }
            Kind::Number { min, max, .. } => {
                let digits = !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit());
                let number: u64 = digits.then(|| value.parse().ok())??;
                (*min..=*max).contains(&number).then(|| number.to_string())
            }
            Kind::Choice { form, .. } => (!form.is_empty()).then(|| value.to_owned()),
        }
    }
}

/// `players` for a game of this range.
pub const fn players(min: u64, max: u64) -> OptionInfo {
    OptionInfo {
        name: "players",
        kind: Kind::number(min, max),
        default: "2",
        help: Words::new("how many players", "wie viele Personen spielen"),
    }
}

/// `repetition` with this default (house rule of every game).
pub const fn repetition(default: &'static str) -> OptionInfo {
    OptionInfo {
        name: "repetition",
        kind: Kind::Number { words: &["0"], min: 2, max: 1000 },
        default,
        help: Words::new(
            "drawn when the same position stands for the N-th time; 0 = off",
            "remis, wenn dieselbe Stellung zum N-ten Mal steht; 0 = aus",
        ),
    }
}

/// `limit` with this default (house rule of every game).
pub const fn limit(default: &'static str) -> OptionInfo {
    OptionInfo {
        name: "limit",
        kind: Kind::number(0, 1_000_000),
        default,
        help: Words::new(
            "the game ends after so many actions; 0 = off",
            "die Partie endet nach so vielen Aktionen; 0 = aus",
        ),
    }
}

/// Why a spec is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// No game of that name.
    #[error("there is no game `{name}`; the games are {known}")]
    UnknownGame {
        /// The name given.
        name: String,
        /// All names.
        known: String,
    },
    /// The game has no such option.
    #[error("{game} has no option `{option}`; its options are {known}")]
    UnknownOption {
        /// The game.
        game: &'static str,
        /// The option given.
        option: String,
        /// All its options.
        known: String,
    },
    /// Something between commas is not `name=value`.
    #[error("`{part}` is not an option of the form name=value")]
    NotAPair {
        /// The text between commas.
        part: String,
    },
    /// The same option twice.
    #[error("the option `{option}` is given twice")]
    Twice {
        /// The option.
        option: &'static str,
    },
    /// A value out of range.
    #[error("`{value}` is not allowed for {option}; allowed: {allowed}")]
    BadValue {
        /// The option.
        option: &'static str,
        /// The value given.
        value: String,
        /// What is allowed.
        allowed: String,
    },
    /// Values that make no sense together.
    #[error("{0}")]
    Contradiction(String),
}

impl OptionError {
    /// No game of that name among these.
    pub fn unknown_game(name: &str, games: &[&About]) -> OptionError {
        let names: Vec<&str> = games.iter().map(|about| about.name).collect();
        OptionError::UnknownGame { name: shortened(name), known: names.join(", ") }
    }
}

/// A spec taken apart, not yet checked against the game.
#[derive(Clone, Copy, Debug)]
pub struct Spec<'a> {
    /// The name of the game.
    pub game: &'a str,
    /// What stands behind the colon.
    pub options: &'a str,
}

impl<'a> Spec<'a> {
    /// Takes `game:options` apart at the first colon.
    pub fn split(text: &'a str) -> Spec<'a> {
        let (game, options) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        Spec { game, options }
    }
}

/// Checked option values of one game.
///
/// Getters panic on a name the game does not declare: that is a slip in the
/// game's module, not in any input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    game: &'static str,
    values: Vec<Value>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Value {
    name: &'static str,
    text: String,
    default: &'static str,
    given: bool,
}

impl Options {
    /// Checks option texts (`players=3,size=7`) against what a game declares.
    pub fn parse(about: &About, text: &str) -> Result<Options, OptionError> {
        let mut values: Vec<Value> = about
            .options
            .iter()
            .map(|info| Value {
                name: info.name,
                text: info.default.to_owned(),
                default: info.default,
                given: false,
            })
            .collect();
        for part in text.split(',').map(str::trim).filter(|_| !text.trim().is_empty()) {
            let Some((name, value)) = part.split_once('=') else {
                return Err(OptionError::NotAPair { part: shortened(part) });
            };
            let (name, value) = (name.trim(), value.trim());
            let Some(i) = about.options.iter().position(|info| info.name == name) else {
                let names: Vec<&str> = about.options.iter().map(|info| info.name).collect();
                return Err(OptionError::UnknownOption {
                    game: about.name,
                    option: shortened(name),
                    known: names.join(", "),
                });
            };
            let info = &about.options[i];
            if values[i].given {
                return Err(OptionError::Twice { option: info.name });
            }
            values[i].given = true;
            values[i].text = info.kind.canonical(value).ok_or_else(|| OptionError::BadValue {
                option: info.name,
                value: shortened(value),
                allowed: info.kind.allowed(),
            })?;
        }
        Ok(Options { game: about.name, values })
    }

    fn value(&self, name: &str) -> &Value {
        self.values
            .iter()
            .find(|value| value.name == name)
            .unwrap_or_else(|| panic!("{} declares no option {name}", self.game))
    }

    /// The value as text.
    pub fn text(&self, name: &str) -> &str {
        &self.value(name).text
    }

    /// The value as a number; a word counts as 0.
    pub fn number(&self, name: &str) -> u64 {
        self.text(name).parse().unwrap_or(0)
    }

    /// The value of a flag.
    pub fn flag(&self, name: &str) -> bool {
        self.text(name) == "true"
    }

    /// Whether the option differs from its default.
    pub fn changed(&self, name: &str) -> bool {
        self.value(name).text != self.value(name).default
    }

    /// Whether the option was written down, even if with its default.
    pub fn given(&self, name: &str) -> bool {
        self.value(name).given
    }

    /// The error for a value that the game itself refuses (free forms).
    pub fn refused(&self, about: &About, name: &'static str) -> OptionError {
        let info = about.options.iter().find(|info| info.name == name);
        OptionError::BadValue {
            option: name,
            value: shortened(self.text(name)),
            allowed: info.map(|info| info.kind.allowed()).unwrap_or_default(),
        }
    }

    /// Replaces a value by its canonical spelling (for free forms).
    pub fn rewrite(&mut self, name: &str, text: String) {
        let value = self.values.iter_mut().find(|value| value.name == name);
        value.expect("a declared option").text = text;
    }

    /// Refuses an option that is changed although `allowed` is false.
    pub fn only_if(&self, name: &str, allowed: bool, rule: &str) -> Result<(), OptionError> {
        match self.changed(name) && !allowed {
            true => Err(OptionError::Contradiction(format!("the option {name} is {rule}"))),
            false => Ok(()),
        }
    }
}

/// The canonical spec: the name, and the options that differ from the default.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.game)?;
        let changed = self.values.iter().filter(|value| value.text != value.default);
        for (i, value) in changed.enumerate() {
            let mark = if i == 0 { ':' } else { ',' };
            write!(f, "{mark}{}={}", value.name, value.text)?;
        }
        Ok(())
    }
}

/// A piece of foreign text, short enough to quote in one sentence.
pub fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut short: String =
        text.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    short
}
