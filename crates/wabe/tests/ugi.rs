//! The engine protocol: driven in memory line by line, and as a process the
//! way match runners drive it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;
use wabe_rules::{Dice, Status, Table};

/// Nothing here may take so long, however slow the machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// The end of a pipe in memory that the session reads from.
struct FromChannel {
    lines: Receiver<String>,
    rest: Vec<u8>,
}

impl Read for FromChannel {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        if self.rest.is_empty() {
            match self.lines.recv() {
                Ok(line) => self.rest = line.into_bytes(),
                Err(_) => return Ok(0),
            }
        }
        let length = out.len().min(self.rest.len());
        out[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}

/// The end of a pipe in memory that the session writes to.
struct ToChannel {
    lines: Sender<String>,
    rest: String,
}

impl Write for ToChannel {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.rest += std::str::from_utf8(bytes).expect("UTF-8");
        while let Some(end) = self.rest.find('\n') {
            let line = self.rest[..end].to_owned();
            self.rest.drain(..=end);
            let _ = self.lines.send(line);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A session in a thread, spoken to from a test.
struct Dialogue {
    say: Option<Sender<String>>,
    hear: Receiver<String>,
    thread: Option<std::thread::JoinHandle<bool>>,
}

impl Dialogue {
    fn new(spec: &str) -> Dialogue {
        let (say, lines) = channel();
        let (lines_out, hear) = channel();
        let spec = spec.to_owned();
        let thread = std::thread::spawn(move || {
            let input = BufReader::new(FromChannel { lines, rest: Vec::new() });
            let output = ToChannel { lines: lines_out, rest: String::new() };
            wabe::serve_ugi(&spec, None, input, output).is_ok()
        });
        Dialogue { say: Some(say), hear, thread: Some(thread) }
    }

    fn say(&self, line: &str) {
        let say = self.say.as_ref().expect("open");
        say.send(format!("{line}\n")).expect("the session listens");
    }

    /// All lines up to one that begins with a word.
    fn until(&self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.hear.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|_| panic!("no {word} after {lines:?}"));
            let is_it = line.split_whitespace().next() == Some(word);
            lines.push(line);
            if is_it {
                return lines;
            }
        }
    }

    fn ask(&self, question: &str, word: &str) -> String {
        self.say(question);
        self.until(word).pop().expect("a line")
    }

    /// Ends the input and waits for the end; what was still said.
    fn end(mut self) -> Vec<String> {
        self.say = None;
        let fine = self.thread.take().expect("running").join().expect("no panic");
        assert!(fine);
        self.hear.iter().collect()
    }
}

/// The answers to lines that are all there at once.
fn answers(spec: &str, lines: &str) -> Vec<String> {
    let dialogue = Dialogue::new(spec);
    lines.lines().for_each(|line| dialogue.say(line));
    dialogue.end()
}

fn bestmove(line: &str) -> &str {
    let words: Vec<&str> = line.split_whitespace().collect();
    assert_eq!((words.len(), words[0]), (2, "bestmove"), "{line}");
    words[1]
}

#[test]
fn it_introduces_itself() {
    let told = answers("abalone", "ugi");
    assert!(told[0].starts_with("id name Wabe "));
    assert!(told[1].starts_with("id author "));
    assert_eq!(told.last().map(String::as_str), Some("ugiok"));
    let options = &told[2..told.len() - 1];
    for option in options {
        assert!(option.starts_with("option name ") && option.contains(" type "), "{option}");
        assert!(option.contains(" default "), "{option}");
    }
    assert!(
        options.iter().any(|option| option.contains("name Game") && option.contains("abalone"))
    );
    assert!(options.iter().any(|option| option.contains("name Hash")));
}

#[test]
fn input_is_read_while_a_search_runs() {
    let dialogue = Dialogue::new("abalone");
    dialogue.say("go infinite");
    assert_eq!(dialogue.ask("isready", "readyok"), "readyok");
    assert_eq!(dialogue.ask("query p1turn", "response"), "response true");
    assert!(dialogue.ask("go nodes 5", "info").contains("info"));
    let told = dialogue.ask("stop", "bestmove");
    let legal = wabe_games::open("abalone").expect("a spec").legal();
    assert!(legal.iter().any(|action| action == bestmove(&told)), "{told}");
    assert_eq!(dialogue.ask("isready", "readyok"), "readyok");
    assert!(dialogue.end().is_empty(), "one answer only");
}

#[test]
fn info_lines_have_the_fields_and_the_last_comes_before_bestmove() {
    for spec in ["abalone", "omega", "gabata", "zange"] {
        let dialogue = Dialogue::new(spec);
        dialogue.say("position startpos");
        dialogue.say("go nodes 3000");
        let lines = dialogue.until("bestmove");
        let info: Vec<&String> = lines.iter().filter(|line| line.starts_with("info ")).collect();
        assert!(!info.is_empty() && lines.len() == info.len() + 1, "{lines:?}");
        for line in info {
            let words: Vec<&str> = line.split_whitespace().collect();
            let after = |word: &str| {
                let at = words.iter().position(|other| *other == word);
                at.and_then(|at| words.get(at + 1)).copied().unwrap_or_else(|| panic!("{line}"))
            };
            for field in ["depth", "nodes", "nps", "time", "hashfull"] {
                assert!(after(field).parse::<u64>().is_ok(), "{field}: {line}");
            }
            assert!(["cp", "mate"].contains(&after("score")), "{line}");
            let mut table = wabe_games::open(spec).expect("a spec");
            let line_at = words.iter().position(|word| *word == "pv").expect("pv");
            for action in &words[line_at + 1..] {
                table.play(action).unwrap_or_else(|error| panic!("{error}: {line}"));
            }
        }
    }
}

#[test]
fn forced_actions_are_answered_with_an_info_line_too() {
    let told = answers("zange:captures=1", "position startpos moves @29 @28 @11\ngo depth 2");
    assert_eq!(bestmove(told.last().expect("an answer")), "@30");
    assert!(told[told.len() - 2].contains(" score mate 1 "), "{told:?}");
}

#[test]
fn unknown_input_is_answered_and_changes_nothing() {
    let lines = [
        "xyzzy",
        "go sideways",
        "go movetime",
        "go movetime x",
        "position",
        "position somewhere",
        "position fen nonsense",
        "position startpos moves @17 @17",
        "setoption",
        "setoption name Nonsense value 3",
        "setoption name Hash value 0",
        "setoption name Threads value many",
        "setoption name Player value level:9",
        "setoption name Seed value -1",
        "setoption name Game value chess",
        "query",
        "query nonsense",
        "perft",
        "perft 99",
        "perft -1",
        "\u{1}\u{7f}\u{2028}",
    ];
    let dialogue = Dialogue::new("zange");
    dialogue.say("position startpos moves @17 @18");
    let before = dialogue.ask("legal", "@11");
    for line in lines {
        let told = dialogue.ask(line, "info");
        assert!(told.starts_with("info string "), "{line}: {told}");
        assert_eq!(dialogue.ask("legal", "@11"), before, "after {line}");
    }
    dialogue.say("");
    dialogue.say("   \t ");
    assert_eq!(dialogue.ask("isready", "readyok"), "readyok");
    assert!(dialogue.end().is_empty());
}

#[test]
fn wrong_bytes_do_not_end_it() {
    let input = std::io::Cursor::new(b"\xff\xfe\x00go\nisready\r\nquit\n".to_vec());
    let (send, hear) = channel();
    let output = ToChannel { lines: send, rest: String::new() };
    assert!(wabe::serve_ugi("zange", None, input, output).is_ok());
    let told: Vec<String> = hear.iter().collect();
    assert!(told[0].starts_with("info string unknown command"), "{told:?}");
    assert_eq!(told[1..], ["readyok"]);
}

#[test]
fn bad_starts_are_refused() {
    let start = |spec: &str, position: Option<&str>| {
        let (send, _) = channel();
        let output = ToChannel { lines: send, rest: String::new() };
        wabe::serve_ugi(spec, position, std::io::Cursor::new(b""), output)
    };
    let error = start("chess", None).expect_err("no such game").to_string();
    assert!(error.contains("abalone") && !error.contains('\n'));
    let error = start("zange", Some("nonsense")).expect_err("no position").to_string();
    assert!(error.starts_with("the position is refused"), "{error}");
}

#[test]
fn queries_tell_turn_end_and_result() {
    let dialogue = Dialogue::new("zange:captures=1");
    let query = |what: &str| dialogue.ask(&format!("query {what}"), "response");
    assert_eq!(query("p1turn"), "response true");
    assert_eq!(query("turn"), "response 1");
    assert_eq!(query("gameover"), "response false");
    assert_eq!(query("result"), "response none");
    dialogue.say("position startpos moves @29");
    assert_eq!(query("p1turn"), "response false");
    assert_eq!(query("turn"), "response 2");
    dialogue.say("position startpos moves @29 @28 @11 @30");
    assert_eq!(query("gameover"), "response true");
    assert_eq!(query("result"), "response p2win");
    assert_eq!(query("p1turn"), "response false");
    assert_eq!(query("turn"), "response none");
    assert_eq!(bestmove(&dialogue.ask("go nodes 10", "bestmove")), "none");
    dialogue.say("setoption name Game value duombo:limit=1");
    dialogue.say("position startpos moves 1@29");
    assert_eq!(query("result"), "response draw");
    dialogue.end();
}

#[test]
fn three_and_four_seats_and_teams() {
    let dialogue = Dialogue::new("omega:players=3");
    let query = |what: &str| dialogue.ask(&format!("query {what}"), "response");
    let mut table = wabe_games::open("omega:players=3").expect("a spec");
    while table.status().seat().map(wabe_rules::Seat::number) != Some(3) {
        let action = dialogue.ask("go nodes 50 p1time 1000 p3time 1000 p3inc 5", "bestmove");
        table.play(bestmove(&action)).expect("a legal action");
        dialogue.say(&format!("position startpos moves {}", table.actions().join(" ")));
    }
    assert_eq!(query("turn"), "response 3");
    dialogue.say("setoption name Game value abalone:players=3");
    dialogue.say("position startpos moves resign-1 resign-2");
    assert_eq!(query("result"), "response p3win");
    dialogue.say("setoption name Game value abalone:players=4");
    dialogue.say("position startpos moves resign-1");
    assert_eq!(query("result"), "response p2win");
    dialogue.end();
}

#[test]
fn clocks_of_the_seat_to_act_are_kept() {
    // A minute for the other seat must not tempt this one.
    for (moves, clocks) in
        [("", "p1time 60 p2time 60000 p1inc 0 p2inc 0"), (" moves @29", "p1time 60000 p2time 60")]
    {
        let dialogue = Dialogue::new("zange");
        dialogue.say(&format!("position startpos{moves}"));
        bestmove(&dialogue.ask(&format!("go {clocks}"), "bestmove"));
        bestmove(&dialogue.ask("go movetime 0", "bestmove"));
        bestmove(&dialogue.ask("go depth 0", "bestmove"));
        bestmove(&dialogue.ask("go p1time 0 p2time 0", "bestmove"));
        bestmove(&dialogue.ask("go nodes 0", "bestmove"));
        dialogue.end();
    }
    // Who is told less than that is not left to think for ever.
    let negative = "p1time -10 p2time -3 movetime -5";
    for limits in ["p1time 60 p1inc 2", "p2time 60", "p2inc 20", "p1time 99 movestogo 3", negative]
    {
        let dialogue = Dialogue::new("zange");
        dialogue.say("position startpos moves @29");
        bestmove(&dialogue.ask(&format!("go {limits}"), "bestmove"));
        dialogue.end();
    }
}

#[test]
fn positions_are_set_and_shown() {
    let mut table = wabe_games::open("ombagi").expect("a spec");
    table.play("(D3)12-A17").expect("legal");
    let fen = table.position();
    let dialogue = Dialogue::new("ombagi");
    dialogue.say(&format!("position fen {fen}"));
    assert_eq!(dialogue.ask("show", "position"), format!("position {fen}"));
    table.play("(H3)47-A42").expect("legal");
    dialogue.say(&format!("position fen {fen} moves (H3)47-A42"));
    assert_eq!(dialogue.ask("show", "position"), format!("position {}", table.position()));
    assert_eq!(dialogue.ask("perft 2", "2"), format!("2 {}", table.perft(2, true, 1)));
    assert!(dialogue.ask("eval", "info").starts_with("info score cp "));
    let first = table.legal()[0].clone();
    assert_eq!(dialogue.ask("legal", &first), table.legal().join(" "));
    dialogue.end();
}

#[test]
fn lots_are_drawn_for_runners_that_know_none() {
    let due = "0,0,0,0,0,0/0,0,0,0,0,0 stores=22,26 to=1 starter=2 ply=157 lot=due";
    let dialogue = Dialogue::new("gabata");
    dialogue.say(&format!("position fen {due}"));
    assert_eq!(dialogue.ask("query turn", "response"), "response none");
    assert!(dialogue.ask("eval", "info").starts_with("info string "));
    let lot = bestmove(&dialogue.ask("go nodes 10", "bestmove")).to_owned();
    assert!(["lot-1", "lot-2"].contains(&lot.as_str()), "{lot}");
    assert_eq!(bestmove(&dialogue.ask("go nodes 10", "bestmove")), lot, "the same seed");
    dialogue.say(&format!("position fen {due} moves {lot}"));
    assert_eq!(dialogue.ask("query gameover", "response"), "response false");
    bestmove(&dialogue.ask("go nodes 100", "bestmove"));
    dialogue.end();
}

#[test]
fn quit_and_the_end_of_input_stop_a_search() {
    let told = answers("abalone", "go infinite\nquit");
    bestmove(told.last().expect("an answer"));
    let told = answers("abalone", "go infinite");
    bestmove(told.last().expect("an answer"));
    let told = answers("abalone", "go nodes 2000\nposition startpos moves a1b2\nquery p1turn");
    assert_eq!(told.last().map(String::as_str), Some("response false"));
    assert_eq!(told.iter().filter(|line| line.starts_with("bestmove")).count(), 1);
}

#[test]
fn players_seeds_and_threads_are_options() {
    let ask = |options: &str| {
        let lines = format!("{options}uginewgame\nposition startpos moves a1b2\ngo nodes 2000");
        bestmove(answers("abalone", &lines).last().expect("an answer")).to_owned()
    };
    let level = "setoption name Player value level:1\nsetoption name Seed value 3\n";
    assert_eq!(ask(level), ask(level));
    ask("setoption name Threads value 2\nsetoption name Hash value 1\n");
    ask("setoption name Player value random\n");
}

/// A process, driven like a match runner drives it: a position and questions
/// before every `go`.
struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Process {
    fn start(args: &[&str]) -> Process {
        let mut child = Command::new(env!("CARGO_BIN_EXE_wabe"))
            .arg("ugi")
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("wabe runs");
        let input = child.stdin.take().expect("piped");
        let output = child.stdout.take().expect("piped");
        let (send, lines) = channel();
        std::thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).for_each(|line| {
                let _ = send.send(line);
            });
        });
        Process { child, input, lines }
    }

    /// The second word of the first line that has two and begins so.
    fn ask(&mut self, question: &str, word: &str) -> String {
        writeln!(self.input, "{question}").expect("it listens");
        loop {
            let line = self.lines.recv_timeout(PATIENCE).expect("an answer");
            match line.split_whitespace().collect::<Vec<_>>().as_slice() {
                [first] if *first == word => return String::new(),
                [first, second] if *first == word => return (*second).to_owned(),
                _ => {}
            }
        }
    }
}

#[test]
fn a_process_answers_while_it_thinks_and_quits() {
    let mut engine = Process::start(&["chessom"]);
    writeln!(engine.input, "go infinite").expect("it listens");
    engine.ask("isready", "readyok");
    engine.ask("stop", "bestmove");
    writeln!(engine.input, "go infinite\nquit").expect("it listens");
    assert!(engine.child.wait().expect("it ends").success());
}

/// A count that takes for ever keeps nobody from stopping it, nor from leaving.
#[test]
fn counting_can_be_stopped() {
    let mut engine = Process::start(&["abalone"]);
    writeln!(engine.input, "perft 3").expect("it listens");
    engine.ask("isready", "readyok");
    for _ in 0..2 {
        writeln!(engine.input, "perft 12\nisready\nperft 12\nstop").expect("it listens");
        engine.ask("legal\nisready", "readyok");
    }
    writeln!(engine.input, "perft 12\nquit").expect("it listens");
    assert!(engine.child.wait().expect("it ends").success());
    let dialogue = Dialogue::new("abalone");
    assert_eq!(dialogue.ask("perft 3", "3"), "3 98912");
    dialogue.say("perft 12\nperft 12\nlegal\nstop");
    assert_eq!(dialogue.until("info").pop().as_deref(), Some("info string still thinking"));
    assert_eq!(dialogue.ask("isready", "info"), "info string perft was stopped");
    dialogue.end();
}

/// The loop of a runner for two players that knows no rules: it asks who is to
/// act and whether the game is over, and believes `bestmove`.
#[test]
fn whole_games_are_played_under_a_runner_that_knows_no_rules() {
    for about in wabe_games::GAMES {
        // Short games: the house limit ends them.
        let short = match about.options.iter().any(|option| option.name == "limit") {
            true => format!("{}:limit=30", about.name),
            false => about.name.to_owned(),
        };
        let game = format!("setoption name Game value {short}");
        let mut engines = [Process::start(&[]), Process::start(&[])];
        for engine in &mut engines {
            engine.ask("ugi", "ugiok");
            writeln!(engine.input, "{game}").expect("it listens");
            engine.ask("isready", "readyok");
            writeln!(engine.input, "uginewgame").expect("it listens");
            engine.ask("isready", "readyok");
        }
        let mut moves: Vec<String> = Vec::new();
        let position = |moves: &[String]| match moves {
            [] => "position startpos".to_owned(),
            moves => format!("position startpos moves {}", moves.join(" ")),
        };
        loop {
            let place = position(&moves);
            writeln!(engines[0].input, "{place}").expect("it listens");
            let us = usize::from(engines[0].ask("query p1turn", "response") != "true");
            engines[us].ask("isready", "readyok");
            writeln!(engines[us].input, "{place}").expect("it listens");
            if engines[us].ask("query gameover", "response") == "true" {
                break;
            }
            moves.push(engines[us].ask("go nodes 200", "bestmove"));
            assert!(moves.len() < 1000, "{short} does not end");
        }
        let place = position(&moves);
        let results = engines.each_mut().map(|engine| {
            writeln!(engine.input, "{place}").expect("it listens");
            assert_eq!(engine.ask("query gameover", "response"), "true");
            engine.ask("query result", "response")
        });
        assert_eq!(results[0], results[1]);
        let mut table = wabe_games::open(&short).expect("a spec");
        moves.iter().for_each(|action| table.play(action).expect("a legal action"));
        let Status::Over(outcome) = table.status() else { panic!("{short} is not over") };
        let known = match outcome.winners.iter().next() {
            Some(seat) => format!("p{seat}win"),
            None => "draw".to_owned(),
        };
        assert_eq!(results[0], known, "{short}");
        for mut engine in engines {
            writeln!(engine.input, "quit").expect("it listens");
            assert!(engine.child.wait().expect("it ends").success());
        }
    }
}

/// Random positions of every variant: what it answers is legal.
#[test]
fn actions_are_legal_in_all_variants() {
    let mut dice = Dice::new(11);
    for spec in wabe_games::GAMES.iter().flat_map(|about| about.variants) {
        let mut table: Box<dyn Table> = wabe_games::open(spec).expect("a spec");
        for _ in 0..dice.below(20) {
            let Some(action) = table.random_action(&mut dice) else { break };
            table.play(&action).expect("legal");
        }
        let moves = table.actions().join(" ");
        let moves = if moves.is_empty() { moves } else { format!(" moves {moves}") };
        let told = answers(spec, &format!("position startpos{moves}\ngo nodes 100"));
        let answer = bestmove(told.last().expect("an answer"));
        let legal = table.legal();
        assert!(
            legal.iter().any(|action| action == answer) || legal.is_empty(),
            "{spec}: {answer}"
        );
    }
}
