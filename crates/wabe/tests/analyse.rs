//! `wabe analyse` as a process.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use wabe_rules::Record;

const LEARNING_GAME: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../games/data/ombagi/learning-game.txt");
const BLUNDER: &str =
    "[Spec \"zange:captures=1\"]\n[Seat1 \"Anna\"]\n\n1. @29 2. @28 {near} 3. @11 4. @30\n";

fn run(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_wabe"))
        .arg("analyse")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("wabe runs");
    let mut stdin = child.stdin.take().expect("piped");
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

fn says(args: &[&str], input: &str) -> String {
    let output = run(args, input);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {error}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn the_learning_game_is_analysed() {
    let args = [LEARNING_GAME, "--spec", "ombagi:playout=true", "--nodes", "300"];
    let text = says(&[&args[..], &["--threads", "2"]].concat(), "");
    assert!(text.starts_with("ombagi:playout=true\n\n turn seat action"), "{text}");
    let actions = text.lines().filter(|line| line.contains(". ") && line.contains(" %")).count();
    assert!(actions >= 126, "a line an action: {text}");
    assert!(text.contains("expected score of Dark (1)\n100 % |"), "{text}");
    assert!(text.contains("Light (2): mean loss "), "{text}");
    let plot: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("100 %")).collect();
    assert!(plot[..8].iter().all(|line| line.is_ascii()), "{plot:?}");
    let game = json(&says(&[&args[..], &["--json"]].concat(), ""));
    assert_eq!(game["spec"], "ombagi:playout=true");
    assert_eq!(game["result"]["winners"], serde_json::json!([2]));
    let steps = game["actions"].as_array().expect("actions");
    assert_eq!(steps.len(), 126);
    for step in steps {
        for key in ["before", "after", "loss"] {
            let score = step[key].as_f64().expect("a score");
            assert!((0.0..=1.0).contains(&score), "{step}");
        }
        let loss = step["loss"].as_f64().expect("a loss");
        let mark = match loss {
            0.2.. => Some("??"),
            0.1.. => Some("?"),
            0.05.. => Some("?!"),
            _ => None,
        };
        let edge = [0.05, 0.1, 0.2].iter().any(|edge| (loss - edge).abs() < 1e-4);
        assert!(edge || step["mark"].as_str() == mark, "{step}");
        // Light has won with action 124; what Dark plays after that (R9) is not judged.
        let is_decided = step["number"].as_u64() > Some(124);
        assert_eq!(step["best"].is_string(), !is_decided, "{step}");
        assert!(step["line"].is_array() && (!is_decided || loss == 0.0), "{step}");
    }
    assert_eq!(game["seats"].as_array().map(Vec::len), Some(2));
}

#[test]
fn the_annotated_record_reads_back() {
    let args = [LEARNING_GAME, "--spec", "ombagi:playout=true", "--nodes", "100", "--record"];
    let text = says(&args, "");
    let [record] = Record::read_all(&text).expect("a record").try_into().expect("one record");
    let mut table = wabe_games::open("ombagi:playout=true").expect("a spec");
    record.replay(&mut *table).expect("it replays");
    assert_eq!(table.len(), 126);
    assert_eq!(record.to_string(), text);
    assert!(record.comments(126).len() >= 126);
}

#[test]
fn blunders_are_marked_and_comments_kept() {
    let text = says(&["-", "--nodes", "2000", "--record"], BLUNDER);
    assert!(text.contains("[Seat1 \"Anna\"]"), "{text}");
    assert!(text.contains("2. @28 {near} {"), "{text}");
    assert!(text.contains("{?? ") && text.contains(" to loses in 1, better @"), "{text}");
    let german = says(&["-", "--nodes", "2000", "--lang", "de"], BLUNDER);
    assert!(german.contains(" auf verliert in 1, besser @"), "{german}");
    assert!(german.contains("erwartete Punkte von Dunkel (1)"), "{german}");
    assert!(german.contains("1 Patzer ??"), "{german}");
    let step = &json(&says(&["-", "--nodes", "2000", "--json"], BLUNDER))["actions"][2];
    assert_eq!(step["mark"], "??");
    assert_eq!(step["value_after"], serde_json::json!({"loss_in": 1}));
}

#[test]
fn results_do_not_depend_on_threads() {
    let args = ["-", "--nodes", "500", "--json"];
    let two = says(&[&args[..], &["--threads", "3"]].concat(), BLUNDER);
    assert_eq!(says(&args, BLUNDER), two);
}

#[test]
fn plots_are_drawn_as_svg() {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("analysis.svg");
    let name = file.to_str().expect("UTF-8");
    let two = format!("{BLUNDER}\n{BLUNDER}");
    says(&["-", "--nodes", "500", "--svg", name], &two);
    let svg = std::fs::read_to_string(&file).expect("an SVG");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert_eq!(svg.matches("<polyline").count(), 2);
    assert!(svg.matches("<circle").count() >= 2 && svg.contains("??"));
    let three = "[Spec \"omega:players=3\"]\n\n1. c3,d4,e5 2. c4\n";
    let svg = says(&["-", "--nodes", "200", "--svg", "-"], three);
    assert_eq!(svg.matches("<polyline").count(), 3, "a line a seat");
    assert!(says(&["-", "--nodes", "200"], three).contains("expected score of "));
}

#[test]
fn a_plot_does_not_take_the_place_of_its_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.txt");
    std::fs::write(&file, BLUNDER).expect("written");
    let name = file.to_str().expect("UTF-8");
    let same = folder.path().join(".").join("game.txt");
    let output = run(&[name, "--svg", same.to_str().expect("UTF-8")], "");
    let error = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("is the record itself"), "{error}");
    // What cannot be written is said before hours of work, and one output holds one thing.
    for (args, told) in [
        (&[name, "--svg", "/no/such/folder/x.svg"][..], "cannot write"),
        (&[name, "--svg", "-", "--json"], "takes all of the output"),
    ] {
        let output = run(args, "");
        let error = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(told) && error.trim_end().lines().count() == 1, "{error}");
    }
    assert_eq!(std::fs::read_to_string(&file).expect("still there"), BLUNDER);
}

#[test]
fn abalone_is_told_in_the_words_of_its_book() {
    let game = "[Spec \"abalone\"]\n\n1. a1b2\n";
    let told = json(&says(&["-", "--nodes", "200", "--json"], game));
    assert_eq!(told["actions"][0]["words"], serde_json::json!(["lance"]));
    let german = says(&["-", "--nodes", "200", "--record", "--lang", "de"], game);
    assert!(german.contains("; Lanze}"), "{german}");
    let other = json(&says(&["-", "--nodes", "200", "--json"], BLUNDER));
    assert_eq!(other["actions"][0]["words"], serde_json::json!([]));
}

#[test]
fn empty_and_unfinished_games_and_depth_and_time() {
    let empty = "[Spec \"zange\"]\n";
    let told = json(&says(&["-", "--nodes", "100", "--json"], empty));
    assert_eq!(told["actions"], serde_json::json!([]));
    assert!(says(&["-", "--nodes", "100"], empty).contains("mean loss 0.0 %"));
    assert!(says(&["-", "--depth", "2"], "[Spec \"chessom\"]\n").contains("chessom"));
    assert!(says(&["-", "--time", "2"], BLUNDER).contains("??"));
}

#[test]
fn bad_input_gets_one_sentence() {
    for (args, input, code, told) in [
        (vec!["/no/such/file"], "", 2, "cannot read"),
        (vec!["-"], "", 1, "holds no game"),
        (vec!["-"], "@17", 2, "--spec"),
        (vec!["-"], "[Spec \"zange\"]\n\n@17 @17", 1, "line 3"),
        (vec!["-", "--nodes", "9", "--svg", "/no/such/x"], BLUNDER, 2, "cannot write"),
    ] {
        let output = run(&args, input);
        let error = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(code), "{args:?}: {error}");
        assert_eq!(error.trim_end().lines().count(), 1, "{error}");
        assert!(error.contains(told), "{args:?}: {error}");
    }
}
