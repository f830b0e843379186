//! Pictures: what a viewer sees of a position, as plain data.
//!
//! A picture holds nothing its viewer may not know, so whatever is done with
//! it afterwards (drawn, sent, stored) cannot leak anything.

use crate::{Seat, Words};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The index of a cell in [`Picture::cells`].
pub type CellId = u16;

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// A player.
    Seat(Seat),
    /// Somebody who watches and may know what all players know.
    Watcher,
    /// The referee, who may know everything.
    Referee,
}

/// A position as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// The places of the board; the order is the order of cell numbers.
    pub cells: Vec<Cell>,
    /// The seats, in turn order.
    pub seats: Vec<SeatView>,
    /// Sentences a player should read now (a rule that binds, what is to do).
    pub notes: Vec<Note>,
}

/// One place of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// What the place is called.
    pub label: String,
    /// Where it is drawn: half cell widths to the right of the middle.
    pub x: i16,
    /// Where it is drawn: rows down from the middle.
    pub y: i16,
    /// What it looks like.
    pub shape: Shape,
    /// Stones on it, from the bottom up.
    pub stones: Vec<Stone>,
    /// Seeds in it (only pits and stores have any).
    pub seeds: u16,
    /// Whose place it is, where that matters.
    pub tint: Option<Tint>,
    /// What stands out about it now.
    pub marks: Vec<Mark>,
}

impl Cell {
    /// An empty cell.
    pub fn new(label: String, (x, y): (i16, i16), shape: Shape) -> Cell {
        Cell { label, x, y, shape, stones: Vec::new(), seeds: 0, tint: None, marks: Vec::new() }
    }
}

/// What a cell looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A hexagonal field that stones stand on.
    Hex,
    /// A hollow in which a marble rests.
    Hollow,
    /// A round pit for seeds.
    Pit,
    /// A long store for seeds.
    Store,
}

/// A stone or marble.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stone {
    /// Its colour.
    pub colour: Colour,
    /// Its number, as far as the viewer may know it.
    pub number: Number,
}

impl Stone {
    /// A stone without a number.
    pub fn plain(colour: Colour) -> Stone {
        Stone { colour, number: Number::None }
    }

    /// A stone whose number everybody sees.
    pub fn numbered(colour: Colour, number: u8) -> Stone {
        Stone { colour, number: Number::Shown(number) }
    }
}

/// The number on a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Number {
    /// The stones of this game have no numbers.
    None,
    /// A number the viewer sees.
    Shown(u8),
    /// There is a number, but the viewer may not know it.
    Hidden,
}

/// The four colours of stones; each also has a shape of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Colour {
    /// Walnut.
    Dark,
    /// Ivory.
    Light,
    /// Brick red.
    Red,
    /// Slate blue.
    Blue,
}

/// Whose place a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tint {
    /// The owner's colour.
    pub colour: Colour,
    /// In what sense.
    pub kind: TintKind,
}

/// In what sense a cell belongs to somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TintKind {
    /// Where the owner wants to arrive.
    Goal,
    /// Where the owner may start from or place.
    Territory,
    /// A pit the owner has made its house.
    House,
}

/// What stands out about a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// The last action touched it.
    Last,
    /// What stands here may not be used now.
    Barred,
    /// What stands here is what a rule that binds now is about.
    Bound,
}

/// What is to be seen of a seat beside the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatView {
    /// The seat's number, from 1.
    pub seat: usize,
    /// The colour it plays.
    pub colour: Colour,
    /// What the colour is called in this game.
    pub name: Words,
    /// Stones not yet on the board.
    pub hand: Vec<Stone>,
    /// Stones it has captured.
    pub taken: Vec<Stone>,
    /// Its score so far, where one is kept and shown.
    pub score: Option<String>,
    /// Whether it acts now.
    pub to_act: bool,
}

/// A sentence for the players, and the rule it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// The number in the rules page, such as `R5`.
    pub rule: Cow<'static, str>,
    /// What it means now.
    pub says: Words,
}
