//! The language of games.
//!
//! This crate says what a game *is* to the rest of Wabe and nothing of any
//! single game: seats and their order, one action at a time, chance, the end,
//! options, records, and the picture that is the only way from a position to a
//! screen. It does no input or output, reads no clock and draws no lots of its
//! own: whoever needs chance passes a [`Dice`] in.
//!
//! Start with [`Game`]; [`Playing`] drives one, and [`Table`] is the same
//! behind a pointer, with texts going in and out.

mod cpu;
mod dice;
mod fields;
mod game;
mod hex;
mod mixer;
mod options;
mod perft;
mod picture;
mod playing;
mod playout;
mod record;
mod seat;
mod status;
mod words;

pub use cpu::{Cpu, Work, fastest};
pub use dice::Dice;
pub use fields::{Fields, PositionError};
pub use game::{ActionError, Game, House};
pub use hex::{DIRECTIONS, Hex};
pub use mixer::{Mixer, fold};
pub use options::{
    About, Kind, OptionError, OptionInfo, Options, Reading, Spec, limit, players, repetition,
    shortened,
};
pub use perft::{divide, perft, perft_until};
pub use picture::{
    Cell, CellId, Colour, Mark, Note, Number, Picture, SeatView, Shape, Stone, Tint, TintKind,
    Viewer,
};
pub use playing::{PlayError, Playing, Table, Turn};
pub use playout::playouts;
pub use record::{Item, Record, RecordError};
pub use seat::{Seat, SeatSet};
pub use status::{Outcome, Score, Status};
pub use words::Words;
