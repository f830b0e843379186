//! Tables as programs meet them: made once, found again, refused when wrong,
//! checked by the rules.

mod common;

use common::{Folder, means};
use std::fs;
use std::path::PathBuf;
use wabe_games::Visitor;
use wabe_rules::Game;
use wabe_solve::{Checked, Means, Sample, SolveError, TableError};

/// Does something with the game of a spec.
macro_rules! with_game {
    ($spec:expr, |$game:ident| $body:expr, $Out:ty, [$($name:ident: $Type:ty),*]) => {{
        struct Job<'a> { $($name: $Type,)* life: std::marker::PhantomData<&'a ()> }
        impl<'a> Visitor for Job<'a> {
            type Out = $Out;
            fn visit<G: Game>(self, $game: G, _: &str) -> Self::Out {
                let Job { $($name,)* .. } = self;
                $body
            }
        }
        wabe_games::visit($spec, Job { $($name,)* life: std::marker::PhantomData }).expect("a game")
    }};
}

fn solve(spec: &str, pieces: Option<u32>, folder: &Folder) -> Result<usize, SolveError> {
    solve_with(spec, pieces, folder, means())
}

/// Solves, and says how many tiers were new.
fn solve_with(
    spec: &str,
    pieces: Option<u32>,
    folder: &Folder,
    means: Means,
) -> Result<usize, SolveError> {
    let path = folder.0.clone();
    let tiers = with_game!(
        spec,
        |game| wabe_solve::solve(&game, pieces, &path, &means, &|_| ()),
        Result<Vec<wabe_solve::Finished>, SolveError>,
        [pieces: Option<u32>, path: PathBuf, means: Means]
    )?;
    Ok(tiers.iter().filter(|tier| tier.seconds.is_some()).count())
}

fn check(spec: &str, pieces: Option<u32>, folder: &Folder, sample: Sample) -> Checked {
    let path = folder.0.clone();
    with_game!(
        spec,
        |game| wabe_solve::check(&game, pieces, &path, sample, 2, &|_| ()),
        Result<Checked, SolveError>,
        [pieces: Option<u32>, path: PathBuf, sample: Sample]
    )
    .expect("checked")
}

/// Whether there are tables, as who plays from them asks.
fn found(spec: &str, folder: &Folder) -> Result<bool, TableError> {
    let path = folder.0.clone();
    with_game!(
        spec,
        |game| Ok(wabe_solve::tables(&game, &path)?.is_some()),
        Result<bool, TableError>,
        [path: PathBuf]
    )
}

/// Every position of small tables follows from the rules.
#[test]
fn whole_tables_follow_from_the_rules() {
    for (spec, pieces) in [
        ("chessom", 3),
        ("gassen-ombagi", 3),
        ("zange", 4),
        ("zange:corners=1", 4),
        ("zange:triple=1", 4),
        ("zange:corners=1,triple=1", 4),
    ] {
        let folder = Folder::new(&format!("whole-{}", spec.replace([':', '=', ','], "-")));
        solve(spec, Some(pieces), &folder).expect("solved");
        let checked = check(spec, Some(pieces), &folder, Sample::All);
        assert_eq!((checked.wrong_count, &checked.wrong), (0, &vec![]), "{spec}");
        assert!(checked.positions > 10_000 && checked.actions > checked.positions, "{checked:?}");
    }
}

/// A sample of larger ones does.
#[test]
fn samples_follow_from_the_rules() {
    for (spec, pieces) in [
        ("chessom", Some(4)),
        ("gassen-ombagi", Some(4)),
        ("zange", Some(5)),
        ("duombo:mills=2", None),
    ] {
        let folder = Folder::new(&format!("sample-{}", spec.replace([':', '='], "-")));
        solve(spec, pieces, &folder).expect("solved");
        let checked = check(spec, pieces, &folder, Sample::Some { count: 20_000, seed: 3 });
        assert_eq!((checked.wrong_count, &checked.wrong), (0, &vec![]), "{spec}");
        assert!(checked.positions > 10_000, "{checked:?}");
        let again = check(spec, pieces, &folder, Sample::Some { count: 20_000, seed: 3 });
        assert_eq!(checked, again, "the seed decides");
    }
}

#[test]
fn what_is_there_is_not_made_again() {
    let folder = Folder::new("again");
    assert!(!found("chessom", &folder).expect("no error"));
    assert_eq!(solve("chessom", Some(3), &folder).expect("solved"), 2);
    assert!(found("chessom", &folder).expect("sound"));
    assert_eq!(solve("chessom", Some(3), &folder).expect("solved"), 0);
    let path = folder.0.join("chessom/12-1.table");
    let before = fs::read(&path).expect("read");
    fs::remove_file(&path).expect("removed");
    assert_eq!(solve("chessom", Some(3), &folder).expect("solved"), 1);
    assert_eq!(fs::read(&path).expect("read"), before, "the same bytes");
}

#[test]
fn threads_make_no_difference() {
    let (one, two) = (Folder::new("threads-one"), Folder::new("threads-two"));
    for (spec, pieces) in [("zange", Some(5)), ("duombo:mills=1", None)] {
        solve_with(spec, pieces, &one, Means { threads: 1, memory: 1 << 30 }).expect("solved");
        solve_with(spec, pieces, &two, Means { threads: 3, memory: 1 << 30 }).expect("solved");
    }
    for file in ["zange/2-3-third.table", "zange/2-2-third-in-2.table", "duombo/4-4.table"] {
        let read = |folder: &Folder| fs::read(folder.0.join(file)).expect("there");
        assert!(read(&one) == read(&two), "{file}");
    }
}

#[test]
fn damage_is_told_and_never_believed() {
    let folder = Folder::new("damage");
    solve("chessom", Some(3), &folder).expect("solved");
    let path = folder.0.join("chessom/13-1.table");
    let good = fs::read(&path).expect("read");
    // Truncated, and foreign: told when it is opened.
    for bad in [&good[..good.len() / 2], b"a letter from a friend", b""] {
        fs::write(&path, bad).expect("written");
        let error = found("chessom", &folder).expect_err("refused").to_string();
        assert!(error.contains("13-1.table"), "{error}");
        assert!(solve("chessom", Some(3), &folder).is_err(), "not solved on top of it");
    }
    let other = fs::read(folder.0.join("chessom/12-1.table")).expect("read");
    fs::write(&path, other).expect("written");
    let error = found("chessom", &folder).expect_err("refused").to_string();
    assert!(error.contains("it is chessom/12-1, not chessom/13-1"), "{error}");
    // A wrong cell: told when it is looked at.
    let mut bad = good.clone();
    let last = bad.len() - 5;
    bad[last] ^= 1;
    fs::write(&path, &bad).expect("written");
    assert!(found("chessom", &folder).expect("the header is sound"));
    let error = solve("chessom", Some(3), &folder).expect_err("refused").to_string();
    assert!(error.contains("does not match its checksum"), "{error}");
}

#[test]
fn memory_is_bounded() {
    let folder = Folder::new("memory");
    let means = Means { threads: 1, memory: 1 << 20 };
    let error = solve_with("chessom", Some(3), &folder, means).expect_err("too little");
    assert!(matches!(error, SolveError::Memory { may: 1, .. }), "{error}");
}

#[test]
fn what_has_no_tables_says_so() {
    let folder = Folder::new("none");
    let error = |spec: &str, pieces| solve(spec, pieces, &folder).expect_err("refused").to_string();
    assert!(error("abalone", None).contains("games that have are duombo, chessom"));
    assert!(error("duombo:mills=6", None).contains("mills=1 to mills=5"));
    assert!(error("duombo", Some(4)).contains("--pieces"));
    assert!(error("chessom", Some(9)).contains("3 to 6 stones"));
    assert!(error("gassen-ombagi:huff=true", None).contains("huff"));
    assert!(error("zange:captures=3", None).contains("captures=5"));
    assert!(error("zange:corners=4", None).contains("corners=1"));
    for spec in ["abalone", "duombo:mills=6", "zange:captures=3", "zange:triple=9"] {
        assert!(!found(spec, &folder).expect("no error"), "{spec}");
    }
}

/// Late rules that come later are covered by the same tables, from then on.
#[test]
fn late_rules_are_covered_once_they_are_in_force() {
    let folder = Folder::new("late");
    solve("zange:corners=1", Some(4), &folder).expect("solved");
    let path = folder.0.clone();
    let answers = with_game!(
        "zange:corners=3",
        |game| {
            let probe = wabe_solve::tables(&game, &path).expect("sound").expect("there");
            let board = "DD../...../....../......./....../...../..HH to=1 hand=0,0 taken=4,4 third=on";
            ["made=0 turns=2", "made=1 corners=closed"].map(|rest| {
                let position = game.read_position(&format!("{board} {rest}")).expect("a position");
                probe.probe(&position).is_some()
            })
        },
        [bool; 2],
        [path: PathBuf]
    );
    assert_eq!(answers, [false, true]);
}
