//! One module a command.

pub mod analyse;
pub mod backup;
pub mod bench;
pub mod distances;
pub mod doctor;
pub mod games;
pub mod legal;
pub mod matches;
pub mod paper;
pub mod perft;
pub mod play;
pub mod playouts;
pub mod probe;
pub mod replay;
pub mod serve;
pub mod show;
pub mod solve;
pub mod tune;
pub mod ugi;
pub mod verify;
