//! `wabe match`, `wabe bench` and `wabe tune` as processes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;
use wabe_rules::{Item, Record};

const WABE: &str = env!("CARGO_BIN_EXE_wabe");

fn run(args: &[&str]) -> Output {
    Command::new(WABE).args(args).stdin(Stdio::null()).output().expect("wabe runs")
}

fn says(args: &[&str]) -> String {
    let output = run(args);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {error}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn fails(args: &[&str], code: i32) -> String {
    let output = run(args);
    let error = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(code), "{args:?}: {error}");
    assert_eq!(error.trim_end().lines().count(), 1, "one sentence: {error}");
    error
}

/// A file that is not there yet.
fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

/// The games of a file by their numbers; none is there twice.
fn games(path: &Path) -> BTreeMap<usize, Record> {
    let text = std::fs::read_to_string(path).expect("a file");
    let mut games = BTreeMap::new();
    for record in Record::read_all(&text).expect("records") {
        let number = record.header("Game").expect("a number").parse().expect("a number");
        let mut table = wabe_games::open(record.header("Spec").expect("a spec")).expect("a spec");
        record.replay(&mut *table).expect("a game that can be replayed");
        assert!(table.status().is_over());
        assert!(games.insert(number, record).is_none(), "game {number} twice");
    }
    games
}

const SMALL: &str = "zange:captures=1,limit=40";

#[test]
fn seats_are_exchanged_in_pairs_from_the_same_opening() {
    let file = fresh("match-pairs.txt");
    let name = file.to_str().expect("UTF-8");
    let args = ["match", SMALL, "--a", "greedy", "--b", "random", "--games", "5", "--record", name];
    let told = says(&[&args[..], &["--openings", "3", "--nodes", "100"]].concat());
    assert!(told.contains("greedy against random: zange:captures=1,limit=40"), "{told}");
    assert!(told.contains("games 6: wins "), "rounded up to whole rounds: {told}");
    assert!(told.contains("\npoints ") && told.contains("\nelo "), "{told}");
    let games = games(&file);
    assert_eq!(games.keys().copied().collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    let seats = |game: usize| [1, 2].map(|seat| games[&game].header(&format!("Seat{seat}")));
    let opening = |game: usize| {
        let text = games[&game].to_string();
        let body: Vec<String> =
            text.lines().skip_while(|line| !line.is_empty()).map(str::to_owned).collect();
        body.join(" ").split_whitespace().take(6).collect::<Vec<_>>().join(" ")
    };
    for pair in [1, 3, 5] {
        assert_eq!(seats(pair), [Some("greedy"), Some("random")]);
        assert_eq!(seats(pair + 1), [Some("random"), Some("greedy")]);
        assert_eq!(opening(pair), opening(pair + 1));
    }
    assert_ne!(opening(1), opening(3));
}

#[test]
fn no_opening_is_won_before_anybody_has_thought() {
    let file = fresh("match-open.txt");
    let name = file.to_str().expect("UTF-8");
    says(&[
        "match", "chessom", "--a", "random", "--b", "random", "--games", "120", "--record", name,
    ]);
    for (number, record) in games(&file) {
        let actions: Vec<String> = record.items.into_iter().flat_map(texts).take(2).collect();
        let opened = || {
            let mut table = wabe_games::open("chessom").expect("a spec");
            actions.iter().for_each(|action| table.play(action).expect("an opening"));
            table
        };
        for action in opened().legal() {
            let mut table = opened();
            table.play(&action).expect("legal");
            assert!(!table.status().is_over(), "game {number}: {actions:?} {action}");
        }
    }
}

fn texts(item: Item) -> Vec<String> {
    match item {
        Item::Actions { texts, .. } => texts,
        Item::Comment(_) => Vec::new(),
    }
}

#[test]
fn a_seed_gives_the_same_match_with_any_number_of_threads() {
    let args = ["match", SMALL, "--a", "level:2", "--b", "mcts", "--games", "6", "--nodes", "60"];
    let one = says(&args);
    assert_eq!(one, says(&args));
    assert_eq!(one, says(&[&args[..], &["--threads", "2"]].concat()));
}

#[test]
fn every_game_has_its_own_luck() {
    let program = format!("'{WABE}' ugi");
    for (number, engine) in ["random", "mcts", &program].into_iter().enumerate() {
        let file = fresh(&format!("match-luck-{number}.txt"));
        let args = ["match", "omega", "--a", engine, "--b", engine, "--games", "4"];
        let name = file.to_str().expect("UTF-8");
        says(&[&args[..], &["--openings", "0", "--nodes", "20", "--record", name]].concat());
        let actions = |game: Record| game.items.into_iter().flat_map(texts).collect::<Vec<_>>();
        let bodies: Vec<_> = games(&file).into_values().map(actions).collect();
        for (i, body) in bodies.iter().enumerate() {
            assert!(!bodies[..i].contains(body), "{engine} plays a game twice");
        }
    }
}

/// Starts a match and stops it by a signal once some games are in the file.
fn cut_off(args: &[&str], file: &Path, signal: &str) {
    let mut child = Command::new(WABE)
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("wabe runs");
    let written = || std::fs::read_to_string(file).unwrap_or_default().matches("[Game ").count();
    for _ in 0..6000 {
        if written() >= 2 || child.try_wait().expect("a child").is_some() {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(written() >= 2, "no games were written");
    let pid = child.id().to_string();
    let _ = Command::new("kill").args([signal, &pid]).status();
    child.wait().expect("it ends");
}

#[test]
fn a_match_that_was_cut_off_goes_on_where_it_was() {
    let args = |name: &'static str| {
        let file = fresh(name);
        let words =
            ["match", SMALL, "--a", "best", "--b", "mcts", "--games", "40", "--nodes", "700"];
        let mut words: Vec<String> = words.map(str::to_owned).to_vec();
        words.extend(["--record".to_owned(), file.display().to_string()]);
        (file, words)
    };
    let (whole, words) = args("match-whole.txt");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let told = says(&words);
    for (name, signal) in [("match-killed.txt", "-KILL"), ("match-interrupted.txt", "-INT")] {
        let (file, words) = args(name);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        cut_off(&words, &file, signal);
        // What a kill in the middle of writing leaves.
        let mut text = std::fs::read_to_string(&file).expect("a file");
        text += "[Spec \"zange:captu";
        std::fs::write(&file, text).expect("written");
        let again = says(&words);
        assert!(again.starts_with("resumed after "), "{again}");
        assert!(again.ends_with(&told), "the same result: {again} and {told}");
        assert_eq!(games(&file), games(&whole), "the same games");
        let done = says(&words);
        assert!(done.starts_with("resumed after 40 games"), "{done}");
    }
}

#[test]
fn files_of_other_matches_are_refused() {
    let file = fresh("match-other.txt");
    let name = file.to_str().expect("UTF-8");
    let args = ["match", SMALL, "--a", "random", "--b", "random", "--games", "2", "--record", name];
    says(&args);
    let before = std::fs::read_to_string(&file).expect("a file");
    let seed = fails(&[&args[..], &["--seed", "2"]].concat(), 1);
    assert!(seed.contains("another match"), "{seed}");
    let engine = ["match", SMALL, "--a", "greedy", "--b", "random", "--games", "2"];
    assert!(fails(&[&engine[..], &["--record", name]].concat(), 1).contains("another match"));
    let limits = fails(&[&args[..], &["--nodes", "7"]].concat(), 1);
    assert!(limits.contains("another match"), "{limits}");
    let spec = ["match", "duombo", "--a", "random", "--b", "random", "--games", "2"];
    assert!(fails(&[&spec[..], &["--record", name]].concat(), 1).contains("another match"));
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), before);
    let notes = fresh("match-notes.txt");
    let name = notes.to_str().expect("UTF-8");
    let args = ["match", SMALL, "--a", "random", "--b", "random", "--games", "2", "--record", name];
    // A saved game of the same spec is no match that was cut off.
    let saved = format!("[Spec \"{SMALL}\"]\n\n1. @17\n");
    for text in ["Dear diary\n", saved.as_str(), &format!("{before}{saved}")] {
        std::fs::write(&notes, text).expect("written");
        assert!(fails(&args, 1).contains("another match"), "{text}");
        assert_eq!(std::fs::read_to_string(&notes).expect("a file"), text);
    }
}

#[test]
fn our_own_program_is_an_engine_over_the_protocol() {
    let engine = format!("'{WABE}' ugi");
    let args = ["match", SMALL, "--a", &engine, "--b", "random", "--games", "2", "--nodes", "200"];
    let told = says(&args);
    assert!(told.contains("games 2: wins ") && !told.contains("fault"), "{told}");
    // The same player with the same limits plays the same games at our table.
    let file = [fresh("match-ours.txt"), fresh("match-foreign.txt")];
    let names = file.each_ref().map(|file| file.to_str().expect("UTF-8"));
    for (engine, name) in [("best", names[0]), (engine.as_str(), names[1])] {
        let args = ["match", SMALL, "--a", engine, "--b", "greedy", "--games", "4"];
        says(&[&args[..], &["--nodes", "150", "--seed", "0", "--record", name]].concat());
    }
    let bodies = file
        .each_ref()
        .map(|file| games(file).values().map(|game| game.items.clone()).collect::<Vec<_>>());
    assert_eq!(bodies[0], bodies[1]);
}

/// A program that answers `go` so.
fn engine_that(name: &str, answer: &str) -> String {
    let script = fresh(name);
    let lines = format!(
        "while read -r word rest; do case $word in ugi) echo ugiok;; isready) echo readyok;; \
         go) {answer};; quit) exit;; esac; done\n"
    );
    std::fs::write(&script, lines).expect("written");
    format!("sh '{}'", script.display())
}

#[test]
#[cfg(unix)]
fn engines_that_answer_nonsense_lose_by_a_fault() {
    let nonsense = "echo info nonsense; echo bestmove @99";
    // Nobody gives a game up for its opponent; who dies begins the next game anew.
    let cheats = ["echo bestmove resign-1", "echo bestmove resign-2", "echo bestmove time-1"];
    for (i, answer) in [nonsense, "exit"].into_iter().chain(cheats).enumerate() {
        let engine = engine_that(&format!("nonsense-{i}.sh"), answer);
        let file = fresh(&format!("match-nonsense-{i}.txt"));
        let name = file.to_str().expect("UTF-8");
        let args = ["match", SMALL, "--a", "random", "--b", &engine, "--games", "2"];
        let told = says(&[&args[..], &["--record", name]].concat());
        assert!(told.contains("games 2: wins 2, draws 0, losses 0"), "{answer}: {told}");
        assert!(told.contains("games lost by a fault (no legal action given): 2"), "{told}");
        assert!(games(&file).values().all(|game| game.header("Fault").is_some()));
    }
    // One that ends at once cannot begin; the match says so.
    let told = fails(&["match", SMALL, "--a", "random", "--b", "sh -c true", "--games", "2"], 2);
    assert!(
        told.contains("ended before it answered") || told.contains("does not listen"),
        "{told}"
    );
    // One that cannot begin again ends the match, and what was played is told.
    let once = fresh("once.flag");
    let begin = format!("test -e '{0}' && exit; touch '{0}'; ", once.display());
    let engine = engine_that("once.sh", "exit");
    let path = engine.trim_start_matches("sh '").trim_end_matches('\'');
    let lines = std::fs::read_to_string(path).expect("a script");
    std::fs::write(path, begin + &lines).expect("written");
    let output = run(&["match", SMALL, "--a", "random", "--b", &engine, "--games", "4"]);
    let (told, error) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(told.contains("games 1: wins 1, draws 0, losses 0"), "{told}");
    assert_eq!(error.trim_end().lines().count(), 1, "{error}");
}

/// Words behind the action, and bytes that are no text, are passed over.
#[test]
#[cfg(unix)]
fn engines_may_say_what_they_ponder_on() {
    let answer = "printf 'info string \\377\\n'; echo bestmove @11 ponder @12";
    let engine = engine_that("ponders.sh", answer);
    let args = ["match", "zange", "--a", &engine, "--b", "random", "--games", "2", "--openings"];
    let file = fresh("match-ponders.txt");
    let name = file.to_str().expect("UTF-8");
    says(&[&args[..], &["0", "--record", name]].concat());
    // The first stone lies there; the second cannot.
    for (number, game) in games(&file) {
        let actions: Vec<String> = game.items.into_iter().flat_map(texts).collect();
        assert_eq!(actions[number - 1], "@11", "{actions:?}");
    }
}

/// Ctrl-C ends a match with its score.
#[test]
#[cfg(unix)]
fn an_interrupted_match_tells_its_score() {
    let file = fresh("match-ctrl-c.txt");
    let name = file.to_str().expect("UTF-8");
    let child = Command::new(WABE)
        .args(["match", "zange", "--a", "best", "--b", "mcts", "--games", "1000", "--nodes", "300"])
        .args(["--record", name])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("wabe runs");
    while !std::fs::read_to_string(&file).unwrap_or_default().contains("[Game ") {
        std::thread::sleep(Duration::from_millis(10));
    }
    let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    let output = child.wait_with_output().expect("it ends");
    let told = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{told}");
    let played = games(&file).len();
    assert!(told.contains(&format!("games {played}: wins ")), "{told}");
    assert_eq!(String::from_utf8_lossy(&output.stderr).trim(), "wabe: interrupted");
}

#[test]
fn three_and_four_players_rotate_through_all_seats() {
    let file = fresh("match-three.txt");
    let name = file.to_str().expect("UTF-8");
    let three = ["match", "omega:players=3", "--a", "greedy", "--b", "random", "--games", "3"];
    let told = says(&[&three[..], &["--record", name]].concat());
    assert!(told.contains("fair share 33.3 %, taken "), "{told}");
    assert!(told.contains("mean rank "), "{told}");
    let games = games(&file);
    for (number, record) in &games {
        for seat in 1..=3 {
            let who = if seat == *number { "greedy" } else { "random" };
            assert_eq!(record.header(&format!("Seat{seat}")), Some(who), "game {number}");
        }
    }
    assert_eq!(games.len(), 3);
    let own = ["match", "omega:players=4", "--a", "greedy", "--b", "random", "--c", "mcts", "--d"];
    let told = says(&[&own[..], &["level:1", "--games", "1", "--nodes", "20"]].concat());
    assert!(told.contains("greedy against random, mcts, level:1") && told.contains("games 4:"));
    // Two teams are two sides: partners share an engine.
    let file = fresh("match-teams.txt");
    let name = file.to_str().expect("UTF-8");
    let teams = ["match", "abalone:players=4,limit=20", "--a", "greedy", "--b", "random"];
    let told = says(&[&teams[..], &["--games", "2", "--record", name]].concat());
    assert!(told.contains("\nelo "), "{told}");
    let text = std::fs::read_to_string(&file).expect("a file");
    assert!(text.contains("[Seat1 \"greedy\"]\n[Seat2 \"random\"]\n[Seat3 \"greedy\"]"), "{text}");
}

#[test]
fn json_has_the_documented_form() {
    let args = ["match", SMALL, "--a", "greedy", "--b", "random", "--games", "4", "--json"];
    let told: serde_json::Value = serde_json::from_str(&says(&args)).expect("JSON");
    assert_eq!(told["spec"], SMALL);
    assert_eq!(told["engines"], serde_json::json!(["greedy", "random"]));
    assert_eq!(told["games"], 4);
    let sum: u64 = ["wins", "draws", "losses"].iter().filter_map(|key| told[*key].as_u64()).sum();
    assert_eq!(sum, 4);
    for key in ["share", "low", "high", "rank", "actions_per_game"] {
        assert!(told[key].is_number(), "{key}: {told}");
    }
    for key in ["elo", "elo_low", "elo_high", "sprt", "llr", "faults"] {
        assert!(told.get(key).is_some(), "{key}: {told}");
    }
    // Elo is for two.
    let three = ["match", "omega:players=3", "--a", "random", "--b", "random", "--games", "3"];
    let told: serde_json::Value =
        serde_json::from_str(&says(&[&three[..], &["--json"]].concat())).expect("JSON");
    assert!(told["share"].is_number() && told["elo"].is_null(), "{told}");
    let error = fails(&[&three[..], &["--sprt", "0,10"]].concat(), 2);
    assert!(error.contains("two sides") && error.contains("has 3"), "{error}");
}

#[test]
fn the_sequential_test_stops_and_tells() {
    let args =
        ["match", SMALL, "--a", "best", "--b", "random", "--games", "1000", "--nodes", "100"];
    let told = says(&[&args[..], &["--sprt", "0,200"]].concat());
    assert!(told.contains("H1 accepted: the difference is at least the second"), "{told}");
    assert!(!told.contains("games 1000:"), "it stops early: {told}");
    let args =
        ["match", SMALL, "--a", "random", "--b", "best", "--games", "1000", "--nodes", "100"];
    let told = says(&[&args[..], &["--sprt=-100,100"]].concat());
    assert!(told.contains("H0 accepted"), "{told}");
    let args = ["match", SMALL, "--a", "random", "--b", "random", "--games", "4", "--sprt", "0,5"];
    assert!(says(&args).contains("open not decided yet"));
}

#[test]
fn bad_arguments_get_one_sentence() {
    let with = |a: &'static str, rest: &[&'static str]| {
        [&["match", "zange", "--a", a, "--b", "random", "--games", "2"][..], rest].concat()
    };
    for (args, code, told) in [
        (with("nobody", &[]), 2, "or a command that speaks UGI"),
        (with("level:9", &[]), 2, "level:8"),
        (with("level:20,600", &[]), 2, "level:8"),
        (with("best@fast", &[]), 2, "no limit"),
        (with("/no/such/engine", &[]), 2, "cannot start"),
        (with("random", &["--sprt", "5"]), 2, "--sprt"),
        (with("random", &["--sprt", "10,0"]), 2, "--sprt"),
        (with("random", &["--c", "random"]), 2, "2 sides"),
        (with("random", &["--record", "/no/such/folder/x"]), 2, "cannot write"),
        (with("random", &["--openings", "100000"]), 2, "ask for fewer"),
        (vec!["match", "chess", "--a", "best", "--b", "best", "--games", "2"], 2, "abalone"),
    ] {
        let error = fails(&args, code);
        assert!(error.contains(told), "{args:?}: {error}");
    }
    for args in [with("random", &["--games", "0"]), with("random", &["--threads", "0"])] {
        assert_eq!(run(&args).status.code(), Some(2));
    }
}

#[test]
fn bench_prints_the_same_nodes_every_time() {
    let nodes = |text: &str| -> Vec<String> {
        let line = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            words[..2].join(" ")
        };
        text.lines().map(line).collect()
    };
    let (one, two) = (says(&["bench"]), says(&["bench"]));
    assert_eq!(nodes(&one), nodes(&two));
    let lines: Vec<Vec<&str>> = one.lines().map(|line| line.split_whitespace().collect()).collect();
    let (last, games) = lines.split_last().expect("lines");
    let mut total = 0;
    for (line, about) in games.iter().zip(wabe_games::GAMES) {
        let &[game, nodes, rate] = line.as_slice() else { panic!("three words: {line:?}") };
        assert_eq!(game, about.name);
        total += nodes.parse::<u64>().expect("nodes");
        assert!(rate.parse::<u64>().is_ok());
    }
    assert_eq!(games.len(), wabe_games::GAMES.len());
    assert_eq!(*last, ["bench:", &total.to_string()]);
}

#[test]
fn tune_prints_a_table_of_weights() {
    let args = ["tune", "chessom", "--games", "6", "--nodes", "50", "--openings", "6"];
    let told = says(&args);
    assert!(told.lines().next().is_some_and(|line| line.contains(" positions, ")), "{told}");
    let weights: Vec<&str> = told.lines().skip(1).collect();
    assert!(!weights.is_empty());
    for line in weights {
        assert!(line.trim().starts_with("weight(\"") && line.contains("), // was "), "{line}");
    }
    assert_eq!(told, says(&args), "a seed gives the same");
    assert!(fails(&["tune", "chess"], 2).contains("abalone"));
}

#[test]
fn tune_climbs_with_the_weights_that_are_named() {
    let climb = |against: &str, more: &[&str]| {
        let args = ["tune", "zange", "--against", against, "--steps", "6", "--games", "40"];
        says(&[&args[..], &["--nodes", "60", "--openings", "3"], more].concat())
    };
    let changed = |told: &str| -> Vec<String> {
        let (_, last) = told.split_once("after 6 steps\n").expect("the last step");
        let was = |line: &str| {
            let (new, old) = line.rsplit_once("), // was ").expect("a weight");
            let (name, new) = new.split_once("\", ").expect("its name");
            (new != old).then(|| name.replace("weight(\"", "").trim().to_owned())
        };
        last.lines().filter_map(was).collect()
    };
    for against in ["best", "level:8"] {
        let all = climb(against, &[]);
        assert_eq!(all, climb(against, &["--threads", "2"]), "threads change nothing");
        assert!(changed(&all).len() > 2, "{all}");
        let some = changed(&climb(against, &["--only", "captures,own stones that"]));
        assert!(!some.is_empty() || against != "best", "they were to change");
        let is_named =
            |name: &String| name.contains("captures") || name.contains("own stones that");
        assert!(some.iter().all(is_named), "{some:?}");
    }
    let args = ["tune", "chessom", "--against", "nobody", "--games", "2"];
    assert!(fails(&args, 2).contains("`nobody` is no player"));
    let args = ["tune", "chessom", "--against", "best", "--only", "twos,pawns"];
    assert!(fails(&args, 2).contains("`pawns`"));
    assert_eq!(run(&["tune", "chessom", "--only", "king"]).status.code(), Some(2));
}

#[test]
fn tune_learns_from_records_what_others_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.txt");
    let file = file.to_str().expect("a name");
    let spec = "omega:players=4,shape=-2:2:-2:2:-9:9";
    let games = ["--a", "random", "--b", "mcts", "--games", "4", "--nodes", "50"];
    says(&[&["match", spec][..], &games, &["--record", file]].concat());
    let told = says(&["tune", spec, "--from", file]);
    assert!(told.lines().all(|line| line.trim().starts_with('[')), "{told}");
    let random = says(&["tune", spec, "--from", file, "--of", "random"]);
    assert_ne!(told, random, "others play otherwise");
    assert!(fails(&["tune", spec, "--from", file, "--of", "anna"], 1).contains("anna"));
    assert!(fails(&["tune", "omega:players=4", "--from", file], 1).contains("not of"));
    assert!(fails(&["tune", spec, "--from", "nowhere.txt"], 2).contains("nowhere.txt"));
}

#[test]
fn tune_learns_a_network() {
    let learn = |name: &str| {
        let path = fresh(name);
        let file = path.to_str().expect("UTF-8");
        let told = says(&[
            "tune",
            "chessom",
            "--network",
            file,
            "--games",
            "4",
            "--nodes",
            "50",
            "--passes",
            "2",
        ]);
        (told, std::fs::read(&path).expect("a file"))
    };
    let (told, bytes) = learn("one.net");
    assert_eq!(told.lines().count(), 2, "{told}");
    assert!(told.trim_end().ends_with(" rounded"), "{told}");
    assert!(wabe_search::Net::read(&bytes).is_ok());
    assert_eq!((told, bytes), learn("two.net"), "a seed gives the same");
    let path = fresh("none.net");
    let file = path.to_str().expect("UTF-8");
    assert!(fails(&["tune", "gabata", "--network", file, "--games", "1"], 2).contains("network"));
    assert!(!path.exists());
    // A million games would not end: it is said before they begin.
    let folder = path.parent().expect("a folder").to_owned();
    for path in [path.join("nowhere.net"), folder] {
        let file = path.to_str().expect("UTF-8");
        let said = fails(&["tune", "chessom", "--network", file, "--games", "1000000"], 2);
        assert!(said.contains(file), "{said}");
    }
}
