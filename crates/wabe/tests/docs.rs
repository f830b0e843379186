//! What the documents show is what the program does.
//!
//! `WABE_BLESS=1 cargo test -p wabe --test docs` draws the diagrams anew and
//! writes the outputs into the README.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn wabe(args: &[&str]) -> String {
    let done = Command::new(env!("CARGO_BIN_EXE_wabe")).args(args).output().expect("wabe runs");
    let error = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "wabe {}: {error}", args.join(" "));
    String::from_utf8(done.stdout).expect("UTF-8")
}

fn is_blessing() -> bool {
    std::env::var_os("WABE_BLESS").is_some()
}

#[test]
fn diagrams_are_as_the_program_draws_them() {
    let folder = root().join("docs/rules/images");
    let list = std::fs::read_to_string(folder.join("diagrams.txt")).expect("the list");
    let mut drawn = 0;
    for line in list.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        let parts: Vec<&str> = line.split('\t').collect();
        let (file, spec) = (parts[0], parts[1]);
        let actions = parts.get(2).copied().unwrap_or("");
        let svg = wabe(&["show", spec, actions, "--svg", "-"]);
        if is_blessing() {
            std::fs::write(folder.join(file), &svg).expect("written");
        }
        let stored = std::fs::read_to_string(folder.join(file)).unwrap_or_default();
        assert!(stored == svg, "{file} is not what `wabe show {spec} {actions}` draws");
        drawn += 1;
    }
    assert!(drawn > 15, "only {drawn} diagrams");
}

#[test]
fn links_in_documents_lead_somewhere() {
    let mut checked = 0;
    for path in markdown_files(&root()) {
        let text = std::fs::read_to_string(&path).expect("readable");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = link.split('#').next().unwrap_or("");
            if target.is_empty() || target.contains("://") {
                continue;
            }
            let full = path.parent().expect("a folder").join(target);
            assert!(full.exists(), "{}: broken link {link}", path.display());
            checked += 1;
        }
    }
    assert!(checked > 20, "only {checked} links");
}

fn markdown_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        if path.is_dir()
            && !["target", ".git", "fuzz", "node_modules"].iter().any(|skip| name == *skip)
        {
            found.extend(markdown_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
    found
}

/// Blocks marked `console` in the README and the documents: every line
/// `$ wabe …` is run and what follows is its output.
#[test]
fn examples_print_what_the_documents_say() {
    let mut run = 0;
    for path in markdown_files(&root()) {
        let text = std::fs::read_to_string(&path).expect("readable");
        let told = rerun(&text, &mut run);
        if is_blessing() {
            std::fs::write(&path, &told).expect("written");
        }
        let stored = std::fs::read_to_string(&path).expect("readable");
        assert_eq!(stored, told, "{}", path.display());
    }
    assert!(run >= 3, "only {run} examples");
}

fn rerun(text: &str, run: &mut usize) -> String {
    let mut out = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        out += line;
        out.push('\n');
        if line != "```console" {
            continue;
        }
        while let Some(line) = lines.next_if(|line| *line != "```") {
            if let Some(command) = line.strip_prefix("$ wabe ") {
                let args = split_like_a_shell(command);
                let args: Vec<&str> = args.iter().map(String::as_str).collect();
                out += line;
                out.push('\n');
                out += &wabe(&args);
                *run += 1;
            }
        }
    }
    out
}

fn split_like_a_shell(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in command.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().expect("never empty").push(c),
        }
    }
    words
}

/// Every reading the program tells has its number on the rules page, in both
/// languages.
#[test]
fn rules_pages_have_every_reading() {
    for about in wabe_games::GAMES {
        for folder in ["docs/rules", "docs/rules/de"] {
            let path = root().join(folder).join(format!("{}.md", about.name));
            let page = std::fs::read_to_string(&path).expect("a rules page");
            for reading in about.readings {
                let anchor = format!("**{}", reading.rule);
                assert!(page.contains(&anchor), "{} lacks {}", path.display(), reading.rule);
            }
            for option in about.options.iter().filter(|option| !is_fixed(&option.kind)) {
                let name = format!("`{}", option.name);
                assert!(page.contains(&name), "{} lacks {}", path.display(), option.name);
            }
        }
    }
}

/// `players=2` of a game for two needs no line.
fn is_fixed(kind: &wabe_rules::Kind) -> bool {
    matches!(kind, wabe_rules::Kind::Number { words: [], min, max } if min == max)
}
