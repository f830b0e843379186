//! The `wabe` program: commands only. What they do is done by the libraries;
//! what they say is said here.

mod analysis;
mod chances;
mod cli;
mod commands;
mod elo;
mod engines;
mod fail;
mod files;
mod kept;
mod plot;
mod tables;
mod ugi;
mod ugi_client;

pub use commands::verify::check as check_line;
pub use ugi::{SessionError, serve as serve_ugi};

use clap::Parser;
use cli::{Cli, Command};
use std::io::{BufWriter, Write};
use std::process::ExitCode;

/// Runs the program with the arguments it was started with.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = BufWriter::new(std::io::stdout());
    let command = cli.command.unwrap_or(Command::Serve(cli.serve));
    let done = run(&command, &mut out).and_then(|()| Ok(out.flush()?));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) if failure.is_closed_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            let _ = out.flush();
            if let Some(sentence) = failure.sentence() {
                eprintln!("wabe: {sentence}");
            }
            failure.exit_code()
        }
    }
}

fn run(command: &Command, out: &mut dyn Write) -> Result<(), fail::Failure> {
    match command {
        Command::Serve(args) => commands::serve::run(args, out),
        Command::Games(args) => commands::games::run(args, out),
        Command::Legal(args) => commands::legal::run(args, out),
        Command::Show(args) => commands::show::run(args, out),
        Command::Perft(args) => commands::perft::run(args, out),
        Command::Playouts(args) => commands::playouts::run(args, out),
        Command::Verify(args) => commands::verify::run(args, out),
        Command::Replay(args) => commands::replay::run(args, out),
        Command::Play(args) => commands::play::run(args, out),
        Command::Analyse(args) => commands::analyse::run(args, out),
        Command::Match(args) => commands::matches::run(args, out),
        Command::Tune(args) => commands::tune::run(args, out),
        Command::Ugi(args) => commands::ugi::run(args),
        Command::Bench => commands::bench::run(out),
        Command::Solve(args) => commands::solve::run(args, out),
        Command::Probe(args) => commands::probe::run(args, out),
        Command::Backup(args) => commands::backup::run(args, out),
        Command::Doctor(args) => commands::doctor::run(args, out),
        Command::Completions(args) => commands::paper::completions(args, out),
        Command::Man => commands::paper::man(out),
    }
}
