//! The rules of Gassen-Ombagi, one by one.
//!
//! Not here, because no position can show it: the draw of F3 (a stone next to
//! an empty field can step), and R5's "a forced pass forfeits it" (who may huff
//! is never passed over).

mod common;

use common::situations::{play, result, seat, table, then};
use wabe_games::open;
use wabe_rules::Table;

const HUFF: &str = "gassen-ombagi:huff=true";

fn dark(stones: &str) -> Box<dyn Table> {
    table("gassen-ombagi", stones, "to=1")
}

/// What stands on a field, `.` if nothing.
fn on(table: &dyn Table, field: usize) -> char {
    table.position().chars().filter(|c| *c != '/').nth(field - 11).expect("a field")
}

/// The huffs among the legal actions.
fn huffs(table: &dyn Table) -> String {
    let legal = table.legal();
    legal.into_iter().filter(|action| action.starts_with('!')).collect::<Vec<_>>().join(" ")
}

#[test]
fn f1_and_f2_the_standard_start() {
    let table = open("gassen-ombagi").expect("a valid spec");
    let board = "1231/23.12/.3123./......./.cbac./ba.cb/acba";
    assert_eq!(table.position(), format!("{board} to=1 quiet=0 ply=0"));
    let first = "12-17 13-17 15-20 16-17 18-17 19-25 21-20 21-27 21-28 22-17 22-28 22-29 \
                 23-17 23-29 23-30 24-25 24-30 24-31";
    assert_eq!(table.legal().join(" "), first);
}

#[test]
fn r1_each_side_has_four_stones_of_each_number() {
    for spec in ["gassen-ombagi", "gassen-ombagi:setup=random,seed=9"] {
        let position = open(spec).expect("a valid spec").position();
        let board = position.split(' ').next().expect("a board");
        for number in "123abc".chars() {
            assert_eq!(board.matches(number).count(), 4, "{number} of {spec}");
        }
    }
}

#[test]
fn f2_random_shuffles_each_side_from_the_seed() {
    let board = |spec: &str| open(spec).expect("a valid spec").position();
    let seeded = |seed: u32| board(&format!("gassen-ombagi:setup=random,seed={seed}"));
    assert_eq!(seeded(7), seeded(7));
    assert_eq!(board("gassen-ombagi:setup=random"), seeded(0));
    assert!(seeded(7) != seeded(8) && seeded(7) != board("gassen-ombagi"));
    let start = board("gassen-ombagi");
    let shape = |text: &str| text.replace(['1', '2', '3'], "D").replace(['a', 'b', 'c'], "H");
    let fields = |text: &str| shape(text.split(' ').next().expect("a board"));
    assert_eq!(fields(&seeded(7)), fields(&start), "on the same fields");
    // Independently: the sides are not each other's mirror image.
    let turned: String = seeded(7)
        .chars()
        .take(43)
        .map(|c| "abc123".chars().nth("123abc".find(c).unwrap_or(9)).unwrap_or(c))
        .collect();
    assert!(!turned.chars().rev().eq(seeded(7).chars().take(43)));
    assert!(open("gassen-ombagi:seed=7").is_err(), "a seed needs setup=random");
}

#[test]
fn f2_choose_lets_both_place_their_stones_in_turn() {
    let mut table = open("gassen-ombagi:setup=choose").expect("a valid spec");
    assert_eq!(table.legal().len(), 36, "three numbers on twelve fields");
    assert!(
        table.legal().contains(&"2@24".to_owned()) && !table.legal().contains(&"2@17".to_owned())
    );
    play(&mut *table, "2@24");
    assert_eq!(seat(&*table), 2);
    assert_eq!(table.legal().len(), 36);
    assert!(
        table.legal().contains(&"3@44".to_owned()) && !table.legal().contains(&"3@11".to_owned())
    );
    play(&mut *table, "3@44");
    assert_eq!(table.legal().len(), 33, "24 is taken");
    play(&mut *table, "2@11 3@47 2@12 1@46 2@13 1@45");
    assert!(!table.legal().iter().any(|action| action.starts_with('2')), "all four 2s stand");
}

#[test]
fn f2_choose_ends_when_all_24_stand_and_r7_to_r9_wait_for_that() {
    let mut table = open("gassen-ombagi:setup=choose").expect("a valid spec");
    let fields = [11, 12, 13, 14, 15, 16, 18, 19, 21, 22, 23, 24];
    for (i, field) in fields.iter().enumerate() {
        let number = i / 4 + 1;
        assert_eq!(seat(&*table), 1, "no end before all stones stand");
        play(&mut *table, &format!("{number}@{field}"));
        assert_eq!(seat(&*table), 2);
        play(&mut *table, &format!("{number}@{}", 58 - field));
    }
    assert_eq!(seat(&*table), 1);
    assert!(table.position().starts_with("1111/22.22/.3333./......./.cccc./bb.bb/aaaa"));
    assert!(table.legal().iter().all(|action| action.contains('-')));
}

#[test]
fn r2_a_step_to_a_neighbouring_empty_field() {
    let table = dark("1@11 1@12 1@44 a@47 b@32");
    assert_eq!(table.legal().join(" "), "11-15 11-16 12-13 12-16 12-17 44-39 44-40 44-45");
}

#[test]
fn r2_a_jump_over_an_opposing_stone_removes_it() {
    // Over 29 and 21; not over the own 3 on 34, nor over 35 to the stone on 41.
    let table = dark("1@28 3@34 a@29 c@21 b@22 a@35 a@41");
    assert_eq!(table.legal(), ["28x15", "28x30"]);
    let table = then(table, "28x30");
    assert_eq!([on(&*table, 28), on(&*table, 29), on(&*table, 30)], ['.', '.', '1']);
}

#[test]
fn r2_one_jump_a_turn() {
    let table = then(dark("1@28 2@11 a@29 c@24 b@47"), "28x30");
    assert_eq!(seat(&*table), 2, "30 over 24 to 19 would be a second jump");
}

#[test]
fn r3_what_captures_what() {
    let captures = |mine: char, theirs: char| {
        let stones = format!("{mine}@28 1@11 2@12 3@13 {theirs}@29 a@45 b@46 c@47");
        dark(&stones).legal().contains(&"28x30".to_owned())
    };
    for (mine, prey) in [('1', "ac"), ('2', "ab"), ('3', "bc")] {
        for theirs in "abc".chars() {
            assert_eq!(captures(mine, theirs), prey.contains(theirs), "{mine} over {theirs}");
        }
    }
}

#[test]
fn r4_capturing_is_compulsory_and_which_is_free() {
    let stones = "1@28 2@11 a@29 b@47 c@46";
    assert_eq!(dark(stones).legal(), ["28x30"]);
    assert_eq!(dark("1@28 2@12 a@29 b@16 c@46").legal(), ["12x21", "28x30"]);
}

/// Dark's 1 on 28 and its 2 on 36 could both capture Light's 1 on 29.
const OVERSIGHT: &str = "1@28 2@36 3@11 a@29 b@47 c@46";

#[test]
fn r5_with_huffing_a_capture_may_be_overlooked() {
    let legal = table(HUFF, OVERSIGHT, "to=1").legal();
    for action in ["28x30", "36x22", "11-12", "28-27"] {
        assert!(legal.contains(&action.to_owned()), "{action} in {legal:?}");
    }
    assert_eq!(dark(OVERSIGHT).legal(), ["28x30", "36x22"], "without it R4 holds");
}

#[test]
fn r5_a_stone_that_could_have_captured_may_be_taken_off() {
    let mut table = then(table(HUFF, OVERSIGHT, "to=1"), "11-12");
    assert_eq!(huffs(&*table), "!28 !36");
    assert!(table.legal().contains(&"47-43".to_owned()), "it is a choice");
    play(&mut *table, "!28");
    assert_eq!((on(&*table, 28), on(&*table, 36)), ('.', '2'));
    assert_eq!((seat(&*table), huffs(&*table)), (2, String::new()), "one stone, then a move");
    play(&mut *table, "47-43");
    assert_eq!(seat(&*table), 1);
}

#[test]
fn r5_the_stone_is_named_where_it_stands_now() {
    let table = then(table(HUFF, OVERSIGHT, "to=1"), "28-27");
    assert_eq!(huffs(&*table), "!27 !36");
    assert_eq!(on(&*then(table, "!27"), 27), '.');
}

#[test]
fn r5_only_directly_after_the_oversight() {
    // Light lets it pass and goes away; Dark's next step overlooks nothing.
    let table = then(table(HUFF, OVERSIGHT, "to=1"), "11-12 29-23 12-11");
    assert_eq!((seat(&*table), huffs(&*table)), (2, String::new()));
}

#[test]
fn r5_no_huff_without_an_oversight() {
    let quiet = then(table(HUFF, "1@28 2@36 3@11 a@32 b@47 c@46", "to=1"), "28-27");
    assert_eq!(huffs(&*quiet), "");
    let captured = then(table(HUFF, OVERSIGHT, "to=1"), "28x30");
    assert_eq!(huffs(&*captured), "");
    let other = then(table(HUFF, "1@28 2@36 3@11 c@29 b@47 a@46", "to=1"), "11-12");
    assert_eq!(huffs(&*other), "!28", "the 2 cannot capture a 3");
}

#[test]
fn r5_only_a_stone_that_still_stands() {
    // Dark's 1 could have jumped from 11 over 12. With 13 filled it cannot, and
    // is shut in (R6).
    let mut table = table(HUFF, "1@11 1@17 a@12 b@15 b@16 2@47", "to=1");
    play(&mut *table, "17-13");
    assert_eq!((on(&*table, 11), huffs(&*table)), ('.', String::new()));
}

#[test]
fn r5_who_cannot_move_may_still_huff() {
    // Dark's 1 on 13 could have jumped over 12 to 11.
    let mut table = table(HUFF, "c@12 1@13 1@15 1@16 1@17 2@47", "to=1");
    play(&mut *table, "15-11");
    assert_eq!(table.legal(), ["!13"]);
    play(&mut *table, "!13");
    assert_eq!(table.legal(), ["12-13"]);
}

#[test]
fn r5_a_huff_can_end_the_game() {
    // After the 1 is gone, Dark's 3 can capture neither of Light's 1s.
    let table = then(table(HUFF, "1@28 3@11 a@29 a@47", "to=1"), "11-12 !28");
    assert_eq!(result(&*table), "2 no-captures");
}

/// Light closes the corner 11 with its step from 21 to 16.
fn closed(stones: &str) -> Box<dyn Table> {
    then(table("gassen-ombagi", &format!("{stones} a@21 1@46 2@47"), "to=2"), "21-16")
}

#[test]
fn r6_a_stone_shut_in_on_a_corner_is_captured() {
    let table = closed("3@11 a@12 a@15");
    assert_eq!((on(&*table, 11), seat(&*table)), ('.', 1));
}

#[test]
fn r6_not_if_it_has_a_capturing_jump() {
    assert_eq!(on(&*closed("3@11 b@12 a@15"), 11), '3');
    assert_eq!(on(&*closed("3@11 b@12 a@15 c@13"), 11), '.', "the field behind is taken");
    assert_eq!(closed("3@11 b@12 a@15").legal(), ["11x13"]);
}

#[test]
fn r6_needs_a_corner_and_three_opposing_neighbours() {
    assert_eq!(on(&*closed("3@11 a@12 3@15"), 11), '3', "an own neighbour");
    assert_eq!(on(&*closed("3@11 a@12"), 11), '3', "an empty neighbour");
    assert_eq!(on(&*closed("3@12 a@11 a@13 a@17"), 12), '3', "12 is no corner");
}

#[test]
fn r6_is_looked_at_after_every_action() {
    // Dark itself fills the field behind.
    let mut table = dark("1@11 a@12 b@15 b@16 2@18 2@47");
    assert!(table.play("18-13").is_err(), "R4: the capture is compulsory");
    play(&mut *table, "11x13");
    let filled = then(self::table(HUFF, "1@11 a@12 b@15 b@16 2@18 2@47", "to=1"), "18-13");
    assert_eq!(on(&*filled, 11), '.');
}

#[test]
fn r6_can_take_the_last_stone() {
    // The 2 on 15 could be captured, were the field behind it empty.
    let table = then(table("gassen-ombagi", "3@11 a@12 b@15 c@20 a@21", "to=2"), "21-16");
    assert_eq!(result(&*table), "2 no-stones");
}

#[test]
fn r7_who_has_no_stones_has_lost() {
    assert_eq!(result(&*then(dark("1@28 2@11 a@29"), "28x30")), "1 no-stones");
    let light = table("gassen-ombagi", "1@29 a@28 b@11", "to=2");
    assert_eq!(result(&*then(light, "28x30")), "2 no-stones");
}

#[test]
fn r8_who_can_capture_nothing_more_has_lost() {
    assert_eq!(result(&*dark("3@11 b@46 b@47")), "1 no-captures");
    assert_eq!(result(&*dark("2@11 2@12 c@47")), "2 no-captures");
    assert_eq!(result(&*dark("1@11 c@46 c@47")), "1 no-captures");
    assert_eq!(result(&*dark("1@11 1@12 b@47")), "2 no-captures");
    assert_eq!(result(&*dark("3@11 b@46 a@47")), "open", "the 1 can capture the 3");
    assert_eq!(result(&*dark("3@11 b@46 c@47")), "open", "the 3 can capture the 3");
}

#[test]
fn r8_is_tested_after_a_capture() {
    assert_eq!(result(&*then(dark("3@28 c@29 b@47 b@46"), "28x30")), "1 no-captures");
}

#[test]
fn r9_one_equal_stone_each_is_a_draw() {
    for pair in ["1@11 a@47", "2@11 b@47", "3@11 c@47"] {
        assert_eq!(result(&*dark(pair)), " equal-stones");
    }
    assert_eq!(result(&*then(dark("1@28 a@29 a@47"), "28x30")), " equal-stones");
    assert_eq!(result(&*dark("1@11 1@12 a@47")), "open", "not with two");
}

#[test]
fn f3_a_player_without_a_move_is_passed_over() {
    // Dark's 3s stand shut in, though not on a corner alone (R6).
    let mut table = table("gassen-ombagi", "3@11 3@12 a@13 a@15 a@16 a@22 b@47", "to=2");
    play(&mut *table, "22-17");
    assert_eq!((seat(&*table), on(&*table, 11)), (2, '3'));
    assert_eq!(table.actions(), ["22-17"]);
    play(&mut *table, "17-22");
    assert_eq!(seat(&*table), 1);
}

/// Nothing near anything: 11 and 47 can go to and fro.
const CALM: &str = "1@11 2@14 a@44 b@47";

fn calm(spec: &str, counters: &str, actions: usize) -> String {
    let mut table = table(spec, CALM, &format!("to=1 {counters}"));
    let cycle = ["11-12", "47-46", "12-11", "46-47"];
    let played = cycle.iter().cycle().take(actions).filter(|action| table.play(action).is_ok());
    assert_eq!(played.count(), actions);
    result(&*table)
}

#[test]
fn h_quiet_draws() {
    assert_eq!(calm("gassen-ombagi", "quiet=98 ply=98", 1), "open");
    assert_eq!(calm("gassen-ombagi", "quiet=98 ply=98", 2), " quiet");
    assert_eq!(calm("gassen-ombagi:quiet=3", "", 2), "open");
    assert_eq!(calm("gassen-ombagi:quiet=3", "", 3), " quiet");
    assert_eq!(calm("gassen-ombagi:quiet=0", "quiet=99 ply=99", 2), "open");
}

#[test]
fn h_quiet_begins_anew_when_a_stone_leaves_the_board() {
    let quiet = |table: Box<dyn Table>| {
        let position = table.position();
        position
            .split("quiet=")
            .nth(1)
            .and_then(|rest| rest.split(' ').next())
            .expect("quiet")
            .to_owned()
    };
    let stones = "1@28 2@11 3@12 a@29 b@47 c@46";
    let counters = "to=1 quiet=50 ply=60";
    assert_eq!(quiet(then(table("gassen-ombagi", stones, counters), "28x30")), "0");
    assert_eq!(quiet(then(table(HUFF, stones, counters), "11-15")), "51");
    assert_eq!(quiet(then(table(HUFF, stones, counters), "11-15 !28")), "0");
    let corner = table("gassen-ombagi", "3@11 a@12 a@15 a@21 1@46 2@47", "to=2 quiet=50 ply=60");
    assert_eq!(quiet(then(corner, "21-16")), "0");
    let choose = open("gassen-ombagi:setup=choose").expect("a valid spec");
    assert_eq!(quiet(then(choose, "2@24 3@44")), "2", "placements are quiet");
}

#[test]
fn h_limit_draws() {
    assert_eq!(calm("gassen-ombagi", "ply=398", 1), "open");
    assert_eq!(calm("gassen-ombagi", "ply=398", 2), " limit");
    assert_eq!(calm("gassen-ombagi:limit=2", "", 2), " limit");
    assert_eq!(calm("gassen-ombagi:limit=0", "ply=399", 2), "open");
}

#[test]
fn h_repetition_draws() {
    assert_eq!(calm("gassen-ombagi", "", 7), "open");
    assert_eq!(calm("gassen-ombagi", "", 8), " repetition");
    assert_eq!(calm("gassen-ombagi:repetition=2", "", 4), " repetition");
    assert_eq!(calm("gassen-ombagi:repetition=0", "", 12), "open");
}

#[test]
fn h_what_may_be_huffed_belongs_to_the_position() {
    // Dark's 1 could capture 29 all the time. The board comes again after four
    // steps, but now with a stone to huff.
    let stones = "1@28 2@14 a@29 b@47";
    let mut table = table("gassen-ombagi:huff=true,repetition=2", stones, "to=2");
    play(&mut *table, "47-46 14-13 46-47 13-14");
    assert_eq!(result(&*table), "open");
    play(&mut *table, "47-46");
    assert_eq!(result(&*table), " repetition", "but this has stood before");
}

#[test]
fn h_the_own_end_goes_before_the_house_rules() {
    let stones = "1@28 2@11 a@29";
    let table = table("gassen-ombagi:limit=9,quiet=9", stones, "to=1 quiet=8 ply=8");
    assert_eq!(result(&*then(table, "28x30")), "1 no-stones");
}
