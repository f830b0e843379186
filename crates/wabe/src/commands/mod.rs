//! One module a command.

pub mod distances;
pub mod games;
pub mod legal;
pub mod paper;
pub mod perft;
pub mod playouts;
pub mod probe;
pub mod replay;
pub mod show;
pub mod solve;
pub mod verify;
