//! `wabe play` with lines from a pipe.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn play(args: &[&str], lines: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_wabe"))
        .arg("play")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("wabe runs");
    let mut input = child.stdin.take().expect("piped");
    let text = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let writer = std::thread::spawn(move || drop(input.write_all(text.as_bytes())));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("written");
    output
}

/// What a good sitting prints.
fn says(args: &[&str], lines: &[&str]) -> String {
    let output = play(args, lines);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && error.is_empty(), "{args:?}: {error}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn fails(args: &[&str], code: i32) -> String {
    let output = play(args, &[]);
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

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("saved")
}

const PAIR: &str = "human,human";

#[test]
fn a_person_plays_a_level() {
    let told = says(&["zange", "--level", "1", "--seed", "3"], &["@17", "quit", "quit"]);
    assert!(told.contains("zange: Dark (1) human, Light (2) level:1 (seed 3)."), "{told}");
    assert!(told.contains("Light (2) plays @"), "{told}");
    assert!(told.contains("Turn 3: Dark (1) to act."), "{told}");
    assert!(told.contains("* last action"), "{told}");
    assert!(told.contains("The game is not saved"), "{told}");
    assert!(!told.contains('\x1b'), "colours are for terminals");
    let default = says(&["zange"], &[]);
    assert!(default.contains("Dark (1) human, Light (2) level:4"), "{default}");
    let second = says(&["zange", "--seat", "2", "--level", "best", "--time", "5"], &[]);
    assert!(second.contains("Dark (1) plays @") && second.contains("Turn 2: Light"), "{second}");
}

#[test]
fn two_people_play_a_whole_game() {
    let lines = ["@29", "@28", "@11", "@30", "record", "quit"];
    let told = says(&["zange:captures=1", "--players", PAIR, "--seed", "1"], &lines);
    assert!(told.contains("Won by Light (2) [captures], 0 : 1."), "{told}");
    assert!(told.contains("1. @29 2. @28 3. @11 4. @30"), "{told}");
    assert!(told.contains("[Result \"2\"]"), "{told}");
}

#[test]
fn programs_play_each_other_to_the_end() {
    let args = ["zange:captures=1", "--seat", "none", "--level", "2", "--seed", "4"];
    let told = says(&args, &[]);
    assert!(told.contains("Won by") || told.contains("Drawn"), "{told}");
    assert_eq!(told, says(&args, &[]), "the same seed, the same game");
    let three = ["omega:players=3", "--players", "random,level:1,greedy", "--seed", "4"];
    assert!(says(&three, &[]).contains("Won by"));
}

#[test]
fn bad_lines_get_one_sentence_and_the_prompt_again() {
    let lines =
        ["x y z", "@99", "resign-2", "time-1", "@17 @18", "[Spec \"zange\"]", "", "{", "a}"];
    let told = says(&["zange", "--players", "human,random", "--seed", "1"], &lines);
    assert_eq!(told.matches("Dark (1)> ").count(), lines.len() + 1, "{told}");
    assert!(told.contains("is not an action here"), "{told}");
    assert_eq!(told.matches("Only the actions of the seat to act").count(), 3, "{told}");
    assert_eq!(told.matches("Turn 1: ").count(), 1, "nothing was played: {told}");
    let long = "x".repeat(1 << 20);
    assert!(says(&["zange"], &[&long]).len() < 5000);
}

#[test]
fn several_actions_of_one_turn_may_stand_in_a_line() {
    let told = says(&["omega", "--players", PAIR], &["1. c3, d5"]);
    assert!(told.contains("Turn 2: "), "{told}");
    let told = says(&["ombagi", "--players", PAIR], &["(D3) 12 – A17"]);
    assert!(told.contains("Turn 2: "), "{told}");
}

#[test]
fn hints_tell_an_action_and_its_worth() {
    let args = ["zange:captures=1", "@29", "@28", "@11", "--players", PAIR, "--time", "20"];
    assert!(says(&args, &["?"]).contains("Try @30 (wins in 1)."));
    let told = says(&["abalone", "--time", "5"], &["hint"]);
    assert!(told.contains("> Try ") && told.contains(" %)."), "{told}");
    let german = says(&["abalone", "--time", "5", "--lang", "de"], &["tipp"]);
    assert!(german.contains("> Versuche "), "{german}");
}

#[test]
fn legal_actions_are_listed() {
    for word in ["legal", "moves"] {
        let told = says(&["zange"], &[word]);
        assert!(told.contains("> @11 @12 @13"), "{told}");
        assert!(told.contains("@47\n"), "{told}");
    }
}

#[test]
fn taking_back_leads_to_the_last_own_decision() {
    let game = ["zange", "--level", "1", "--seed", "3"];
    let told = says(&game, &["back", "@17", "@22", "back", "record", "back", "record"]);
    assert!(told.contains("There is nothing to take back."), "{told}");
    let records: Vec<&str> = told.split("[Seed \"3\"]").skip(1).collect();
    assert!(records[0].contains("1. @17 2. @") && !records[0].contains("3. "), "{told}");
    assert!(!records[1].contains("1. "), "{told}");
    let lost = says(&["zange", "--players", PAIR], &["@17", "resign", "back", "@18"]);
    assert!(lost.contains("Won by Dark (1) [resign]"), "{lost}");
    assert!(lost.contains("Turn 3: "), "{lost}");
}

#[test]
fn a_game_is_saved_after_every_action_and_resumed() {
    let file = fresh("play-resumed.txt");
    let name = file.to_str().expect("UTF-8");
    let args = ["zange", "--level", "1", "--seed", "3", "--save", name];
    let told = says(&args, &["@17"]);
    assert!(told.contains(&format!("`wabe play --resume {name}` goes on")), "{told}");
    let saved = read(&file);
    assert!(saved.contains("[Seat1 \"human\"]\n[Seat2 \"level:1\"]\n[Seed \"3\"]"), "{saved}");
    assert!(saved.contains("[Result \"*\"]") && saved.contains("1. @17 2. @"), "{saved}");
    let told = says(&["--resume", name], &["@22", "quit"]);
    assert!(told.contains("Dark (1) human, Light (2) level:1 (seed 3)"), "{told}");
    let longer = read(&file);
    assert!(longer.contains("3. @22 4. @"), "{longer}");
    assert!(longer.starts_with(saved.trim_end()), "{longer}");
    // In one sitting the program would have answered the same.
    let once = fresh("play-at-once.txt");
    let args = ["zange", "--level", "1", "--seed", "3", "--save", once.to_str().expect("UTF-8")];
    says(&args, &["@17", "@22"]);
    assert_eq!(read(&once), longer);
    let folder = file.parent().expect("a folder");
    let left = std::fs::read_dir(folder).expect("a folder").flatten();
    let stale = |name: &std::ffi::OsStr| name.to_string_lossy().contains("play-resumed.txt.");
    assert!(!left.into_iter().any(|entry| stale(&entry.file_name())), "no temporary file is left");
}

#[test]
fn resuming_keeps_names_comments_and_positions() {
    let file = fresh("play-named.txt");
    let name = file.to_str().expect("UTF-8");
    let old = "[Spec \"zange\"]\n[Rules \"1\"]\n[Seat1 \"Anna\"]\n\n1. @17 {bold} 2. @18\n";
    std::fs::write(&file, old).expect("written");
    says(&["--resume", name, "--players", PAIR], &["@19"]);
    let saved = read(&file);
    assert!(saved.contains("[Seat1 \"Anna\"]"), "{saved}");
    assert!(saved.contains("1. @17 {bold} 2. @18 3. @19"), "{saved}");
    let start = fresh("play-position.txt");
    let name = start.to_str().expect("UTF-8");
    let due = "0,0,0,0,0,0/0,0,0,0,0,0 stores=22,26 to=1 starter=2 ply=157 lot=due";
    let args = ["gabata", "--position", due, "--players", PAIR, "--seed", "5", "--save", name];
    let told = says(&args, &[]);
    assert!(told.contains("The lot falls: lot-"), "{told}");
    let saved = read(&start);
    assert!(saved.contains(&format!("[Position \"{due}\"]")), "{saved}");
    says(&["--resume", name], &[]);
    assert_eq!(read(&start), saved);
}

#[test]
fn saving_by_command_and_not_over_other_files() {
    let (file, other) = (fresh("play-by-command.txt"), fresh("play-other.txt"));
    std::fs::write(&other, "precious").expect("written");
    let (name, taken) = (file.to_str().expect("UTF-8"), other.to_str().expect("UTF-8"));
    let lines = [
        "save",
        &format!("save {taken}"),
        "save /no/such/folder/x",
        &format!("save {name}"),
        "@17",
        "quit",
    ];
    let told = says(&["zange", "--players", PAIR], &lines);
    assert!(told.contains("Say where to"), "{told}");
    assert!(told.contains("is there already"), "{told}");
    assert!(told.contains("cannot write /no/such/folder/x"), "{told}");
    assert!(read(&file).contains("1. @17"), "kept up after saving once");
    assert_eq!(read(&other), "precious");
    assert!(fails(&["zange", "--save", taken], 2).contains("is there already"));
    assert!(fails(&["zange", "--save", "/no/such/folder/x"], 2).contains("cannot write"));
}

#[test]
fn hidden_numbers_stay_hidden_from_the_seat() {
    let actions = "(D3)12-A17 (H3)47-A42 (D3)14-A18 (H3)42-A25 (D3)18-B25";
    let told = says(&["ombagi:hidden=true", actions, "--players", PAIR], &[]);
    assert!(told.contains('?'), "{told}");
    assert!(!told.contains("●1") && !told.contains("○1"), "{told}");
}

#[test]
fn german_is_spoken() {
    let lines = ["hilfe", "züge", "unsinn", "@17", "zurück", "aufgeben", "ende", "ende"];
    let told = says(&["zange", "--lang", "de", "--level", "1"], &lines);
    for word in ["Mensch", "Startwert", "Tippe einen Zug", "geht hier nicht", "spielt @"] {
        assert!(told.contains(word), "{word}: {told}");
    }
    assert!(told.contains("Gewonnen hat") && told.contains("nicht gespeichert"), "{told}");
}

#[test]
fn bad_arguments_get_one_sentence() {
    let broken = fresh("play-broken.txt");
    std::fs::write(&broken, "[Spec \"zange\"]\n\n1. @17 2. @17\n").expect("written");
    let two = fresh("play-two.txt");
    std::fs::write(&two, "[Spec \"zange\"]\n\n1. @17\n\n[Spec \"zange\"]\n\n1. @18\n")
        .expect("written");
    let none = fresh("play-none.txt");
    std::fs::write(&none, "1. @17\n").expect("written");
    let [broken, two, none] = [&broken, &two, &none].map(|path| path.to_str().expect("UTF-8"));
    for (args, code, told) in [
        (vec!["chess"], 2, "abalone"),
        (vec!["zange", "--seat", "3"], 2, "--seat takes 1 to 2"),
        (vec!["zange", "--level", "9"], 2, "--level takes"),
        (vec!["zange", "--players", "human"], 2, "2 seats"),
        (vec!["zange", "--players", "human,nobody"], 2, "or human"),
        (vec!["zange", "@17", "@17"], 1, "action 2"),
        (vec!["zange", "--position", "nonsense"], 1, "position"),
        (vec!["--resume", "/no/such/file"], 2, "cannot read"),
        (vec!["--resume", broken], 1, "line 3"),
        (vec!["--resume", two], 1, "several games"),
        (vec!["--resume", none], 2, "names no spec"),
        (vec!["duombo", "--resume", broken], 2, "not of duombo"),
    ] {
        let error = fails(&args, code);
        assert!(error.contains(told), "{args:?}: {error}");
    }
}
