//! Tools for those who work on Wabe: `cargo xtask load` and the like.

mod client;
mod levels;
mod load;
mod server;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

#[derive(Parser)]
#[command(about = "Tools for those who work on Wabe")]
struct Cli {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Subcommand)]
enum Tool {
    /// Put a server under load and tell how long everything takes.
    #[command(after_help = "Examples:\n  cargo xtask load --sockets 5000 --rate 2000\n  \
                            cargo xtask load --sockets 10000 --rate 0\n  \
                            cargo xtask load --sockets 2 --rate 1 --stored 100000")]
    Load(load::Load),
    /// Look for levels that are even steps apart, by matches.
    #[command(after_help = "Example:\n  cargo xtask levels chessom --first 20,600,500")]
    Levels(levels::Levels),
}

fn main() -> ExitCode {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let done = runtime.map_err(Into::into).and_then(|runtime| match Cli::parse().tool {
        Tool::Load(load) => runtime.block_on(load.run()),
        Tool::Levels(levels) => levels.run(),
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}
