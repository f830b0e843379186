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
    args_conflicts_with_subcommands = true,
    after_help = "Without a command the server starts, as with `wabe serve`.\n\n\
                  Examples:\n  wabe\n  wabe games\n  wabe show abalone:layout=belgian-daisy\n  \
                  wabe legal zange @17 @18\n  wabe perft chessom 4\n\n\
                  `wabe help COMMAND` tells more."
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub serve: ServeArgs,
}

#[derive(Subcommand)]
pub enum Command {
    /// Start the server: play in the browser.
    Serve(ServeArgs),
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
    /// Play in the terminal, against the program or at one screen.
    Play(PlayArgs),
    /// Judge every action of a record: evaluation, best line, loss, mistakes.
    Analyse(AnalyseArgs),
    /// Let engines play each other and tell who is stronger.
    Match(MatchArgs),
    /// Learn the weights of a game's evaluation from games against itself.
    Tune(TuneArgs),
    /// Speak the engine protocol UGI on standard input and output.
    Ugi(UgiArgs),
    /// Search fixed positions of all games: a signature of the engine.
    #[command(after_help = "Prints a line a game, GAME NODES NODES_PER_SECOND, and last \
                            bench: TOTAL_NODES. The nodes are the same on every run and machine.\n\n\
                            Example:\n  wabe bench")]
    Bench,
    /// Copy all tables and games into one file, also while the server runs.
    Backup(BackupArgs),
    /// Tell what is wrong with the data folder.
    Doctor(DoctorArgs),
    /// Print a completion script for a shell.
    #[command(
        after_help = "Example:\n  wabe completions bash > ~/.local/share/bash-completion/completions/wabe"
    )]
    Completions(CompletionsArgs),
    /// Print the manual page.
    #[command(after_help = "Example:\n  wabe man > wabe.1 && man ./wabe.1")]
    Man,
}

#[derive(Args)]
#[command(
    after_help = "Every option can also be set in the environment (WABE_LISTEN=0.0.0.0:80), or in a \
                  file of lines such as listen = \"0.0.0.0:80\", given with --config or found as \
                  wabe.toml in the data folder. The command line counts most, then the environment, \
                  then the file.\n\nExamples:\n  wabe serve\n  \
                  wabe serve --listen 0.0.0.0:8080 --data /srv/wabe"
)]
pub struct ServeArgs {
    /// The address to listen at (127.0.0.1:8080).
    #[arg(long, value_name = "ADDRESS", env = "WABE_LISTEN")]
    pub listen: Option<String>,
    /// The folder in which everything is kept.
    #[arg(long, value_name = "FOLDER", env = "WABE_DATA")]
    pub data: Option<PathBuf>,
    /// How much to tell on standard error: error, warn, info, debug or trace (warn).
    #[arg(long, value_name = "LEVEL", env = "WABE_LOG")]
    pub log: Option<String>,
    /// A file with settings.
    #[arg(long, value_name = "FILE", env = "WABE_CONFIG")]
    pub config: Option<PathBuf>,
    /// The address people use, if a proxy stands before the server.
    #[arg(long, value_name = "URL", env = "WABE_PUBLIC")]
    pub public: Option<String>,
    /// Believe the proxy when it says where a request comes from.
    #[arg(long, value_name = "YES", num_args = 0..=1, default_missing_value = "true", env = "WABE_BEHIND_PROXY")]
    pub behind_proxy: Option<bool>,
    /// How many live connections one address may have (200).
    #[arg(long, value_name = "N", env = "WABE_SOCKETS_PER_ADDRESS")]
    pub sockets_per_address: Option<usize>,
    /// How many tables one address may open in an hour (600).
    #[arg(long, value_name = "N", env = "WABE_TABLES_PER_HOUR")]
    pub tables_per_hour: Option<u32>,
    /// How many requests one address may send in a second (200).
    #[arg(long, value_name = "N", env = "WABE_REQUESTS_PER_SECOND")]
    pub requests_per_second: Option<u32>,
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
    after_help = "Type an action, or: ? for a hint, legal, back, save FILE, record, resign, help, quit.\n\
                        A game that was saved goes on with --resume, and is saved there again.\n\n\
                        Examples:\n  wabe play abalone\n  wabe play zange --level 2 --save game.txt\n  \
                        wabe play --resume game.txt\n  \
                        wabe play omega:players=3 --players human,level:3,best --lang de\n  \
                        wabe play chessom --players human,human\n  \
                        wabe play gabata --seat none --level best --time 100"
)]
pub struct PlayArgs {
    /// The game with options, such as omega:players=3,size=7.
    #[arg(value_name = "SPEC", required_unless_present_any = ["resume", "table"])]
    pub spec: Option<String>,
    /// Actions to play first, separated by blanks.
    #[arg(value_name = "ACTIONS")]
    pub actions: Vec<String>,
    /// Start from this position instead of the start.
    #[arg(long, value_name = "TEXT", conflicts_with = "resume")]
    pub position: Option<String>,
    /// The seat of the one human, or none to watch (1 if nothing is said).
    #[arg(long, value_name = "N", conflicts_with = "players")]
    pub seat: Option<String>,
    /// How strong the program plays: 1 to 8 or best (4 if nothing is said).
    #[arg(long, conflicts_with = "players")]
    pub level: Option<String>,
    /// Who sits on each seat: human, level:1 to level:8, best, ..., with commas.
    #[arg(long, value_name = "LIST")]
    pub players: Option<String>,
    /// Milliseconds for an action of the program, and for a hint.
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub time: u64,
    /// The seed of lots and of the errors of weak players.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Save the game to this file after every action.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Go on with the game in this file.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Sit down at a running table of a server: the address in the browser.
    #[arg(long, value_name = "URL", conflicts_with_all = ["spec", "position", "level", "players", "save", "resume"])]
    pub table: Option<String>,
    /// Print how many seeds lie in a pit, if the players agree to that.
    #[arg(long)]
    pub counts: bool,
    /// The language.
    #[arg(long, default_value = "en")]
    pub lang: Language,
}

#[derive(Args)]
#[command(
    after_help = "Marks: ?! inaccuracy, ? mistake, ?? blunder, by the expected score that an action \
                        gave away. Nodes (the default: 50000 a position) give the same on every \
                        machine, time does not.\n\n\
                        Examples:\n  wabe analyse game.txt\n  wabe analyse game.txt --record > annotated.txt\n  \
                        wabe analyse games.txt --nodes 500000 --threads 2 --svg plot.svg\n  \
                        wabe analyse old.txt --spec ombagi:playout=true --json"
)]
pub struct AnalyseArgs {
    /// The file with one or more records (- for standard input).
    pub file: PathBuf,
    /// The spec of records that name none.
    #[arg(long)]
    pub spec: Option<String>,
    /// Milliseconds for a position.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub time: Option<u64>,
    /// Positions to look at for a position (50000 if nothing is said).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// How deep to look.
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth: Option<u32>,
    /// Positions looked at at the same time.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = threads_number)]
    pub threads: usize,
    /// Print JSON, a line a game.
    #[arg(long)]
    pub json: bool,
    /// Print the annotated records and nothing else.
    #[arg(long, conflicts_with = "json")]
    pub record: bool,
    /// Write the plot as SVG to this file (- for standard output).
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// The language.
    #[arg(long, default_value = "en")]
    pub lang: Language,
}

#[derive(Args)]
#[command(
    after_help = "An ENGINE is random, greedy, mcts, level:1 to level:8, best, or a command that \
                        speaks UGI; ours may have limits of their own: mcts@5000 (nodes), \
                        best@100ms, level:3@4ply. Games come in rounds: from one random opening, \
                        once for each side. With three or four sides the first engine has one and \
                        the second all others, unless more are named.\n\n\
                        Examples:\n  wabe match zange --a best --b greedy --games 20\n  \
                        wabe match abalone --a best --b mcts@5000 --games 100 --time 100\n  \
                        wabe match chessom --a level:4 --b level:3 --games 400 --sprt 0,70\n  \
                        wabe match omega:players=3 --a best --b mcts --games 60 --record games.txt"
)]
pub struct MatchArgs {
    /// The game with options.
    pub spec: String,
    /// The first engine; wins and losses are told for it.
    #[arg(long, value_name = "ENGINE")]
    pub a: String,
    /// The second engine.
    #[arg(long, value_name = "ENGINE")]
    pub b: String,
    /// A third engine, where there are so many sides.
    #[arg(long, value_name = "ENGINE")]
    pub c: Option<String>,
    /// A fourth engine.
    #[arg(long, value_name = "ENGINE", requires = "c")]
    pub d: Option<String>,
    /// How many games; rounded up to whole rounds.
    #[arg(long, value_name = "N", value_parser = games_number)]
    pub games: usize,
    /// Milliseconds for an action (100 if nothing is said).
    #[arg(long, value_name = "MS")]
    pub time: Option<u64>,
    /// Positions to look at for an action.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// How deep to look.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth: Option<u32>,
    /// Random actions at the beginning of every round.
    #[arg(long, value_name = "K", default_value_t = 2)]
    pub openings: usize,
    /// The seed of openings, lots and engines.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Games at the same time.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = threads_number)]
    pub threads: usize,
    /// Threads of every engine of ours.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = threads_number)]
    pub engine_threads: usize,
    /// Megabytes of memory of every engine of ours.
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = megabytes_number)]
    pub hash: usize,
    /// Stop when one of two differences in Elo is clearly the better guess.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<String>,
    /// Write the games to this file; if it has games of this match, go on there.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

fn games_number(text: &str) -> Result<usize, String> {
    number_in(text, 1..=10_000_000)
}

/// Threads of anything.
pub fn threads_number(text: &str) -> Result<usize, String> {
    number_in(text, 1..=1024)
}

/// Megabytes of memory.
pub fn megabytes_number(text: &str) -> Result<usize, String> {
    number_in(text, 1..=4096)
}

fn number_in(text: &str, range: std::ops::RangeInclusive<usize>) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("expected a number from {} to {}", range.start(), range.end()))
}

#[derive(Args)]
#[command(
    after_help = "Options of the protocol: Game, Hash, Threads, Player (best, level:3, ...), \
                        Seed.\n\nExamples:\n  wabe ugi\n  wabe ugi omega:players=3\n  \
                        printf 'go nodes 10000\\n' | wabe ugi zange"
)]
pub struct UgiArgs {
    /// The game with options.
    #[arg(default_value = "abalone")]
    pub spec: String,
    /// Start from this position instead of the start.
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
}

#[derive(Args)]
#[command(after_help = "Prints the table of weights for the game's module.\n\n\
                        Example:\n  wabe tune chessom --games 2000 --nodes 2000 --threads 2\n  \
                        wabe tune ombagi --against best --games 16 --steps 600 --only 'steps the,on B'\n  \
                        wabe tune chessom --network chessom.net --games 9000 --nodes 1000\n  \
                        wabe match omega:players=3 --a best --b mcts --games 300 --record games.txt\n  \
                        wabe tune omega:players=3 --from games.txt --of mcts")]
pub struct TuneArgs {
    /// The game with options.
    pub spec: String,
    /// How many games to play.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// Positions to look at for an action.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Climb by games against this player instead of fitting results: steps try weights a
    /// little up and down; against best, the two that a step tries play each other.
    #[arg(long, value_name = "ENGINE")]
    pub against: Option<String>,
    /// Steps to climb, each with so many games.
    #[arg(long, value_name = "N", default_value_t = 100, requires = "against", value_parser = clap::value_parser!(u32).range(1..))]
    pub steps: u32,
    /// Climb with those weights only whose names hold one of these texts.
    #[arg(long, value_name = "TEXTS", value_delimiter = ',', requires = "against")]
    pub only: Vec<String>,
    /// Learn a network instead of weights, and write it to this file.
    #[arg(long, value_name = "FILE", conflicts_with = "against")]
    pub network: Option<PathBuf>,
    /// Learn from the records in this file (`-`: standard input) what others do.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["against", "network"])]
    pub from: Option<PathBuf>,
    /// Whose actions in the records to learn from, as its seats are named there.
    #[arg(long, value_name = "NAME", default_value = "mcts", requires = "from")]
    pub of: String,
    /// How often a network goes through what it learns from.
    #[arg(long, value_name = "N", default_value_t = 10, requires = "network", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub passes: u32,
    /// How much the results of games count for a network, in percent; the rest is
    /// what the search expected.
    #[arg(long, value_name = "PERCENT", default_value_t = 0, requires = "network", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub result: u8,
    /// At most so many random actions at the beginning.
    #[arg(long, value_name = "K", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub openings: u32,
    /// Games at the same time.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = threads_number)]
    pub threads: usize,
    /// The seed of openings and lots.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
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

/// Where the server keeps its tables.
#[derive(Args)]
pub struct Data {
    /// The data folder, if not the usual one (WABE_DATA).
    #[arg(long = "data", value_name = "DIR")]
    pub folder: Option<PathBuf>,
}

#[derive(Args)]
#[command(
    after_help = "The copy is of one moment, is checked, and appears only when it is whole. A file \
                        that is there already is left alone. To restore it, put it into an empty \
                        data folder as wabe.db.\n\n\
                        Examples:\n  wabe backup games.db\n  \
                        wabe backup /mnt/stick/$(date +%F).db --data /var/lib/wabe"
)]
pub struct BackupArgs {
    /// The file to write.
    pub file: PathBuf,
    #[command(flatten)]
    pub data: Data,
}

#[derive(Args)]
#[command(
    after_help = "Prints a line a finding: error, warning or note, and a sentence. Changes nothing; \
                        the server may run meanwhile. The exit code is 1 if there is an error or a \
                        warning.\n\n\
                        Examples:\n  wabe doctor\n  wabe doctor --data /var/lib/wabe --json"
)]
pub struct DoctorArgs {
    #[command(flatten)]
    pub data: Data,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct CompletionsArgs {
    /// The shell.
    pub shell: clap_complete::Shell,
}
