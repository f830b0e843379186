//! Who sits down at a table: a player of ours, or a program that speaks UGI.

use crate::fail::Failure;
use crate::ugi_client::Foreigner;
use std::time::Duration;
use wabe_rules::Table;
use wabe_search::{Kind, Limits, Means, Player, Stop};

/// An engine as it is named on the command line: a player's name or a command,
/// with limits of its own behind a `@` if it has any (`mcts@5000`,
/// `best@100ms`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineName {
    text: String,
    who: Who,
    limits: Option<Limits>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Who {
    Ours(Kind),
    Command(Vec<String>),
}

impl EngineName {
    pub fn read(text: &str) -> Result<EngineName, Failure> {
        let (name, limits) = match text.rsplit_once('@') {
            Some((name, limit)) if name.parse::<Kind>().is_ok() => (name, Some(read_limit(limit)?)),
            _ => (text, None),
        };
        let who = match name.parse() {
            Ok(kind) => Who::Ours(kind),
            Err(error) => {
                let words = split_words(name);
                let first = words.first().map_or("", String::as_str);
                let is_bare = words.len() == 1 && !first.contains('/');
                if first.is_empty() || is_bare && find_program(first).is_none() {
                    return Err(Failure::Usage(format!("{error}, or a command that speaks UGI")));
                }
                Who::Command(words)
            }
        };
        Ok(EngineName { text: text.to_owned(), who, limits })
    }

    /// Whether this is our strongest player.
    pub fn is_best(&self) -> bool {
        self.who == Who::Ours(Kind::Best)
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The engine's own limits, or those of all.
    pub fn limits(&self, usual: Limits) -> Limits {
        self.limits.unwrap_or(usual)
    }

    /// Starts the engine for a game.
    pub fn start(&self, spec: &str, means: &Means) -> Result<Engine, Failure> {
        Ok(match &self.who {
            Who::Ours(kind) => Engine::Ours(wabe_search::player(*kind, spec, means.clone())?),
            Who::Command(words) => Engine::Foreign(Foreigner::start(words, spec)?),
        })
    }
}

fn find_program(name: &str) -> Option<std::path::PathBuf> {
    let paths = std::env::var_os("PATH")?;
    std::env::split_paths(&paths).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// `5000` nodes, `100ms`, `2s`, or `6ply`.
fn read_limit(text: &str) -> Result<Limits, Failure> {
    let wrong = || {
        Failure::Usage(format!(
            "`{}` is no limit: expected nodes such as 5000, a time such as 100ms or 2s, or a depth such as 6ply",
            text.chars().take(40).collect::<String>()
        ))
    };
    let split = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number: u64 = text[..split].parse().map_err(|_| wrong())?;
    Ok(match &text[split..] {
        "" if number > 0 => Limits::nodes(number),
        "ms" => Limits::time(Duration::from_millis(number)),
        "s" => Limits::time(Duration::from_secs(number)),
        "ply" if number > 0 => Limits::depth(number as u32),
        _ => return Err(wrong()),
    })
}

/// The words of a command; quotation marks keep blanks together.
fn split_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let (mut quote, mut begun) = (None, false);
    for c in text.chars() {
        match (quote, c) {
            (Some(mark), c) if c == mark => quote = None,
            (None, '"' | '\'') => (quote, begun) = (Some(c), true),
            (None, c) if c.is_whitespace() => {
                if begun || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
                begun = false;
            }
            _ => word.push(c),
        }
    }
    if begun || !word.is_empty() {
        words.push(word);
    }
    words
}

/// Somebody at a table.
pub enum Engine {
    Ours(Box<dyn Player>),
    Foreign(Foreigner),
}

impl Engine {
    /// An action for the seat to act; an error sentence if it has none to give.
    pub fn act(
        &mut self,
        table: &dyn Table,
        limits: Limits,
        stop: &Stop,
    ) -> Result<String, String> {
        match self {
            Engine::Ours(player) => player
                .think(table, limits, stop, &mut |_| {})
                .map(|thought| thought.action)
                .map_err(|error| error.to_string()),
            Engine::Foreign(program) => program.act(table, limits),
        }
    }

    /// A new game begins; a seed decides what is left to chance in it.
    pub fn new_game(&mut self, seed: u64) -> Result<(), String> {
        match self {
            Engine::Ours(player) => {
                player.forget();
                player.reseed(seed);
                Ok(())
            }
            Engine::Foreign(program) => program.new_game(seed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_command() {
        assert_eq!(split_words("a  'b c' \"d\" ''"), ["a", "b c", "d", ""]);
    }

    #[test]
    fn limits_behind_an_at_sign() {
        let limits = |text| EngineName::read(text).map(|name| name.limits(Limits::default()));
        assert_eq!(limits("mcts@5000").ok(), Some(Limits::nodes(5000)));
        assert_eq!(limits("best@20ms").ok(), Some(Limits::time(Duration::from_millis(20))));
        assert_eq!(limits("level:3@4ply").ok(), Some(Limits::depth(4)));
        for wrong in ["mcts@", "mcts@5x", "mcts@0", "level:9", "", "mcts5000"] {
            assert!(EngineName::read(wrong).is_err(), "{wrong}");
        }
    }
}
