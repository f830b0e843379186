//! The one definition of the commands: parser, help, completions and manual
//! page all come from here.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// A table for eight abstract board games.
#[derive(Parser)]
#[command(
    name = "wabe",
    version,
    about = "A table for eight abstract board games",
    long_about = "A table for eight abstract board games: Abalone, Omega, Ombagi, Gassen-Ombagi, \
                  Duombo, Chessom, Die Zange, Gabata.\n\n\
                  A SPEC is a game with options, such as omega:players=3,size=7 (`wabe games` \
                  lists them). ACTIONS are moves in the game's notation, separated by blanks; \
                  numbers of turns (12.) and marks (* + #) are skipped.\n\n\
                  Exit codes: 0 for success, 1 if the thing asked about is wrong (an illegal \
                  action, a failed verify), 2 for wrong usage.",
    arg_required_else_help = true,
    after_help = "Examples:\n  wabe games\n  wabe show abalone:layout=belgian-daisy\n  \
                  wabe legal zange @17 @18\n  wabe perft chessom 4\n\n\
                  `wabe help COMMAND` tells more."
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// List the games with their options, or tell all about one.
    Games(GamesArgs),
    /// List the legal actions, one a line, sorted as bytes.
    Legal(LegalArgs),
    /// Draw a position: as text, JSON, SVG or PNG.
    Show(ShowArgs),
    /// Count action sequences.
    Perft(PerftArgs),
    /// Play random games and tell how fast that is.
    Playouts(PlayoutsArgs),
    /// Replay games from JSON lines and compare.
    Verify(VerifyArgs),
    /// Step through a record in the terminal, or print it.
    Replay(ReplayArgs),
    /// Work out perfect play and keep it in tables.
    Solve(SolveArgs),
    /// Ask the tables what perfect play gives.
    Probe(ProbeArgs),
    /// Print a completion script for a shell.
    #[command(
        after_help = "Example:\n  wabe completions bash > ~/.local/share/bash-completion/completions/wabe"
    )]
    Completions(CompletionsArgs),
    /// Print the manual page.
    #[command(after_help = "Example:\n  wabe man > wabe.1 && man ./wabe.1")]
    Man,
}

/// A game and where it stands.
#[derive(Args)]
pub struct At {
    /// The game with options, such as omega:players=3,size=7.
    #[arg(value_name = "SPEC")]
    pub spec: String,
    /// Actions to play first, separated by blanks.
    #[arg(value_name = "ACTIONS")]
    pub actions: Vec<String>,
    /// Start from this position instead of the start.
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
}

/// The language of sentences.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub enum Language {
    /// English.
    En,
    /// German.
    De,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  wabe games\n  wabe games ombagi\n  wabe games --json")]
pub struct GamesArgs {
    /// Tell all about this game, our readings of its rules included.
    pub game: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// The language.
    #[arg(long, default_value = "en")]
    pub lang: Language,
}

#[derive(Args)]
#[command(
    after_help = "Examples:\n  wabe legal abalone\n  wabe legal omega:players=3 c3 d4 e5\n  \
                        wabe legal zange \"1. @17 2. @18\""
)]
pub struct LegalArgs {
    #[command(flatten)]
    pub at: At,
}

#[derive(Args)]
#[command(
    after_help = "Examples:\n  wabe show ombagi\n  wabe show zange @17 @18 --svg board.svg\n  \
                        wabe show ombagi:hidden=true --as 1 --json"
)]
pub struct ShowArgs {
    #[command(flatten)]
    pub at: At,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// Write a picture as SVG to this file (- for standard output).
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Write a picture as PNG to this file.
    #[arg(long, value_name = "FILE")]
    pub png: Option<PathBuf>,
    /// The width of the PNG in pixels.
    #[arg(long, value_name = "PIXELS", default_value_t = 1200, value_parser = clap::value_parser!(u32).range(16..=8000))]
    pub width: u32,
    /// Who looks: a seat's number, watcher, or referee (who sees everything).
    #[arg(long = "as", value_name = "SEAT", default_value = "watcher")]
    pub viewer: String,
    /// Print how many seeds lie in a pit, if the players agree to that.
    #[arg(long)]
    pub counts: bool,
    /// The language.
    #[arg(long, default_value = "en")]
    pub lang: Language,
}

#[derive(Args)]
#[command(after_help = "Prints a line a depth: DEPTH NODES SECONDS NODES_PER_SECOND.\n\n\
                        Examples:\n  wabe perft abalone 5\n  wabe perft gabata 6 --divide")]
pub struct PerftArgs {
    /// The game with options.
    pub spec: String,
    /// How many actions deep.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
    pub depth: u32,
    /// Start from this position instead of the start.
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Split the last depth by first action.
    #[arg(long)]
    pub divide: bool,
    /// Play the last action too, instead of counting it.
    #[arg(long)]
    pub no_bulk: bool,
    /// How many threads count.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: u32,
}

#[derive(Args)]
#[command(after_help = "Prints PLAYOUTS SECONDS PLAYOUTS_PER_SECOND ACTIONS_PER_PLAYOUT.\n\n\
                        Example:\n  wabe playouts omega:size=8 --seconds 5")]
pub struct PlayoutsArgs {
    /// The game with options.
    pub spec: String,
    /// For how long.
    #[arg(long, value_name = "S", default_value_t = 2.0)]
    pub seconds: f64,
    /// The seed of the random choices.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Start from this position instead of the start.
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
}

#[derive(Args)]
#[command(
    after_help = "A line is {\"spec\": \"...\", \"actions\": [...], \"legal\": [[...], ...], \
                        \"result\": {...}}; legal and result may be left out. Of a result, winners \
                        and scores are compared; the reason is only a word for people.\n\n\
                        Example:\n  wabe verify games.jsonl"
)]
pub struct VerifyArgs {
    /// The file (- for standard input).
    pub file: PathBuf,
}

#[derive(Args)]
#[command(
    after_help = "Keys: right/left or space/backspace a step, home/end, n/p another game, q.\n\n\
                        Examples:\n  wabe replay game.txt\n  wabe replay game.txt --record > clean.txt\n  \
                        wabe replay old.txt --spec ombagi:playout=true"
)]
pub struct ReplayArgs {
    /// The file with one or more records (- for standard input).
    pub file: PathBuf,
    /// The spec of records that name none.
    #[arg(long)]
    pub spec: Option<String>,
    /// Print the records in canonical form and nothing else.
    #[arg(long)]
    pub record: bool,
    /// Print the board after every turn (without a terminal).
    #[arg(long)]
    pub boards: bool,
    /// Who looks: a seat's number, watcher, or referee.
    #[arg(long = "as", value_name = "SEAT", default_value = "referee")]
    pub viewer: String,
    /// The language.
    #[arg(long, default_value = "en")]
    pub lang: Language,
}

#[derive(Args)]
#[command(
    after_help = "The tables hold without the house rules (repetition, limit, quiet). A killed run \
                        goes on where it was, at the cost of one tier.\n\n\
                        Examples:\n  wabe solve duombo\n  wabe solve chessom --pieces 4\n  \
                        wabe solve zange:corners=1\n  wabe solve duombo --check --sample 100000\n  \
                        wabe solve duombo --census"
)]
pub struct SolveArgs {
    /// The game with options.
    #[arg(value_name = "GAME")]
    pub spec: String,
    /// Solve positions with at most so many stones, where a game is solved by
    /// their number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=24))]
    pub pieces: Option<u32>,
    /// How many GB of memory may be used.
    #[arg(long, value_name = "GB", default_value_t = 8.0)]
    pub memory: f64,
    /// How many threads work; as many as there are processors if not said.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// The folder of the tables, if not the usual one (WABE_DATA/tables).
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,
    /// Derive values of the tables anew from the rules and compare, instead of
    /// solving.
    #[arg(long, conflicts_with = "census")]
    pub check: bool,
    /// Check every position.
    #[arg(long, requires = "check")]
    pub all: bool,
    /// Check so many positions.
    #[arg(
        long,
        value_name = "N",
        requires = "check",
        conflicts_with = "all",
        default_value_t = 100_000
    )]
    pub sample: u64,
    /// The seed of the sample.
    #[arg(long, value_name = "N", requires = "check", default_value_t = 1)]
    pub seed: u64,
    /// Count what the tables say, instead of solving.
    #[arg(long)]
    pub census: bool,
    /// Draw the distances of the census as SVG to this file.
    #[arg(long, value_name = "FILE", requires = "census")]
    pub svg: Option<PathBuf>,
}

#[derive(Args)]
#[command(
    after_help = "The values hold without the house rules (repetition, limit, quiet). Duombo's \
                        tables are made if they are not there.\n\n\
                        Examples:\n  wabe probe duombo\n  wabe probe duombo 1@29 1@30 --json\n  \
                        wabe probe duombo:mills=1 --line --position \
                        \"..a./...c./...2b./..13.../....../...../.... to=1 mills=0,0 banned=2c\""
)]
pub struct ProbeArgs {
    #[command(flatten)]
    pub at: At,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// Play on perfectly to the end of a won or lost game, and print the record.
    #[arg(long, conflicts_with = "json")]
    pub line: bool,
    /// The folder of the tables, if not the usual one (WABE_DATA/tables).
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,
}

#[derive(Args)]
pub struct CompletionsArgs {
    /// The shell.
    pub shell: clap_complete::Shell,
}
