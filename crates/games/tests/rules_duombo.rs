//! The rules of Duombo, one by one.
//!
//! Not here, because no position can show it: the pass of F5 (there is always a
//! mixed pair), and a mill that moves to other fields in one action (F3).

mod common;

use common::situations::{play, result, seat, table, then};
use wabe_games::open;
use wabe_rules::Table;

fn dark(stones: &str) -> Box<dyn Table> {
    table("duombo", stones, "to=1 mills=0,0")
}

fn mills(table: &dyn Table) -> [u128; 2] {
    let scores = table.scores().expect("mills");
    [scores[0].expect("a number"), scores[1].expect("a number")]
}

fn is_legal(table: &dyn Table, action: &str) -> bool {
    table.legal().contains(&action.to_owned())
}

/// The pairs that may be taken up, such as `28+29`, own stone first.
fn pairs(table: &dyn Table) -> String {
    let mut pairs: Vec<String> = table
        .legal()
        .iter()
        .filter_map(|action| Some(action.split_once('-')?.0.to_owned()))
        .collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs.join(" ")
}

#[test]
fn r1_empty_board_three_stones_each_dark_begins() {
    let table = open("duombo").expect("a valid spec");
    let empty = "..../...../....../......./....../...../....";
    assert_eq!(table.position(), format!("{empty} to=1 mills=0,0 ply=0"));
    assert_eq!(table.legal().len(), 3 * 37, "the first stone goes anywhere");
    assert_eq!(mills(&*table), [0, 0]);
}

#[test]
fn r2_every_stone_but_the_first_touches_another() {
    let table = then(open("duombo").expect("a valid spec"), "2@29");
    assert_eq!(seat(&*table), 2);
    let fields = ["22", "23", "28", "30", "35", "36"];
    let expected: Vec<String> =
        ["1", "2", "3"].iter().flat_map(|n| fields.map(|field| format!("{n}@{field}"))).collect();
    assert_eq!(table.legal(), expected);
}

#[test]
fn r2_each_number_once_until_six_stones_stand() {
    let mut table = then(open("duombo").expect("a valid spec"), "2@29 2@30");
    assert!(!table.legal().iter().any(|action| action.starts_with("2@")));
    play(&mut *table, "1@28 3@31 3@23");
    assert!(table.legal().iter().all(|action| action.starts_with("1@")), "Light's last stone");
    play(&mut *table, "1@24");
    assert_eq!(seat(&*table), 1);
    assert!(table.legal().iter().all(|action| action.contains('+')));
}

/// 28 29 30 31 in a row, 23 and 24 above it.
const CLUSTER: &str = "1@28 a@29 2@30 b@31 3@23 c@24";

#[test]
fn r3_a_neighbouring_pair_of_both_colours_is_taken_up() {
    let table = dark(CLUSTER);
    assert_eq!(pairs(&*table), "23+24 23+29 28+29 30+24 30+29 30+31");
    let light = self::table("duombo", CLUSTER, "to=2 mills=0,0");
    assert_eq!(pairs(&*light), "24+23 24+30 29+23 29+28 29+30 31+30");
}

#[test]
fn r3_the_pair_goes_to_two_neighbouring_empty_fields() {
    let table = dark(CLUSTER);
    assert!(is_legal(&*table, "28+29-17+22"));
    assert!(is_legal(&*table, "28+29-29+22"), "a field just left counts as empty");
    assert!(!is_legal(&*table, "28+29-22+36"), "not neighbouring");
    assert!(!is_legal(&*table, "28+29-22+23"), "23 is occupied");
    let after = then(table, "28+29-17+22");
    assert!(after.position().starts_with("..../..1../..a3c./....2b./"), "{}", after.position());
}

#[test]
fn r3_all_six_must_be_connected_then() {
    let table = dark(CLUSTER);
    assert!(!is_legal(&*table, "28+29-44+45"), "far away");
    assert!(!is_legal(&*table, "28+29-27+28"), "28 touches none of the four");
    assert!(!is_legal(&*table, "30+29-37+43"), "1 on 28 would stand alone");
}

#[test]
fn r3_the_four_left_behind_need_not_be_connected() {
    let table = dark("2@27 1@28 3@29 a@30 b@31 c@24");
    assert!(is_legal(&*table, "29+30-22+23") && is_legal(&*table, "29+30-23+22"));
    assert!(!is_legal(&*table, "29+30-22+17"), "but in the end they must be");
}

#[test]
fn f1_one_stone_at_least_changes_its_field() {
    let table = dark(CLUSTER);
    assert!(!is_legal(&*table, "28+29-28+29"));
    assert!(is_legal(&*table, "28+29-29+28"), "exchanged");
    assert!(is_legal(&*table, "23+24-23+18"), "one alone");
}

#[test]
fn r4_the_pair_moved_last_is_barred_for_one_turn() {
    let mut table = then(dark(CLUSTER), "28+29-29+22");
    assert!(table.position().contains(" banned=1a "), "{}", table.position());
    // Dark's 1 (29) and Light's 1 (22) as a pair are barred, on their new
    // fields; Light's 1 with Dark's 3 (23) is not.
    assert_eq!(pairs(&*table), "22+23 24+23 24+30 31+30");
    play(&mut *table, "24+30-30+24");
    assert!(table.position().contains(" banned=2c "), "{}", table.position());
    // 29 with 22 is allowed again; now 24 with 30 is not.
    assert_eq!(pairs(&*table), "23+22 23+30 24+31 29+22 29+30");
}

#[test]
fn r4_the_ban_is_part_of_the_position() {
    let free = dark(CLUSTER);
    let barred = table("duombo", CLUSTER, "to=1 mills=0,0 banned=1a");
    assert_eq!(pairs(&*free).replace("28+29 ", ""), pairs(&*barred));
    let mut again = open("duombo").expect("a valid spec");
    again.set_position(&barred.position()).expect("its own position");
    assert_eq!(again.legal(), barred.legal());
}

/// Dark's mills after it put down its third stone.
fn mills_after(stones: &str, action: &str) -> u128 {
    mills(&*then(dark(stones), action))[0]
}

#[test]
fn r5_and_f2_a_mill_is_1_2_3_in_a_straight_line() {
    assert_eq!(mills_after("1@22 2@23 a@28 b@29", "3@24"), 1, "along the row");
    assert_eq!(mills_after("1@24 2@23 a@28 b@29", "3@22"), 1, "read in the other direction");
    assert_eq!(mills_after("1@30 2@23 a@28 b@29", "3@17"), 1, "along a slant");
    assert_eq!(mills_after("1@18 3@29 a@30 b@24", "2@23"), 1, "along the other");
}

#[test]
fn f2_no_mill_without_the_2_in_the_middle_of_a_line_of_touching_stones() {
    assert_eq!(mills_after("1@22 2@23 a@28 b@29", "3@21"), 0, "the 1 is in the middle");
    assert_eq!(mills_after("3@22 2@23 a@28 b@29", "1@21"), 0, "the 3 is in the middle");
    assert_eq!(mills_after("1@22 2@23 a@28 b@29", "3@30"), 0, "a bend");
    assert_eq!(mills_after("1@22 2@23 a@28 b@29", "3@18"), 0, "a bend");
    assert_eq!(mills_after("1@21 2@23 a@22 b@24", "3@25"), 0, "not touching");
}

#[test]
fn r5_a_mill_has_one_colour() {
    let table = table("duombo", "1@22 2@23 a@29", "to=2 mills=0,0");
    assert_eq!(mills(&*then(table, "3@24")), [0, 0]);
}

/// Dark's 3 on 30 belongs on 24.
const NEAR: &str = "1@22 2@23 3@30 a@31 b@29 c@28";
/// Dark can bring Light's 3 from 30 to 24, into Light's mill.
const GIFT: &str = "a@22 b@23 c@30 1@31 2@29 3@36";
/// 29 and 30 to 25 and 24 make a mill for both.
const BOTH: &str = "a@22 b@23 c@30 3@29 2@31 1@37";

#[test]
fn f3_every_new_mill_scores_whoever_made_it() {
    assert_eq!(mills(&*then(dark(NEAR), "30+31-24+25")), [1, 0]);
    assert_eq!(mills(&*then(dark(GIFT), "31+30-25+24")), [0, 1]);
    assert_eq!(mills(&*then(dark(BOTH), "29+30-25+24")), [1, 1]);
}

/// Dark's mill on 22, 23, 24 has been counted.
const STANDING: &str = "1@22 2@23 3@24 a@29 b@30 c@36";

#[test]
fn f3_a_mill_that_stood_before_scores_nothing() {
    let own = table("duombo", STANDING, "to=1 mills=1,0");
    assert_eq!(mills(&*then(own, "24+30-24+31")), [1, 0]);
    let other = table("duombo", STANDING, "to=2 mills=1,0");
    assert_eq!(mills(&*then(other, "30+24-31+24")), [1, 0]);
}

#[test]
fn f3_a_mill_made_anew_scores_again() {
    let table = then(table("duombo", STANDING, "to=2 mills=1,0"), "29+23-28+29");
    assert_eq!(mills(&*table), [1, 0]);
    assert_eq!(mills(&*then(table, "29+36-23+17")), [2, 0]);
}

#[test]
fn r6_the_fifth_mill_wins() {
    let end = |spec: &str, had: &str| {
        result(&*then(table(spec, NEAR, &format!("to=1 mills={had}")), "30+31-24+25"))
    };
    assert_eq!(end("duombo", "3,4"), "open");
    assert_eq!(end("duombo", "4,4"), "1 mills");
    assert_eq!(end("duombo:mills=1", "0,0"), "1 mills");
    assert_eq!(end("duombo:mills=9", "4,4"), "open");
    assert!(open("duombo:mills=0").is_err() && open("duombo:mills=10").is_err());
}

#[test]
fn r6_a_mill_handed_over_can_win() {
    let table = then(table("duombo:mills=1", GIFT, "to=1 mills=0,0"), "31+30-25+24");
    assert_eq!((result(&*table), table.legal()), ("2 mills".to_owned(), Vec::new()));
}

#[test]
fn f4_if_both_reach_the_number_the_one_who_acted_wins() {
    let after = |seat: u8, action: &str| {
        result(&*then(table("duombo", BOTH, &format!("to={seat} mills=4,4")), action))
    };
    assert_eq!(after(1, "29+30-25+24"), "1 mills");
    assert_eq!(after(2, "30+29-24+25"), "2 mills");
}

#[test]
fn f5_a_ban_on_the_only_pair_does_not_hold() {
    let table = then(dark("2@27 1@28 3@29 a@30 b@31 c@24"), "29+30-22+23");
    assert_eq!(pairs(&*table), "23+22");
    assert!(!table.position().contains("banned"), "{}", table.position());
}

/// Plays round and round; how many actions, and how it stands then.
fn rounds(mut table: Box<dyn Table>, cycle: [&str; 4]) -> (usize, String) {
    let actions = cycle.iter().cycle().take(12);
    let played = actions.take_while(|action| table.play(action).is_ok()).count();
    (played, result(&*table))
}

#[test]
fn h_repetition_draws() {
    let cycle = ["28+29-29+28", "31+30-30+31", "29+28-28+29", "30+31-31+30"];
    for (spec, end) in [
        ("duombo", (8, " repetition")),
        ("duombo:repetition=2", (4, " repetition")),
        ("duombo:repetition=0", (12, "open")),
    ] {
        let table = table(spec, CLUSTER, "to=1 mills=0,0 banned=2b");
        let (played, result) = rounds(table, cycle);
        assert_eq!((played, result.as_str()), end, "{spec}");
    }
}

#[test]
fn h_the_barred_pair_belongs_to_the_position() {
    // The board stands again after four actions, but at first nothing was barred.
    let cycle = ["28+29-29+28", "31+30-30+31", "29+28-28+29", "30+31-31+30"];
    let table = table("duombo:repetition=2", CLUSTER, "to=1 mills=0,0");
    assert_eq!(rounds(table, cycle), (5, " repetition".to_owned()));
}

#[test]
fn h_the_mills_belong_to_the_position() {
    // The board stands again after four actions, with one mill more each time.
    let cycle = ["24+25-25+24", "29+23-17+23", "25+24-24+25", "17+23-29+23"];
    let stones = "1@22 2@23 3@24 a@25 b@29 c@30";
    let table = table("duombo:repetition=2,mills=9", stones, "to=1 mills=1,0 banned=2b");
    assert_eq!(rounds(table, cycle), (12, "open".to_owned()));
}

#[test]
fn h_limit_draws() {
    let end = |spec: &str, ply: u32| {
        let table = table(spec, CLUSTER, &format!("to=1 mills=0,0 ply={ply}"));
        result(&*then(table, "28+29-29+28"))
    };
    assert_eq!((end("duombo", 398), end("duombo", 399)), ("open".into(), " limit".into()));
    assert_eq!(end("duombo:limit=3", 2), " limit");
    assert_eq!(end("duombo:limit=0", 399), "open");
}

#[test]
fn h_the_own_end_goes_before_the_limit() {
    let table = table("duombo", NEAR, "to=1 mills=4,0 ply=399");
    assert_eq!(result(&*then(table, "30+31-24+25")), "1 mills");
}
