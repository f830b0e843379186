//! One module a command.

pub mod games;
pub mod legal;
pub mod paper;
pub mod perft;
pub mod playouts;
pub mod replay;
pub mod show;
pub mod verify;
