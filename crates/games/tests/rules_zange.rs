//! The rules of Die Zange, one by one.
//!
//! Not here, because no position can show it: the draw of F4 (twelve stones
//! never fill so much of the board that nobody can move), and "once begun it
//! stays" of F3 (no stone ever comes back).

mod common;

use common::situations::{play, result, seat, table};
use wabe_games::open;
use wabe_rules::Table;

/// A game after these actions from its start.
fn after(actions: &str) -> Box<dyn Table> {
    let mut table = open("zange").expect("a valid spec");
    play(&mut *table, actions);
    table
}

/// Plays and writes down the seat to act after each action, 0 for the end.
fn seats(table: &mut dyn Table, actions: &str) -> String {
    let mut seats = String::new();
    for action in actions.split_whitespace() {
        play(table, action);
        seats += &seat(table).to_string();
    }
    seats
}

/// The legal moves of the stone on a field, as their ends.
fn from(table: &dyn Table, field: u8) -> String {
    let start = format!("{field}-");
    let legal = table.legal();
    legal.iter().filter_map(|action| action.strip_prefix(&start)).collect::<Vec<_>>().join(" ")
}

fn taken(table: &dyn Table) -> [u128; 2] {
    let scores = table.scores().expect("captures");
    [scores[0].expect("a number"), scores[1].expect("a number")]
}

fn stands(table: &dyn Table, stone: &str) -> bool {
    let (colour, field) = stone.split_once('@').expect("a stone such as D@17");
    let board: Vec<char> = table.position().chars().filter(|c| ".DH".contains(*c)).collect();
    board[field.parse::<usize>().expect("a field") - 11].to_string() == colour
}

fn can_pass(table: &dyn Table) -> bool {
    table.legal().contains(&"pass".to_owned())
}

#[test]
fn r1_empty_board_six_stones_each_dark_begins() {
    let table = open("zange").expect("a valid spec");
    let empty = "..../...../....../......./....../...../....";
    let rest = "to=1 hand=6,6 taken=0,0 third=far ply=0";
    assert_eq!(table.position(), format!("{empty} {rest}"));
    assert!(open("zange:players=2").is_ok() && open("zange:players=3").is_err());
}

#[test]
fn r2_stones_are_put_on_any_empty_field_in_turn() {
    let mut table = open("zange").expect("a valid spec");
    let all: Vec<String> = (11..=47).map(|field| format!("@{field}")).collect();
    assert_eq!(table.legal(), all);
    assert_eq!(seats(&mut *table, "@29 @44"), "21");
    assert_eq!(table.legal().len(), 35);
    assert!(table.play("@44").is_err());
}

#[test]
fn r2_moving_begins_when_all_twelve_are_put_down() {
    let mut table = after("@11 @44 @14 @47 @26 @32 @22 @35 @24 @37 @30");
    assert!(table.legal().iter().all(|action| action.starts_with('@')));
    play(&mut *table, "@28");
    assert_eq!(seat(&*table), 1);
    assert!(table.legal().iter().all(|action| action.contains('-')));
}

#[test]
fn r2_captured_stones_do_not_come_back() {
    let table = after("@22 @23 @24");
    assert!(table.position().contains("hand=4,5 taken=1,0"), "{}", table.position());
}

/// Enough stones far away that nobody is near two: three of each side.
const FAR: &str = "D@11 D@12 D@13 H@45 H@46 H@47";

#[test]
fn r3_a_stone_steps_or_jumps_once_over_any_one_stone() {
    // Over 30 to 31, over 22 to 16; not over 35 to the stone on 40, and not on
    // from 31 over 24 to 18.
    let stones = format!("{FAR} D@29 D@30 D@24 H@22 H@35 H@40");
    let table = table("zange", &stones, "to=1 hand=0,0 taken=0,0");
    assert_eq!(from(&*table, 29), "16 23 28 31 36");
}

#[test]
fn r3_a_turn_is_one_move_and_a_jump_captures_nothing() {
    let stones = format!("{FAR} D@28 H@29 D@21 H@33 H@38 D@20");
    let mut table = table("zange", &stones, "to=1 hand=0,0 taken=0,0");
    assert_eq!(seats(&mut *table, "28-30"), "2");
    assert!(stands(&*table, "H@29") && !stands(&*table, "D@28"));
    assert_eq!(taken(&*table), [0, 0]);
}

#[test]
fn r4_a_stone_between_two_others_is_captured() {
    for pincers in ["@22 @23 @24", "@17 @23 @30", "@18 @23 @29"] {
        let table = after(pincers);
        assert!(!stands(&*table, "H@23"), "{pincers}");
        assert_eq!(taken(&*table), [1, 0], "{pincers}");
    }
    for none in ["@22 @23 @30", "@22 @23 @25", "@22 @23 @17"] {
        assert_eq!(taken(&*after(none)), [0, 0], "{none}");
    }
    let two_between = after("@21 @22 @47 @23 @24");
    assert_eq!(taken(&*two_between), [0, 0]);
}

#[test]
fn r4_a_move_captures_too() {
    let stones = format!("{FAR} D@22 H@23 D@19 H@33 H@38 D@20");
    let mut table = table("zange", &stones, "to=1 hand=0,0 taken=0,0");
    play(&mut *table, "19-24");
    assert_eq!((taken(&*table), stands(&*table, "H@23")), ([1, 0], false));
}

#[test]
fn r4_one_action_can_close_several_pincers() {
    let table = after("@21 @23 @24 @28 @34 @36 @38 @37 @12 @18 @46 @40 21-22");
    assert_eq!(taken(&*table), [2, 0]);
    assert!(!stands(&*table, "H@23") && !stands(&*table, "H@28"));
}

#[test]
fn r4_only_the_stone_that_acted_is_an_arm() {
    let stones = format!("{FAR} D@22 H@23 D@24 H@33 H@38 D@20");
    let mut table = table("zange", &stones, "to=1 hand=0,0 taken=0,0");
    play(&mut *table, "20-26");
    assert_eq!((taken(&*table), stands(&*table, "H@23")), ([0, 0], true));
}

#[test]
fn r5_who_walks_into_pincers_is_captured() {
    let table = after("@22 @11 @24 @23");
    assert_eq!((taken(&*table), stands(&*table, "H@23")), ([1, 0], false));
    let stones = format!("{FAR} D@17 H@22 H@24 H@38 D@32 D@20");
    let mut table = self::table("zange", &stones, "to=1 hand=0,0 taken=0,0");
    play(&mut *table, "17-23");
    assert_eq!((taken(&*table), stands(&*table, "D@23")), ([0, 1], false));
}

#[test]
fn f1_own_captures_come_first() {
    let table = after("@22 @25 @24 @23");
    assert_eq!(taken(&*table), [0, 1]);
    assert!(stands(&*table, "H@23") && !stands(&*table, "D@24"));
    // Captures that free nothing do not save the stone.
    let both = after("@22 @14 @24 @47 @18 @23");
    assert_eq!(taken(&*both), [1, 1]);
    assert!(!stands(&*both, "D@18") && !stands(&*both, "H@23"));
}

#[test]
fn r6_five_captures_win_at_once() {
    let stones = "D@11 D@12 D@13 D@22 D@19 H@23 H@47";
    let mut table = table("zange", stones, "to=1 hand=0,0 taken=4,1 third=on made=0");
    assert_eq!(result(&*table), "open");
    play(&mut *table, "19-24");
    assert_eq!((result(&*table), taken(&*table)), ("1 captures".to_owned(), [5, 1]));
    assert!(table.legal().is_empty() && table.by_consent().is_empty());
}

#[test]
fn r6_a_lost_stone_can_win_for_the_opponent() {
    let mut table = open("zange:captures=1").expect("a valid spec");
    play(&mut *table, "@22 @11 @24 @23");
    assert_eq!(result(&*table), "1 captures");
}

#[test]
fn r6_the_number_of_captures_is_an_option() {
    let end = |spec: &str| {
        let mut table = open(spec).expect("a valid spec");
        play(&mut *table, "@22 @23 @24");
        result(&*table)
    };
    assert_eq!(end("zange:captures=1"), "1 captures");
    assert_eq!(end("zange:captures=2"), "open");
    assert!(open("zange:captures=7").is_err() && open("zange:captures=0").is_err());
}

#[test]
fn r6_own_captures_win_before_r5_looks() {
    let mut table = open("zange:captures=1").expect("a valid spec");
    play(&mut *table, "@22 @14 @24 @47 @18 @23");
    assert_eq!((result(&*table), taken(&*table)), ("2 captures".to_owned(), [0, 1]));
}

/// Dark's 19-24 takes Light's third stone but two.
const FALL: &str = "D@11 D@12 D@13 D@22 D@19 D@20 H@23 H@46 H@47";

#[test]
fn r7_two_ordinary_turns_then_two_moves_a_turn() {
    let mut table = table("zange", FALL, "to=1 hand=0,0 taken=3,0");
    assert_eq!(seats(&mut *table, "19-24"), "2");
    assert_eq!(seats(&mut *table, "47-43 20-26"), "12", "one ordinary turn each");
    assert!(!can_pass(&*table), "the first move may not be left out");
    assert_eq!(seats(&mut *table, "43-38"), "2");
    assert!(can_pass(&*table));
    assert_eq!(seats(&mut *table, "38-32 26-27 11-15"), "112");
    assert_eq!(seats(&mut *table, "32-38 pass"), "21");
}

#[test]
fn r7_a_turn_may_use_one_stone_or_two() {
    for actions in ["47-43 43-38", "47-43 46-42"] {
        let mut table =
            table("zange", "D@11 D@12 H@46 H@47", "to=2 hand=0,0 taken=4,4 third=on made=0");
        assert_eq!(seats(&mut *table, actions), "21", "{actions}");
    }
}

#[test]
fn r7_captures_are_made_after_each_single_move() {
    // 22 and 24 close on 23; with its second move Dark leaves again.
    let stones = "D@22 D@19 H@23 H@45 H@46 H@47";
    let mut table = table("zange", stones, "to=1 hand=0,0 taken=2,4 third=on made=0");
    assert_eq!(seats(&mut *table, "19-24"), "1");
    assert_eq!(taken(&*table), [3, 4]);
    play(&mut *table, "24-19");
    assert_eq!(taken(&*table), [3, 4]);
}

#[test]
fn f2_after_a_fall_in_the_own_turn_three_turns_are_ordinary() {
    // Light walks into the pincers of 22 and 24.
    let stones = "D@11 D@12 D@13 D@22 D@24 D@20 H@18 H@46 H@47";
    let mut table = table("zange", stones, "to=2 hand=0,0 taken=3,0");
    assert_eq!(seats(&mut *table, "18-23"), "1");
    assert_eq!(seats(&mut *table, "20-26 47-43 26-27"), "212");
    assert_eq!(seats(&mut *table, "43-38 38-32"), "21", "the first turn of two moves");
}

#[test]
fn f3_placements_count_as_ordinary_turns_but_the_third_phase_waits_for_them() {
    // Light has two stones left, both in hand: they are put down in two turns.
    let stones = "D@22 D@12 D@13 D@14 H@23";
    let mut table = table("zange", stones, "to=1 hand=2,2 taken=3,0");
    assert_eq!(seats(&mut *table, "@24 @47 @11 @46"), "2121");
    assert_eq!(seats(&mut *table, "11-15 15-20"), "12", "at once, both turns are over");
}

#[test]
fn f3_what_is_left_of_the_ordinary_turns_follows_the_placements() {
    let stones = "D@22 D@12 D@13 D@14 D@11 H@23 H@47";
    let mut table = table("zange", stones, "to=1 hand=1,1 taken=3,0");
    assert_eq!(seats(&mut *table, "@24 @46 11-15"), "212");
    assert_eq!(seats(&mut *table, "47-43 43-38"), "21");
}

#[test]
fn f3_fewer_than_two_count_as_two() {
    // 19-24 takes 23 and 30 at once: from three stones to one.
    let stones = "D@11 D@12 D@13 D@22 D@19 D@36 H@23 H@30 H@47";
    let mut table = table("zange:captures=6", stones, "to=1 hand=0,0 taken=3,0");
    play(&mut *table, "19-24");
    assert_eq!(taken(&*table), [5, 0]);
    assert_eq!(seats(&mut *table, "47-43 12-17 43-38 pass"), "1221");
}

#[test]
fn f3_a_second_fall_does_not_put_off_the_beginning() {
    // Light falls to two; in its ordinary turn it takes Dark's third stone.
    let stones = "D@22 D@19 D@41 H@23 H@42 H@34";
    let mut table = table("zange", stones, "to=1 hand=0,0 taken=3,3");
    assert_eq!(seats(&mut *table, "19-24 34-40"), "21");
    assert_eq!(taken(&*table), [4, 4]);
    assert_eq!(seats(&mut *table, "24-19 42-37 37-31"), "221");
}

#[test]
fn f3_if_both_fall_at_once_the_earlier_beginning_counts() {
    // Dark takes 18 with 23 and 14, and is caught itself between 22 and 24.
    let stones = "D@17 D@14 D@47 H@18 H@22 H@24";
    let mut table = table("zange", stones, "to=1 hand=0,0 taken=3,3");
    assert_eq!(seats(&mut *table, "17-23"), "2");
    assert_eq!(taken(&*table), [4, 4]);
    assert_eq!(seats(&mut *table, "22-21 47-43 21-20 20-26"), "1221");
}

/// Dark's only stone, on 11, cannot move; Light stands all around.
const STUCK: &str = "D@11 H@12 H@13 H@15 H@16 H@20 H@22";

#[test]
fn f4_a_seat_that_cannot_move_is_passed_over_and_f3_counts_that_turn() {
    let nearly = STUCK.replace("22", "23");
    let mut table = table("zange:captures=6", &nearly, "to=2 hand=0,0 taken=0,5 third=3");
    assert_eq!(seats(&mut *table, "23-22"), "2");
    assert!(table.position().contains("third=1"), "{}", table.position());
    assert_eq!(table.actions(), ["23-22"], "a forced pass is no action");
    assert_eq!(seats(&mut *table, "22-23 11-22 22-28"), "112", "then the third phase is on");
}

#[test]
fn r7_without_a_second_move_the_turn_ends_by_itself() {
    // 27-21 walks into pincers, and 11 cannot move.
    let stones = format!("{STUCK} D@27");
    let mut table = table("zange:captures=6", &stones, "to=1 hand=0,0 taken=0,4 third=on made=0");
    assert_eq!(seats(&mut *table, "27-21"), "2");
    assert_eq!(taken(&*table), [0, 5]);
}

/// Two stones each near the corners 11 and 47, third phase.
fn late(spec: &str, rest: &str) -> Box<dyn Table> {
    table(spec, "D@12 D@28 H@43 H@34", &format!("hand=0,0 taken=4,4 {rest}"))
}

#[test]
fn r8_corners_close_with_the_nth_turn() {
    let mut table = late("zange:corners=3", "to=1 third=on made=0 turns=1");
    assert_eq!(from(&*table, 12), "11 13 16 17");
    play(&mut *table, "28-29 pass");
    assert_eq!(from(&*table, 43), "37 38 42 47", "turn 2");
    play(&mut *table, "34-35 pass");
    assert_eq!(from(&*table, 12), "13 16 17", "turn 3");
    play(&mut *table, "29-30 pass");
    assert_eq!(from(&*table, 43), "37 38 42", "turn 4");
}

#[test]
fn r8_corners_of_1_close_when_the_third_phase_begins() {
    let mut table =
        table("zange:corners=1", "D@12 D@28 H@43 H@34", "to=1 hand=0,0 taken=4,4 third=1");
    assert_eq!(from(&*table, 12), "11 13 16 17");
    play(&mut *table, "28-29");
    assert_eq!(from(&*table, 43), "37 38 42");
}

#[test]
fn r8_a_capturing_move_may_enter_a_corner() {
    // 11 and 13 hold 12.
    let closed = |stones: &str| {
        table("zange:corners=1", stones, "to=1 hand=0,0 taken=4,4 third=on made=0 corners=closed")
    };
    assert_eq!(from(&*closed("D@15 D@13 H@12 H@34"), 15), "11 16 20 21");
    assert_eq!(from(&*closed("D@15 D@14 H@12 H@34"), 15), "16 20 21");
    // The stone that moves is no arm on the field it leaves.
    assert_eq!(from(&*closed("D@13 D@29 H@12 H@34"), 13), "17 18");
    assert_eq!(from(&*closed("D@11 D@29 H@43 H@34"), 11), "12 15 16", "who is there may stay");
}

#[test]
fn r8_triple_turns_begin_with_the_nth_turn() {
    let mut table = late("zange:triple=2", "to=1 third=on made=0 turns=1");
    assert_eq!(seats(&mut *table, "28-29 29-30"), "12");
    assert_eq!(seats(&mut *table, "34-35 35-41 41-42"), "221");
    assert_eq!(seats(&mut *table, "30-31"), "1");
    assert_eq!(seats(&mut *table, "31-30 pass"), "12", "`pass` ends it");
}

#[test]
fn r8_skipped_turns_count_for_the_late_rules() {
    let rest = "to=1 hand=0,0 taken=0,5 third=on made=0 turns=1";
    let table = table("zange:captures=6,triple=3", STUCK, rest);
    assert_eq!(seat(&*table), 2);
    assert!(table.position().contains("turns=2"), "{}", table.position());
}

#[test]
fn r8_without_the_options_nothing_changes() {
    let mut table = late("zange", "to=1 third=on made=0");
    for _ in 0..10 {
        assert_eq!(seats(&mut *table, "28-29 29-28 34-35 35-34"), "1221");
        assert_eq!(from(&*table, 12), "11 13 16 17");
        let again = table.position();
        table.set_position(&again).expect("its own position");
    }
}

#[test]
fn r8_agreements_need_consent_and_hold_at_once() {
    let mut table = late("zange", "to=1 third=on made=0");
    assert_eq!(table.by_consent(), ["agree-corners", "agree-triple"]);
    assert!(!table.legal().iter().any(|action| action.contains("agree")));
    assert_eq!(seats(&mut *table, "agree-corners"), "1");
    assert_eq!(
        (from(&*table, 12).as_str(), table.by_consent().as_slice()),
        ("13 16 17", &["agree-triple".to_owned()][..])
    );
    assert_eq!(seats(&mut *table, "agree-triple 28-29 29-30 30-31"), "1112");
    assert_eq!(from(&*table, 43), "37 38 42");
    assert!(table.by_consent().is_empty());
}

#[test]
fn r8_agreements_belong_to_the_third_phase() {
    for rest in ["to=1 third=2", "to=1 third=1"] {
        let mut table = late("zange", rest);
        assert!(table.by_consent().is_empty() && table.play("agree-corners").is_err(), "{rest}");
    }
    let mut table = late("zange", "to=1 third=on made=1");
    assert!(table.by_consent().is_empty() && table.play("agree-triple").is_err());
    assert!(open("zange").expect("a valid spec").play("agree-corners").is_err());
}

#[test]
fn r8_an_agreement_may_come_before_the_option() {
    let mut table = late("zange:corners=9,triple=3", "to=1 third=on made=0 turns=1");
    assert_eq!(seats(&mut *table, "agree-triple 28-29 29-30 30-31"), "1112");
    assert!(table.position().contains("turns=2"), "corners still wait: {}", table.position());
}

#[test]
fn h_repetition_draws() {
    let cycle = ["12-16", "47-43", "16-12", "43-47"];
    for (spec, played) in [("zange", 8), ("zange:repetition=2", 4), ("zange:repetition=0", 12)] {
        let stones = "D@12 D@28 D@14 H@47 H@34 H@26";
        let mut table = table(spec, stones, "to=1 hand=0,0 taken=3,3");
        let plays = cycle.iter().cycle().take(12).take_while(|action| table.play(action).is_ok());
        assert_eq!(plays.count(), played, "{spec}");
        let end = if played == 12 { "open" } else { " repetition" };
        assert_eq!(result(&*table), end, "{spec}");
    }
}

#[test]
fn h_repetition_is_judged_inside_turns() {
    // Dark stands again as now, with one move of its turn left.
    let mut table = late("zange:repetition=2", "to=1 third=on made=1");
    assert_eq!(seats(&mut *table, "28-29 34-35 35-34 29-28"), "2210");
    assert_eq!(result(&*table), " repetition");
}

#[test]
fn h_limit_draws() {
    let end = |spec: &str, ply: u32| {
        let mut table = late(spec, &format!("to=1 third=on made=0 ply={ply}"));
        play(&mut *table, "28-29");
        result(&*table)
    };
    assert_eq!((end("zange", 598), end("zange", 599)), ("open".into(), " limit".into()));
    assert_eq!(
        (end("zange:limit=9", 8), end("zange:limit=0", 599)),
        (" limit".into(), "open".into())
    );
}

#[test]
fn h_the_own_end_goes_before_the_limit() {
    let mut table = open("zange:captures=1,limit=3").expect("a valid spec");
    play(&mut *table, "@22 @23 @24");
    assert_eq!(result(&*table), "1 captures");
}
