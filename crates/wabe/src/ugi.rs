//! The Universal Game Interface: a session of lines in and lines out.
//!
//! A session takes any reader and writer, so it can be driven by tests and
//! fuzzers. Thinking happens in a thread of its own; lines are read meanwhile.
//! Whatever is not understood is answered by `info string` and changes nothing.

use crate::chances::COUNTED;
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use wabe_rules::{Dice, Outcome, Seat, Status, Table};
use wabe_search::{FORCED, Kind, Limits, Means, Player, Stop, Thought, Value};

/// Nobody counts deeper over the protocol.
const DEEPEST_PERFT: u32 = 12;
/// So long a count keeps other lines waiting.
const SOON: Duration = Duration::from_secs(3);
const MOST_MEGABYTES: usize = 4096;
const MOST_THREADS: usize = 256;

/// Reads lines until `quit` or the end, and answers them.
pub fn serve<W: Write + Send + 'static>(
    spec: &str,
    position: Option<&str>,
    input: impl BufRead,
    output: W,
) -> Result<(), SessionError> {
    let mut session = Session::new(spec, position, output)?;
    for line in input.split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        if session.answer(line.trim())? == Next::Quit {
            session.stop();
            return Ok(());
        }
    }
    session.finish();
    Ok(())
}

/// Why a session could not begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The game or its options.
    #[error("{0}")]
    Game(#[from] wabe_rules::OptionError),
    /// The player.
    #[error("{0}")]
    Player(#[from] wabe_search::PlayerError),
    /// The position to begin with.
    #[error("the position is refused: {0}")]
    Position(#[from] wabe_rules::PositionError),
    /// Reading or writing.
    #[error("the session was cut off: {0}")]
    Line(#[from] io::Error),
}

#[derive(PartialEq)]
enum Next {
    Go,
    Quit,
}

type Shared<T> = Arc<Mutex<T>>;

struct Session<W> {
    out: Shared<W>,
    table: Box<dyn Table>,
    kind: Kind,
    means: Means,
    /// Made when it is needed: its memory takes a moment.
    player: Shared<Option<Box<dyn Player>>>,
    thinking: Option<Thinking>,
    making: Option<Making>,
    /// Where `position startpos` begins.
    start: Option<String>,
}

/// Thinking, or counting.
struct Thinking {
    stop: Stop,
    /// Whether the answer has been given, or is being given.
    has_answered: Arc<AtomicBool>,
    is_endless: bool,
    thread: JoinHandle<()>,
}

/// The game whose tables are being made, and how far that is.
struct Making {
    spec: String,
    state: Arc<AtomicU8>,
}

/// Tables are being made.
const MAKING: u8 = 0;
/// There are new ones, which the player does not know.
const NEW: u8 = 1;
/// The player knows what there is.
const KNOWN: u8 = 2;

fn locked<T: ?Sized>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl<W: Write + Send + 'static> Session<W> {
    fn new(spec: &str, position: Option<&str>, out: W) -> Result<Session<W>, SessionError> {
        let mut table = wabe_games::open(spec)?;
        if let Some(text) = position {
            table.set_position(text)?;
        }
        let (kind, means) = (Kind::Best, Means::default().with_tables());
        Ok(Session {
            out: Arc::new(Mutex::new(out)),
            table,
            kind,
            means,
            player: Arc::default(),
            thinking: None,
            making: None,
            start: position.map(str::to_owned),
        })
    }

    fn say(&self, line: &str) -> io::Result<()> {
        say(&self.out, line)
    }

    fn complain(&self, what: &str) -> io::Result<()> {
        let what: String = what.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.say(&format!("info string {what}"))
    }

    fn answer(&mut self, line: &str) -> io::Result<Next> {
        let mut words = line.split_whitespace();
        let word = words.next().unwrap_or_default();
        let rest = line[word.len()..].trim();
        match word {
            "" => {}
            "ugi" => self.introduce()?,
            "isready" => {
                self.rest();
                if self.thinking.is_none() {
                    self.seat_player();
                }
                self.say("readyok")?;
            }
            "uginewgame" => {
                self.stop();
                if let Some(player) = &mut *locked(&self.player) {
                    player.forget();
                }
            }
            "setoption" => {
                self.stop();
                if let Err(what) = self.set_option(rest) {
                    self.complain(&what)?;
                }
            }
            "position" => {
                self.stop();
                if let Err(what) = self.set_position(rest) {
                    self.complain(&what)?;
                }
            }
            "go" => {
                self.rest();
                match self.read_go(rest) {
                    _ if self.thinking.is_some() => self.complain("still thinking")?,
                    Ok((limits, is_endless)) => self.go(limits, is_endless)?,
                    Err(what) => self.complain(&what)?,
                }
            }
            "stop" => self.stop(),
            "query" => self.query(rest)?,
            "legal" => self.say(self.table.legal().join(" ").trim_end())?,
            "show" => {
                let picture = self.table.picture(wabe_rules::Viewer::Referee);
                let options = wabe_draw::TextOptions { colour: false, counts: true, german: false };
                self.say(wabe_draw::text(&picture, &options).trim_end())?;
                self.say(&format!("position {}", self.table.position()))?;
            }
            "perft" => match rest.parse() {
                Ok(depth @ 0..=DEEPEST_PERFT) => {
                    self.rest();
                    match self.thinking.is_some() {
                        true => self.complain("still thinking")?,
                        false => self.perft(depth),
                    }
                }
                _ => self.complain(&format!("perft takes a depth from 0 to {DEEPEST_PERFT}"))?,
            },
            "eval" => {
                self.stop();
                self.seat_player();
                let seen = locked(&self.player).as_ref().map(|p| p.first_sight(&*self.table));
                match seen {
                    Some(Ok(points)) => self.say(&format!("info score cp {points}"))?,
                    Some(Err(error)) => self.complain(&error.to_string())?,
                    None => self.complain("nobody plays this game")?,
                }
            }
            "quit" => return Ok(Next::Quit),
            other => {
                let other: String = other.chars().take(40).collect();
                self.complain(&format!("unknown command: {other}"))?;
            }
        }
        Ok(Next::Go)
    }

    fn introduce(&self) -> io::Result<()> {
        self.say(concat!("id name Wabe ", env!("CARGO_PKG_VERSION")))?;
        self.say("id author the Wabe authors")?;
        self.say(&format!("option name Game type string default {}", self.table.spec()))?;
        self.say(&format!("option name Hash type spin default 64 min 1 max {MOST_MEGABYTES}"))?;
        self.say(&format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"))?;
        self.say("option name Player type string default best")?;
        self.say("option name Seed type spin default 0 min 0 max 9223372036854775807")?;
        self.say("ugiok")
    }

    fn set_option(&mut self, rest: &str) -> Result<(), String> {
        let rest = rest.strip_prefix("name").ok_or("setoption takes name NAME value VALUE")?.trim();
        let (name, value) = match rest.split_once(" value ") {
            Some((name, value)) => (name.trim(), value.trim()),
            None => (rest, ""),
        };
        let number = |most: usize| {
            let number = value.parse().ok().filter(|number| (1..=most).contains(number));
            number.ok_or_else(|| format!("{name} takes a number from 1 to {most}"))
        };
        match name.to_ascii_lowercase().as_str() {
            "game" => {
                self.table = wabe_games::open(value).map_err(|error| error.to_string())?;
                self.start = None;
            }
            "hash" => self.means.megabytes = number(MOST_MEGABYTES)?,
            "threads" => self.means.threads = number(MOST_THREADS)?,
            "seed" => self.means.seed = value.parse().map_err(|_| "Seed takes a number")?,
            "player" => self.kind = value.parse::<Kind>().map_err(|error| error.to_string())?,
            _ => {
                let name: String = name.chars().take(40).collect();
                return Err(format!("unknown option: {name}"));
            }
        }
        *locked(&self.player) = None;
        Ok(())
    }

    /// Makes the player that the options ask for, unless it is there.
    fn seat_player(&self) {
        seat(&mut locked(&self.player), self.kind, self.table.spec(), &self.means);
    }

    /// Has tables made on first use, beside everything else: a player that is made
    /// when they are there plays by them. Tells how far that is.
    fn make_tables(&mut self) -> Arc<AtomicU8> {
        let (Kind::Best, Some(folder)) = (self.kind, self.means.tables.clone()) else {
            return Arc::new(AtomicU8::new(KNOWN));
        };
        let spec = self.table.spec().to_owned();
        if let Some(making) = self.making.as_ref().filter(|making| making.spec == spec) {
            return Arc::clone(&making.state);
        }
        let means = wabe_solve::Means { threads: 1, memory: 1 << 30 };
        let state = Arc::new(AtomicU8::new(MAKING));
        let (own, told) = (spec.clone(), Arc::clone(&state));
        std::thread::spawn(move || {
            let made = AtomicBool::new(false);
            let see = |_: wabe_solve::Progress| made.store(true, Ordering::Relaxed);
            // Without tables the player thinks for itself.
            let _ = wabe_solve::make_on_first_use(&own, &folder, &means, &see);
            // Only if there is something new: a player takes its memory along.
            told.store(if made.into_inner() { NEW } else { KNOWN }, Ordering::SeqCst);
        });
        self.making = Some(Making { spec, state: Arc::clone(&state) });
        state
    }

    /// Nothing changes unless all of it can be played.
    fn set_position(&mut self, rest: &str) -> Result<(), String> {
        let (start, moves) = match rest.split_once("moves") {
            Some((start, moves)) if start.is_empty() || start.ends_with(' ') => {
                (start.trim(), moves)
            }
            _ => (rest, ""),
        };
        let mut table = wabe_games::open(self.table.spec()).map_err(|error| error.to_string())?;
        let fen = match (start, start.strip_prefix("fen ")) {
            ("startpos", _) => self.start.as_deref(),
            (_, Some(text)) => Some(text.trim()),
            _ => return Err("position takes startpos or fen TEXT, then moves".into()),
        };
        if let Some(text) = fen {
            let refused = |error| format!("the position is refused: {error}");
            table.set_position(text).map_err(refused)?;
        }
        for text in moves.split_whitespace() {
            table.play(text).map_err(|error| error.to_string())?;
        }
        self.table = table;
        Ok(())
    }

    fn read_go(&self, rest: &str) -> Result<(Limits, bool), String> {
        let mut limits = Limits::default();
        let (mut clocks, mut increments) = ([None; 4], [None; 4]);
        let (mut is_endless, mut until_more) = (false, None);
        let mut words = rest.split_whitespace();
        while let Some(word) = words.next() {
            if word == "infinite" {
                is_endless = true;
                continue;
            }
            let value = words.next().and_then(|value| value.parse::<i64>().ok());
            let value = value.ok_or_else(|| {
                let word: String = word.chars().take(40).collect();
                format!("go {word} takes a number")
            })?;
            // A clock that has run out may stand below nothing.
            let value = value.max(0) as u64;
            let time = Duration::from_millis(value.min(1 << 40));
            match word {
                "movetime" => limits.time = Some(time),
                "depth" => limits.depth = Some(value.clamp(1, 1000) as u32),
                "nodes" => limits.nodes = Some(value.max(1)),
                "movestogo" => until_more = Some(value.clamp(1, 1000) as u32),
                _ => match seat_clock(word) {
                    Some((seat, false)) => clocks[seat.index()] = Some(time),
                    Some((seat, true)) => increments[seat.index()] = Some(time),
                    None => {
                        let word: String = word.chars().take(40).collect();
                        return Err(format!("unknown limit: {word}"));
                    }
                },
            }
        }
        let seat = self.table.status().seat().unwrap_or(Seat::FIRST);
        // Who is told of other clocks only takes the shortest of them for its own.
        let of_seat = |times: [Option<Duration>; 4]| {
            times[seat.index()].or(times.into_iter().flatten().min())
        };
        let (clock, increment) = (of_seat(clocks), of_seat(increments));
        if limits.time.is_none() && (clock.is_some() || increment.is_some()) {
            let increment = increment.unwrap_or_default();
            // At least what was added is there.
            let left = clock.unwrap_or(increment);
            limits.time = Limits::for_clock(left, increment, until_more).time;
        }
        Ok((limits, is_endless || limits == Limits::default()))
    }

    fn go(&mut self, limits: Limits, is_endless: bool) -> io::Result<()> {
        match self.table.status() {
            Status::ToAct(_) => {}
            Status::Chance => return self.draw_lot(),
            Status::Over(_) => {
                self.complain("the game is over")?;
                return self.say("bestmove none");
            }
        }
        let tables = self.make_tables();
        let (player, out) = (Arc::clone(&self.player), Arc::clone(&self.out));
        let (kind, means) = (self.kind, self.means.clone());
        self.begin(is_endless, move |table, stop| {
            // Whoever has no clock waits for tables: the answer must not hang on how soon
            // they were made.
            while limits.time.is_none()
                && !is_endless
                && tables.load(Ordering::SeqCst) == MAKING
                && !stop.is_stopped()
            {
                std::thread::sleep(Duration::from_millis(1));
            }
            let mut player = locked(&player);
            if tables.compare_exchange(NEW, KNOWN, Ordering::SeqCst, Ordering::SeqCst).is_ok() {
                *player = None;
            }
            seat(&mut player, kind, table.spec(), &means);
            let mut tell = |thought: &Thought| {
                // Nobody listens any more.
                if say(&out, &info_line(thought)).is_err() {
                    stop.stop();
                }
            };
            let thought = match &mut *player {
                Some(player) => player.think(table, limits, stop, &mut tell).ok(),
                None => None,
            };
            while is_endless && !stop.is_stopped() {
                std::thread::sleep(Duration::from_millis(1));
            }
            match thought {
                Some(thought) => format!("{}\nbestmove {}", info_line(&thought), thought.action),
                None => "bestmove none".to_owned(),
            }
        });
        Ok(())
    }

    /// What is counted soon is waited for, so that `quit` may follow at once; what
    /// takes longer can be stopped.
    fn perft(&mut self, depth: u32) {
        self.begin(false, move |table, stop| match table.perft_until(depth, stop.switch()) {
            Some(nodes) => format!("{depth} {nodes}"),
            None => "info string perft was stopped".to_owned(),
        });
        let began = Instant::now();
        while began.elapsed() < SOON
            && self.thinking.as_ref().is_some_and(|counting| !counting.thread.is_finished())
        {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Begins what takes long in a thread of its own, which answers.
    fn begin(
        &mut self,
        is_endless: bool,
        work: impl FnOnce(&dyn Table, &Stop) -> String + Send + 'static,
    ) {
        let stop = Stop::new();
        let (table, out, switch) = (self.table.fork(), Arc::clone(&self.out), stop.clone());
        let has_answered = Arc::new(AtomicBool::new(false));
        let answering = Arc::clone(&has_answered);
        let thread = std::thread::spawn(move || {
            let answer = work(&*table, &switch);
            answering.store(true, Ordering::SeqCst);
            let _ = say(&out, &answer);
        });
        self.thinking = Some(Thinking { stop, has_answered, is_endless, thread });
    }

    /// Match runners know of no lots: whoever is asked to act draws. A lot
    /// depends on the option Seed and on how many actions were played before.
    fn draw_lot(&self) -> io::Result<()> {
        let place = (self.table.len() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let lot = self.table.random_action(&mut Dice::new(self.means.seed ^ place));
        self.complain("nobody is to act, a lot is drawn")?;
        self.say(&format!("bestmove {}", lot.as_deref().unwrap_or("none")))
    }

    /// Takes note if thinking has ended by itself. Whoever has read the answer
    /// may go on at once, though the thread that gave it may still be there.
    fn rest(&mut self) {
        let has_ended = |thinking: &Thinking| thinking.has_answered.load(Ordering::SeqCst);
        if self.thinking.as_ref().is_some_and(has_ended) {
            self.stop();
        }
    }

    fn stop(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.stop.stop();
            let _ = thinking.thread.join();
        }
    }

    /// The input has ended: what has limits may come to its end.
    fn finish(&mut self) {
        match self.thinking.take() {
            Some(thinking) if !thinking.is_endless => {
                let _ = thinking.thread.join();
            }
            thinking => {
                self.thinking = thinking;
                self.stop();
            }
        }
    }

    fn query(&self, what: &str) -> io::Result<()> {
        let status = self.table.status();
        let answer = match what {
            "gameover" => status.is_over().to_string(),
            "p1turn" => (status.seat() == Some(Seat::FIRST)).to_string(),
            "turn" => status.seat().map_or("none".to_owned(), |seat| seat.number().to_string()),
            "result" => match status {
                Status::Over(Outcome { winners, .. }) => match winners.iter().next() {
                    Some(seat) => format!("p{seat}win"),
                    None => "draw".to_owned(),
                },
                _ => "none".to_owned(),
            },
            _ => return self.complain("query takes gameover, p1turn, turn or result"),
        };
        self.say(&format!("response {answer}"))
    }
}

impl<W> Drop for Session<W> {
    fn drop(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.stop.stop();
            let _ = thinking.thread.join();
        }
    }
}

/// Makes the player that the options ask for, unless it is there.
fn seat(player: &mut Option<Box<dyn Player>>, kind: Kind, spec: &str, means: &Means) {
    if player.is_none() {
        // The spec is a table's own, so there is a player for it.
        *player = wabe_search::player(kind, spec, means.clone()).ok();
    }
}

/// `p2time` or `p2inc`: the seat, and whether it is an increment.
fn seat_clock(word: &str) -> Option<(Seat, bool)> {
    let rest = word.strip_prefix('p')?;
    let number = rest.chars().next()?.to_digit(10).filter(|number| (1..=4).contains(number))?;
    let seat = Seat::from_index(number as usize - 1);
    match &rest[1..] {
        "time" => Some((seat, false)),
        "inc" => Some((seat, true)),
        _ => None,
    }
}

fn say<W: Write>(out: &Mutex<W>, line: &str) -> io::Result<()> {
    let mut out = locked(out);
    writeln!(out, "{line}")?;
    out.flush()
}

fn info_line(thought: &Thought) -> String {
    let score = match thought.value {
        Value::Points(points) => format!("cp {points}"),
        Value::WinIn(actions @ 0..COUNTED) => format!("mate {actions}"),
        Value::LossIn(actions @ 0..COUNTED) => format!("mate -{actions}"),
        Value::WinIn(_) => format!("cp {FORCED}"),
        Value::LossIn(_) => format!("cp -{FORCED}"),
    };
    let millis = thought.time.as_millis();
    let per_second = thought.nodes as f64 / thought.time.as_secs_f64().max(1e-6);
    format!(
        "info depth {} score {score} nodes {} nps {per_second:.0} hashfull {} time {millis} pv {}",
        thought.depth,
        thought.nodes,
        thought.fullness,
        thought.line.join(" ")
    )
}
