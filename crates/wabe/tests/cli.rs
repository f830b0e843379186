//! The commands as a person or a script meets them.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn run(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_wabe"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("wabe runs");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("wabe ends");
    writer.join().expect("written");
    output
}

/// What a successful call prints.
fn says(args: &[&str]) -> String {
    let output = run(args, b"");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "wabe {}: {error}", args.join(" "));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// A failing call: its exit code and its one sentence.
fn fails(args: &[&str], code: i32) -> String {
    fails_with(args, b"", code)
}

fn fails_with(args: &[&str], input: &[u8], code: i32) -> String {
    let output = run(args, input);
    let error = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(code), "wabe {}: {error}", args.join(" "));
    assert!(!error.contains("panicked"), "{error}");
    assert_eq!(error.trim_end().lines().count(), 1, "one sentence: {error}");
    assert!(error.len() < 2000, "a short sentence: {error}");
    error
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("JSON")
}

fn temporary(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    folder.join(name)
}

#[test]
fn games_lists_all_with_options() {
    let text = says(&["games"]);
    for name in
        ["abalone", "omega", "ombagi", "gassen-ombagi", "duombo", "chessom", "zange", "gabata"]
    {
        assert!(text.contains(&format!("{name}: ")), "{name}");
    }
    assert!(text.contains("layout=standard"));
    let all = json(&says(&["games", "--json"]));
    assert_eq!(all.as_array().map(Vec::len), Some(8));
    assert_eq!(all[1]["options"][1]["min"], 5);
    assert_eq!(all[1]["options"][1]["max"], 10);
}

#[test]
fn games_tells_that_f_rules_are_our_reading() {
    let text = says(&["games", "ombagi"]);
    assert!(text.contains("this is our reading"));
    assert!(text.contains("F1") && text.contains("F4"));
    assert!(says(&["games", "ombagi", "--lang", "de"]).contains("unsere Lesart"));
}

#[test]
fn legal_lists_one_action_a_line_sorted() {
    let text = says(&["legal", "abalone"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 44);
    assert!(lines.windows(2).all(|pair| pair[0] < pair[1]));
}

#[test]
fn actions_may_be_quoted_numbered_and_annotated() {
    let plain = says(&["legal", "zange", "@17", "@18"]);
    assert_eq!(says(&["legal", "zange", "1. @17 2. @18+"]), plain);
    assert_eq!(says(&["legal", "zange", "@17,@18"]), plain);
    assert_eq!(says(&["legal", "omega", "c3,d5"]), says(&["legal", "omega", "C3 d5"]));
    assert_eq!(
        says(&["legal", "ombagi", "(D3) 12 – A17"]),
        says(&["legal", "ombagi", "(D3)12-A17"])
    );
}

#[test]
fn legal_prints_nothing_when_the_game_is_over() {
    let over = says(&["legal", "abalone", "time-1"]);
    assert_eq!(over, "");
}

#[test]
fn show_json_has_the_fixed_form() {
    let shown = json(&says(&["show", "zange", "--json"]));
    assert_eq!(shown["spec"], "zange");
    assert_eq!(shown["seat"], 1);
    assert_eq!(shown["chance"], false);
    assert_eq!(shown["turn"], 1);
    assert_eq!(shown["over"], false);
    assert!(shown["result"].is_null());
    assert_eq!(shown["legal"][0], "@11");
    assert_eq!(shown["picture"]["cells"].as_array().map(Vec::len), Some(37));
}

#[test]
fn positions_read_back_on_the_command_line() {
    let shown = json(&says(&["show", "omega:players=3", "c3", "--json"]));
    let position = shown["position"].as_str().expect("a position");
    let again = json(&says(&["show", "omega:players=3", "--position", position, "--json"]));
    assert_eq!(again["position"], shown["position"]);
    assert_eq!(again["legal"], shown["legal"]);
    let count = says(&["perft", "omega:players=3", "1", "--position", position]);
    assert!(count.starts_with("1 60 "), "{count}");
}

#[test]
fn results_have_winners_reason_and_scores() {
    let actions = "@29 @28 @11 @30";
    let shown = json(&says(&["show", "zange:captures=1", actions, "--json"]));
    assert_eq!(shown["over"], true, "{shown}");
    assert_eq!(shown["result"]["winners"], serde_json::json!([2]));
    assert_eq!(shown["result"]["reason"], "captures");
    assert_eq!(shown["result"]["scores"], serde_json::json!([0, 1]));
    assert!(shown["seat"].is_null());
}

#[test]
fn wide_scores_are_texts() {
    let scores = |spec: &str| {
        let shown = json(&says(&["show", spec, "a1", "resign-1", "--json"]));
        shown["result"]["scores"][0].clone()
    };
    assert!(scores("omega:size=10").is_string());
    assert!(scores("omega").is_number());
}

#[test]
fn hidden_numbers_are_in_no_output_but_the_referees() {
    let actions = "(D3)12-A17 (H3)47-A42 (D3)14-A18 (H3)42-A25 (D3)18-B25";
    for viewer in ["1", "2", "watcher"] {
        let text = says(&["show", "ombagi:hidden=true", actions, "--as", viewer, "--json"]);
        let shown = json(&text);
        assert!(shown["position"].is_null());
        for cell in shown["picture"]["cells"].as_array().expect("cells") {
            let stones = cell["stones"].as_array().expect("stones");
            for covered in stones.iter().rev().skip(1) {
                assert_eq!(covered["number"], "hidden", "{cell}");
            }
        }
        let board = says(&["show", "ombagi:hidden=true", actions, "--as", viewer]);
        assert!(board.contains('?'));
        assert!(!board.contains("●1") && !board.contains("○1"), "{board}");
    }
    let referee =
        json(&says(&["show", "ombagi:hidden=true", actions, "--as", "referee", "--json"]));
    assert!(referee["position"].as_str().expect("a position").contains("D1D2D3"));
}

#[test]
fn pictures_are_written_as_svg_and_png() {
    let (svg, png) = (temporary("board.svg"), temporary("board.png"));
    let (svg_name, png_name) = (svg.to_str().expect("UTF-8"), png.to_str().expect("UTF-8"));
    says(&["show", "ombagi", "--svg", svg_name, "--png", png_name, "--width", "400"]);
    assert!(std::fs::read_to_string(&svg).expect("an SVG").starts_with("<svg"));
    let bytes = std::fs::read(&png).expect("a PNG");
    assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1a\n");
    assert_eq!(bytes[16..20], 400u32.to_be_bytes());
}

#[test]
fn gabata_shows_seeds_and_no_counts_unless_asked() {
    let plain = says(&["show", "gabata", "3"]);
    assert!(plain.contains("••"));
    assert_ne!(plain, says(&["show", "gabata", "3", "--counts"]));
}

#[test]
fn perft_prints_a_line_a_depth() {
    let text = says(&["perft", "abalone", "3"]);
    let nodes: Vec<&str> = text.lines().filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(nodes, ["44", "1936", "98912"]);
    assert!(text.lines().all(|line| line.split_whitespace().count() == 4));
    let threads = says(&["perft", "abalone", "3", "--threads", "2", "--no-bulk"]);
    assert!(threads.lines().last().expect("a line").starts_with("3 98912 "));
    let divided = says(&["perft", "zange", "2", "--divide"]);
    assert!(divided.contains("@11 36\n") && divided.contains("\n2 1332 "));
}

#[test]
fn playouts_print_one_line_of_four_numbers() {
    let text = says(&["playouts", "chessom", "--seconds", "0.05", "--seed", "3"]);
    assert_eq!(text.split_whitespace().count(), 4, "{text}");
    assert!(text.split_whitespace().all(|word| word.parse::<f64>().is_ok()), "{text}");
}

#[test]
fn verify_counts_and_tells_disagreements() {
    let lines = r#"{"spec": "zange", "actions": ["@17", "@18"]}

{"spec": "duombo", "actions": ["1@29"], "legal": [["1@29"]]}
{"spec": "zange:captures=1", "actions": ["@29","@28","@11","@30"], "result": {"winners": [2], "scores": [0, 1], "reason": "whatever"}}
{"spec": "zange:captures=1", "actions": ["@29","@28","@11","@30"], "result": {"winners": [1]}}
{"spec": "chess", "actions": []}
{"spec": "zange", "actions": ["@17", "@17"]}
nonsense
"#;
    let output = run(&["verify", "-"], lines.as_bytes());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(output.status.code(), Some(1));
    assert!(text.ends_with("2 passed, 5 failed\n"), "{text}");
    for told in
        ["line 3, ply 0: expected 1 legal", "line 5, ply 4", "line 6, ply 0", "line 7, ply 2"]
    {
        assert!(text.contains(told), "{told}: {text}");
    }
    assert!(text.contains("line 8, "), "{text}");
}

#[test]
fn verify_accepts_good_games_with_legal_lists() {
    let first = says(&["legal", "duombo"]);
    let second = says(&["legal", "duombo", "1@29"]);
    let list = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let line = serde_json::json!({
        "spec": "duombo", "actions": ["1@29"],
        "legal": [list(&first), list(&second)], "result": null,
    });
    let output = run(&["verify", "-"], line.to_string().as_bytes());
    assert_eq!(String::from_utf8_lossy(&output.stdout), "1 passed, 0 failed\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn verify_survives_wrong_utf8_and_a_huge_line() {
    let mut input = b"{\"spec\": \"zange\", \"actions\": [\"\xff\"]}\n".to_vec();
    input.extend(std::iter::repeat_n(b'[', 1 << 20));
    let output = run(&["verify", "-"], &input);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).ends_with("0 passed, 2 failed\n"));
}

const LEARNING_GAME: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../games/data/ombagi/learning-game.txt");

#[test]
fn the_learning_game_is_imported_and_exported() {
    let clean = says(&["replay", LEARNING_GAME, "--spec", "ombagi:playout=true", "--record"]);
    assert_eq!(clean.matches('*').count(), 8);
    assert!(clean.contains("[Result \"2\"]"));
    let again = run(&["replay", "-", "--record"], clean.as_bytes());
    assert_eq!(String::from_utf8(again.stdout).expect("UTF-8"), clean);
    let shown = says(&["replay", LEARNING_GAME, "--spec", "ombagi:playout=true"]);
    assert!(shown.contains("Won by Light (2) [towers], 2 : 0."), "{shown}");
}

#[test]
fn replay_handles_several_games_and_boards() {
    let file = b"[Spec \"zange\"]\n\n1. @17 2. @18 {near}\n\n[Spec \"duombo\"]\n\n1. 1@29\n";
    let output = run(&["replay", "-", "--record"], file);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(text.matches("[Spec ").count(), 2);
    assert!(text.contains("2. @18 {near}"));
    let boards = run(&["replay", "-", "--boards"], file);
    let boards = String::from_utf8(boards.stdout).expect("UTF-8");
    assert!(boards.matches("11 ").count() >= 3);
}

/// In a terminal `replay` steps by keys; `script` gives it one.
#[test]
fn replay_steps_through_in_a_terminal() {
    let game = temporary("steps.txt");
    std::fs::write(&game, "[Spec \"zange\"]\n\n1. @17 2. @18 3. @19\n").expect("written");
    let command = format!("{} replay {}", env!("CARGO_BIN_EXE_wabe"), game.display());
    let mut child = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .env("TERM", "xterm")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("`script` of the package bsdutils is there");
    let mut keys = child.stdin.take().expect("piped");
    for key in ["\x1b[C", "\x1b[C", "\x1b[D", "\x1b[F", "q"] {
        std::thread::sleep(std::time::Duration::from_millis(200));
        keys.write_all(key.as_bytes()).expect("written");
        keys.flush().expect("written");
    }
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}");
    for told in ["action 0 of 3", "action 1 of 3 @17", "action 2 of 3 @18", "action 3 of 3 @19"] {
        assert!(text.contains(told), "{told}");
    }
}

#[test]
fn bad_input_gets_one_sentence_and_the_right_code() {
    for (args, code, told) in [
        (vec!["legal", "chess"], 2, "abalone, omega"),
        (vec!["legal", "omega:sise=5"], 2, "its options are players, size"),
        (vec!["legal", "omega:size=11"], 2, "5 to 10"),
        (vec!["legal", "omega:size"], 2, "name=value"),
        (vec!["legal", "omega:size=5,size=6"], 2, "twice"),
        (vec!["legal", "zange:players=3"], 2, "players"),
        (vec!["legal", "abalone:players=3,layout=star"], 2, "two players only"),
        (vec!["legal", "omega:players=4,match=double"], 2, "match"),
        (vec!["legal", "omega:size=5,shape=0:1:0:1:-9:9"], 2, "size"),
        (vec!["legal", "omega:shape=0:0:0:0:0:0"], 2, "1 fields"),
        (vec!["legal", "gassen-ombagi:seed=4"], 2, "setup=random"),
        (vec!["legal", "chessom:layout=111111111"], 2, "layout"),
        (vec!["legal", "abalone", "a1a2"], 1, "not legal"),
        (vec!["legal", "abalone", "zz"], 1, "expected a move"),
        (vec!["legal", "zange", "@17", "@99"], 1, "action 2"),
        (vec!["legal", "zange", "--position", "nonsense"], 1, "position"),
        (vec!["show", "zange", "--as", "3"], 2, "--as"),
        (vec!["replay", "/no/such/file"], 2, "cannot read"),
        (vec!["verify", "/no/such/file"], 2, "cannot read"),
        (vec!["show", "zange", "--svg", "/no/such/folder/x.svg"], 2, "cannot write"),
        (vec!["playouts", "zange", "--seconds", "-1"], 2, ""),
        (vec!["playouts", "zange", "--seconds", "nan"], 2, "--seconds"),
    ] {
        if told.is_empty() {
            assert_eq!(run(&args, b"").status.code(), Some(code));
            continue;
        }
        let error = fails(&args, code);
        assert!(error.contains(told), "{args:?}: {error}");
    }
}

#[test]
fn bad_records_are_refused_with_line_and_column() {
    let wrong = b"[Spec \"zange\"]\n\n1. @17\n2. @17\n";
    let error = fails_with(&["replay", "-"], wrong, 1);
    assert!(error.contains("line 4, column 4"), "{error}");
    let error = fails_with(&["replay", "-"], b"[Spec \"zange\"\n", 1);
    assert!(error.contains("line 1, column 14"), "{error}");
    let error = fails_with(&["replay", "-"], b"[Spec \"zange\"]\n\xff\xfe", 1);
    assert!(error.contains("UTF-8"), "{error}");
    fails_with(&["replay", "-"], b"", 1);
    fails_with(&["replay", "-"], b"@17", 2);
    let error = fails_with(&["replay", "-"], b"[Spec \"zange\"]\n[Rules \"99\"]\n@17", 1);
    assert!(error.contains("rules version 99"), "{error}");
    fails_with(&["replay", "-", "--spec", "zange"], &vec![b'x'; 1 << 20], 1);
}

#[test]
fn a_megabyte_of_nonsense_is_refused() {
    let long = "x".repeat(100_000);
    fails(&["legal", &long], 2);
    fails(&["legal", "zange", &long], 1);
    fails(&["legal", "zange", "--position", &long], 1);
}

#[test]
#[cfg(unix)]
fn arguments_of_wrong_utf8_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let output = Command::new(env!("CARGO_BIN_EXE_wabe"))
        .arg("legal")
        .arg(std::ffi::OsStr::from_bytes(b"zange\xff"))
        .output()
        .expect("wabe runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("UTF-8"));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_wabe"))
        .args(["perft", "abalone", "4"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("wabe runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn help_version_completions_and_manual() {
    for command in [
        "games", "legal", "show", "perft", "playouts", "verify", "replay", "play", "analyse",
        "match", "tune", "ugi", "bench",
    ] {
        let help = says(&[command, "--help"]);
        assert!(help.contains("Example"), "{command}");
    }
    assert!(says(&["--version"]).starts_with("wabe "));
    assert!(says(&["completions", "bash"]).contains("complete -F"));
    let man = says(&["man"]);
    assert!(man.contains(".TH wabe") && man.contains("WABE PERFT"));
}

#[test]
fn colour_is_for_terminals_only() {
    assert!(!says(&["show", "abalone"]).contains('\x1b'));
}
