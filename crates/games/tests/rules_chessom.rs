//! The rules of Chessom, one by one; numbers are those of the rules page.

mod common;

use common::situations::play;
use wabe_games::open;
use wabe_rules::{Status, Table, Viewer};

/// Stones such as `29:3 46:a` as a board of 37 fields.
fn board(stones: &str) -> String {
    let mut marks = ['.'; 37];
    for stone in stones.split_whitespace() {
        let (field, mark) = stone.split_once(':').expect("field:mark");
        let field: usize = field.parse().expect("a field");
        marks[field - 11] = mark.chars().next().expect("a mark");
    }
    marks.iter().collect()
}

/// A game with these stones, and behind them `to=` and whatever else.
fn at(spec: &str, stones: &str, rest: &str) -> Box<dyn Table> {
    let mut table = open(spec).expect("a valid spec");
    let position = format!("{} {rest}", board(stones));
    table.set_position(&position).unwrap_or_else(|error| panic!("{error}: {stones}"));
    table
}

fn after(spec: &str, actions: &str) -> Box<dyn Table> {
    let mut table = open(spec).unwrap_or_else(|error| panic!("{error}"));
    play(&mut *table, actions);
    table
}

/// Where Dark's stone on 29 may go; captures with their `x`. The 1s stand on 12
/// and, unless the stones say otherwise, on 46.
fn from_29(stones: &str) -> String {
    let one = if stones.contains(":a") { "" } else { "46:a" };
    let mut legal = at("chessom", &format!("{stones} 12:1 {one}"), "to=1").legal();
    legal.retain(|text| text.starts_with("29"));
    let ends: Vec<&str> = legal.iter().map(|text| text[2..].trim_start_matches('-')).collect();
    ends.join(" ")
}

/// Where Dark's 1 on 29 may go.
fn one_from_29(others: &str) -> Vec<String> {
    let mut legal = at("chessom", &format!("29:1 12:2 46:a {others}"), "to=1").legal();
    legal.retain(|text| text.starts_with("29"));
    legal
}

/// The winners and the reason, once the game is over.
fn end(table: &dyn Table) -> Option<(Vec<usize>, &'static str)> {
    match table.status() {
        Status::Over(end) => {
            assert!(table.legal().is_empty(), "a finished game has no actions");
            Some((end.winners.iter().map(|seat| seat.number()).collect(), end.reason))
        }
        _ => None,
    }
}

fn seat(table: &dyn Table) -> usize {
    table.status().seat().expect("somebody acts").number()
}

/// The actions with their annotations, one a turn.
fn record(table: &dyn Table) -> String {
    let turns: Vec<String> = table.turns().iter().map(|turn| turn.actions.concat()).collect();
    turns.join(" ")
}

#[test]
fn f1_the_start() {
    let table = open("chessom").expect("a valid spec");
    let start = "3223/23132/....../......./....../bcacb/cbbc";
    assert_eq!(table.position(), format!("{start} to=1 quiet=0 ply=0"));
}

#[test]
fn f1_no_stone_can_capture_on_the_first_move() {
    let mut table = open("chessom").expect("a valid spec");
    assert!(table.legal().iter().all(|text| !text.contains('x')));
    let turned = table.position().replace("to=1", "to=2");
    table.set_position(&turned).expect("a position");
    assert!(table.legal().iter().all(|text| !text.contains('x')));
}

#[test]
fn f1_layouts_of_nine_digits_are_turned_for_light() {
    let table = open("chessom:layout=123222333").expect("a valid spec");
    let start = "1232/22333/....../......./....../cccbb/bcba";
    assert_eq!(table.position(), format!("{start} to=1 quiet=0 ply=0"));
    let standard = open("chessom:layout=322323132").expect("a valid spec");
    assert_eq!(standard.position(), open("chessom").expect("a spec").position());
}

#[test]
fn f1_layouts_of_37_characters() {
    let layout = board("11:1 12:3 29:2 46:b 47:a 32:c");
    let table = open(&format!("chessom:layout={layout}")).expect("a valid spec");
    let start = "13../...../....../...2..c/....../...../..ba";
    assert_eq!(table.position(), format!("{start} to=1 quiet=0 ply=0"));
}

#[test]
fn f1_each_side_has_exactly_one_1() {
    for layout in [
        "322323232",
        "322313132",
        "32232313",
        "322324132",
        &board("11:1 47:b"),
        &board("11:2 47:a"),
        &board("11:1 12:1 47:a"),
        &board("11:1 12:2 46:a 47:a"),
        &board("11:1 12:4 47:a"),
    ] {
        let error = open(&format!("chessom:layout={layout}")).err();
        let error = error.unwrap_or_else(|| panic!("{layout} was accepted")).to_string();
        assert!(error.contains("layout") && error.contains("exactly one 1"), "{error}");
        assert!(error.contains("standard") && error.contains("nine digits"), "{error}");
    }
}

#[test]
fn r1_each_number_has_its_reach() {
    let twelve = "16 18 22 23 27 28 30 31 35 36 40 42";
    let eighteen = "11 14 16 18 22 23 26 27 28 30 31 32 35 36 40 42 44 47";
    assert_eq!(from_29("29:2 39:b"), twelve);
    assert_eq!(from_29("29:3 39:b"), eighteen);
    let six = ["29-22", "29-23", "29-28", "29-30", "29-35", "29-36"];
    assert_eq!(one_from_29("39:b"), six);
}

#[test]
fn r1_no_stone_is_jumped_over() {
    // Own stones on 28 and 16, opposing ones on 30, 18 and 42.
    let blocked = "29:3 28:2 16:2 30:b 18:b 42:c";
    assert_eq!(from_29(blocked), "22 23 35 36 40 44");
    // Even an opposing stone at full reach is out of reach behind another.
    assert_eq!(from_29("29:3 30:b 32:b 35:2 44:b 22:2 23:2 28:3 36:3"), "");
}

#[test]
fn r2_a_capture_is_only_over_the_full_reach() {
    let rest = "22:3 23:3 35:2 36:2";
    for (stones, targets) in [
        ("29:3 26:b 31:b 39:c", "27 28 30 x26"),
        ("29:3 28:b 32:a", "30 31 x32"),
        ("29:2 27:b 30:b 39:c", "28 x27"),
        ("29:2 26:b 31:b 39:c", "27 28 30 x31"),
    ] {
        assert_eq!(from_29(&format!("{stones} {rest}")), targets, "{stones}");
    }
    let one = ["29-22", "29-23", "29-30", "29-35", "29-36", "29x28"];
    assert_eq!(one_from_29("28:b 31:b"), one);
}

#[test]
fn r2_a_capture_removes_the_opposing_stone() {
    let mut table = at("chessom", "29:3 12:1 26:b 39:b 46:a", "to=1");
    play(&mut *table, "29x26");
    assert_eq!(
        table.position().replace('/', ""),
        board("26:3 12:1 39:b 46:a") + " to=2 quiet=0 ply=1"
    );
}

#[test]
fn r2_own_stones_are_not_captured() {
    assert_eq!(from_29("29:3 26:2 22:2 23:2 30:2 35:3 36:3 39:b"), "27 28");
}

#[test]
fn r3_a_threat_is_marked_and_the_end_too() {
    let table = after("chessom", "16-21 43-38 21x41");
    assert_eq!(record(&*table), "16-21+ 43-38 21x41#");
    assert_eq!(table.actions(), ["16-21", "43-38", "21x41"]);
    let announced = after("chessom", "16-21+").picture(Viewer::Watcher);
    assert!(announced.notes.iter().any(|note| note.rule == "R3"));
    let quiet = after("chessom", "16-22").picture(Viewer::Watcher);
    assert!(quiet.notes.iter().all(|note| note.rule != "R3"));
}

#[test]
fn r3_a_threat_is_what_the_mover_could_capture_next() {
    for (stones, action, marked) in [
        // At full reach, too near, and with a stone between.
        ("22:3 12:1 32:a 44:b", "22-29", "22-29+"),
        ("22:3 12:1 31:a 44:b", "22-29", "22-29"),
        ("22:3 12:1 32:a 31:b", "22-29", "22-29"),
        // A stone steps aside, and another one threatens.
        ("29:3 30:2 12:1 32:a 44:b", "30-36", "30-36+"),
        // The 1 itself threatens its neighbour.
        ("29:1 12:3 31:a 44:b", "29-30", "29-30+"),
        // The opponent's threat is not announced.
        ("28:1 16:2 47:a 32:c", "28-29", "28-29"),
    ] {
        let mut table = at("chessom", stones, "to=1");
        play(&mut *table, action);
        assert_eq!(record(&*table), marked, "{stones}");
    }
    let mut light = at("chessom", "11:1 12:2 32:a 24:c", "to=2");
    play(&mut *light, "24-23");
    assert_eq!(record(&*light), "24-23");
    let mut light = at("chessom", "14:1 12:2 32:a 30:c", "to=2");
    play(&mut *light, "30-29");
    assert_eq!(record(&*light), "30-29+");
}

#[test]
fn r3_a_threat_need_not_be_answered() {
    let mut table = after("chessom", "16-21+");
    let free = table.legal();
    assert!(free.contains(&"43-38".to_owned()));
    // Without the threat Light has the same moves, but for those to 21 and 22.
    let calm = after("chessom", "16-22").legal();
    let elsewhere = |moves: &[String]| -> Vec<String> {
        moves.iter().filter(|text| !text.contains("21") && !text.contains("22")).cloned().collect()
    };
    assert_eq!(elsewhere(&free), elsewhere(&calm));
    play(&mut *table, "43-38");
    // A 1 may even walk into danger.
    let mut walk = at("chessom", "29:3 12:1 38:a 44:b 39:b", "to=2");
    play(&mut *walk, "38-32");
    assert_eq!((end(&*walk), walk.legal().contains(&"29x32".to_owned())), (None, true));
}

#[test]
fn r3_marks_are_ignored_on_input_and_never_listed() {
    let table = after("chessom", "16-21 43-38+ 21x41+");
    assert_eq!(record(&*table), "16-21+ 43-38 21x41#");
    let listed = after("chessom", "16-21 43-38").legal();
    assert!(listed.contains(&"21x41".to_owned()));
    assert!(listed.iter().all(|text| !text.contains(['+', '#'])));
}

#[test]
fn r4_who_captures_the_opposing_1_wins() {
    let dark = after("chessom", "16-21 43-38 21x41");
    assert_eq!(end(&*dark), Some((vec![1], "captured-1")));
    let mut light = at("chessom", "11:1 12:2 47:a 29:c 39:b", "to=2");
    play(&mut *light, "29x11");
    assert_eq!(end(&*light), Some((vec![2], "captured-1")));
    let mut other = at("chessom", "11:2 12:1 47:a 29:c 39:b", "to=2");
    play(&mut *other, "29x11");
    assert_eq!(end(&*other), None, "any other stone is just captured");
}

#[test]
fn r5_only_the_two_1s_are_a_draw() {
    let mut table = at("chessom", "29:1 47:a 30:b", "to=1");
    play(&mut *table, "29x30");
    assert_eq!(end(&*table), Some((vec![], "only-ones")));
    assert_eq!(record(&*table), "29x30", "no winner, no #");
}

#[test]
fn f2_the_bared_player_has_one_turn_more() {
    let mut table = at("chessom", "28:1 29:2 31:b 47:a", "to=2");
    play(&mut *table, "31x29");
    assert_eq!((end(&*table), seat(&*table)), (None, 1));
    assert!(table.picture(Viewer::Watcher).notes.iter().any(|note| note.rule == "R6"));
    play(&mut *table, "28-27");
    assert_eq!(end(&*table), Some((vec![2], "bared")));
    assert_eq!(record(&*table), "31x29 28-27#");
}

#[test]
fn f2_the_last_turn_may_capture_the_1_and_win() {
    let mut table = at("chessom", "28:1 29:2 31:b 22:a", "to=2");
    play(&mut *table, "31x29 28x22");
    assert_eq!(end(&*table), Some((vec![1], "captured-1")));
}

#[test]
fn f2_the_last_turn_may_bare_the_opponent_too() {
    let mut table = at("chessom", "28:1 29:2 31:b 47:a", "to=2");
    play(&mut *table, "31x29 28x29");
    assert_eq!(end(&*table), Some((vec![], "only-ones")));
}

#[test]
fn r6_a_player_left_with_the_1_alone_has_lost() {
    // A capture that leaves Light another stone does not help.
    let mut table = at("chessom", "28:1 29:2 31:b 39:b 47:a", "to=2");
    play(&mut *table, "31x29 28x29");
    assert_eq!(end(&*table), Some((vec![2], "bared")));
    // Light can be the bared one as well.
    let mut light = at("chessom", "11:1 29:3 32:b 47:a", "to=1");
    play(&mut *light, "29x32 47-46");
    assert_eq!(end(&*light), Some((vec![1], "bared")));
    // One more stone is enough to go on.
    let mut table = at("chessom", "11:1 14:2 47:a 23:c", "to=2");
    play(&mut *table, "23-29 14-13");
    assert_eq!((end(&*table), seat(&*table)), (None, 2));
}

/// Dark in the corner, where nothing moves once Light stands on 22.
const CORNER: &str = "11:1 12:2 15:2 16:2 13:b 17:b 20:b 21:b 47:a";

#[test]
fn f3_a_player_without_a_move_draws() {
    let mut table = at("chessom", &format!("{CORNER} 29:c"), "to=2");
    assert_eq!(end(&*table), None);
    play(&mut *table, "29-22");
    assert_eq!(end(&*table), Some((vec![], "no-moves")));
    assert_eq!(record(&*table), "29-22");
    // With 22 empty, Dark's 2 on 16 can move there.
    let mut open_corner = at("chessom", &format!("{CORNER} 29:c"), "to=2");
    play(&mut *open_corner, "29-30");
    assert_eq!(end(&*open_corner), None);
}

#[test]
fn decision_a_layout_is_judged_before_the_first_move() {
    let start = |stones: &str| open(&format!("chessom:layout={}", board(stones))).expect("a spec");
    assert_eq!(end(&*start("11:1 47:a")), Some((vec![], "only-ones")));
    assert_eq!(end(&*start(&format!("{CORNER} 22:c"))), Some((vec![], "no-moves")));
    assert_eq!(end(&*start("11:1 47:a 46:b")), None);
}

#[test]
fn h_repetition_draws_and_the_start_stands_first() {
    let there_and_back = "17-22 41-36 22-17 36-41";
    assert_eq!(end(&*after("chessom:repetition=2", "17-22 41-36 22-17")), None);
    let twice = after("chessom:repetition=2", there_and_back);
    assert_eq!(end(&*twice), Some((vec![], "repetition")));
    assert_eq!(end(&*after("chessom", there_and_back)), None);
    let thrice = after("chessom", &[there_and_back; 2].join(" "));
    assert_eq!(end(&*thrice), Some((vec![], "repetition")));
    let off = after("chessom:repetition=0", &[there_and_back; 4].join(" "));
    assert_eq!(end(&*off), None);
}

#[test]
fn h_repetition_asks_who_is_to_act() {
    // Dark's 1 goes round a triangle: the same stones again, but Light to act.
    let mut table = at("chessom:repetition=2", "29:1 12:2 47:a 44:b", "to=1");
    play(&mut *table, "29-28 47-46 28-22 46-47 22-29");
    assert_eq!((end(&*table), seat(&*table)), (None, 2));
}

#[test]
fn h_limit_draws() {
    let stones = "29:3 12:1 26:b 39:b 46:a";
    let mut last = at("chessom", stones, "to=1 quiet=0 ply=399");
    play(&mut *last, "29x26");
    assert_eq!(end(&*last), Some((vec![], "limit")));
    let mut before = at("chessom", stones, "to=1 quiet=0 ply=398");
    play(&mut *before, "29x26");
    assert_eq!(end(&*before), None);
    let mut off = at("chessom:limit=0", stones, "to=1 quiet=0 ply=9999");
    play(&mut *off, "29x26");
    assert_eq!(end(&*off), None);
    assert_eq!(end(&*after("chessom:limit=1", "17-22")), Some((vec![], "limit")));
}

#[test]
fn h_quiet_draws_after_so_many_actions_without_a_capture() {
    let stones = "29:3 12:1 26:b 39:b 46:a";
    let mut hundredth = at("chessom", stones, "to=1 quiet=99 ply=99");
    play(&mut *hundredth, "29-30");
    assert_eq!(end(&*hundredth), Some((vec![], "quiet")));
    // A capture begins the count anew.
    let mut capture = at("chessom", stones, "to=1 quiet=99 ply=99");
    play(&mut *capture, "29x26");
    assert_eq!(end(&*capture), None);
    assert!(capture.position().contains("quiet=0"));
    play(&mut *capture, "39-33");
    assert!(capture.position().contains("quiet=1"));
    let mut off = at("chessom:quiet=0", stones, "to=1 quiet=300 ply=300");
    play(&mut *off, "29-30");
    assert_eq!(end(&*off), None);
    assert_eq!(end(&*after("chessom:quiet=2", "17-22")), None);
    assert_eq!(end(&*after("chessom:quiet=2", "17-22 41-36")), Some((vec![], "quiet")));
}

#[test]
fn h_the_games_own_end_goes_before_the_house_rules() {
    let spec = "chessom:limit=3,repetition=2";
    assert_eq!(end(&*after(spec, "16-21 43-38 21x41")), Some((vec![1], "captured-1")));
    let mut bared = at("chessom", "28:1 47:a 31:b", "to=1 quiet=99 ply=399");
    play(&mut *bared, "28-27");
    assert_eq!(end(&*bared), Some((vec![2], "bared")));
}

#[test]
fn options_are_refused_by_name_with_what_is_allowed() {
    for (spec, words) in [
        ("chessom:players=3", &["players", "allowed: 2"][..]),
        ("chessom:repetition=1", &["repetition", "0", "2 to"]),
        ("chessom:limit=many", &["limit", "0 to"]),
        ("chessom:quiet=-1", &["quiet", "0 to"]),
        ("chessom:layout=tower", &["layout", "standard", "nine digits", "37 characters"]),
        ("chessom:size=4", &["size", "players", "layout", "repetition", "limit", "quiet"]),
        ("chessom:quiet", &["quiet", "name=value"]),
    ] {
        let refusal = open(spec).err().unwrap_or_else(|| panic!("{spec}")).to_string();
        assert!(words.iter().all(|word| refusal.contains(word)), "{spec}: {refusal}");
    }
    assert_eq!(open("chessom:players=2").expect("allowed").spec(), "chessom");
}

#[test]
fn writing_tells_moves_from_captures() {
    let mut table = at("chessom", "29:3 12:1 26:b 39:b 46:a", "to=1");
    assert!(table.play("29-26").is_err() && table.play("29x27").is_err());
    assert!(table.play("29-48").is_err() && table.play("2926").is_err());
    play(&mut *table, "29x26");
    assert_eq!(table.actions(), ["29x26"]);
}
