//! Starts the program; everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    wabe::main()
}
