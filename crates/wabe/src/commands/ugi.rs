//! `wabe ugi`: the engine protocol on standard input and output.

use crate::cli::UgiArgs;
use crate::fail::Failure;
use crate::ugi::{SessionError, serve};
use std::io::{BufReader, stdin, stdout};

pub fn run(args: &UgiArgs) -> Result<(), Failure> {
    let input = BufReader::new(stdin());
    serve(&args.spec, args.position.as_deref(), input, stdout()).map_err(|error| match error {
        SessionError::Game(error) => error.into(),
        SessionError::Player(error) => error.into(),
        SessionError::Position(error) => error.into(),
        SessionError::Line(error) => error.into(),
    })
}
