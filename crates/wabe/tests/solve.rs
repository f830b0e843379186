//! Solving and asking, as a person or a script does it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;
use wabe_rules::{Record, Status};

fn run(args: &[&str], tables: &Path) -> Output {
    let wabe = env!("CARGO_BIN_EXE_wabe");
    let data = tables.parent().expect("a folder");
    Command::new(wabe).args(args).env("WABE_DATA", data).output().expect("wabe runs")
}

fn says(args: &[&str], tables: &Path) -> String {
    let output = run(args, tables);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "wabe {}: {error}", args.join(" "));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// A failing call: its exit code and its one sentence.
fn fails(args: &[&str], tables: &Path, code: i32) -> String {
    let output = run(args, tables);
    let error = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(code), "wabe {}: {error}", args.join(" "));
    assert_eq!(error.trim_end().lines().count(), 1, "one sentence: {error}");
    error
}

/// The usual folder of tables below a fresh folder for data.
fn tables(name: &str) -> PathBuf {
    let data = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&data);
    data.join("tables")
}

/// The files of a folder with their bytes.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).map(Iterator::flatten).into_iter().flatten();
    let tables = entries.filter(|entry| entry.path().extension().is_some_and(|end| end == "table"));
    tables
        .map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, fs::read(entry.path()).expect("readable"))
        })
        .collect()
}

/// Killed in the middle, the next run goes on and makes the very same files.
#[test]
fn a_killed_run_goes_on() {
    let (whole, broken) = (tables("solve-whole"), tables("solve-broken"));
    let args = ["solve", "gassen-ombagi", "--pieces", "4", "--threads", "1"];
    let told = says(&args, &whole);
    assert!(told.contains("123-1 ") && told.contains("M edges/s"), "{told}");
    let mut child = Command::new(env!("CARGO_BIN_EXE_wabe"))
        .args(args)
        .args(["--tables", broken.to_str().expect("UTF-8")])
        .spawn()
        .expect("wabe runs");
    let folder = broken.join("gassen-ombagi");
    while files(&folder).len() < 5 {
        assert!(child.try_wait().expect("waited").is_none(), "it ended too soon");
        std::thread::sleep(Duration::from_millis(2));
    }
    // On Unix this is the signal that cannot be caught.
    child.kill().expect("killed");
    child.wait().expect("ended");
    let all = files(&whole.join("gassen-ombagi"));
    let kept = files(&folder);
    assert!((5..all.len()).contains(&kept.len()), "{} of {}", kept.len(), all.len());
    assert!(kept.iter().all(|(name, bytes)| all[name] == *bytes), "what is there is finished");
    let told = says(&args, &broken);
    assert_eq!(told.matches("there before").count(), kept.len(), "{told}");
    assert!(files(&folder) == all, "the same files");
}

#[test]
fn solving_probing_checking_counting() {
    let tables = tables("solve-tour");
    let position = "a.../...../....../......./....../...../b123 to=1 quiet=0 ply=0";
    let ask = ["probe", "chessom", "--position", position];
    let none = fails(&ask, &tables, 1);
    assert!(none.contains("`wabe solve` makes them"), "{none}");
    let few = says(&["solve", "chessom", "--pieces", "3"], &tables);
    assert!(few.contains("13-1 ") && few.contains("12-1 ") && few.contains("solved now"), "{few}");
    assert!(fails(&ask, &tables, 1).contains("do not cover"));
    let start = "a.../...../....../......./....../...../..13 to=1 quiet=0 ply=0";
    let told = says(&["probe", "chessom", "--position", start], &tables);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], "win in 2");
    assert!(lines[1..].iter().all(|line| line.split(' ').count() >= 2), "{told}");
    assert!(lines[1].ends_with("win in 2"), "the best first: {told}");
    let legal = says(&["legal", "chessom", "--position", start], &tables);
    assert_eq!(lines.len() - 1, legal.lines().count(), "every legal action");
    let json = says(&["probe", "chessom", "--position", start, "--json"], &tables);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        (&json["value"], &json["plies"], &json["seat"]),
        (&"win".into(), &2.into(), &1.into())
    );
    assert_eq!(json["actions"].as_array().map(Vec::len), Some(lines.len() - 1));
    assert_eq!(json["actions"][0]["value"], "win");
    let line = says(&["probe", "chessom", "--position", start, "--line"], &tables);
    assert_eq!(replay(&line), vec![2], "{line}");
    let checked = says(&["solve", "chessom", "--pieces", "3", "--check", "--all"], &tables);
    assert!(checked.contains("of 2 tiers") && checked.contains(": 0 wrong"), "{checked}");
    let sampled =
        says(&["solve", "chessom", "--pieces", "3", "--check", "--sample", "50"], &tables);
    assert!(sampled.contains(": 0 wrong"), "{sampled}");
    let svg = tables.join("plot.svg");
    let svg = svg.to_str().expect("UTF-8");
    let census = says(&["solve", "chessom", "--census", "--svg", svg], &tables);
    assert!(census.contains("| 13-1 |") && census.contains("longest wins"), "{census}");
    assert!(fs::read_to_string(svg).expect("written").ends_with("</svg>\n"));
}

/// Duombo's tables are made when somebody asks for the first time, and finished
/// if they are not whole.
#[test]
fn duombo_is_solved_on_first_use() {
    let tables = tables("solve-first-use");
    let told = says(&["probe", "duombo:mills=1"], &tables);
    assert_eq!(told.lines().next(), Some("win in 7"));
    assert_eq!(told.lines().count(), 1 + 3 * 37, "{told}");
    let folder = tables.join("duombo");
    let made = files(&folder);
    assert_eq!(made.keys().collect::<Vec<_>>(), ["4-4.table"]);
    fs::remove_file(folder.join("4-4.table")).expect("removed");
    assert!(says(&["probe", "duombo:mills=1", "2@29"], &tables).starts_with("loss in 6"));
    assert!(files(&folder) == made, "the same again");
}

/// Replays records by the rules, and says how many actions each won game took.
fn replay(text: &str) -> Vec<usize> {
    let replay = |record: &Record| {
        let mut table = wabe_games::open(record.header("Spec").expect("a spec")).expect("a game");
        record.replay(&mut *table).expect("replayed");
        let Status::Over(outcome) = table.status() else {
            panic!("not over: {text}");
        };
        assert!(!outcome.winners.is_empty(), "drawn: {text}");
        table.len()
    };
    Record::read_all(text).expect("records").iter().map(replay).collect()
}

/// The longest wins that are published are games by the rules, and as long as
/// they say.
#[test]
fn published_wins_replay() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/solved/longest-wins.txt");
    let text = fs::read_to_string(path).expect("the records");
    let claimed: Vec<usize> = Record::read_all(&text)
        .expect("records")
        .iter()
        .map(|record| record.header("Actions").and_then(|n| n.parse().ok()).expect("a number"))
        .collect();
    assert!(claimed.len() >= 4, "{claimed:?}");
    assert_eq!(replay(&text), claimed);
}

#[test]
fn wrong_usage_is_told_in_one_sentence() {
    let tables = tables("solve-wrong");
    for (args, word) in [
        (&["solve", "abalone"][..], "games that have are duombo"),
        (&["solve", "duombo:mills=7"], "mills=5"),
        (&["solve", "chessom", "--pieces", "2"], "3 to 6"),
        (&["solve", "chessom", "--memory", "0"], "--memory"),
        (&["solve", "chessom", "--memory", "0.001"], "needs"),
        (&["probe", "omega"], "no tables"),
        (&["probe", "duombo:mills=9"], "mills=5"),
    ] {
        let error = fails(args, &tables, 2);
        assert!(error.contains(word), "{error}");
    }
    assert!(fails(&["solve", "chessom", "--check"], &tables, 1).contains("no tables"));
    assert!(fails(&["solve", "chessom", "--census"], &tables, 1).contains("no tables"));
    fs::create_dir_all(tables.join("chessom")).expect("made");
    fs::write(tables.join("chessom/13-1.table"), b"nonsense").expect("written");
    for args in [&["solve", "chessom"][..], &["probe", "chessom"], &["solve", "chessom", "--check"]]
    {
        assert!(fails(args, &tables, 1).contains("13-1.table"), "{args:?}");
    }
}
