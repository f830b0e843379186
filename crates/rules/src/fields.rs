//! Position texts: a board, then named fields, `BOARD to=1 taken=0,2 ply=7`.

use crate::Seat;
use crate::options::shortened;
use std::str::FromStr;
use thiserror::Error;

/// Why a position text is refused, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct PositionError(pub String);

impl PositionError {
    /// An error with this sentence.
    pub fn new(sentence: impl Into<String>) -> PositionError {
        PositionError(sentence.into())
    }

    /// `Ok` if the condition holds, else an error with this sentence.
    pub fn unless(condition: bool, sentence: &str) -> Result<(), PositionError> {
        if condition { Ok(()) } else { Err(PositionError::new(sentence)) }
    }
}

/// A position text taken apart. Fields may stand in any order; each is asked
/// for once, and whatever nobody asked for is an error.
pub struct Fields<'a> {
    /// The first word.
    pub board: &'a str,
    rest: Vec<(&'a str, &'a str)>,
}

impl<'a> Fields<'a> {
    /// Takes a text apart.
    pub fn split(text: &'a str) -> Result<Fields<'a>, PositionError> {
        let mut words = text.split_whitespace();
        let board = words.next().ok_or_else(|| PositionError::new("the position is empty"))?;
        let mut rest: Vec<(&str, &str)> = Vec::new();
        for word in words {
            let pair = word.split_once('=').ok_or_else(|| {
                PositionError(format!("`{}` is not of the form name=value", shortened(word)))
            })?;
            if rest.iter().any(|(name, _)| *name == pair.0) {
                return Err(PositionError(format!("`{}` stands twice", shortened(pair.0))));
            }
            rest.push(pair);
        }
        Ok(Fields { board, rest })
    }

    /// A field that may be absent.
    pub fn take(&mut self, name: &str) -> Option<&'a str> {
        let i = self.rest.iter().position(|(n, _)| *n == name)?;
        Some(self.rest.swap_remove(i).1)
    }

    /// A field that must be there.
    pub fn need(&mut self, name: &str) -> Result<&'a str, PositionError> {
        self.take(name).ok_or_else(|| PositionError(format!("`{name}=` is missing")))
    }

    /// A number with a default.
    pub fn number<T: FromStr>(&mut self, name: &str, default: T) -> Result<T, PositionError> {
        match self.take(name) {
            None => Ok(default),
            Some(text) => parse(name, text),
        }
    }

    /// Numbers separated by commas, exactly `N` of them.
    pub fn numbers<T: FromStr + Copy + Default, const N: usize>(
        &mut self,
        name: &str,
    ) -> Result<[T; N], PositionError> {
        let list = self.list(name, N)?;
        let mut numbers = [T::default(); N];
        numbers.copy_from_slice(&list);
        Ok(numbers)
    }

    /// Numbers separated by commas, exactly `count` of them.
    pub fn list<T: FromStr>(&mut self, name: &str, count: usize) -> Result<Vec<T>, PositionError> {
        let text = self.need(name)?;
        let list = text.split(',').map(|part| parse(name, part)).collect::<Result<Vec<T>, _>>()?;
        match list.len() == count {
            true => Ok(list),
            false => Err(PositionError(format!("`{name}=` needs {count} numbers"))),
        }
    }

    /// The field `to=`, a seat's number.
    pub fn seat(&mut self, players: usize) -> Result<Seat, PositionError> {
        let text = self.need("to")?;
        let number = text.parse().ok().and_then(|number| Seat::from_number(number, players));
        number.ok_or_else(|| PositionError(format!("`to=` names a seat from 1 to {players}")))
    }

    /// Nothing may be left over.
    pub fn finish(self) -> Result<(), PositionError> {
        match self.rest.first() {
            None => Ok(()),
            Some((name, _)) => {
                Err(PositionError(format!("`{}=` is unknown in this position", shortened(name))))
            }
        }
    }
}

fn parse<T: FromStr>(name: &str, text: &str) -> Result<T, PositionError> {
    text.parse().map_err(|_| {
        PositionError(format!("`{}` is not a number fit for `{name}=`", shortened(text)))
    })
}
